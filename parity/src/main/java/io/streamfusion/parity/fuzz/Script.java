package io.streamfusion.parity.fuzz;

import java.util.List;

/**
 * What a query lives through.
 *
 * @param parallelism parallelism of the start
 * @param maxParallelism max parallelism, the number of key groups
 * @param unaligned whether checkpoints are unaligned: rows on their way belong to them
 * @param binaryRows whether the source emits binary rows
 * @param steps what happens, in order
 */
record Script(
    int parallelism, int maxParallelism, boolean unaligned, boolean binaryRows, List<Step> steps) {

  Script withSteps(List<Step> others) {
    return new Script(parallelism, maxParallelism, unaligned, binaryRows, List.copyOf(others));
  }

  boolean hasRows() {
    return steps.stream().anyMatch(Step.Row.class::isInstance);
  }

  /** Whether Flink fixes the order of all rows that leave, not only of those of one key. */
  boolean ordered() {
    return !unaligned
        && parallelism == 1
        && steps.stream()
            .allMatch(
                step -> !(step instanceof Step.Restore restore) || restore.parallelism() == 1);
  }
}
