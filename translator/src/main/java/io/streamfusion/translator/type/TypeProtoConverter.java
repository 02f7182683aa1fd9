package io.streamfusion.translator.type;

import io.streamfusion.translator.PlanExtensions;
import io.substrait.extension.SimpleExtension.TypeAnchor;
import io.substrait.proto.Type.Nullability;
import io.substrait.type.Type;
import io.substrait.type.TypeVisitor;
import java.util.List;

/**
 * Types as messages. Substrait-java's converter of the same purpose cannot write precision_time and
 * parameters of user-defined types.
 */
public final class TypeProtoConverter
    extends TypeVisitor.TypeThrowsVisitor<io.substrait.proto.Type, RuntimeException> {
  private final PlanExtensions extensions;

  public TypeProtoConverter(PlanExtensions extensions) {
    super("Flink has no such type.");
    this.extensions = extensions;
  }

  public io.substrait.proto.Type toProto(Type type) {
    return type.accept(this);
  }

  /** The fields of a row as a required struct. */
  public io.substrait.proto.Type.Struct toStruct(List<Type> fields) {
    io.substrait.proto.Type.Struct.Builder struct =
        io.substrait.proto.Type.Struct.newBuilder()
            .setNullability(Nullability.NULLABILITY_REQUIRED);
    fields.forEach(field -> struct.addTypes(toProto(field)));
    return struct.build();
  }

  private static Nullability nullability(Type type) {
    return type.nullable() ? Nullability.NULLABILITY_NULLABLE : Nullability.NULLABILITY_REQUIRED;
  }

  private static io.substrait.proto.Type.Builder builder() {
    return io.substrait.proto.Type.newBuilder();
  }

  @Override
  public io.substrait.proto.Type visit(Type.Bool type) {
    return builder()
        .setBool(io.substrait.proto.Type.Boolean.newBuilder().setNullability(nullability(type)))
        .build();
  }

  @Override
  public io.substrait.proto.Type visit(Type.I8 type) {
    return builder()
        .setI8(io.substrait.proto.Type.I8.newBuilder().setNullability(nullability(type)))
        .build();
  }

  @Override
  public io.substrait.proto.Type visit(Type.I16 type) {
    return builder()
        .setI16(io.substrait.proto.Type.I16.newBuilder().setNullability(nullability(type)))
        .build();
  }

  @Override
  public io.substrait.proto.Type visit(Type.I32 type) {
    return builder()
        .setI32(io.substrait.proto.Type.I32.newBuilder().setNullability(nullability(type)))
        .build();
  }

  @Override
  public io.substrait.proto.Type visit(Type.I64 type) {
    return builder()
        .setI64(io.substrait.proto.Type.I64.newBuilder().setNullability(nullability(type)))
        .build();
  }

  @Override
  public io.substrait.proto.Type visit(Type.FP32 type) {
    return builder()
        .setFp32(io.substrait.proto.Type.FP32.newBuilder().setNullability(nullability(type)))
        .build();
  }

  @Override
  public io.substrait.proto.Type visit(Type.FP64 type) {
    return builder()
        .setFp64(io.substrait.proto.Type.FP64.newBuilder().setNullability(nullability(type)))
        .build();
  }

  @Override
  public io.substrait.proto.Type visit(Type.Str type) {
    return builder()
        .setString(io.substrait.proto.Type.String.newBuilder().setNullability(nullability(type)))
        .build();
  }

  @Override
  public io.substrait.proto.Type visit(Type.Binary type) {
    return builder()
        .setBinary(io.substrait.proto.Type.Binary.newBuilder().setNullability(nullability(type)))
        .build();
  }

  @Override
  public io.substrait.proto.Type visit(Type.Date type) {
    return builder()
        .setDate(io.substrait.proto.Type.Date.newBuilder().setNullability(nullability(type)))
        .build();
  }

  @Override
  public io.substrait.proto.Type visit(Type.PrecisionTime type) {
    return builder()
        .setPrecisionTime(
            io.substrait.proto.Type.PrecisionTime.newBuilder()
                .setPrecision(type.precision())
                .setNullability(nullability(type)))
        .build();
  }

  @Override
  public io.substrait.proto.Type visit(Type.PrecisionTimestamp type) {
    return builder()
        .setPrecisionTimestamp(
            io.substrait.proto.Type.PrecisionTimestamp.newBuilder()
                .setPrecision(type.precision())
                .setNullability(nullability(type)))
        .build();
  }

  @Override
  public io.substrait.proto.Type visit(Type.PrecisionTimestampTZ type) {
    return builder()
        .setPrecisionTimestampTz(
            io.substrait.proto.Type.PrecisionTimestampTZ.newBuilder()
                .setPrecision(type.precision())
                .setNullability(nullability(type)))
        .build();
  }

  @Override
  public io.substrait.proto.Type visit(Type.IntervalYear type) {
    return builder()
        .setIntervalYear(
            io.substrait.proto.Type.IntervalYear.newBuilder().setNullability(nullability(type)))
        .build();
  }

  @Override
  public io.substrait.proto.Type visit(Type.IntervalDay type) {
    return builder()
        .setIntervalDay(
            io.substrait.proto.Type.IntervalDay.newBuilder()
                .setPrecision(type.precision())
                .setNullability(nullability(type)))
        .build();
  }

  @Override
  public io.substrait.proto.Type visit(Type.FixedChar type) {
    return builder()
        .setFixedChar(
            io.substrait.proto.Type.FixedChar.newBuilder()
                .setLength(type.length())
                .setNullability(nullability(type)))
        .build();
  }

  @Override
  public io.substrait.proto.Type visit(Type.VarChar type) {
    return builder()
        .setVarchar(
            io.substrait.proto.Type.VarChar.newBuilder()
                .setLength(type.length())
                .setNullability(nullability(type)))
        .build();
  }

  @Override
  public io.substrait.proto.Type visit(Type.FixedBinary type) {
    return builder()
        .setFixedBinary(
            io.substrait.proto.Type.FixedBinary.newBuilder()
                .setLength(type.length())
                .setNullability(nullability(type)))
        .build();
  }

  @Override
  public io.substrait.proto.Type visit(Type.Decimal type) {
    return builder()
        .setDecimal(
            io.substrait.proto.Type.Decimal.newBuilder()
                .setPrecision(type.precision())
                .setScale(type.scale())
                .setNullability(nullability(type)))
        .build();
  }

  @Override
  public io.substrait.proto.Type visit(Type.Struct type) {
    return builder()
        .setStruct(toStruct(type.fields()).toBuilder().setNullability(nullability(type)))
        .build();
  }

  @Override
  public io.substrait.proto.Type visit(Type.ListType type) {
    return builder()
        .setList(
            io.substrait.proto.Type.List.newBuilder()
                .setType(toProto(type.elementType()))
                .setNullability(nullability(type)))
        .build();
  }

  @Override
  public io.substrait.proto.Type visit(Type.Map type) {
    return builder()
        .setMap(
            io.substrait.proto.Type.Map.newBuilder()
                .setKey(toProto(type.key()))
                .setValue(toProto(type.value()))
                .setNullability(nullability(type)))
        .build();
  }

  @Override
  public io.substrait.proto.Type visit(Type.UserDefined type) {
    io.substrait.proto.Type.UserDefined.Builder userDefined =
        io.substrait.proto.Type.UserDefined.newBuilder()
            .setTypeReference(extensions.getTypeReference(TypeAnchor.of(type.urn(), type.name())))
            .setNullability(nullability(type));
    if (type instanceof MultisetType multiset) {
      userDefined.addTypeParameters(
          io.substrait.proto.Type.Parameter.newBuilder().setDataType(toProto(multiset.element())));
    }
    return builder().setUserDefined(userDefined).build();
  }
}
