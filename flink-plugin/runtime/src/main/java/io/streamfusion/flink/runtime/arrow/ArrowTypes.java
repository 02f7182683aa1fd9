package io.streamfusion.flink.runtime.arrow;

import java.util.ArrayList;
import java.util.List;
import org.apache.arrow.vector.types.DateUnit;
import org.apache.arrow.vector.types.FloatingPointPrecision;
import org.apache.arrow.vector.types.TimeUnit;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.FieldType;
import org.apache.flink.table.types.logical.ArrayType;
import org.apache.flink.table.types.logical.DecimalType;
import org.apache.flink.table.types.logical.IntType;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.LogicalTypeRoot;
import org.apache.flink.table.types.logical.MapType;
import org.apache.flink.table.types.logical.MultisetType;
import org.apache.flink.table.types.logical.RowType;
import org.apache.flink.table.types.logical.utils.LogicalTypeChecks;

/** The Arrow type of each Flink type, the same as in the engine. Every field is nullable. */
final class ArrowTypes {

  /** How often an element is in a MULTISET. */
  static final LogicalType MULTIPLICITY = new IntType(false);

  private ArrowTypes() {}

  static Field field(String name, LogicalType type) {
    return switch (type.getTypeRoot()) {
      case ROW -> field(name, ArrowType.Struct.INSTANCE, fields((RowType) type));
      case ARRAY ->
          field(
              name,
              ArrowType.List.INSTANCE,
              List.of(field("item", ((ArrayType) type).getElementType())));
      case MAP -> map(name, ((MapType) type).getKeyType(), ((MapType) type).getValueType());
      case MULTISET -> map(name, ((MultisetType) type).getElementType(), MULTIPLICITY);
      case TIMESTAMP_WITHOUT_TIME_ZONE, TIMESTAMP_WITH_LOCAL_TIME_ZONE -> timestamp(name, type);
      default -> field(name, scalar(type), List.of());
    };
  }

  static IllegalArgumentException unsupported(LogicalType type) {
    return new IllegalArgumentException(
        "Values of type " + type.asSummaryString() + " do not cross into the native engine.");
  }

  private static ArrowType scalar(LogicalType type) {
    return switch (type.getTypeRoot()) {
      case BOOLEAN -> ArrowType.Bool.INSTANCE;
      case TINYINT -> integer(Byte.SIZE);
      case SMALLINT -> integer(Short.SIZE);
      case INTEGER, INTERVAL_YEAR_MONTH -> integer(Integer.SIZE);
      case BIGINT, INTERVAL_DAY_TIME -> integer(Long.SIZE);
      case FLOAT -> new ArrowType.FloatingPoint(FloatingPointPrecision.SINGLE);
      case DOUBLE -> new ArrowType.FloatingPoint(FloatingPointPrecision.DOUBLE);
      case DECIMAL ->
          new ArrowType.Decimal(
              ((DecimalType) type).getPrecision(), ((DecimalType) type).getScale(), 128);
      case CHAR, VARCHAR, BINARY, VARBINARY -> ArrowType.Binary.INSTANCE;
      case DATE -> new ArrowType.Date(DateUnit.DAY);
      case TIME_WITHOUT_TIME_ZONE -> new ArrowType.Time(TimeUnit.MILLISECOND, Integer.SIZE);
      default -> throw unsupported(type);
    };
  }

  private static Field timestamp(String name, LogicalType type) {
    int precision = LogicalTypeChecks.getPrecision(type);
    if (precision > 6) {
      return field(
          name,
          ArrowType.Struct.INSTANCE,
          List.of(
              field("millis", integer(Long.SIZE), List.of()),
              field("nanos", integer(Integer.SIZE), List.of())));
    }
    String zone = type.is(LogicalTypeRoot.TIMESTAMP_WITH_LOCAL_TIME_ZONE) ? "UTC" : null;
    TimeUnit unit = precision <= 3 ? TimeUnit.MILLISECOND : TimeUnit.MICROSECOND;
    return field(name, new ArrowType.Timestamp(unit, zone), List.of());
  }

  private static Field map(String name, LogicalType key, LogicalType value) {
    Field entries =
        new Field(
            "entries",
            FieldType.notNullable(ArrowType.Struct.INSTANCE),
            List.of(notNullable(field("key", key)), field("value", value)));
    return field(name, new ArrowType.Map(false), List.of(entries));
  }

  /** Arrow's Java library refuses a map whose key is declared nullable; a NULL key passes it. */
  private static Field notNullable(Field key) {
    return new Field(key.getName(), FieldType.notNullable(key.getType()), key.getChildren());
  }

  private static List<Field> fields(RowType rowType) {
    List<Field> fields = new ArrayList<>();
    for (int i = 0; i < rowType.getFieldCount(); i++) {
      fields.add(field("f" + i, rowType.getTypeAt(i)));
    }
    return fields;
  }

  private static ArrowType integer(int bits) {
    return new ArrowType.Int(bits, true);
  }

  private static Field field(String name, ArrowType type, List<Field> children) {
    return new Field(name, FieldType.nullable(type), children);
  }
}
