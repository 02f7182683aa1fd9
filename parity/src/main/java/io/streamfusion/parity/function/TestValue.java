package io.streamfusion.parity.function;

import java.io.ByteArrayOutputStream;
import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.Period;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.time.temporal.ChronoField;
import java.util.HexFormat;
import org.apache.flink.table.data.DecimalData;
import org.apache.flink.table.data.StringData;
import org.apache.flink.table.data.TimestampData;

/**
 * A typed literal of a test file, such as {@code 'a b'::str}. Text may hold {@code \xHH} for a byte
 * that is no part of well-formed UTF-8, {@code \n}, {@code \t}, {@code \r}, {@code \'} and {@code
 * \\}; {@code vbin} is hexadecimal.
 *
 * @param text the value between the quotes, or the bare word
 * @param type its type
 */
public record TestValue(String text, TestType type) {
  /** The text of a NULL. */
  public static final String NULL = "null";

  private static final DateTimeFormatter TIME =
      new DateTimeFormatterBuilder()
          .appendPattern("HH:mm:ss")
          .appendFraction(ChronoField.NANO_OF_SECOND, 0, 9, true)
          .toFormatter();
  private static final DateTimeFormatter TIMESTAMP =
      new DateTimeFormatterBuilder()
          .append(DateTimeFormatter.ISO_LOCAL_DATE)
          .appendLiteral('T')
          .append(TIME)
          .toFormatter();

  /** Reads {@code literal::type}. */
  public static TestValue parse(String source) {
    int split = source.lastIndexOf("::");
    if (split < 0) {
      throw new IllegalArgumentException("No type on " + source);
    }
    String literal = source.substring(0, split).trim();
    boolean quoted = literal.startsWith("'");
    String text = quoted ? literal.substring(1, literal.length() - 1) : literal;
    return new TestValue(text, TestType.parse(source.substring(split + 2)));
  }

  /** Whether the value is NULL. */
  public boolean isNull() {
    return text.equals(NULL);
  }

  /** The value in Flink's internal form. */
  public Object toInternal() {
    if (isNull()) {
      return null;
    }
    switch (type.name()) {
      case "bool":
        return Boolean.valueOf(text);
      case "i8":
        return Byte.valueOf(text);
      case "i16":
        return Short.valueOf(text);
      case "i32":
        return Integer.valueOf(text);
      case "i64":
        return Long.valueOf(text);
      case "fp32":
        return (float) floating();
      case "fp64":
        return floating();
      case "dec":
        int precision = type.parameters().get(0);
        int scale = type.parameters().get(1);
        return DecimalData.fromBigDecimal(new BigDecimal(text), precision, scale);
      case "str":
      case "vchar":
      case "fchar":
        return StringData.fromBytes(unescape(text));
      case "vbin":
        return HexFormat.of().parseHex(text);
      case "date":
        return (int) LocalDate.parse(text).toEpochDay();
      case "ptime":
        return (int) (LocalTime.parse(text, TIME).toNanoOfDay() / 1_000_000);
      case "pts":
        return TimestampData.fromLocalDateTime(LocalDateTime.parse(text, TIMESTAMP));
      default:
        throw new IllegalArgumentException("No column of " + type);
    }
  }

  private double floating() {
    switch (text) {
      case "nan":
        return Double.NaN;
      case "inf":
        return Double.POSITIVE_INFINITY;
      case "-inf":
        return Double.NEGATIVE_INFINITY;
      default:
        // The nearest float of a decimal text may differ from the nearest float of its double.
        return type.name().equals("fp32") ? Float.parseFloat(text) : Double.parseDouble(text);
    }
  }

  /** The value as a SQL literal. */
  public String toSql() {
    switch (type.name()) {
      case "enum":
        return text;
      case "iday":
        return daySecondInterval();
      case "iyear":
        long months = Period.parse(text).toTotalMonths();
        return "INTERVAL " + (months < 0 ? "-" : "") + "'" + Math.abs(months) + "' MONTH(9)";
      case "str":
      case "vchar":
      case "fchar":
        String value = new String(unescape(text), StandardCharsets.UTF_8);
        return "'" + value.replace("'", "''") + "'";
      case "date":
        return "DATE '" + text + "'";
      case "ptime":
        return "TIME '" + text + "'";
      case "pts":
        return "TIMESTAMP '" + text.replace('T', ' ') + "'";
      default:
        return "CAST(" + text + " AS " + type.toSql() + ")";
    }
  }

