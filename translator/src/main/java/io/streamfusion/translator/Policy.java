package io.streamfusion.translator;

/** Which queries go to the native engine. */
public enum Policy {
  /** Every query that the engine reproduces exactly and that does something natively. */
  EXACT,
  /**
   * Also queries in which a Calc is evaluated by the host alone, which cannot win; parity sets it.
   */
  ALWAYS,
  /** None; everything is planned as on stock Flink. */
  NEVER
}
