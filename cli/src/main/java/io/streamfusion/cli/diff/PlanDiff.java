package io.streamfusion.cli.diff;

import io.streamfusion.cli.report.StatementReport;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.apache.flink.table.api.config.ExecutionConfigOptions;

/**
 * Compares the queries of two versions of SQL by what they mean. A difference that is not
 * understood counts as one that affects the result.
 */
public final class PlanDiff {

  private final List<QueryDiff> diffs = new ArrayList<>();

  private PlanDiff() {}

  /**
   * Compares files by name and their queries by what they write to.
   *
   * @param before the statements of each file, by the file's name
   * @param after the same of the other version
   */
  public static List<QueryDiff> of(
      Map<String, List<StatementReport>> before, Map<String, List<StatementReport>> after) {
    PlanDiff diff = new PlanDiff();
    Set<String> files = new TreeSet<>(before.keySet());
    files.addAll(after.keySet());
    for (String file : files) {
      diff.file(
          QueryView.of(file, before.getOrDefault(file, List.of())),
          QueryView.of(file, after.getOrDefault(file, List.of())));
    }
    return diff.diffs;
  }

  /** The same of one file whose queries are known already. */
  static List<QueryDiff> ofViews(Map<String, QueryView> before, Map<String, QueryView> after) {
    PlanDiff diff = new PlanDiff();
    diff.file(before, after);
    return diff.diffs;
  }

  private void file(Map<String, QueryView> before, Map<String, QueryView> after) {
    before.forEach(
        (query, view) -> {
          if (after.containsKey(query)) {
            compare(query, view, after.get(query));
          } else {
            EnumSet<Change> changes = EnumSet.of(Change.RESULT_AFFECTING);
            if (!view.state().isEmpty()) {
              changes.add(Change.STATE_INCOMPATIBLE);
            }
            diffs.add(
                new QueryDiff(
                    view.place(),
                    query,
                    changes,
                    List.of("the query is gone"),
                    view.flinkTree(),
                    List.of()));
          }
        });
    after.forEach(
        (query, view) -> {
          if (!before.containsKey(query)) {
            diffs.add(
                new QueryDiff(
                    view.place(),
                    query,
                    EnumSet.of(Change.RESULT_AFFECTING),
                    List.of("the query is new, " + view.routing()),
                    List.of(),
                    view.flinkTree()));
          }
        });
  }

  private void compare(String query, QueryView before, QueryView after) {
    EnumSet<Change> changes = EnumSet.noneOf(Change.class);
    List<String> why = new ArrayList<>();
    coverage(before, after, changes, why);
    if (!before.options().equals(after.options())) {
      changes.add(Change.RESULT_AFFECTING);
      why.addAll(LineDiff.of(options(before), options(after)));
    }
    if (!before.tables().equals(after.tables())) {
      changes.add(Change.RESULT_AFFECTING);
      why.addAll(LineDiff.of(before.tables(), after.tables()));
    }
    boolean sameTree = before.flinkTree().equals(after.flinkTree());
    if (!sameTree) {
      boolean onlyNames =
          before.runsNatively()
              && after.runsNatively()
              && before.meaning().equals(after.meaning())
              && before.agreesOnFunctions(after)
              && changes.isEmpty();
      changes.add(onlyNames ? Change.COSMETIC : Change.RESULT_AFFECTING);
      why.add(onlyNames ? "only names inside the query changed" : "the plan changed");
    } else if (before.runsNatively()
        && after.runsNatively()
        && !(before.plan().equals(after.plan()) && before.agreesOnFunctions(after))
        && changes.isEmpty()) {
      changes.add(Change.RESULT_AFFECTING);
      why.add("the engine's plan changed");
    }
    state(before, after, changes, why);
    if (changes.isEmpty()) {
      changes.add(Change.IDENTICAL);
    }
    diffs.add(
        new QueryDiff(after.place(), query, changes, why, before.flinkTree(), after.flinkTree()));
  }

  private static void coverage(
      QueryView before, QueryView after, Set<Change> changes, List<String> why) {
    if (before.runsNatively() != after.runsNatively()) {
      changes.add(after.runsNatively() ? Change.COVERAGE_GAINED : Change.COVERAGE_LOST);
      why.add("was " + before.routing() + ", is " + after.routing());
    } else if (before.hostNodes() != after.hostNodes()) {
      changes.add(
          after.hostNodes() < before.hostNodes() ? Change.COVERAGE_GAINED : Change.COVERAGE_LOST);
      why.add(
          "operators with host evaluated expressions: "
              + before.hostNodes()
              + ", now "
              + after.hostNodes());
    }
  }

  /**
   * What becomes of a savepoint. Queries that Flink runs before and after are not judged: its
   * operators find their state by their place in the job.
   */
  private static void state(
      QueryView before, QueryView after, Set<Change> changes, List<String> why) {
    if (before.state().isEmpty() && after.state().isEmpty()) {
      return;
    }
    Optional<String> refusal =
        before.runsNatively() == after.runsNatively()
            ? before.state().refusal(after.state())
            : Optional.of("native operators and Flink's do not read each other's state");
    if (refusal.isPresent()) {
      changes.remove(Change.COSMETIC);
      changes.add(Change.STATE_INCOMPATIBLE);
      why.add("state: " + refusal.get());
      return;
    }
    // Names are part of the text by which computations are compared.
    boolean sameMeaning = changes.isEmpty() || changes.equals(EnumSet.of(Change.COSMETIC));
    Optional<String> otherMeaning =
        sameMeaning
            ? Optional.empty()
            : before.state().otherMeaning(after.state()).or(() -> otherOption(before, after));
    if (otherMeaning.isPresent()) {
      changes.add(Change.RESULT_AFFECTING);
      why.add("state: a savepoint restores, but " + otherMeaning.get());
    } else if (!changes.isEmpty()) {
      changes.add(Change.STATE_COMPATIBLE);
    }
  }

  /** How long state is kept is no part of what it holds. */
  private static Optional<String> otherOption(QueryView before, QueryView after) {
    Set<String> keys = new TreeSet<>(before.options().keySet());
    keys.addAll(after.options().keySet());
    keys.remove(ExecutionConfigOptions.IDLE_STATE_RETENTION.key());
    return keys.stream()
        .filter(key -> !Objects.equals(before.options().get(key), after.options().get(key)))
        .map(key -> "the old query computed it with another " + key)
        .findFirst();
  }

  private static List<String> options(QueryView view) {
    return view.options().entrySet().stream().map(e -> e.getKey() + " = " + e.getValue()).toList();
  }
}
