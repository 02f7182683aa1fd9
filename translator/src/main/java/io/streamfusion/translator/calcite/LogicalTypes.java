package io.streamfusion.translator.calcite;

import io.substrait.type.Type;
import io.substrait.type.TypeVisitor;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.flink.table.types.logical.ArrayType;
import org.apache.flink.table.types.logical.BigIntType;
import org.apache.flink.table.types.logical.BinaryType;
import org.apache.flink.table.types.logical.BooleanType;
import org.apache.flink.table.types.logical.CharType;
import org.apache.flink.table.types.logical.DateType;
import org.apache.flink.table.types.logical.DayTimeIntervalType;
import org.apache.flink.table.types.logical.DecimalType;
import org.apache.flink.table.types.logical.DoubleType;
import org.apache.flink.table.types.logical.FloatType;
import org.apache.flink.table.types.logical.IntType;
import org.apache.flink.table.types.logical.LocalZonedTimestampType;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.MapType;
import org.apache.flink.table.types.logical.RowType;
import org.apache.flink.table.types.logical.SmallIntType;
import org.apache.flink.table.types.logical.TimeType;
import org.apache.flink.table.types.logical.TimestampType;
import org.apache.flink.table.types.logical.TinyIntType;
import org.apache.flink.table.types.logical.VarBinaryType;
import org.apache.flink.table.types.logical.VarCharType;
import org.apache.flink.table.types.logical.YearMonthIntervalType;

/** Flink's type for one of Substrait's, as far as it is in the standard. */
final class LogicalTypes extends TypeVisitor.TypeThrowsVisitor<LogicalType, RuntimeException> {

  LogicalTypes() {
    super("Flink has no such type.");
  }

  @Override
  public LogicalType visit(Type.Bool type) {
    return new BooleanType(type.nullable());
  }

  @Override
  public LogicalType visit(Type.I8 type) {
    return new TinyIntType(type.nullable());
  }

  @Override
  public LogicalType visit(Type.I16 type) {
    return new SmallIntType(type.nullable());
  }

  @Override
  public LogicalType visit(Type.I32 type) {
    return new IntType(type.nullable());
  }

  @Override
  public LogicalType visit(Type.I64 type) {
    return new BigIntType(type.nullable());
  }

  @Override
  public LogicalType visit(Type.FP32 type) {
    return new FloatType(type.nullable());
  }

  @Override
  public LogicalType visit(Type.FP64 type) {
    return new DoubleType(type.nullable());
  }

  @Override
  public LogicalType visit(Type.Str type) {
    return new VarCharType(type.nullable(), VarCharType.MAX_LENGTH);
  }

  @Override
  public LogicalType visit(Type.Binary type) {
    return new VarBinaryType(type.nullable(), VarBinaryType.MAX_LENGTH);
  }

  @Override
  public LogicalType visit(Type.Date type) {
    return new DateType(type.nullable());
  }

  @Override
  public LogicalType visit(Type.PrecisionTime type) {
    return new TimeType(type.nullable(), type.precision());
  }

  @Override
  public LogicalType visit(Type.PrecisionTimestamp type) {
    return new TimestampType(type.nullable(), type.precision());
  }

  @Override
  public LogicalType visit(Type.PrecisionTimestampTZ type) {
    return new LocalZonedTimestampType(type.nullable(), type.precision());
  }

  @Override
  public LogicalType visit(Type.IntervalYear type) {
    return new YearMonthIntervalType(
        type.nullable(),
        YearMonthIntervalType.YearMonthResolution.YEAR_TO_MONTH,
        YearMonthIntervalType.MAX_PRECISION);
  }

  @Override
  public LogicalType visit(Type.IntervalDay type) {
    return new DayTimeIntervalType(
        type.nullable(),
        DayTimeIntervalType.DayTimeResolution.DAY_TO_SECOND,
        DayTimeIntervalType.MAX_DAY_PRECISION,
        type.precision());
  }

  @Override
  public LogicalType visit(Type.FixedChar type) {
    return type.length() == 0
        ? CharType.ofEmptyLiteral().copy(type.nullable())
        : new CharType(type.nullable(), type.length());
  }

  @Override
  public LogicalType visit(Type.VarChar type) {
    return type.length() == 0
        ? VarCharType.ofEmptyLiteral().copy(type.nullable())
        : new VarCharType(type.nullable(), type.length());
  }

  @Override
  public LogicalType visit(Type.FixedBinary type) {
    return type.length() == 0
        ? BinaryType.ofEmptyLiteral().copy(type.nullable())
        : new BinaryType(type.nullable(), type.length());
  }

  @Override
  public LogicalType visit(Type.Decimal type) {
    return new DecimalType(type.nullable(), type.precision(), type.scale());
  }

  @Override
  public LogicalType visit(Type.Struct type) {
    List<RowType.RowField> fields =
        IntStream.range(0, type.fields().size())
            .mapToObj(i -> new RowType.RowField("f" + i, type.fields().get(i).accept(this)))
            .toList();
    return new RowType(type.nullable(), fields);
  }

  @Override
  public LogicalType visit(Type.ListType type) {
    return new ArrayType(type.nullable(), type.elementType().accept(this));
  }

  @Override
  public LogicalType visit(Type.Map type) {
    return new MapType(type.nullable(), type.key().accept(this), type.value().accept(this));
  }
}
