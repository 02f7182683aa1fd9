package io.streamfusion.parity.data;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.flink.table.data.GenericRowData;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.types.RowKind;

/**
 * One element of an input.
 *
 * @param kind what it is
 * @param split the split that emits it
 * @param row the row with its kind, null if it is none
 * @param millis the watermark's timestamp or the length of the pause
 * @param signal the name of a signal
 */
public record Element(Kind kind, int split, RowData row, long millis, String signal) {
  /** What a source does. */
  public enum Kind {
    /** It emits a row. */
    ROW,
    /** It emits a watermark. */
    WATERMARK,
    /** It becomes idle; the next row or watermark makes it active again. */
    IDLE,
    /** It waits. */
    PAUSE,
    /** It gives a signal to the other sources of the job. */
    SIGNAL,
    /** It waits for a signal. */
    AWAIT
  }

  private static final Pattern LINE =
      Pattern.compile(
          "(?:(?<split>\\d+):\\s*)?"
              + "(?:(?<kind>[+-][IUD])(?<row>\\[.*)"
              + "|WM\\s+(?<watermark>-?\\d+)|PAUSE\\s+(?<pause>\\d+)|IDLE"
              + "|SIGNAL\\s+(?<signal>\\w+)|AWAIT\\s+(?<await>\\w+))");

  /**
   * Reads data lines such as {@code +I[1, 'a']}, {@code 1: -D[1, 'a']} (split 1), {@code WM 5000}
   * (a watermark in epoch milliseconds), {@code IDLE}, {@code PAUSE 1500}, {@code SIGNAL x} and
   * {@code AWAIT x}. A line's number is its sequence number.
   */
  public static List<Element> parse(
      List<String> lines, List<LogicalType> types, ValueParser parser) {
    List<Element> elements = new ArrayList<>(lines.size());
    for (String line : lines) {
      Matcher matcher = LINE.matcher(line);
      if (!matcher.matches()) {
        throw new DataException(
            "not a row (+I[..]), WM millis, IDLE, PAUSE millis, SIGNAL or AWAIT name: " + line);
      }
      int split = matcher.group("split") == null ? 0 : Integer.parseInt(matcher.group("split"));
      elements.add(element(matcher, split, types, parser));
    }
    return elements;
  }

  private static Element element(
      Matcher matcher, int split, List<LogicalType> types, ValueParser parser) {
    if (matcher.group("row") != null) {
      GenericRowData row = parser.row(matcher.group("row"), types);
      row.setRowKind(kind(matcher.group("kind")));
      return new Element(Kind.ROW, split, row, 0, "");
    }
    if (matcher.group("watermark") != null) {
      return time(Kind.WATERMARK, split, matcher.group("watermark"));
    }
    if (matcher.group("pause") != null) {
      return time(Kind.PAUSE, split, matcher.group("pause"));
    }
    if (matcher.group("signal") != null) {
      return new Element(Kind.SIGNAL, split, null, 0, matcher.group("signal"));
    }
    return matcher.group("await") != null
        ? new Element(Kind.AWAIT, split, null, 0, matcher.group("await"))
        : new Element(Kind.IDLE, split, null, 0, "");
  }

  private static Element time(Kind kind, int split, String millis) {
    return new Element(kind, split, null, Long.parseLong(millis), "");
  }

  private static RowKind kind(String text) {
    for (RowKind kind : RowKind.values()) {
      if (kind.shortString().equals(text)) {
        return kind;
      }
    }
    throw new DataException("unknown row kind " + text);
  }
}
