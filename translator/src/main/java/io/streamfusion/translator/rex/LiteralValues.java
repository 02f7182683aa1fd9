package io.streamfusion.translator.rex;

import io.substrait.expression.Expression;
import io.substrait.expression.ExpressionCreator;
import io.substrait.type.Type;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Optional;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.util.NlsString;
import org.apache.calcite.util.TimestampString;

/** Literals for values inside other literals, such as the bounds of a search argument. */
public final class LiteralValues {
  private LiteralValues() {}

  /**
   * The literal for one value. Text keeps its bytes whatever lengths are declared, so it takes the
   * type of an unbounded VARCHAR.
   *
   * @param literalType the type that the value is declared with
   * @param comparedType the type of what it is compared with
   */
  public static Expression of(
      Comparable<?> value, RelDataType literalType, RelDataType comparedType) {
    if (SqlTypeName.CHAR_TYPES.contains(comparedType.getSqlTypeName())
        && value instanceof NlsString text) {
      return Literals.varChar(text.getValue(), false, Type.withNullability(false).STRING);
    }
    return Literals.of(value, literalType);
  }

  /**
   * The literal in the type that it is compared with, empty if no value of that type equals it.
   *
   * @param literalType the type that the value is declared with
   * @param comparedType the type of what it is compared with: the same, or both are exact numbers
   *     or timestamps of any precision
   */
  public static Optional<Expression> in(
      Comparable<?> value, RelDataType literalType, RelDataType comparedType) {
    if (value instanceof BigDecimal number && isExact(literalType) && isExact(comparedType)) {
      BigDecimal declared = Literals.number(number, literalType);
      return holds(comparedType, declared)
          ? Optional.of(Literals.of(declared, comparedType))
          : Optional.empty();
    }
    if (value instanceof TimestampString time) {
      TimestampString declared = time.round(literalType.getPrecision());
      return declared.round(comparedType.getPrecision()).equals(declared)
          ? Optional.of(Literals.of(declared, comparedType))
          : Optional.empty();
    }
    return Optional.of(of(value, literalType, comparedType));
  }

  /**
   * The literal that equals just what Flink's sets of floating-point numbers find. They tell 0.0
   * from -0.0, and so does Flink's comparison with a DECIMAL, yet not that of primitives.
   *
   * @param literalType the numeric type that the value is declared with
   */
  public static Expression distinguishingZeros(Comparable<?> value, RelDataType literalType) {
    if (!(value instanceof BigDecimal number)) {
      throw new NotKernelException("a number held as " + value.getClass().getSimpleName());
    }
    boolean zero =
        literalType.getSqlTypeName() == SqlTypeName.FLOAT
            ? number.floatValue() == 0
            : number.doubleValue() == 0;
    return zero
        ? ExpressionCreator.decimal(false, BigDecimal.ZERO, 1, 0)
        : Literals.of(number, literalType);
  }

  private static boolean isExact(RelDataType type) {
    return SqlTypeName.EXACT_TYPES.contains(type.getSqlTypeName());
  }

  private static boolean holds(RelDataType type, BigDecimal number) {
    if (number.stripTrailingZeros().scale() > type.getScale()) {
      return false;
    }
    switch (type.getSqlTypeName()) {
      case TINYINT:
        return number.toBigIntegerExact().bitLength() < Byte.SIZE;
      case SMALLINT:
        return number.toBigIntegerExact().bitLength() < Short.SIZE;
      case INTEGER:
        return number.toBigIntegerExact().bitLength() < Integer.SIZE;
      case BIGINT:
        return number.toBigIntegerExact().bitLength() < Long.SIZE;
      default:
        return number.setScale(type.getScale(), RoundingMode.UNNECESSARY).precision()
            <= type.getPrecision();
    }
  }
}
