package io.streamfusion.translator.rex;

import static org.assertj.core.api.Assertions.assertThat;

import io.substrait.expression.Expression;
import io.substrait.expression.ExpressionCreator;
import io.substrait.expression.FieldReference;
import io.substrait.type.Type;
import io.substrait.type.TypeCreator;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;

/** What kernels ask for beyond their signatures. */
class KernelRulesTest {

  private static final TypeCreator TYPES = TypeCreator.NULLABLE;
  private static final Type DATE = TYPES.DATE;
  private static final Type TIME = TYPES.precisionTime(3);
  private static final Type MILLIS = TYPES.precisionTimestamp(3);
  private static final Type MICROS = TYPES.precisionTimestamp(6);
  private static final Type NANOS = TYPES.precisionTimestamp(9);

  @Test
  void decimalsKeepTheirType() {
    assertThat(allow("decimal.abs", TYPES.decimal(5, 2), TYPES.decimal(5, 2))).isTrue();
    assertThat(allow("decimal.abs", TYPES.decimal(5, 2), TypeCreator.REQUIRED.decimal(5, 2)))
        .as("nullability does not count")
        .isTrue();
    assertThat(allow("decimal.negate", TYPES.decimal(5, 2), TYPES.decimal(6, 2))).isFalse();
  }

  @Test
  void timestampsKeepTheirPrecision() {
    assertThat(allow("datetime.plus", MILLIS, MILLIS)).isTrue();
    assertThat(allow("datetime.minus", MILLIS, MICROS)).isFalse();
    assertThat(allow("datetime.minus", DATE, MILLIS)).as("not of a timestamp").isTrue();
    assertThat(allow("comparison.in", MICROS, TYPES.BOOLEAN)).isTrue();
    assertThat(allow("comparison.in", NANOS, TYPES.BOOLEAN)).isFalse();
  }

  @Test
  void roundsToUnitsOfTheType() {
    assertThat(KernelRules.allow("datetime", "floor", List.of(field(MILLIS), text("HOUR")), MILLIS))
        .isTrue();
    assertThat(KernelRules.allow("datetime", "floor", List.of(field(DATE), text("HOUR")), DATE))
        .isFalse();
    assertThat(KernelRules.allow("datetime", "ceil", List.of(field(DATE), text("MONTH")), DATE))
        .isTrue();
    assertThat(KernelRules.allow("datetime", "ceil", List.of(field(DATE), text("DECADE")), DATE))
        .isFalse();
    assertThat(
            KernelRules.allow("datetime", "ceil", List.of(field(DATE), field(TYPES.STRING)), DATE))
        .as("a unit that is no literal")
        .isFalse();
  }

  @Test
  void extractsUnitsThatTheTypeHas() {
    assertThat(extracts("YEAR", DATE)).isTrue();
    assertThat(extracts("HOUR", DATE)).isFalse();
    assertThat(extracts("HOUR", TIME)).isTrue();
    assertThat(extracts("YEAR", TIME)).isFalse();
    assertThat(extracts("HOUR", MILLIS)).isTrue();
    assertThat(extracts("NANOSECOND", MILLIS)).isFalse();
  }

  @Test
  void patternsAreLiteralsOfTheSubset() {
    assertThat(of("datetime.date_format", field(MILLIS), text("yyyy-MM-dd"))).isTrue();
    assertThat(of("datetime.date_format", field(MILLIS), text("EEE"))).isFalse();
    assertThat(of("datetime.date_format", field(MILLIS), field(TYPES.STRING))).isFalse();
    assertThat(of("string.regexp_extract", field(TYPES.STRING), text("(a)b"))).isTrue();
    assertThat(of("string.regexp_extract", field(TYPES.STRING), text("(a)b"), number(1))).isTrue();
    assertThat(of("string.regexp_extract", field(TYPES.STRING), text("(a)b"), number(2))).isFalse();
    assertThat(of("string.regexp_extract", field(TYPES.STRING), text("(?i)b"))).isFalse();
  }

  @Test
  void likeNeedsALiteralPatternWithValidEscapes() {
    Expression input = field(TYPES.STRING);
    assertThat(of("string.like", input, text("a%"))).isTrue();
    assertThat(of("string.like", input, field(TYPES.STRING))).isFalse();
    assertThat(of("string.like", input, text("a!_b!!"), text("!"))).isTrue();
    assertThat(of("string.like", input, text("a!b"), text("!"))).isFalse();
    assertThat(of("string.like", input, text("a!"), text("!"))).isFalse();
    assertThat(of("string.like", input, text("a"), text("!!"))).isFalse();
    assertThat(of("string.like", input, text("a"), text("\0"))).isFalse();
  }

  @Test
  void castsAreThoseThatCannotCutSilently() {
    assertThat(allow("cast.cast", TIME, TYPES.precisionTime(0))).isFalse();
    assertThat(allow("cast.cast", TIME, TIME)).isTrue();
    assertThat(allow("cast.cast", TYPES.fixedBinary(3), TYPES.BINARY)).isFalse();
    assertThat(allow("cast.cast", TYPES.BINARY, TYPES.BINARY)).isTrue();
    assertThat(allow("cast.cast", NANOS, MICROS)).isFalse();
    assertThat(allow("cast.cast", NANOS, NANOS)).isTrue();
    assertThat(allow("cast.cast", MICROS, MILLIS)).isTrue();
    assertThat(allow("cast.cast", TYPES.I32, TYPES.STRING)).isTrue();
  }

  @Test
  void letterCaseNeedsAnOrdinaryLocale() {
    Locale locale = Locale.getDefault();
    try {
      Locale.setDefault(Locale.ENGLISH);
      assertThat(of("string.lower", field(TYPES.STRING))).isTrue();
      Locale.setDefault(new Locale("tr"));
      assertThat(of("string.lower", field(TYPES.STRING))).isFalse();
    } finally {
      Locale.setDefault(locale);
    }
  }

  @Test
  void everythingElseIsWhatItsSignatureSays() {
    assertThat(of("string.concat", field(TYPES.STRING))).isTrue();
  }

  private static boolean extracts(String unit, Type type) {
    return of("datetime.extract", text(unit), field(type));
  }

  private static boolean allow(String function, Type argument, Type result) {
    String[] name = function.split("\\.");
    return KernelRules.allow(name[0], name[1], List.of(field(argument)), result);
  }

  private static boolean of(String function, Expression... arguments) {
    String[] name = function.split("\\.");
    return KernelRules.allow(name[0], name[1], List.of(arguments), TYPES.STRING);
  }

  private static Expression field(Type type) {
    return FieldReference.newRootStructReference(0, type);
  }

  private static Expression text(String value) {
    return ExpressionCreator.string(false, value);
  }

  private static Expression number(int value) {
    return ExpressionCreator.i32(false, value);
  }
}
