package io.streamfusion.cli.diff;

import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * The difference of one query.
 *
 * @param query the file and what the query writes to
 * @param changes what it means; more than one where routing and result both change
 * @param why a line for each, for people
 * @param tree the lines of the plan that differ, {@code "- "} and {@code "+ "}
 */
public record QueryDiff(String query, Set<Change> changes, List<String> why, List<String> tree) {

  public QueryDiff {
    changes = new TreeSet<>(changes);
    why = List.copyOf(why);
    tree = List.copyOf(tree);
  }

  /** For people. */
  public String text() {
    StringBuilder text = new StringBuilder();
    text.append(query)
        .append(": ")
        .append(changes.stream().map(Change::text).collect(Collectors.joining(", ")))
        .append('\n');
    why.forEach(line -> text.append("  ").append(line).append('\n'));
    tree.forEach(line -> text.append("    ").append(line).append('\n'));
    return text.toString();
  }
}
