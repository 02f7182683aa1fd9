package io.streamfusion.cli.diff;

import java.util.Locale;

/** What a change of SQL means for a query, the harmless ones first. */
public enum Change {
  /** The same plan, byte for byte. */
  IDENTICAL,
  /** Another plan that computes the same into the same columns: names inside it changed. */
  COSMETIC,
  /** Runs natively now, or with fewer operators in the host evaluator. */
  COVERAGE_GAINED,
  /** A savepoint of the old query restores in the new one, with right results. */
  STATE_COMPATIBLE,
  /** Stays on Flink now, or has more operators in the host evaluator. */
  COVERAGE_LOST,
  /** A savepoint of the old query is refused. */
  STATE_INCOMPATIBLE,
  /** Can write other rows, into other columns, or fail elsewhere. */
  RESULT_AFFECTING;

  /** As options and reports write it. */
  public String text() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  @Override
  public String toString() {
    return text();
  }
}
