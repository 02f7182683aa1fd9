package io.streamfusion.flink.runtime.edge;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Random;
import org.apache.flink.table.data.DecimalData;
import org.apache.flink.table.data.GenericArrayData;
import org.apache.flink.table.data.GenericMapData;
import org.apache.flink.table.data.GenericRowData;
import org.apache.flink.table.data.StringData;
import org.apache.flink.table.data.TimestampData;
import org.apache.flink.table.data.binary.BinaryStringData;
import org.apache.flink.table.types.logical.ArrayType;
import org.apache.flink.table.types.logical.DecimalType;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.MapType;
import org.apache.flink.table.types.logical.MultisetType;
import org.apache.flink.table.types.logical.RowType;
import org.apache.flink.types.RowKind;

/** Rows of any type, awkward values included, the same for the same seed. */
public final class RandomRows {

  /** How text is held. */
  public enum Text {
    BYTES,
    JAVA_STRING
  }

  private static final String[] TEXTS = {
    "",
    "a",
    "sevenby",
    "eight by",
    "größer als sieben",
    "emoji \uD83D\uDE00 and more",
    "lone high \uD83D surrogate",
    "lone low \uDE00 surrogate",
    "ends in \uD83D",
    "https://www.nexmark.com/item.htm?query=1",
    "x".repeat(300)
  };
  private static final long[] LONGS = {0, 1, -1, Long.MIN_VALUE, Long.MAX_VALUE, 1L << 40};

  private final Random random;
  private final Text text;
  private final double nulls;

  public RandomRows(long seed, Text text, double nulls) {
    this.random = new Random(seed);
    this.text = text;
    this.nulls = nulls;
  }

  public GenericRowData next(RowType type, boolean insertOnly) {
    GenericRowData row = row(type);
    row.setRowKind(insertOnly ? RowKind.INSERT : RowKind.values()[random.nextInt(4)]);
    return row;
  }

  private GenericRowData row(RowType type) {
    GenericRowData row = new GenericRowData(type.getFieldCount());
    for (int i = 0; i < type.getFieldCount(); i++) {
      row.setField(i, valueOrNull(type.getTypeAt(i)));
    }
    return row;
  }

  private Object valueOrNull(LogicalType type) {
    return random.nextDouble() < nulls ? null : value(type);
  }

  private Object value(LogicalType type) {
    switch (type.getTypeRoot()) {
      case BOOLEAN:
        return random.nextBoolean();
      case TINYINT:
        return (byte) random.nextInt();
      case SMALLINT:
        return (short) random.nextInt();
      case INTEGER:
      case INTERVAL_YEAR_MONTH:
        return random.nextInt(5) == 0 ? Integer.MIN_VALUE : random.nextInt();
      case DATE:
        return random.nextInt(4_000_000) - 800_000;
      case TIME_WITHOUT_TIME_ZONE:
        return random.nextInt(86_400_000);
      case BIGINT:
      case INTERVAL_DAY_TIME:
        return random.nextInt(3) == 0 ? LONGS[random.nextInt(LONGS.length)] : random.nextLong();
      case FLOAT:
        return floats();
      case DOUBLE:
        return doubles();
      case DECIMAL:
        return decimal((DecimalType) type);
      case CHAR:
      case VARCHAR:
        return text();
      case BINARY:
      case VARBINARY:
        byte[] bytes = new byte[random.nextInt(20)];
        random.nextBytes(bytes);
        return bytes;
      case TIMESTAMP_WITHOUT_TIME_ZONE:
      case TIMESTAMP_WITH_LOCAL_TIME_ZONE:
        return timestamp(SlabField.timestampPrecision(type));
      case ARRAY:
        Object[] elements = new Object[random.nextInt(6)];
        for (int i = 0; i < elements.length; i++) {
          elements[i] = valueOrNull(((ArrayType) type).getElementType());
        }
        return new GenericArrayData(elements);
      case MAP:
        return map(((MapType) type).getKeyType(), ((MapType) type).getValueType());
      case MULTISET:
        return multiset(((MultisetType) type).getElementType());
      case ROW:
        return row((RowType) type);
      default:
        throw new IllegalArgumentException(type.asSummaryString());
    }
  }

  private float floats() {
    float[] special = {Float.NaN, -0.0f, Float.NEGATIVE_INFINITY, Float.intBitsToFloat(0x7fc12345)};
    return random.nextInt(3) == 0 ? special[random.nextInt(special.length)] : random.nextFloat();
  }

  private double doubles() {
    double[] special = {
      Double.NaN, -0.0, Double.POSITIVE_INFINITY, Double.longBitsToDouble(0x7ff8123456789abcL)
    };
    return random.nextInt(3) == 0 ? special[random.nextInt(special.length)] : random.nextDouble();
  }

  private DecimalData decimal(DecimalType type) {
    BigInteger limit = BigInteger.TEN.pow(type.getPrecision());
    BigInteger unscaled = new BigInteger(130, random).mod(limit);
    switch (random.nextInt(4)) {
      case 0:
        unscaled = limit.subtract(BigInteger.ONE).negate();
        break;
      case 1:
        unscaled = BigInteger.valueOf(random.nextInt(512) - 256).mod(limit);
        break;
      case 2:
        unscaled = unscaled.negate();
        break;
      default:
        break;
    }
    return DecimalData.fromBigDecimal(
        new BigDecimal(unscaled, type.getScale()), type.getPrecision(), type.getScale());
  }

  private StringData text() {
    String value = TEXTS[random.nextInt(TEXTS.length)];
    return text == Text.JAVA_STRING
        ? BinaryStringData.fromString(value)
        : BinaryStringData.fromBytes(value.getBytes(StandardCharsets.UTF_8));
  }

  private TimestampData timestamp(int precision) {
    // Years 0001 to 9999.
    long millis = -62_135_596_800_000L + (long) (random.nextDouble() * 315_537_897_599_999L);
    int step = precision <= 3 ? 1_000_000 : (int) Math.pow(10, Math.max(0, 9 - precision));
    return TimestampData.fromEpochMillis(millis, random.nextInt(1_000_000) / step * step);
  }

  private GenericMapData map(LogicalType keyType, LogicalType valueType) {
    Map<Object, Object> entries = new LinkedHashMap<>();
    int size = random.nextInt(5);
    for (int i = 0; i < size; i++) {
      entries.put(valueOrNull(keyType), valueOrNull(valueType));
    }
    return new GenericMapData(entries);
  }

  private GenericMapData multiset(LogicalType elementType) {
    Map<Object, Object> entries = new LinkedHashMap<>();
    int size = random.nextInt(5);
    for (int i = 0; i < size; i++) {
      entries.put(valueOrNull(elementType), 1 + random.nextInt(3));
    }
    return new GenericMapData(entries);
  }
}
