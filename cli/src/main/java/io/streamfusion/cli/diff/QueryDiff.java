package io.streamfusion.cli.diff;

import io.streamfusion.cli.report.Judgement;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * The difference of one query.
 *
 * @param place where the query is in the new version, or was in the old one
 * @param query what it writes to
 * @param changes what it means; more than one where routing and result both change
 * @param why a line for each, for people
 * @param before Flink's plan as it was, empty for a query that is new
 * @param after Flink's plan as it is, empty for a query that is gone
 */
public record QueryDiff(
    Place place,
    String query,
    Set<Change> changes,
    List<String> why,
    List<String> before,
    List<String> after) {

  /**
   * The first character of a statement.
   *
   * @param line 1-based
   * @param column 1-based
   */
  public record Place(String file, int line, int column) {}

  public QueryDiff {
    changes = new TreeSet<>(changes);
    why = List.copyOf(why);
    before = List.copyOf(before);
    after = List.copyOf(after);
  }

  /** For people. */
  public String text() {
    return title() + "\n" + details();
  }

  /**
   * For programs.
   *
   * @param failOn what is a finding
   */
  public Judgement judge(Set<Change> failOn) {
    return new Judgement(
        place.file(),
        place.line(),
        place.column(),
        query,
        names(),
        details(),
        changes.stream().anyMatch(failOn::contains));
  }

  /** The file, the query and what became of it. */
  public String title() {
    return place.file() + " " + summary();
  }

  /** The query and what became of it. */
  String summary() {
    return query + ": " + names();
  }

  private String names() {
    return changes.stream().map(Change::text).collect(Collectors.joining(", "));
  }

  private String details() {
    StringBuilder text = new StringBuilder();
    why.forEach(line -> text.append("  ").append(line).append('\n'));
    LineDiff.of(before, after).forEach(line -> text.append("    ").append(line).append('\n'));
    return text.toString();
  }
}
