package io.streamfusion.substrait;

import io.substrait.type.Type;
import io.substrait.type.TypeVisitor;
import java.util.List;

/** The words for types in kernel signatures: Flink's type roots in lower case. */
final class TypeAtoms extends TypeVisitor.TypeThrowsVisitor<String, RuntimeException> {
  private static final TypeAtoms INSTANCE = new TypeAtoms();

  private TypeAtoms() {
    super("Flink has no such type.");
  }

  static String of(Type type) {
    return type.accept(INSTANCE);
  }

  static boolean anyMatches(List<String> alternatives, Type type) {
    String atom = of(type);
    return alternatives.stream().anyMatch(alternative -> matches(alternative, atom));
  }

  private static boolean matches(String alternative, String atom) {
    switch (alternative) {
      case "any":
        return true;
      case "integer":
        return List.of("tinyint", "smallint", "int", "bigint").contains(atom);
      case "approximate":
        return List.of("float", "double").contains(atom);
      case "string":
        return List.of("char", "varchar").contains(atom);
      case "bytes":
        return List.of("binary", "varbinary").contains(atom);
      default:
        return alternative.equals(atom);
    }
  }

  @Override
  public String visit(Type.Bool type) {
    return "boolean";
  }

  @Override
  public String visit(Type.I8 type) {
    return "tinyint";
  }

  @Override
  public String visit(Type.I16 type) {
    return "smallint";
  }

  @Override
  public String visit(Type.I32 type) {
    return "int";
  }

  @Override
  public String visit(Type.I64 type) {
    return "bigint";
  }

  @Override
  public String visit(Type.FP32 type) {
    return "float";
  }

  @Override
  public String visit(Type.FP64 type) {
    return "double";
  }

  @Override
  public String visit(Type.Str type) {
    return "varchar";
  }

  @Override
  public String visit(Type.VarChar type) {
    return "varchar";
  }

  @Override
  public String visit(Type.FixedChar type) {
    return "char";
  }

  @Override
  public String visit(Type.Binary type) {
    return "varbinary";
  }

  @Override
  public String visit(Type.FixedBinary type) {
    return "binary";
  }

  @Override
  public String visit(Type.Date type) {
    return "date";
  }

  @Override
  public String visit(Type.PrecisionTime type) {
    return "time";
  }

  @Override
  public String visit(Type.PrecisionTimestamp type) {
    return "timestamp";
  }

  @Override
  public String visit(Type.PrecisionTimestampTZ type) {
    return "timestamp_ltz";
  }

  @Override
  public String visit(Type.IntervalYear type) {
    return "interval_year_month";
  }

  @Override
  public String visit(Type.IntervalDay type) {
    return "interval_day_time";
  }

  @Override
  public String visit(Type.Decimal type) {
    return "decimal";
  }

  @Override
  public String visit(Type.Struct type) {
    return "row";
  }

  @Override
  public String visit(Type.ListType type) {
    return "array";
  }

  @Override
  public String visit(Type.Map type) {
    return "map";
  }

  @Override
  public String visit(Type.UserDefined type) {
    return Contract.MULTISET_TYPE;
  }
}
