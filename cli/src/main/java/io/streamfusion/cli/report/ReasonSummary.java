package io.streamfusion.cli.report;

import io.streamfusion.translator.SinkRouting;
import io.streamfusion.translator.TranslationResult;
import io.streamfusion.translator.support.FallbackReason;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * How often one obstacle keeps queries on Flink.
 *
 * @param obstacle the reason's code and node, such as {@code OPERATOR_NOT_SUPPORTED at Rank}
 * @param queries that name it
 * @param alone those of them that name nothing else: they would be native without it
 */
public record ReasonSummary(String obstacle, int queries, int alone) {

  private static final Comparator<ReasonSummary> MOST_FREQUENT_FIRST =
      Comparator.comparingInt(ReasonSummary::queries)
          .thenComparingInt(ReasonSummary::alone)
          .reversed()
          .thenComparing(ReasonSummary::obstacle);

  /** The obstacles of all files, the most frequent first. */
  public static List<ReasonSummary> of(Collection<List<StatementReport>> files) {
    Map<String, int[]> counts = new HashMap<>();
    files.stream()
        .flatMap(List::stream)
        .flatMap(report -> obstacles(report).stream())
        .forEach(
            obstacles -> {
              for (String obstacle : obstacles) {
                int[] count = counts.computeIfAbsent(obstacle, key -> new int[2]);
                count[0]++;
                count[1] += obstacles.size() == 1 ? 1 : 0;
              }
            });
    return counts.entrySet().stream()
        .map(e -> new ReasonSummary(e.getKey(), e.getValue()[0], e.getValue()[1]))
        .sorted(MOST_FREQUENT_FIRST)
        .toList();
  }

  /** One line for people. */
  public String text() {
    return String.format(
        "%5d %s  %s%s",
        queries,
        queries == 1 ? "query  " : "queries",
        obstacle,
        alone == 0 ? "" : " (the only reason of " + alone + ")");
  }

  /** Per query of the statement. */
  private static List<Set<String>> obstacles(StatementReport report) {
    List<Set<String>> perQuery = new ArrayList<>();
    if (report.planned().onFlink().isPresent()) {
      perQuery.add(names(report.reasons()));
    }
    report.translation().map(TranslationResult::sinks).orElse(List.of()).stream()
        .map(SinkRouting::reasons)
        .map(ReasonSummary::names)
        .forEach(perQuery::add);
    return perQuery;
  }

  private static Set<String> names(List<FallbackReason> reasons) {
    return reasons.stream()
        .map(reason -> reason.code() + (reason.node().isEmpty() ? "" : " at " + reason.node()))
        .collect(Collectors.toCollection(LinkedHashSet::new));
  }
}
