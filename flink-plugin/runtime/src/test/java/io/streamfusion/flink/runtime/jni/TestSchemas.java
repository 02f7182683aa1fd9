package io.streamfusion.flink.runtime.jni;

import io.substrait.proto.NamedStruct;
import io.substrait.proto.Type;
import org.apache.flink.table.types.logical.ArrayType;
import org.apache.flink.table.types.logical.BinaryType;
import org.apache.flink.table.types.logical.CharType;
import org.apache.flink.table.types.logical.DecimalType;
import org.apache.flink.table.types.logical.LocalZonedTimestampType;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.MapType;
import org.apache.flink.table.types.logical.MultisetType;
import org.apache.flink.table.types.logical.RowType;
import org.apache.flink.table.types.logical.TimeType;
import org.apache.flink.table.types.logical.TimestampType;
import org.apache.flink.table.types.logical.VarCharType;

/** Writes Flink's types as Substrait's, as far as the tests of row edges need them. */
final class TestSchemas {

  private static final Type.Nullability NULLABLE = Type.Nullability.NULLABILITY_NULLABLE;
  private static final int MULTISET_ANCHOR = 1;

  private TestSchemas() {}

  static byte[] of(RowType rowType) {
    Type.Struct.Builder struct =
        Type.Struct.newBuilder().setNullability(Type.Nullability.NULLABILITY_REQUIRED);
    rowType.getChildren().forEach(child -> struct.addTypes(type(child)));
    return NamedStruct.newBuilder()
        .addAllNames(rowType.getFieldNames())
        .setStruct(struct)
        .build()
        .toByteArray();
  }

  private static Type type(LogicalType type) {
    Type.Builder builder = Type.newBuilder();
    switch (type.getTypeRoot()) {
      case BOOLEAN:
        return builder.setBool(Type.Boolean.newBuilder().setNullability(NULLABLE)).build();
      case TINYINT:
        return builder.setI8(Type.I8.newBuilder().setNullability(NULLABLE)).build();
      case SMALLINT:
        return builder.setI16(Type.I16.newBuilder().setNullability(NULLABLE)).build();
      case INTEGER:
        return builder.setI32(Type.I32.newBuilder().setNullability(NULLABLE)).build();
      case BIGINT:
        return builder.setI64(Type.I64.newBuilder().setNullability(NULLABLE)).build();
      case FLOAT:
        return builder.setFp32(Type.FP32.newBuilder().setNullability(NULLABLE)).build();
      case DOUBLE:
        return builder.setFp64(Type.FP64.newBuilder().setNullability(NULLABLE)).build();
      case DATE:
        return builder.setDate(Type.Date.newBuilder().setNullability(NULLABLE)).build();
      case VARBINARY:
        return builder.setBinary(Type.Binary.newBuilder().setNullability(NULLABLE)).build();
      case INTERVAL_YEAR_MONTH:
        return builder
            .setIntervalYear(Type.IntervalYear.newBuilder().setNullability(NULLABLE))
            .build();
      case INTERVAL_DAY_TIME:
        return builder
            .setIntervalDay(Type.IntervalDay.newBuilder().setPrecision(3).setNullability(NULLABLE))
            .build();
      default:
        return parameterized(type, builder);
    }
  }

  private static Type parameterized(LogicalType type, Type.Builder builder) {
    switch (type.getTypeRoot()) {
      case CHAR:
        return builder
            .setFixedChar(
                Type.FixedChar.newBuilder()
                    .setLength(((CharType) type).getLength())
                    .setNullability(NULLABLE))
            .build();
      case VARCHAR:
        return builder
            .setVarchar(
                Type.VarChar.newBuilder()
                    .setLength(((VarCharType) type).getLength())
                    .setNullability(NULLABLE))
            .build();
      case BINARY:
        return builder
            .setFixedBinary(
                Type.FixedBinary.newBuilder()
                    .setLength(((BinaryType) type).getLength())
                    .setNullability(NULLABLE))
            .build();
      case DECIMAL:
        return builder
            .setDecimal(
                Type.Decimal.newBuilder()
                    .setPrecision(((DecimalType) type).getPrecision())
                    .setScale(((DecimalType) type).getScale())
                    .setNullability(NULLABLE))
            .build();
      case TIME_WITHOUT_TIME_ZONE:
        return builder
            .setPrecisionTime(
                Type.PrecisionTime.newBuilder()
                    .setPrecision(((TimeType) type).getPrecision())
                    .setNullability(NULLABLE))
            .build();
      case TIMESTAMP_WITHOUT_TIME_ZONE:
        return builder
            .setPrecisionTimestamp(
                Type.PrecisionTimestamp.newBuilder()
                    .setPrecision(((TimestampType) type).getPrecision())
                    .setNullability(NULLABLE))
            .build();
      case TIMESTAMP_WITH_LOCAL_TIME_ZONE:
        return builder
            .setPrecisionTimestampTz(
                Type.PrecisionTimestampTZ.newBuilder()
                    .setPrecision(((LocalZonedTimestampType) type).getPrecision())
                    .setNullability(NULLABLE))
            .build();
      default:
        return nested(type, builder);
    }
  }

  private static Type nested(LogicalType type, Type.Builder builder) {
    switch (type.getTypeRoot()) {
      case ARRAY:
        return builder
            .setList(
                Type.List.newBuilder()
                    .setType(type(((ArrayType) type).getElementType()))
                    .setNullability(NULLABLE))
            .build();
      case MAP:
        return builder
            .setMap(
                Type.Map.newBuilder()
                    .setKey(type(((MapType) type).getKeyType()))
                    .setValue(type(((MapType) type).getValueType()))
                    .setNullability(NULLABLE))
            .build();
      case MULTISET:
        Type element = type(((MultisetType) type).getElementType());
        return builder
            .setUserDefined(
                Type.UserDefined.newBuilder()
                    .setTypeReference(MULTISET_ANCHOR)
                    .addTypeParameters(Type.Parameter.newBuilder().setDataType(element))
                    .setNullability(NULLABLE))
            .build();
      case ROW:
        Type.Struct.Builder struct = Type.Struct.newBuilder().setNullability(NULLABLE);
        ((RowType) type).getChildren().forEach(child -> struct.addTypes(type(child)));
        return builder.setStruct(struct).build();
      default:
        throw new IllegalArgumentException(type.asSummaryString());
    }
  }
}
