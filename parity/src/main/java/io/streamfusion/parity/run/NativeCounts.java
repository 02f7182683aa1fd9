package io.streamfusion.parity.run;

import io.streamfusion.runner.CountingReporter;
import java.util.Optional;

/**
 * The engine's own counters, summed over the native operators of a job; zeros where nothing ran
 * natively.
 *
 * @param rowsIn rows that entered native operators
 * @param rowsOut rows that left them
 * @param hostRows rows that the host evaluator computed, once per host call
 * @param hostCalls upcalls to the host evaluator
 * @param batches batches that entered native operators
 * @param nativeCalls calls into the engine
 * @param watermarks watermarks that left native operators
 */
public record NativeCounts(
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

  /** What the native operators of the last job counted. */
  static NativeCounts collected() {
    return new NativeCounts(
        CountingReporter.sum("rowsIn"),
        CountingReporter.sum("rowsOut"),
        CountingReporter.sum("hostRows"),
        CountingReporter.sum("hostCalls"),
        CountingReporter.sum("batchesIn"),
        CountingReporter.sum("nativeCalls"),
        CountingReporter.sum("watermarksOut"));
  }

  /**
   * What contradicts that one native operator did the whole job of a stock run: took every row of
   * its sources, made every row of its sinks, let the host compute what was announced and no more,
   * and crossed into native code as seldom as promised.
   *
   * @param sourceRows rows that the sources of the stock run emitted
   * @param sinkRows rows that reached the sinks of the stock run
   * @param hostEvaluations expressions that the host evaluates for each row that leaves
   * @param binaryRows whether rows leave in BinaryRow form, chunk by chunk
   */
  Optional<String> contradiction(
      long sourceRows, long sinkRows, int hostEvaluations, boolean binaryRows) {
    if (rowsIn != sourceRows) {
      return Optional.of(rowsIn + " rows came in, stock's sources emitted " + sourceRows);
    }
    if (rowsOut != sinkRows) {
      return Optional.of(rowsOut + " rows left, stock's sinks received " + sinkRows);
    }
    if (hostRows != hostEvaluations * sinkRows || hostCalls > hostEvaluations * batches) {
      return Optional.of(
          String.format(
              "the host evaluated %d rows in %d calls, expected %d times %d rows in %d batches",
              hostRows, hostCalls, hostEvaluations, sinkRows, batches));
    }
    // A further watermark inside a batch cuts it once more.
    long cuts = Math.max(0, watermarks - batches);
    long chunks = binaryRows ? rowsOut / ROWS_PER_CALL : 0;
    long allowed = (CALLS_PER_BATCH + hostEvaluations) * batches + cuts + chunks;
    return nativeCalls + hostCalls <= allowed
        ? Optional.empty()
        : Optional.of(
            String.format(
                "%d batches cost %d calls into the engine and %d out of it, more than %d",
                batches, nativeCalls, hostCalls, allowed));
  }
}
