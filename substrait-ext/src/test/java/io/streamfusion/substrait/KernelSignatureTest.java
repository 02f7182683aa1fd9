package io.streamfusion.substrait;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.substrait.expression.Expression;
import io.substrait.expression.ExpressionCreator;
import io.substrait.expression.FieldReference;
import io.substrait.type.Type;
import io.substrait.type.TypeCreator;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The notation of {@code kernels.yaml}, which the engine's {@code signature.rs} reads too. */
class KernelSignatureTest {

  private static final TypeCreator TYPES = TypeCreator.NULLABLE;

  @Test
  void countsArguments() {
    assertThat(accepts("() -> int", TYPES.I32)).isTrue();
    assertThat(accepts("() -> int", TYPES.I32, field(TYPES.I32))).isFalse();
    assertThat(accepts("(int, bigint) -> int", TYPES.I32, field(TYPES.I32))).isFalse();
    assertThat(accepts("(int, bigint) -> int", TYPES.I32, field(TYPES.I32), field(TYPES.I64)))
        .isTrue();
    assertThat(accepts("(int, bigint) -> int", TYPES.I32, field(TYPES.I64), field(TYPES.I32)))
        .isFalse();
  }

  @Test
  void repeatsTheLastParameterFromZeroTimesOn() {
    String signature = "(int, string...) -> varchar";
    assertThat(accepts(signature, TYPES.STRING, field(TYPES.I32))).isTrue();
    assertThat(
            accepts(
                signature,
                TYPES.STRING,
                field(TYPES.I32),
                field(TYPES.STRING),
                field(TYPES.fixedChar(3))))
        .isTrue();
    assertThat(accepts(signature, TYPES.STRING, field(TYPES.I32), field(TYPES.I32))).isFalse();
    assertThat(accepts(signature, TYPES.STRING)).isFalse();
  }

  @Test
  void asksForALiteralThatIsNotNull() {
    String signature = "(=string) -> int";
    assertThat(accepts(signature, TYPES.I32, ExpressionCreator.string(false, "a"))).isTrue();
    assertThat(accepts(signature, TYPES.I32, field(TYPES.STRING))).isFalse();
    assertThat(accepts(signature, TYPES.I32, ExpressionCreator.typedNull(TYPES.STRING))).isFalse();
  }

  @Test
  void groupsAndAlternativesNameTypes() {
    assertThat(accepts("(integer) -> int", TYPES.I32, field(TYPES.I8))).isTrue();
    assertThat(accepts("(integer) -> int", TYPES.I32, field(TYPES.FP32))).isFalse();
    assertThat(accepts("(approximate) -> int", TYPES.I32, field(TYPES.FP64))).isTrue();
    assertThat(accepts("(bytes) -> int", TYPES.I32, field(TYPES.fixedBinary(2)))).isTrue();
    assertThat(accepts("(bytes) -> int", TYPES.I32, field(TYPES.STRING))).isFalse();
    assertThat(accepts("(date|timestamp) -> int", TYPES.I32, field(TYPES.precisionTimestamp(9))))
        .isTrue();
    assertThat(accepts("(date|timestamp) -> int", TYPES.I32, field(TYPES.precisionTimestampTZ(9))))
        .isFalse();
    assertThat(accepts("(any) -> any", TYPES.list(TYPES.I32), field(TYPES.struct(TYPES.I32))))
        .isTrue();
  }

  @Test
  void comparesTheResultToo() {
    assertThat(accepts("(int) -> int", TYPES.I64, field(TYPES.I32))).isFalse();
    assertThat(accepts("(int) -> int|bigint", TYPES.I64, field(TYPES.I32))).isTrue();
  }

  @Test
  void refusesATextThatIsNoSignature() {
    for (String text : List.of("", "int", "(int)", "int -> int", ") ( -> int")) {
      assertThatThrownBy(() -> KernelSignature.parse(text))
          .as(text)
          .isInstanceOf(IllegalArgumentException.class);
    }
  }

  /** What a typing mistake in the catalogue would do: no call fits, silently. */
  @Test
  void everySignatureOfTheCatalogueParses() {
    assertThat(KernelCatalogue.get().all())
        .isNotEmpty()
        .allSatisfy(
            kernel ->
                assertThat(kernel.signatures())
                    .isNotEmpty()
                    .allSatisfy(
                        text -> assertThat(KernelSignature.parse(text).result()).isNotEmpty()));
  }

  private static boolean accepts(String signature, Type result, Expression... arguments) {
    return KernelSignature.parse(signature).accepts(List.of(arguments), result);
  }

  private static Expression field(Type type) {
    return FieldReference.newRootStructReference(0, type);
  }
}
