package io.streamfusion.substrait.text;

import io.substrait.proto.Type;
import java.util.stream.Collectors;

/** Writes a type in Substrait's short notation, {@code ?} marking what may be NULL. */
final class TypeText {

  private TypeText() {}

  static String of(Type type) {
    switch (type.getKindCase()) {
      case BOOL:
        return "bool" + mark(type.getBool().getNullability());
      case I8:
        return "i8" + mark(type.getI8().getNullability());
      case I16:
        return "i16" + mark(type.getI16().getNullability());
      case I32:
        return "i32" + mark(type.getI32().getNullability());
      case I64:
        return "i64" + mark(type.getI64().getNullability());
      case FP32:
        return "fp32" + mark(type.getFp32().getNullability());
      case FP64:
        return "fp64" + mark(type.getFp64().getNullability());
      case STRING:
        return "string" + mark(type.getString().getNullability());
      case BINARY:
        return "binary" + mark(type.getBinary().getNullability());
      case DATE:
        return "date" + mark(type.getDate().getNullability());
      case INTERVAL_YEAR:
        return "interval_year" + mark(type.getIntervalYear().getNullability());
      case INTERVAL_DAY:
        return parameter(
            "interval_day",
            type.getIntervalDay().getNullability(),
            type.getIntervalDay().getPrecision());
      case FIXED_CHAR:
        return parameter(
            "fixedchar", type.getFixedChar().getNullability(), type.getFixedChar().getLength());
      case VARCHAR:
        return parameter(
            "varchar", type.getVarchar().getNullability(), type.getVarchar().getLength());
      case FIXED_BINARY:
        return parameter(
            "fixedbinary",
            type.getFixedBinary().getNullability(),
            type.getFixedBinary().getLength());
      case DECIMAL:
        return "decimal"
            + mark(type.getDecimal().getNullability())
            + "<"
            + type.getDecimal().getPrecision()
            + ","
            + type.getDecimal().getScale()
            + ">";
      case PRECISION_TIME:
        return parameter(
            "precision_time",
            type.getPrecisionTime().getNullability(),
            type.getPrecisionTime().getPrecision());
      case PRECISION_TIMESTAMP:
        return parameter(
            "precision_timestamp",
            type.getPrecisionTimestamp().getNullability(),
            type.getPrecisionTimestamp().getPrecision());
      case PRECISION_TIMESTAMP_TZ:
        return parameter(
            "precision_timestamp_tz",
            type.getPrecisionTimestampTz().getNullability(),
            type.getPrecisionTimestampTz().getPrecision());
      case STRUCT:
        return "struct"
            + mark(type.getStruct().getNullability())
            + type.getStruct().getTypesList().stream()
                .map(TypeText::of)
                .collect(Collectors.joining(", ", "<", ">"));
      case LIST:
        return "list"
            + mark(type.getList().getNullability())
            + "<"
            + of(type.getList().getType())
            + ">";
      case MAP:
        return "map"
            + mark(type.getMap().getNullability())
            + "<"
            + of(type.getMap().getKey())
            + ", "
            + of(type.getMap().getValue())
            + ">";
      case USER_DEFINED:
        return "u!"
            + type.getUserDefined().getTypeReference()
            + mark(type.getUserDefined().getNullability())
            + type.getUserDefined().getTypeParametersList().stream()
                .map(parameter -> of(parameter.getDataType()))
                .collect(Collectors.joining(", ", "<", ">"));
      default:
        return type.getKindCase().name().toLowerCase(java.util.Locale.ROOT);
    }
  }

  private static String parameter(String name, Type.Nullability nullability, int value) {
    return name + mark(nullability) + "<" + value + ">";
  }

  private static String mark(Type.Nullability nullability) {
    return nullability == Type.Nullability.NULLABILITY_REQUIRED ? "" : "?";
  }
}
