package io.streamfusion.cli.diff;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/**
 * What a change of a golden plan means for its queries, by the texts alone: {@link PlanDiff} of
 * what they say, whether the SQL changed or this tool did.
 */
public final class GoldenDiff {

  private GoldenDiff() {}

  /**
   * Compares two texts, query by query.
   *
   * @param query the golden's SQL file, for messages
   */
  public static List<QueryDiff> of(String query, String reviewed, String generated) {
    Map<String, QueryView> before = GoldenText.views(query, reviewed);
    Map<String, QueryView> after = GoldenText.views(query, generated);
    return PlanDiff.ofViews(comparable(before, after), comparable(after, before));
  }

  /** The text of a query that Flink runs does not say its options. */
  private static Map<String, QueryView> comparable(
      Map<String, QueryView> views, Map<String, QueryView> others) {
    Map<String, QueryView> comparable = new LinkedHashMap<>();
    views.forEach(
        (name, view) -> {
          QueryView other = others.get(name);
          boolean bothSay = other == null || view.options().isEmpty() == other.options().isEmpty();
          comparable.put(name, bothSay ? view : view.withoutOptions());
        });
    return comparable;
  }

  /**
   * The queries that changed, what it means and why, without their plans; one line where only
   * titles and notes did.
   */
  public static List<String> lines(List<QueryDiff> diffs) {
    List<String> lines =
        diffs.stream()
            .filter(diff -> !diff.changes().equals(Set.of(Change.IDENTICAL)))
            .flatMap(
                diff ->
                    Stream.concat(
                        Stream.of(diff.summary()), diff.why().stream().map(why -> "  " + why)))
            .toList();
    return lines.isEmpty() ? List.of("no query changed, titles or notes did") : lines;
  }
}
