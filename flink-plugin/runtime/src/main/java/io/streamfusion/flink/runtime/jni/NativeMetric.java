package io.streamfusion.flink.runtime.jni;

/** Counters of a fragment, in the order in which the engine reports them. */
public enum NativeMetric {
  ROWS_IN,
  ROWS_OUT,
  /** Rows that went through a host call, once per call. */
  HOST_ROWS,
  HOST_CALLS,
  BATCHES_IN,
  NATIVE_CALLS,
  WATERMARKS_OUT,
  /** Rows of state now, timers not counted. */
  STATE_ROWS,
  /** Timers that are pending now. */
  TIMERS,
  /** Bytes of memory that state takes now. */
  STATE_BYTES,
  FRAMES_OUT
}
