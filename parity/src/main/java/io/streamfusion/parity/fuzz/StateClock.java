package io.streamfusion.parity.fuzz;

import io.streamfusion.flink.runtime.jni.NativeLibrary;

/** The clock by which state of native operators expires; libraries that are shipped have none. */
final class StateClock {
  /** The machine's time. */
  private static final long MACHINE = Long.MIN_VALUE;

  private StateClock() {}

  /** Stops the clock of all fragments of this process at a time in epoch milliseconds. */
  static void stopAt(long millis) {
    NativeLibrary.ensureLoaded();
    set(millis);
  }

  /** Lets it be the machine's clock again. */
  static void release() {
    set(MACHINE);
  }

  private static native void set(long millis);
}
