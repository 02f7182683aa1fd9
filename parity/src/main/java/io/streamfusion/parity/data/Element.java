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
 * One element of an input: a row or, if {@code row} is null, a watermark.
 *
 * @param split the split that emits it
 * @param row the row with its kind
 * @param watermark the watermark's timestamp
 */
public record Element(int split, RowData row, long watermark) {
  private static final Pattern LINE =
      Pattern.compile(
          "(?:(?<split>\\d+):\\s*)?(?:(?<kind>[+-][IUD])(?<row>\\[.*)|WM\\s+(?<wm>-?\\d+))");

  public boolean isWatermark() {
    return row == null;
  }

  /**
   * Reads data lines such as {@code +I[1, 'a']}, {@code 1: -D[1, 'a']} (split 1) and {@code WM
   * 5000} (a watermark in epoch milliseconds). A line's number is its sequence number.
   */
  public static List<Element> parse(
      List<String> lines, List<LogicalType> types, ValueParser parser) {
    List<Element> elements = new ArrayList<>(lines.size());
    for (String line : lines) {
      Matcher matcher = LINE.matcher(line);
      if (!matcher.matches()) {
        throw new DataException("not a row (+I[..]) or watermark (WM millis): " + line);
      }
      int split = matcher.group("split") == null ? 0 : Integer.parseInt(matcher.group("split"));
      if (matcher.group("wm") != null) {
        elements.add(new Element(split, null, Long.parseLong(matcher.group("wm"))));
      } else {
        GenericRowData row = parser.row(matcher.group("row"), types);
        row.setRowKind(kind(matcher.group("kind")));
        elements.add(new Element(split, row, Long.MIN_VALUE));
      }
    }
    return elements;
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
