package io.streamfusion.cli.diff;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** A plain line diff, shortest edit by longest common subsequence; plans are small. */
public final class LineDiff {

  private LineDiff() {}

  /** A line that both texts have, or only one of them. */
  public record Row(Optional<String> before, Optional<String> after) {

    /** Whether both texts have the line. */
    public boolean isCommon() {
      return before.isPresent() && after.isPresent() && before.equals(after);
    }
  }

  /** Lines prefixed by {@code "- "}, {@code "+ "}; unchanged ones are left out. */
  public static List<String> of(String before, String after) {
    return of(List.of(before.split("\n", -1)), List.of(after.split("\n", -1)));
  }

  /** The same of texts that are lines already. */
  public static List<String> of(List<String> before, List<String> after) {
    List<String> diff = new ArrayList<>();
    for (Row row : rows(before, after)) {
      if (!row.isCommon()) {
        row.before().ifPresent(line -> diff.add("- " + line));
        row.after().ifPresent(line -> diff.add("+ " + line));
      }
    }
    return diff;
  }

  /** All lines of both texts, those that were replaced next to what replaces them. */
  public static List<Row> sideBySide(List<String> before, List<String> after) {
    List<Row> paired = new ArrayList<>();
    List<String> gone = new ArrayList<>();
    List<String> added = new ArrayList<>();
    for (Row row : rows(before, after)) {
      if (row.isCommon()) {
        pair(gone, added, paired);
        paired.add(row);
      } else {
        row.before().ifPresent(gone::add);
        row.after().ifPresent(added::add);
      }
    }
    pair(gone, added, paired);
    return paired;
  }

  private static void pair(List<String> gone, List<String> added, List<Row> paired) {
    for (int i = 0; i < Math.max(gone.size(), added.size()); i++) {
      paired.add(new Row(line(gone, i), line(added, i)));
    }
    gone.clear();
    added.clear();
  }

  private static Optional<String> line(List<String> lines, int i) {
    return i < lines.size() ? Optional.of(lines.get(i)) : Optional.empty();
  }

  private static List<Row> rows(List<String> a, List<String> b) {
    int[][] common = new int[a.size() + 1][b.size() + 1];
    for (int i = a.size() - 1; i >= 0; i--) {
      for (int j = b.size() - 1; j >= 0; j--) {
        common[i][j] =
            a.get(i).equals(b.get(j))
                ? common[i + 1][j + 1] + 1
                : Math.max(common[i + 1][j], common[i][j + 1]);
      }
    }
    List<Row> rows = new ArrayList<>();
    int i = 0;
    int j = 0;
    while (i < a.size() || j < b.size()) {
      if (i < a.size() && j < b.size() && a.get(i).equals(b.get(j))) {
        rows.add(new Row(Optional.of(a.get(i++)), Optional.of(b.get(j++))));
      } else if (j >= b.size() || (i < a.size() && common[i + 1][j] >= common[i][j + 1])) {
        rows.add(new Row(Optional.of(a.get(i++)), Optional.empty()));
      } else {
        rows.add(new Row(Optional.empty(), Optional.of(b.get(j++))));
      }
    }
    return rows;
  }
}
