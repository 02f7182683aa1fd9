package io.streamfusion.runner;

import org.apache.flink.types.RowKind;

/**
 * One element that reached a sink.
 *
 * @param kind the row's kind, null for a watermark
 * @param joinedFields the row's fields, each formatted, joined by {@link #SEPARATOR}
 * @param timestamp the row's timestamp ({@link Long#MIN_VALUE} if it has none), or the watermark
 */
public record Recorded(RowKind kind, String joinedFields, long timestamp) {
  /** Never part of a formatted value: control characters are escaped there. */
  public static final char SEPARATOR = '\u001f';

  public static Recorded row(RowKind kind, String[] fields, long timestamp) {
    return new Recorded(kind, String.join(String.valueOf(SEPARATOR), fields), timestamp);
  }

  public static Recorded watermark(long timestamp) {
    return new Recorded(null, "", timestamp);
  }

  public boolean isWatermark() {
    return kind == null;
  }

  public String[] fields() {
    return joinedFields.split(String.valueOf(SEPARATOR), -1);
  }

  @Override
  public String toString() {
    if (isWatermark()) {
      return "WM " + timestamp;
    }
    String row =
        kind.shortString() + "[" + joinedFields.replace(String.valueOf(SEPARATOR), ", ") + "]";
    return timestamp == Long.MIN_VALUE ? row : row + " @" + timestamp;
  }
}
