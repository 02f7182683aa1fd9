package io.streamfusion.translator.rex.function;

import static org.assertj.core.api.Assertions.assertThat;

import io.streamfusion.translator.testing.PatternVectors;
import java.util.Map;
import java.util.Random;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Which patterns may go to the engine; the engine's own parser is tested with the same file. */
class JavaRegexSubsetTest {

  static Stream<Arguments> vectors() {
    Map<String, Boolean> vectors = PatternVectors.read("regexp.txt");
    return vectors.entrySet().stream()
        .map(vector -> Arguments.of(vector.getKey(), vector.getValue()));
  }

  @ParameterizedTest(name = "{0}: {1}")
  @MethodSource("vectors")
  void takesWhatTheEngineTakes(String pattern, boolean accepted) {
    assertThat(JavaRegexSubset.accepts(pattern, 0)).isEqualTo(accepted);
  }

  @Test
  void asksForAGroupThatThePatternHas() {
    assertThat(JavaRegexSubset.accepts("(a)(?:b)(c)", 2)).isTrue();
    assertThat(JavaRegexSubset.accepts("(a)(?:b)(c)", 3)).isFalse();
    assertThat(JavaRegexSubset.accepts("(a)", -1)).isFalse();
  }

  @Test
  void refusesAPatternTooLongToTranslate() {
    assertThat(JavaRegexSubset.accepts("a".repeat(512), 0)).isTrue();
    assertThat(JavaRegexSubset.accepts("a".repeat(513), 0)).isFalse();
  }

  /** Whatever it takes is a pattern for Java too, and has the groups that it counted. */
  @Test
  void acceptsOnlyWhatJavaCompiles() {
    Random random = new Random(5);
    String alphabet = "ab(|)[]^$.*+?{},13-\\dDs&:= ";
    int accepted = 0;
    for (int i = 0; i < 200_000; i++) {
      StringBuilder text = new StringBuilder();
      for (int length = random.nextInt(9); length >= 0; length--) {
        text.append(alphabet.charAt(random.nextInt(alphabet.length())));
      }
      String pattern = text.toString();
      if (JavaRegexSubset.accepts(pattern, 0)) {
        accepted++;
        int groups = Pattern.compile(pattern).matcher("").groupCount();
        assertThat(JavaRegexSubset.accepts(pattern, groups)).as(pattern).isTrue();
        assertThat(JavaRegexSubset.accepts(pattern, groups + 1)).as(pattern).isFalse();
      }
    }
    assertThat(accepted).isGreaterThan(1_000);
  }
}
