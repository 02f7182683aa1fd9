package io.streamfusion.translator.rex;

import com.google.protobuf.ByteString;
import io.streamfusion.translator.type.FlinkTypes;
import io.substrait.expression.Expression;
import io.substrait.expression.ExpressionCreator;
import io.substrait.type.Type;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.time.temporal.ChronoField;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.util.DateString;
import org.apache.calcite.util.NlsString;
import org.apache.calcite.util.TimeString;
import org.apache.calcite.util.TimestampString;

/**
 * Literals with the value that Flink's generated code uses: a constant-folded DECIMAL may carry
 * more digits than its type and is rounded to it, as {@code DecimalData.fromBigDecimal} does.
 */
final class Literals {
  private static final long MILLIS_PER_DAY = 86_400_000L;
  private static final long MILLIS_PER_SECOND = 1_000L;
  private static final int NANO_PRECISION = 9;
  private static final int MONTHS_PER_YEAR = 12;

  private static final DateTimeFormatter TIMESTAMP =
      new DateTimeFormatterBuilder()
          .appendPattern("uuuu-MM-dd HH:mm:ss")
          .appendFraction(ChronoField.NANO_OF_SECOND, 0, NANO_PRECISION, true)
          .toFormatter();

  private Literals() {}

  static Expression.Literal convert(RexLiteral literal) {
    return of(literal.getValueAs(Comparable.class), literal.getType());
  }

  /** The literal for a value as Calcite holds it, null for NULL. */
  static Expression.Literal of(Comparable<?> value, RelDataType type) {
    Type substraitType = FlinkTypes.toSubstrait(type);
    if (value == null) {
      return ExpressionCreator.typedNull(substraitType);
    }
    boolean nullable = type.isNullable();
    SqlTypeName name = type.getSqlTypeName();
    switch (name) {
      case BOOLEAN:
        return ExpressionCreator.bool(nullable, cast(value, Boolean.class));
      case TINYINT:
        return ExpressionCreator.i8(nullable, integer(value).byteValueExact());
      case SMALLINT:
        return ExpressionCreator.i16(nullable, integer(value).shortValueExact());
      case INTEGER:
        return ExpressionCreator.i32(nullable, integer(value).intValueExact());
      case BIGINT:
        return ExpressionCreator.i64(nullable, integer(value).longValueExact());
      case FLOAT:
        return ExpressionCreator.fp32(nullable, cast(value, Number.class).floatValue());
      case DOUBLE:
        return ExpressionCreator.fp64(nullable, cast(value, Number.class).doubleValue());
      case DECIMAL:
        return decimal(value, type);
      case CHAR:
        return fixedChar(text(value), type);
      case VARCHAR:
        return varChar(text(value), nullable, substraitType);
      case BINARY:
        return ExpressionCreator.fixedBinary(nullable, bytes(value));
      case VARBINARY:
        return ExpressionCreator.binary(nullable, bytes(value));
      case DATE:
        return ExpressionCreator.date(nullable, cast(value, DateString.class).getDaysSinceEpoch());
      case TIME:
        return new PrecisionTimeLiteral(
            nullable, cast(value, TimeString.class).getMillisOfDay(), type.getPrecision());
      case TIMESTAMP, TIMESTAMP_WITH_LOCAL_TIME_ZONE:
        return timestamp(cast(value, TimestampString.class), type);
      default:
        if (SqlTypeName.YEAR_INTERVAL_TYPES.contains(name)) {
          int months = integer(value).intValueExact();
          return ExpressionCreator.intervalYear(
              nullable, months / MONTHS_PER_YEAR, months % MONTHS_PER_YEAR);
        }
        if (SqlTypeName.DAY_INTERVAL_TYPES.contains(name)) {
          return dayInterval(nullable, integer(value).longValueExact());
        }
        throw new NotKernelException("literal of type " + type.getFullTypeString());
    }
  }

