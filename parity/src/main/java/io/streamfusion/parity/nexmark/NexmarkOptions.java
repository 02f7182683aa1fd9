package io.streamfusion.parity.nexmark;

import java.time.Instant;

/**
 * What decides every row of a Nexmark run.
 *
 * @param seed the seed of all draws
 * @param baseTimeMillis event time 0 of the run, in epoch milliseconds (read as UTC)
 * @param rate events per second of event time
 */
public record NexmarkOptions(long seed, long baseTimeMillis, int rate) {
  public static final long DEFAULT_SEED = 42;

  /**
   * 15 s before midnight UTC: 300,000 events at the default rate lie half in one day, half in the
   * next.
   */
  public static final Instant DEFAULT_BASE_TIME = Instant.parse("2025-07-14T23:59:45Z");

  public static final int DEFAULT_RATE = 10_000;

  public NexmarkOptions {
    if (rate <= 0) {
      throw new IllegalArgumentException("rate must be positive: " + rate);
    }
  }

  public static NexmarkOptions defaults() {
    return new NexmarkOptions(DEFAULT_SEED, DEFAULT_BASE_TIME.toEpochMilli(), DEFAULT_RATE);
  }

  public NexmarkOptions withRate(int newRate) {
    return new NexmarkOptions(seed, baseTimeMillis, newRate);
  }
}
