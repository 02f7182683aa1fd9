package io.streamfusion.parity.run;

import io.streamfusion.runner.CountingReporter;
import java.util.Optional;
import java.util.function.ToLongFunction;

/**
 * The engine's own counters of one native operator, summed over its subtasks.
 *
 * @param name the operator
 * @param subtasks its parallelism
 * @param rowsIn rows that entered
 * @param rowsOut rows that left
 * @param hostRows rows that the host evaluator computed, once per host call
 * @param hostCalls upcalls to the host evaluator
 * @param batches batches that entered
 * @param nativeCalls calls into the engine
 * @param watermarks watermarks that left
 */
public record FragmentCounts(
    String name,
    int subtasks,
    long rowsIn,
    long rowsOut,
    long hostRows,
    long hostCalls,
    long batches,
    long nativeCalls,
    long watermarks) {

  /** Calls that a batch may cost which one watermark cuts. */
  private static final int CALLS_PER_BATCH = 3;

  /** Rows in BinaryRow form that one more call may hand over. */
  private static final int ROWS_PER_CALL = 256;

  /** How an operator's rows leave. */
  public enum Output {
    /** In BinaryRow form, chunk by chunk. */
    BINARY_ROWS,
    /** As columns that are read in place. */
    COLUMNS,
    /** In frames for the readers of another fragment. */
    FRAMES
  }

  static FragmentCounts of(CountingReporter.NativeOperator operator) {
    ToLongFunction<String> counter = key -> operator.counters().getOrDefault(key, 0L);
    return new FragmentCounts(
        operator.name(),
        operator.subtasks(),
        counter.applyAsLong("rowsIn"),
        counter.applyAsLong("rowsOut"),
        counter.applyAsLong("hostRows"),
        counter.applyAsLong("hostCalls"),
        counter.applyAsLong("batchesIn"),
        counter.applyAsLong("nativeCalls"),
        counter.applyAsLong("watermarksOut"));
  }

  /** What contradicts that the operator crossed into native code and back as seldom as promised. */
  Optional<String> tooManyCalls(int hostEvaluations, Output output) {
    // A further watermark comes with a call of its own, or cuts rows once more.
    long allowed =
        (CALLS_PER_BATCH + hostEvaluations) * batches + Math.max(0, watermarks - batches);
    switch (output) {
      // A subtask without a row still comes to the end of its input.
      case FRAMES -> allowed += subtasks;
      case BINARY_ROWS -> allowed += rowsOut / ROWS_PER_CALL;
      case COLUMNS -> {}
    }
    return nativeCalls + hostCalls <= allowed
        ? Optional.empty()
        : Optional.of(
            String.format(
                "%s: %d batches cost %d calls into the engine and %d out of it, more than %d",
                name, batches, nativeCalls, hostCalls, allowed));
  }

  @Override
  public String toString() {
    return String.format("%s %d -> %d", name, rowsIn, rowsOut);
  }
}
