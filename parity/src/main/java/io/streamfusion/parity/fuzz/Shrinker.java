package io.streamfusion.parity.fuzz;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Makes a case smaller for as long as the engines still differ. */
final class Shrinker {
  private static final int MAX_RUNS = 600;

  private FuzzCase smallest;
  private String difference;
  private int runs;

  private Shrinker(FuzzCase failing, String difference) {
    this.smallest = failing;
    this.difference = difference;
  }

  /** A smaller case, and how the engines differ there. */
  record Shrunk(FuzzCase fuzzCase, String difference) {}

  static Shrunk shrink(FuzzCase failing, String difference) throws Exception {
    Shrinker shrinker = new Shrinker(failing, difference);
    shrinker.simplify();
    shrinker.dropSteps();
    shrinker.dropCalls();
    shrinker.dropSteps();
    return new Shrunk(shrinker.smallest, shrinker.difference);
  }

  private boolean accept(FuzzCase candidate) throws Exception {
    if (++runs > MAX_RUNS) {
      return false;
    }
    Optional<String> found = candidate.run().difference();
    if (found.isPresent()) {
      smallest = candidate;
      difference = found.get();
    }
    return found.isPresent();
  }

  private void simplify() throws Exception {
    Script script = smallest.script();
    accept(
        smallest.with(
            new Script(
                script.parallelism(), script.maxParallelism(), false, false, script.steps())));
    script = smallest.script();
    accept(
        smallest.with(
            new Script(
                1,
                script.maxParallelism(),
                script.unaligned(),
                script.binaryRows(),
                script.steps().stream()
                    .map(step -> step instanceof Step.Restore ? new Step.Restore(1) : step)
                    .toList())));
  }

  private void dropSteps() throws Exception {
    for (int chunk = smallest.script().steps().size() / 2; chunk >= 1; chunk /= 2) {
      int at = 0;
      while (at < smallest.script().steps().size()) {
        List<Step> fewer = without(smallest.script().steps(), at, chunk);
        boolean valid = !smallest.query().retracting() || isChangelog(fewer);
        if (!valid || !accept(smallest.with(smallest.script().withSteps(fewer)))) {
          at += chunk;
        }
      }
    }
  }

  private static List<Step> without(List<Step> steps, int at, int count) {
    List<Step> fewer = new ArrayList<>(steps.subList(0, at));
    fewer.addAll(steps.subList(Math.min(at + count, steps.size()), steps.size()));
    return fewer;
  }

  /** Whether each row that is taken back was there. */
  private static boolean isChangelog(List<Step> steps) {
    List<String> live = new ArrayList<>();
    for (Step step : steps) {
      if (step instanceof Step.Row row) {
        boolean added = row.kind().equals("+I") || row.kind().equals("+U");
        if (added ? !live.add(row.values()) : !live.remove(row.values())) {
          return false;
        }
      }
    }
    return true;
  }

  private void dropCalls() throws Exception {
    Optional<FuzzCase> without = smallest.with(smallest.query().withoutHaving());
    if (without.isPresent()) {
      accept(without.get());
    }
    int index = 0;
    while (smallest.query().aggregates().size() > 1
        && index < smallest.query().aggregates().size()) {
      Optional<FuzzCase> fewer = smallest.with(smallest.query().withoutAggregate(index));
      if (fewer.isEmpty() || !accept(fewer.get())) {
        index++;
      }
    }
  }
}