  private static <T> T cast(Comparable<?> value, Class<T> expected) {
    if (!expected.isInstance(value)) {
      throw new NotKernelException("literal held as " + value.getClass().getSimpleName());
    }
    return expected.cast(value);
  }

  private static BigDecimal integer(Comparable<?> value) {
    return cast(value, BigDecimal.class).setScale(0, RoundingMode.DOWN);
  }

  /** The value that Flink reads from a number of an exact type. */
  static BigDecimal number(BigDecimal value, RelDataType type) {
    return type.getSqlTypeName() == SqlTypeName.DECIMAL
        ? value.setScale(type.getScale(), RoundingMode.HALF_UP)
        : integer(value);
  }

  private static ByteString bytes(Comparable<?> value) {
    return ByteString.copyFrom(
        cast(value, org.apache.calcite.avatica.util.ByteString.class).getBytes());
  }

  private static Expression.Literal decimal(Comparable<?> literal, RelDataType type) {
    BigDecimal value = number(cast(literal, BigDecimal.class), type);
    if (value.precision() > type.getPrecision()) {
      throw new NotKernelException("literal " + value + " does not fit " + type);
    }
    return ExpressionCreator.decimal(
        type.isNullable(), value, type.getPrecision(), type.getScale());
  }

  private static String text(Comparable<?> value) {
    return value instanceof NlsString nls ? nls.getValue() : cast(value, String.class);
  }

  private static Expression.Literal fixedChar(String text, RelDataType type) {
    // The length of a fixed-length literal is read off its text, which must agree with the type.
    if (text.length() != type.getPrecision() || hasSurrogates(text)) {
      throw new NotKernelException("CHAR literal whose text and length differ");
    }
    return ExpressionCreator.fixedChar(type.isNullable(), text);
  }

  static Expression.Literal varChar(String text, boolean nullable, Type type) {
    if (hasSurrogates(text) && !isWellFormed(text)) {
      throw new NotKernelException("text literal that is not well-formed");
    }
    return type instanceof Type.VarChar varChar
        ? ExpressionCreator.varChar(nullable, text, varChar.length())
        : ExpressionCreator.string(nullable, text);
  }

  private static boolean hasSurrogates(String text) {
    return text.chars().anyMatch(c -> Character.isSurrogate((char) c));
  }

  private static boolean isWellFormed(String text) {
    return text.codePoints()
        .noneMatch(c -> c >= Character.MIN_SURROGATE && c <= Character.MAX_SURROGATE);
  }

  private static Expression.Literal timestamp(TimestampString literal, RelDataType type) {
    LocalDateTime local = LocalDateTime.parse(literal.toString(), TIMESTAMP);
    Instant instant = local.toInstant(ZoneOffset.UTC);
    BigDecimal nanos =
        BigDecimal.valueOf(instant.getEpochSecond())
            .movePointRight(NANO_PRECISION)
            .add(BigDecimal.valueOf(instant.getNano()));
    int precision = type.getPrecision();
    BigDecimal units =
        nanos.movePointLeft(NANO_PRECISION - precision).setScale(0, RoundingMode.FLOOR);
    if (units.toBigIntegerExact().bitLength() >= Long.SIZE) {
      throw new NotKernelException("TIMESTAMP literal outside of 64 bits in its precision");
    }
    return type.getSqlTypeName() == SqlTypeName.TIMESTAMP
        ? ExpressionCreator.precisionTimestamp(type.isNullable(), units.longValueExact(), precision)
        : ExpressionCreator.precisionTimestampTZ(
            type.isNullable(), units.longValueExact(), precision);
  }

  private static Expression.Literal dayInterval(boolean nullable, long millis) {
    return ExpressionCreator.intervalDay(
        nullable,
        Math.toIntExact(millis / MILLIS_PER_DAY),
        Math.toIntExact(millis % MILLIS_PER_DAY / MILLIS_PER_SECOND),
        millis % MILLIS_PER_SECOND,
        3);
  }
}
