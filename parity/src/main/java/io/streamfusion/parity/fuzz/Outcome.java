package io.streamfusion.parity.fuzz;

import io.streamfusion.runner.RootCause;
import java.util.List;
import java.util.Optional;

/**
 * What one engine did with a script.
 *
 * @param attempts what an exactly-once sink had received at the end of each attempt: at each
 *     failure and at the end of the script
 * @param failure why it stopped early
 * @param nativeRows rows that native operators counted
 * @param emitted rows that left, also those that a restore let leave again
 */
record Outcome(
    List<List<Emitted>> attempts, Optional<RootCause> failure, long nativeRows, long emitted) {

  /**
   * A row that left.
   *
   * @param key its subtask and the values of the grouping columns
   * @param row kind and all values
   */
  record Emitted(String key, String row) {}
}