  private String daySecondInterval() {
    Duration duration = Duration.parse(text);
    Duration size = duration.abs();
    return String.format(
        "INTERVAL %s'%d %02d:%02d:%02d.%03d' DAY(3) TO SECOND(3)",
        duration.isNegative() ? "-" : "",
        size.toDays(),
        size.toHoursPart(),
        size.toMinutesPart(),
        size.toSecondsPart(),
        size.toMillisPart());
  }

  /**
   * What Flink returned, as a literal of a type.
   *
   * @param value of the type's external class; bytes for text
   */
  public static TestValue ofExternal(Object value, TestType type) {
    if (value == null) {
      return new TestValue(NULL, type);
    }
    switch (type.name()) {
      case "fp32":
      case "fp64":
        return new TestValue(floatingText(((Number) value).doubleValue(), value), type);
      case "dec":
        return new TestValue(((BigDecimal) value).toPlainString(), type);
      case "str":
      case "vchar":
      case "fchar":
        return new TestValue(escape((byte[]) value), type);
      case "vbin":
        return new TestValue(HexFormat.of().formatHex((byte[]) value), type);
      case "ptime":
        return new TestValue(TIME.format((LocalTime) value), type);
      case "pts":
        return new TestValue(TIMESTAMP.format((LocalDateTime) value), type);
      case "iday":
        return new TestValue(value.toString(), type);
      case "iyear":
        return new TestValue("P" + ((Period) value).toTotalMonths() + "M", type);
      default:
        return new TestValue(value.toString(), type);
    }
  }

  private static String floatingText(double value, Object boxed) {
    if (Double.isNaN(value)) {
      return "nan";
    }
    return Double.isInfinite(value) ? (value > 0 ? "inf" : "-inf") : boxed.toString();
  }

  private boolean isQuoted() {
    switch (type.name()) {
      case "str":
      case "vchar":
      case "fchar":
      case "vbin":
      case "date":
      case "ptime":
      case "pts":
      case "iday":
      case "iyear":
        return !isNull();
      default:
        return false;
    }
  }

  @Override
  public String toString() {
    return (isQuoted() ? "'" + text + "'" : text) + "::" + type;
  }

  private static byte[] unescape(String text) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    int at = 0;
    while (at < text.length()) {
      int codePoint = text.codePointAt(at);
      at += Character.charCount(codePoint);
      if (codePoint != '\\') {
        bytes.writeBytes(Character.toString(codePoint).getBytes(StandardCharsets.UTF_8));
        continue;
      }
      char escaped = text.charAt(at++);
      switch (escaped) {
        case 'x':
          bytes.write(Integer.parseInt(text.substring(at, at + 2), 16));
          at += 2;
          break;
        case 'n':
          bytes.write('\n');
          break;
        case 't':
          bytes.write('\t');
          break;
        case 'r':
          bytes.write('\r');
          break;
        default:
          bytes.write(escaped);
      }
    }
    return bytes.toByteArray();
  }

  private static String escape(byte[] bytes) {
    StringBuilder text = new StringBuilder();
    CharBuffer decoded;
    try {
      decoded = StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes));
    } catch (CharacterCodingException e) {
      for (byte b : bytes) {
        text.append(b > ' ' && b != '\'' && b != '\\' ? "" + (char) b : "\\x" + hex(b));
      }
      return text.toString();
    }
    decoded
        .toString()
        .codePoints()
        .forEach(
            c -> {
              switch (c) {
                case '\n':
                  text.append("\\n");
                  break;
                case '\t':
                  text.append("\\t");
                  break;
                case '\r':
                  text.append("\\r");
                  break;
                case '\'':
                case '\\':
                  text.append('\\').append((char) c);
                  break;
                default:
                  if (c < ' ') {
                    text.append("\\x").append(hex((byte) c));
                  } else {
                    text.appendCodePoint(c);
                  }
              }
            });
    return text.toString();
  }

  private static String hex(byte value) {
    return HexFormat.of().toHexDigits(value);
  }
}
