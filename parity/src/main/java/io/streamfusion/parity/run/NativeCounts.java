package io.streamfusion.parity.run;

import io.streamfusion.parity.run.FragmentCounts.Output;
import io.streamfusion.runner.CountingReporter;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.ToLongFunction;

/**
 * The engine's own counters in a job.
 *
 * @param fragments one per native operator; none where nothing ran natively
 */
public record NativeCounts(List<FragmentCounts> fragments) {

  public NativeCounts {
    fragments = List.copyOf(fragments);
  }

  /** What the native operators of the last job counted. */
  static NativeCounts collected() {
    return new NativeCounts(
        CountingReporter.nativeOperators().stream().map(FragmentCounts::of).toList());
  }

  /** Rows that entered native operators. */
  public long rowsIn() {
    return sum(FragmentCounts::rowsIn);
  }

  /** Rows that the host evaluator computed, once per host call. */
  public long hostRows() {
    return sum(FragmentCounts::hostRows);
  }

  /** Batches that entered native operators. */
  public long batches() {
    return sum(FragmentCounts::batches);
  }

  private long sum(ToLongFunction<FragmentCounts> counter) {
    return fragments.stream().mapToLong(counter).sum();
  }

  /**
   * What contradicts that a chain of native operators did the whole job of a stock run: took every
   * row of its sources, handed every row on, made every row of its sinks, let the host compute what
   * was announced and no more, and crossed into native code as seldom as promised.
   *
   * @param sourceRows rows that the sources of the stock run emitted
   * @param sinkRows rows that reached the sinks of the stock run
   * @param hostEvaluations expressions that the host evaluates for each row that leaves
   * @param binaryRows whether rows leave in BinaryRow form, chunk by chunk
   */
  Optional<String> contradiction(
      long sourceRows, long sinkRows, int hostEvaluations, boolean binaryRows) {
    Optional<List<FragmentCounts>> chain = chain(sourceRows, sinkRows, fragments);
    if (chain.isEmpty()) {
      return Optional.of(
          String.format(
              "stock's sources emitted %d rows and its sinks received %d; native operators: %s",
              sourceRows, sinkRows, fragments));
    }
    long hostCalls = sum(FragmentCounts::hostCalls);
    if (hostRows() != hostEvaluations * sinkRows || hostCalls > hostEvaluations * batches()) {
      return Optional.of(
          String.format(
              "the host evaluated %d rows in %d calls, expected %d times %d rows in %d batches",
              hostRows(), hostCalls, hostEvaluations, sinkRows, batches()));
    }
    Output last = binaryRows ? Output.BINARY_ROWS : Output.COLUMNS;
    return tooManyCalls(chain.get(), hostEvaluations, last);
  }

  private static Optional<String> tooManyCalls(
      List<FragmentCounts> chain, int hostEvaluations, Output last) {
    for (int i = 0; i < chain.size(); i++) {
      boolean sender = i < chain.size() - 1;
      Optional<String> calls =
          chain.get(i).tooManyCalls(hostEvaluations, sender ? Output.FRAMES : last);
      if (calls.isPresent()) {
        return calls;
      }
    }
    return Optional.empty();
  }

  /** The operators in the order of the stream: each takes in what the one before it gave out. */
  private static Optional<List<FragmentCounts>> chain(
      long first, long last, List<FragmentCounts> rest) {
    if (rest.isEmpty()) {
      return first == last ? Optional.of(List.of()) : Optional.empty();
    }
    for (FragmentCounts fragment : rest) {
      if (fragment.rowsIn() == first) {
        List<FragmentCounts> others = new ArrayList<>(rest);
        others.remove(fragment);
        Optional<List<FragmentCounts>> found = chain(fragment.rowsOut(), last, others);
        if (found.isPresent()) {
          List<FragmentCounts> chain = new ArrayList<>(List.of(fragment));
          chain.addAll(found.get());
          return Optional.of(chain);
        }
      }
    }
    return Optional.empty();
  }
}
