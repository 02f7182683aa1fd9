package io.streamfusion.parity.data;

import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.time.temporal.ChronoField;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.flink.table.data.DecimalData;
import org.apache.flink.table.data.GenericArrayData;
import org.apache.flink.table.data.GenericMapData;
import org.apache.flink.table.data.GenericRowData;
import org.apache.flink.table.data.StringData;
import org.apache.flink.table.data.TimestampData;
import org.apache.flink.table.data.binary.BinaryStringData;
import org.apache.flink.table.types.logical.ArrayType;
import org.apache.flink.table.types.logical.DecimalType;
import org.apache.flink.table.types.logical.IntType;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.MapType;
import org.apache.flink.table.types.logical.MultisetType;

/**
 * Reads the values of data lines into Flink's internal data structures, directed by the column's
 * type.
 */
public final class ValueParser {
  /** How text values are held when they enter the job; results may depend on it. */
  public enum TextForm {
    JAVA,
    BYTES
  }

  private static final DateTimeFormatter TIMESTAMP =
      new DateTimeFormatterBuilder()
          .append(DateTimeFormatter.ISO_LOCAL_DATE)
          .appendLiteral(' ')
          .appendPattern("HH:mm:ss")
          .appendFraction(ChronoField.NANO_OF_SECOND, 0, 9, true)
          .toFormatter();

  private final TextForm textForm;

  public ValueParser(TextForm textForm) {
    this.textForm = textForm;
  }

  /** Reads {@code [value, value, ...]} as a row of these types. */
  public GenericRowData row(String text, List<LogicalType> types) {
    ValueText in = new ValueText(text);
    GenericRowData row = fields(in, types, "[", "]");
    in.skipBlanks();
    if (!in.atEnd()) {
      throw in.error("unexpected text behind the row");
    }
    return row;
  }

  private GenericRowData fields(ValueText in, List<LogicalType> types, String open, String close) {
    GenericRowData row = new GenericRowData(types.size());
    in.expect(open);
    for (int i = 0; i < types.size(); i++) {
      if (i > 0) {
        in.expect(",");
      }
      row.setField(i, value(in, types.get(i)));
    }
    in.expect(close);
    return row;
  }

  private Object value(ValueText in, LogicalType type) {
    if (in.accept("null")) {
      return null;
    }
    return switch (type.getTypeRoot()) {
      case CHAR, VARCHAR -> text(in.quoted());
      case BINARY, VARBINARY -> in.binary();
      case ARRAY -> array(in, ((ArrayType) type).getElementType());
      case MAP -> map(in, ((MapType) type).getKeyType(), ((MapType) type).getValueType());
      case MULTISET -> map(in, ((MultisetType) type).getElementType(), new IntType());
      case ROW -> fields(in, type.getChildren(), "(", ")");
      default -> atomic(in, in.word(), type);
    };
  }

  private Object atomic(ValueText in, String word, LogicalType type) {
    try {
      return switch (type.getTypeRoot()) {
        case BOOLEAN -> bool(in, word);
        case TINYINT -> Byte.valueOf(word);
        case SMALLINT -> Short.valueOf(word);
        case INTEGER, INTERVAL_YEAR_MONTH -> Integer.valueOf(word);
        case BIGINT, INTERVAL_DAY_TIME -> Long.valueOf(word);
        case FLOAT -> floatValue(word);
        case DOUBLE -> doubleValue(word);
        case DECIMAL -> decimal(in, word, (DecimalType) type);
        case DATE -> (int) LocalDate.parse(word).toEpochDay();
        case TIME_WITHOUT_TIME_ZONE -> (int) (LocalTime.parse(word).toNanoOfDay() / 1_000_000);
        case TIMESTAMP_WITHOUT_TIME_ZONE ->
            TimestampData.fromLocalDateTime(LocalDateTime.parse(word, TIMESTAMP));
        case TIMESTAMP_WITH_LOCAL_TIME_ZONE -> TimestampData.fromInstant(Instant.parse(word));
        default -> throw in.error("no data values for type " + type.asSummaryString());
      };
    } catch (NumberFormatException | DateTimeException e) {
      throw new DataException("not a " + type.asSummaryString() + ": " + word, e);
    }
  }

  private StringData text(byte[] utf8) {
    return textForm == TextForm.BYTES
        ? BinaryStringData.fromBytes(utf8)
        : StringData.fromString(new String(utf8, StandardCharsets.UTF_8));
  }

  private GenericArrayData array(ValueText in, LogicalType elementType) {
    List<Object> elements = new ArrayList<>();
    in.expect("[");
    while (!in.accept("]")) {
      if (!elements.isEmpty()) {
        in.expect(",");
      }
      elements.add(value(in, elementType));
    }
    return new GenericArrayData(elements.toArray());
  }

  private GenericMapData map(ValueText in, LogicalType keyType, LogicalType valueType) {
    Map<Object, Object> entries = new LinkedHashMap<>();
    in.expect("{");
    while (!in.accept("}")) {
      if (!entries.isEmpty()) {
        in.expect(",");
      }
      Object key;
      if (in.accept("null")) {
        key = null;
      } else if (in.atQuote()) {
        key = text(in.quoted());
      } else {
        key = atomic(in, in.key(), keyType);
      }
      in.expect(":");
      entries.put(key, value(in, valueType));
    }
    return new GenericMapData(entries);
  }

  private static Boolean bool(ValueText in, String word) {
    return switch (word) {
      case "true" -> true;
      case "false" -> false;
      default -> throw in.error("not a BOOLEAN: " + word);
    };
  }

  /** {@code bits:7fc00001} gives a NaN its payload. */
  private static Float floatValue(String word) {
    return word.startsWith("bits:")
        ? Float.intBitsToFloat(Integer.parseUnsignedInt(word.substring(5), 16))
        : Float.valueOf(word);
  }

  private static Double doubleValue(String word) {
    return word.startsWith("bits:")
        ? Double.longBitsToDouble(Long.parseUnsignedLong(word.substring(5), 16))
        : Double.valueOf(word);
  }

  private static DecimalData decimal(ValueText in, String word, DecimalType type) {
    DecimalData value =
        DecimalData.fromBigDecimal(new BigDecimal(word), type.getPrecision(), type.getScale());
    if (value == null || value.toBigDecimal().compareTo(new BigDecimal(word)) != 0) {
      throw in.error("does not fit " + type.asSummaryString() + ": " + word);
    }
    return value;
  }
}
