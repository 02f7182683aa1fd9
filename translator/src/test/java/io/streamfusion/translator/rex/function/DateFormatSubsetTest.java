package io.streamfusion.translator.rex.function;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import io.streamfusion.translator.testing.PatternVectors;
import java.time.LocalDateTime;
import java.time.format.DateTimeFormatter;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Which patterns may go to the engine; the engine's own parser is tested with the same file. */
class DateFormatSubsetTest {

  static Stream<Arguments> vectors() {
    Map<String, Boolean> vectors = PatternVectors.read("date_format.txt");
    return vectors.entrySet().stream()
        .map(vector -> Arguments.of(vector.getKey(), vector.getValue()));
  }

  @ParameterizedTest(name = "{0}: {1}")
  @MethodSource("vectors")
  void takesWhatTheEngineTakes(String pattern, boolean accepted) {
    assertThat(DateFormatSubset.accepts(pattern)).isEqualTo(accepted);
    if (accepted) {
      assertThatCode(
              () ->
                  DateTimeFormatter.ofPattern(pattern)
                      .format(LocalDateTime.of(2024, 2, 29, 1, 2, 3, 4)))
          .doesNotThrowAnyException();
    }
  }
}
