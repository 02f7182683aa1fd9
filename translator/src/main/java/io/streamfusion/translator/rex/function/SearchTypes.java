package io.streamfusion.translator.rex.function;

import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.sql.type.SqlTypeName;

/**
 * The types of a value and of a search argument for which comparing them as they are answers what
 * Flink's SearchOperatorGen does. It compares ranges as they are too; of points it makes a set in
 * the common type of both sides (LogicalTypeMerging) and casts the value to that type.
 */
final class SearchTypes {
  private static final int MAX_PRECISION = 38;

  private SearchTypes() {}

  /** Whether a range is the comparison of the value with its bounds. */
  static boolean comparesRanges(RelDataType value, RelDataType bound) {
    if (isText(value) && isText(bound)) {
      return hasNoPadding(value, bound);
    }
    return sameName(value, bound) || (isNumeric(value) && isNumeric(bound));
  }

  /**
   * Whether a value equals a point in the common type exactly if both are the same number, text or
   * time.
   */
  static boolean findsPoints(RelDataType value, RelDataType point) {
    if (isText(value) && isText(point)) {
      return hasNoPadding(value, point);
    }
    if (isExact(value) && isExact(point)) {
      int digits = Math.max(wholeDigits(value), wholeDigits(point));
      return digits + Math.max(value.getScale(), point.getScale()) <= MAX_PRECISION;
    }
    if (!sameName(value, point) || isApproximate(value)) {
      return false;
    }
    return value.getSqlTypeName() != SqlTypeName.TIME
        || value.getPrecision() == point.getPrecision();
  }

  /** Whether equality finds points among floating-point values, zero being a DECIMAL. */
  static boolean equalsPoints(RelDataType value, RelDataType point) {
    return isApproximate(value) && isNumeric(point);
  }

  private static boolean isText(RelDataType type) {
    return SqlTypeName.CHAR_TYPES.contains(type.getSqlTypeName());
  }

  /** CHAR against a longer CHAR is padded. */
  private static boolean hasNoPadding(RelDataType value, RelDataType literal) {
    return value.getSqlTypeName() == SqlTypeName.VARCHAR
        || literal.getSqlTypeName() == SqlTypeName.VARCHAR
        || value.getPrecision() == literal.getPrecision();
  }

  private static boolean sameName(RelDataType left, RelDataType right) {
    return left.getSqlTypeName() == right.getSqlTypeName();
  }

  private static boolean isNumeric(RelDataType type) {
    return SqlTypeName.NUMERIC_TYPES.contains(type.getSqlTypeName());
  }

  private static boolean isExact(RelDataType type) {
    return SqlTypeName.EXACT_TYPES.contains(type.getSqlTypeName());
  }

  private static boolean isApproximate(RelDataType type) {
    return SqlTypeName.APPROX_TYPES.contains(type.getSqlTypeName());
  }

  private static int wholeDigits(RelDataType type) {
    return type.getPrecision() - type.getScale();
  }
}
