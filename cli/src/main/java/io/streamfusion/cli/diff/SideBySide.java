package io.streamfusion.cli.diff;

/** Both plans of a query next to each other, for a terminal: what differs has a mark between. */
public final class SideBySide {

  private SideBySide() {}

  /**
   * Writes a difference.
   *
   * @param width of a line
   */
  public static String of(QueryDiff diff, int width) {
    int half = Math.max(20, (width - 3) / 2);
    StringBuilder text = new StringBuilder(diff.title()).append('\n');
    diff.why().forEach(line -> text.append("  ").append(line).append('\n'));
    for (LineDiff.Row row : LineDiff.sideBySide(diff.before(), diff.after())) {
      append(text, row.before().orElse(""), mark(row), row.after().orElse(""), half);
    }
    return text.toString();
  }

  private static String mark(LineDiff.Row row) {
    if (row.isCommon()) {
      return " ";
    }
    if (row.before().isEmpty()) {
      return ">";
    }
    return row.after().isEmpty() ? "<" : "|";
  }

  private static void append(
      StringBuilder text, String before, String mark, String after, int half) {
    int lines = Math.max(1, Math.max(lines(before, half), lines(after, half)));
    for (int line = 0; line < lines; line++) {
      String left = part(before, line, half);
      text.append(
              (left + " ".repeat(half - left.length()) + " " + mark + " " + part(after, line, half))
                  .stripTrailing())
          .append('\n');
    }
  }

  private static int lines(String text, int width) {
    return (text.length() + width - 1) / width;
  }

  private static String part(String text, int line, int width) {
    return text.substring(
        Math.min(text.length(), line * width), Math.min(text.length(), (line + 1) * width));
  }
}
