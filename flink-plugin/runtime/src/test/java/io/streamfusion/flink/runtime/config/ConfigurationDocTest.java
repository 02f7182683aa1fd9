package io.streamfusion.flink.runtime.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.flink.util.TimeUtils;
import org.junit.jupiter.api.Test;

/**
 * Keeps {@code docs/configuration.md} equal to the options in code. {@code
 * -Dstreamfusion.docs.update=true} writes it.
 */
class ConfigurationDocTest {

  private static final Path DOC = Path.of("..", "..", "docs", "configuration.md");

  private static final String HEAD =
      """
      # Configuration

      <!-- Generated from StreamFusionOptions by ConfigurationDocTest (-Dstreamfusion.docs.update=true). -->

      An option is looked up in the job's own options (`SET` in SQL, `TableConfig`), then in Flink's configuration
      (`config.yaml`), then in the system properties of the JVM. **plan** options are read by the planner, in the client, SQL
      gateway or job manager that plans the job: a JVM property of a task manager never reaches it. **task** options are read
      in each task when its operator opens.

      | option | default | read | what it does |
      |---|---|---|---|
      """;

  @Test
  void documentationMatchesTheOptions() throws IOException {
    String expected =
        Stream.concat(
                StreamFusionOptions.FIXED.stream(),
                Stream.of(
                    StreamFusionOptions.operatorEnabled("<operator>"),
                    StreamFusionOptions.allowIncompatible("<NAME>")))
            .map(ConfigurationDocTest::row)
            .collect(Collectors.joining("", HEAD, ""));
    if (Boolean.getBoolean("streamfusion.docs.update")) {
      Files.writeString(DOC, expected);
    }

    assertThat(Files.readString(DOC)).isEqualTo(expected);
  }

  private static <T> String row(StreamFusionOption<T> option) {
    String constraint =
        option.constraint().isEmpty() ? "" : " Must be " + option.constraint() + ".";
    return "| `%s` | %s | %s | %s%s |\n"
        .formatted(
            option.key(),
            text(option.option().defaultValue()),
            option.scope().name().toLowerCase(Locale.ROOT),
            option.description(),
            constraint);
  }

  private static String text(Object value) {
    return value instanceof Duration duration
        ? TimeUtils.formatWithHighestUnit(duration)
        : value.toString();
  }
}
