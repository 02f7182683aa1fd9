package io.streamfusion.translator.rex;

import io.streamfusion.translator.rex.function.DateFormatSubset;
import io.streamfusion.translator.rex.function.JavaRegexSubset;
import io.substrait.expression.Expression;
import io.substrait.type.Type;
import io.substrait.type.TypeCreator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/**
 * What a kernel asks for beyond its signature; the engine refuses such calls, so that the planner
 * must not emit them. Each rule mirrors a check in the engine's kernel of that name.
 */
final class KernelRules {
  private static final int MICRO_PRECISION = 6;

  private static final Set<String> DAY_UNITS =
      Set.of(
          "YEAR",
          "MONTH",
          "DAY",
          "QUARTER",
          "DOY",
          "DOW",
          "ISODOW",
          "ISOYEAR",
          "WEEK",
          "DECADE",
          "CENTURY",
          "MILLENNIUM",
          "EPOCH");
  private static final Set<String> CLOCK_UNITS = Set.of("HOUR", "MINUTE", "SECOND", "MILLISECOND");
  private static final Set<String> ROUND_CLOCK_UNITS = Set.of("SECOND", "MINUTE", "HOUR", "DAY");
  private static final Set<String> ROUND_DATE_UNITS = Set.of("WEEK", "MONTH", "QUARTER", "YEAR");

  /** Languages whose case mapping of ASCII letters differs. */
  private static final Set<String> SPECIAL_CASE_LANGUAGES = Set.of("tr", "az", "lt");

  private KernelRules() {}

  static boolean allow(String family, String name, List<Expression> arguments, Type result) {
    switch (family + "." + name) {
      case "decimal.negate", "decimal.abs":
        return same(arguments.get(0).getType(), result);
      case "datetime.plus", "datetime.minus":
        return !isTimestamp(arguments.get(0).getType())
            || !isTimestamp(result)
            || same(arguments.get(0).getType(), result);
      case "datetime.floor", "datetime.ceil":
        return same(arguments.get(0).getType(), result) && roundsTo(arguments);
      case "datetime.extract":
        return extracts(arguments);
      case "datetime.date_format":
        return text(arguments.get(1)).filter(DateFormatSubset::accepts).isPresent();
      case "comparison.in":
        return hasPrecisionUpToMicros(arguments.get(0).getType());
      case "string.like":
        return isLike(arguments);
      case "string.regexp_extract":
        return isRegex(arguments);
      case "string.lower", "string.upper":
        return !SPECIAL_CASE_LANGUAGES.contains(Locale.getDefault().getLanguage());
      case "cast.cast":
        return isCast(arguments.get(0).getType(), result);
      default:
        return true;
    }
  }

  private static boolean same(Type left, Type right) {
    return TypeCreator.asNullable(left).equals(TypeCreator.asNullable(right));
  }

  private static boolean isTimestamp(Type type) {
    return type instanceof Type.PrecisionTimestamp || type instanceof Type.PrecisionTimestampTZ;
  }

  private static int precision(Type type) {
    return type instanceof Type.PrecisionTimestamp timestamp
        ? timestamp.precision()
        : ((Type.PrecisionTimestampTZ) type).precision();
  }

  private static boolean hasPrecisionUpToMicros(Type type) {
    return !isTimestamp(type) || precision(type) <= MICRO_PRECISION;
  }

  private static boolean roundsTo(List<Expression> arguments) {
    boolean date = arguments.get(0).getType() instanceof Type.Date;
    return text(arguments.get(1))
        .filter(
            unit -> ROUND_DATE_UNITS.contains(unit) || (!date && ROUND_CLOCK_UNITS.contains(unit)))
        .isPresent();
  }

  private static boolean extracts(List<Expression> arguments) {
    Type type = arguments.get(1).getType();
    boolean hasDays = !(type instanceof Type.PrecisionTime);
    boolean hasClock = !(type instanceof Type.Date);
    return text(arguments.get(0))
        .filter(
            unit ->
                (hasDays && DAY_UNITS.contains(unit)) || (hasClock && CLOCK_UNITS.contains(unit)))
        .isPresent();
  }

  private static boolean isLike(List<Expression> arguments) {
    Optional<String> pattern = text(arguments.get(1));
    if (pattern.isEmpty() || arguments.size() == 2) {
      return pattern.isPresent();
    }
    return text(arguments.get(2))
        .filter(escape -> escape.length() == 1 && escape.charAt(0) != 0)
        .filter(escape -> hasValidEscapes(pattern.get(), escape.charAt(0)))
        .isPresent();
  }

  /** What follows the escape is a wildcard or the escape itself, or Flink refuses the pattern. */
  private static boolean hasValidEscapes(String pattern, char escape) {
    for (int i = 0; i < pattern.length(); i++) {
      if (pattern.charAt(i) == escape) {
        i++;
        if (i == pattern.length()
            || (pattern.charAt(i) != '_'
                && pattern.charAt(i) != '%'
                && pattern.charAt(i) != escape)) {
          return false;
        }
      }
    }
    return true;
  }

  private static boolean isRegex(List<Expression> arguments) {
    Optional<String> pattern = text(arguments.get(1));
    long group = arguments.size() == 2 ? 0 : integer(arguments.get(2)).orElse(-1L);
    return pattern.filter(text -> JavaRegexSubset.accepts(text, group)).isPresent();
  }

  private static boolean isCast(Type from, Type to) {
    if (from instanceof Type.PrecisionTime && to instanceof Type.PrecisionTime) {
      return same(from, to);
    }
    if (to instanceof Type.Binary) {
      // VARBINARY(n) travels without its length, so that nothing could be cut.
      return from instanceof Type.Binary;
    }
    if (isTimestamp(from) && isTimestamp(to)) {
      return precision(from) <= MICRO_PRECISION || precision(to) > MICRO_PRECISION;
    }
    return true;
  }

  private static Optional<String> text(Expression argument) {
    if (argument instanceof Expression.StrLiteral literal) {
      return Optional.of(literal.value());
    }
    if (argument instanceof Expression.VarCharLiteral literal) {
      return Optional.of(literal.value());
    }
    if (argument instanceof Expression.FixedCharLiteral literal) {
      return Optional.of(literal.value());
    }
    return Optional.empty();
  }

  private static Optional<Long> integer(Expression argument) {
    if (argument instanceof Expression.I32Literal literal) {
      return Optional.of((long) literal.value());
    }
    if (argument instanceof Expression.I16Literal literal) {
      return Optional.of((long) literal.value());
    }
    if (argument instanceof Expression.I8Literal literal) {
      return Optional.of((long) literal.value());
    }
    if (argument instanceof Expression.I64Literal literal) {
      return Optional.of(literal.value());
    }
    return Optional.empty();
  }
}
