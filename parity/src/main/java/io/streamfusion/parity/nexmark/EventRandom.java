package io.streamfusion.parity.nexmark;

/**
 * The random draws of one event: a SplitMix64 sequence seeded from the run's seed and the event's
 * id only, so that neither splits nor restarts change a row.
 */
final class EventRandom {
  private static final long GOLDEN_GAMMA = 0x9E3779B97F4A7C15L;

  private long state;

  EventRandom(long seed, long stream) {
    this.state = mix(seed + GOLDEN_GAMMA) ^ mix(stream * GOLDEN_GAMMA + 1);
  }

  long nextLong() {
    state += GOLDEN_GAMMA;
    return mix(state);
  }

  /** Uniform over 0..bound-1. The modulo bias is below 2^-32 for every bound that Nexmark uses. */
  long uniform(long bound) {
    return (nextLong() >>> 1) % bound;
  }

  int uniform(int bound) {
    return (int) uniform((long) bound);
  }

  /** Uniform in [0, 1). */
  double unit() {
    return (nextLong() >>> 11) * 0x1.0p-53;
  }

  /** True with probability 1 - 1/ratio. */
  boolean hot(int ratio) {
    return uniform(ratio) > 0;
  }

  private static long mix(long value) {
    long z = value;
    z = (z ^ (z >>> 30)) * 0xBF58476D1CE4E5B9L;
    z = (z ^ (z >>> 27)) * 0x94D049BB133111EBL;
    return z ^ (z >>> 31);
  }
}
