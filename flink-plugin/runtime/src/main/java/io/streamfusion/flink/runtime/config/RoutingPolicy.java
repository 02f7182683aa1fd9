package io.streamfusion.flink.runtime.config;

import java.util.Locale;

/** Which translatable regions of a job run natively. */
public enum RoutingPolicy {
  /**
   * Whatever gives exactly Flink's result, unless all of its work would go through the host
   * evaluator.
   */
  EXACT,
  /**
   * Whatever gives exactly Flink's result, even where running natively cannot pay. Used by tests.
   */
  ALWAYS,
  /** Nothing: every query is planned as stock Flink plans it. */
  NEVER;

  /**
   * The spelling used in configuration; Flink reads and prints enum options through this method.
   */
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
