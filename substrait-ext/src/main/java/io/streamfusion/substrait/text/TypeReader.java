package io.streamfusion.substrait.text;

import com.google.protobuf.TextFormat;
import io.substrait.proto.Type;
import io.substrait.proto.Type.Nullability;
import java.util.ArrayList;
import java.util.List;

/** Reads what {@link TypeText} writes. */
final class TypeReader {

  private final TextCursor cursor;

  TypeReader(TextCursor cursor) {
    this.cursor = cursor;
  }

  Type read() throws TextFormat.ParseException {
    if (cursor.takes("u!")) {
      return userDefined();
    }
    int start = cursor.save();
    String name = cursor.word();
    Nullability nullability = nullability();
    Type.Builder type = Type.newBuilder();
    switch (name) {
      case "bool":
        return type.setBool(Type.Boolean.newBuilder().setNullability(nullability)).build();
      case "i8":
        return type.setI8(Type.I8.newBuilder().setNullability(nullability)).build();
      case "i16":
        return type.setI16(Type.I16.newBuilder().setNullability(nullability)).build();
      case "i32":
        return type.setI32(Type.I32.newBuilder().setNullability(nullability)).build();
      case "i64":
        return type.setI64(Type.I64.newBuilder().setNullability(nullability)).build();
      case "fp32":
        return type.setFp32(Type.FP32.newBuilder().setNullability(nullability)).build();
      case "fp64":
        return type.setFp64(Type.FP64.newBuilder().setNullability(nullability)).build();
      case "string":
        return type.setString(Type.String.newBuilder().setNullability(nullability)).build();
      case "binary":
        return type.setBinary(Type.Binary.newBuilder().setNullability(nullability)).build();
      case "date":
        return type.setDate(Type.Date.newBuilder().setNullability(nullability)).build();
      case "interval_year":
        return type.setIntervalYear(Type.IntervalYear.newBuilder().setNullability(nullability))
            .build();
      default:
        return parameterized(name, nullability, start);
    }
  }

  private Type parameterized(String name, Nullability nullability, int start)
      throws TextFormat.ParseException {
    Type.Builder type = Type.newBuilder();
    switch (name) {
      case "interval_day":
        type.setIntervalDay(
            Type.IntervalDay.newBuilder().setNullability(nullability).setPrecision(parameter()));
        break;
      case "fixedchar":
        type.setFixedChar(
            Type.FixedChar.newBuilder().setNullability(nullability).setLength(parameter()));
        break;
      case "varchar":
        type.setVarchar(
            Type.VarChar.newBuilder().setNullability(nullability).setLength(parameter()));
        break;
      case "fixedbinary":
        type.setFixedBinary(
            Type.FixedBinary.newBuilder().setNullability(nullability).setLength(parameter()));
        break;
      case "precision_time":
        type.setPrecisionTime(
            Type.PrecisionTime.newBuilder().setNullability(nullability).setPrecision(parameter()));
        break;
      case "precision_timestamp":
        type.setPrecisionTimestamp(
            Type.PrecisionTimestamp.newBuilder()
                .setNullability(nullability)
                .setPrecision(parameter()));
        break;
      case "precision_timestamp_tz":
        type.setPrecisionTimestampTz(
            Type.PrecisionTimestampTZ.newBuilder()
                .setNullability(nullability)
                .setPrecision(parameter()));
        break;
      case "decimal":
        type.setDecimal(decimal(nullability));
        break;
      default:
        nested(type, name, nullability, start);
        break;
    }
    return type.build();
  }

  private void nested(Type.Builder type, String name, Nullability nullability, int start)
      throws TextFormat.ParseException {
    switch (name) {
      case "struct":
        type.setStruct(Type.Struct.newBuilder().setNullability(nullability).addAllTypes(types()));
        break;
      case "list":
        cursor.expect("<");
        type.setList(Type.List.newBuilder().setNullability(nullability).setType(read()));
        cursor.expect(">");
        break;
      case "map":
        cursor.expect("<");
        Type key = read();
        cursor.expect(", ");
        type.setMap(Type.Map.newBuilder().setNullability(nullability).setKey(key).setValue(read()));
        cursor.expect(">");
        break;
      default:
        cursor.restore(start);
        throw cursor.error("no type is called '" + name + "'");
    }
  }

  private Type userDefined() throws TextFormat.ParseException {
    Type.UserDefined.Builder type =
        Type.UserDefined.newBuilder().setTypeReference(cursor.integer());
    type.setNullability(nullability());
    for (Type parameter : types()) {
      type.addTypeParameters(Type.Parameter.newBuilder().setDataType(parameter));
    }
    return Type.newBuilder().setUserDefined(type).build();
  }

  private Type.Decimal decimal(Nullability nullability) throws TextFormat.ParseException {
    cursor.expect("<");
    int precision = cursor.integer();
    cursor.expect(",");
    int scale = cursor.integer();
    cursor.expect(">");
    return Type.Decimal.newBuilder()
        .setNullability(nullability)
        .setPrecision(precision)
        .setScale(scale)
        .build();
  }

  private List<Type> types() throws TextFormat.ParseException {
    List<Type> types = new ArrayList<>();
    cursor.expect("<");
    while (!cursor.takes(">")) {
      if (!types.isEmpty()) {
        cursor.expect(", ");
      }
      types.add(read());
    }
    return types;
  }

  private int parameter() throws TextFormat.ParseException {
    cursor.expect("<");
    int value = cursor.integer();
    cursor.expect(">");
    return value;
  }

  private Nullability nullability() {
    return cursor.takes("?") ? Nullability.NULLABILITY_NULLABLE : Nullability.NULLABILITY_REQUIRED;
  }
}
