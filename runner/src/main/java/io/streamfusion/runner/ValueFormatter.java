package io.streamfusion.runner;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.time.LocalDate;
import java.time.LocalTime;
import java.util.HexFormat;
import java.util.List;
import java.util.StringJoiner;
import java.util.TreeSet;
import org.apache.flink.table.data.ArrayData;
import org.apache.flink.table.data.MapData;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.data.StringData;
import org.apache.flink.table.types.logical.ArrayType;
import org.apache.flink.table.types.logical.IntType;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.MapType;
import org.apache.flink.table.types.logical.MultisetType;

/**
 * Writes internal values as text that differs whenever the values differ: float bits, full
 * timestamp precision, raw bytes of ill-formed text. Maps are written in sorted order, since Flink
 * gives their order no meaning.
 */
public final class ValueFormatter {
  private static final int FLOAT_NAN = 0x7fc00000;
  private static final long DOUBLE_NAN = 0x7ff8000000000000L;

  private final List<LogicalType> types;
  private final RowData.FieldGetter[] getters;

  public ValueFormatter(List<LogicalType> types) {
    this.types = types;
    this.getters = getters(types);
  }

  /** The fields of a row, one text each. */
  public String[] fields(RowData row) {
    String[] fields = new String[getters.length];
    for (int i = 0; i < fields.length; i++) {
      fields[i] = format(getters[i].getFieldOrNull(row), types.get(i));
    }
    return fields;
  }

  private static RowData.FieldGetter[] getters(List<LogicalType> types) {
    RowData.FieldGetter[] getters = new RowData.FieldGetter[types.size()];
    for (int i = 0; i < getters.length; i++) {
      // A NULL can sit in a NOT NULL column (decimal overflow): ask the row, not the type.
      getters[i] = RowData.createFieldGetter(types.get(i).copy(true), i);
    }
    return getters;
  }

  private static String format(Object value, LogicalType type) {
    if (value == null) {
      return "null";
    }
    return switch (type.getTypeRoot()) {
      case CHAR, VARCHAR -> text(((StringData) value).toBytes());
      case BINARY, VARBINARY -> "X'" + HexFormat.of().formatHex((byte[]) value) + "'";
      case FLOAT -> floatText((Float) value);
      case DOUBLE -> doubleText((Double) value);
      case DATE -> LocalDate.ofEpochDay((Integer) value).toString();
      case TIME_WITHOUT_TIME_ZONE -> LocalTime.ofNanoOfDay((Integer) value * 1_000_000L).toString();
      case ARRAY -> array((ArrayData) value, ((ArrayType) type).getElementType());
      case MAP ->
          map((MapData) value, ((MapType) type).getKeyType(), ((MapType) type).getValueType());
      case MULTISET ->
          map((MapData) value, ((MultisetType) type).getElementType(), new IntType(false));
      case ROW -> row((RowData) value, type.getChildren());
      default -> value.toString();
    };
  }

  private static String row(RowData row, List<LogicalType> types) {
    StringJoiner joiner = new StringJoiner(", ", "(", ")");
    for (String field : new ValueFormatter(types).fields(row)) {
      joiner.add(field);
    }
    return joiner.toString();
  }

  private static String array(ArrayData array, LogicalType elementType) {
    ArrayData.ElementGetter getter = ArrayData.createElementGetter(elementType.copy(true));
    StringJoiner joiner = new StringJoiner(", ", "[", "]");
    for (int i = 0; i < array.size(); i++) {
      joiner.add(format(getter.getElementOrNull(array, i), elementType));
    }
    return joiner.toString();
  }

  private static String map(MapData map, LogicalType keyType, LogicalType valueType) {
    ArrayData.ElementGetter keys = ArrayData.createElementGetter(keyType.copy(true));
    ArrayData.ElementGetter values = ArrayData.createElementGetter(valueType.copy(true));
    ArrayData keyArray = map.keyArray();
    ArrayData valueArray = map.valueArray();
    TreeSet<String> entries = new TreeSet<>();
    for (int i = 0; i < map.size(); i++) {
      entries.add(
          format(keys.getElementOrNull(keyArray, i), keyType)
              + ": "
              + format(values.getElementOrNull(valueArray, i), valueType));
    }
    return "{" + String.join(", ", entries) + "}";
  }

  private static String floatText(float value) {
    int bits = Float.floatToRawIntBits(value);
    return Float.isNaN(value) && bits != FLOAT_NAN
        ? "bits:" + Integer.toHexString(bits)
        : Float.toString(value);
  }

  private static String doubleText(double value) {
    long bits = Double.doubleToRawLongBits(value);
    return Double.isNaN(value) && bits != DOUBLE_NAN
        ? "bits:" + Long.toHexString(bits)
        : Double.toString(value);
  }

  private static String text(byte[] utf8) {
    String decoded;
    try {
      decoded = StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(utf8)).toString();
    } catch (CharacterCodingException e) {
      return illFormed(utf8);
    }
    StringBuilder text = new StringBuilder(decoded.length() + 2).append('\'');
    for (int i = 0; i < decoded.length(); i++) {
      char c = decoded.charAt(i);
      switch (c) {
        case '\'' -> text.append("''");
        case '\\' -> text.append("\\\\");
        case '\n' -> text.append("\\n");
        case '\t' -> text.append("\\t");
        case '\r' -> text.append("\\r");
        default -> {
          if (c < ' ' || c == '\u007f') {
            text.append(String.format("\\u%04x", (int) c));
          } else {
            text.append(c);
          }
        }
      }
    }
    return text.append('\'').toString();
  }

  private static String illFormed(byte[] utf8) {
    StringBuilder text = new StringBuilder("'");
    for (byte b : utf8) {
      if (b >= ' ' && b != '\'' && b != '\\' && b != 0x7f) {
        text.append((char) b);
      } else {
        text.append(String.format("\\x%02x", b));
      }
    }
    return text.append('\'').toString();
  }
}
