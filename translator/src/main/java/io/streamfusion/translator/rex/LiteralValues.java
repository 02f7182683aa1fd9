package io.streamfusion.translator.rex;

import io.substrait.expression.Expression;
import io.substrait.type.Type;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.util.NlsString;

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
}
