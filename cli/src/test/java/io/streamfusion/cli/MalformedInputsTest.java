package io.streamfusion.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * What {@code sf-plan} says about input that is no good: {@code malformed-inputs.txt} holds each
 * input and, written by the tool and read by people, the exit code and what is printed.
 *
 * <pre>
 * # what is wrong
 * &gt; file            or directory/, or file = bytes in hexadecimal
 * | line of the file
 * $ arguments
 * = exit code
 * what is printed
 * </pre>
 *
 * {@code -Dstreamfusion.docs.update=true} writes what is printed today.
 */
class MalformedInputsTest {

  private static final Path TABLE = Path.of("src/test/resources/malformed-inputs.txt");
  private static final String FOLDER = "{dir}";
  private static final String PLACE = "(?s)\\S+:\\d+:\\d+: .*";

  @TempDir private Path folder;

  /** One input; {@code said} has the exit code in front. */
  private record Malformed(
      String name, Map<String, List<String>> files, String arguments, List<String> said) {

    String text(String newSaid) {
      StringBuilder text = new StringBuilder("# ").append(name).append('\n');
      files.forEach(
          (file, lines) -> {
            text.append("> ").append(file).append('\n');
            lines.forEach(line -> text.append("| ").append(line).append('\n'));
          });
      return text.append("$ ").append(arguments).append('\n').append(newSaid).toString();
    }
  }

  @Test
  void eachInputHasItsMessageHintAndExitCode() throws IOException {
    List<Malformed> inputs = read();
    StringBuilder actual = new StringBuilder();
    StringBuilder expected = new StringBuilder();
    for (Malformed input : inputs) {
      String said = run(input);
      actual.append(input.text(said)).append('\n');
      expected.append(input.text(String.join("\n", input.said()) + "\n")).append('\n');
    }
    if (Boolean.getBoolean("streamfusion.docs.update")) {
      Files.writeString(TABLE, actual.toString());
    } else {
      assertThat(actual).hasToString(expected.toString());
    }
    assertThat(inputs).hasSizeGreaterThan(60);
  }

  @Test
  void messagesAreForPeople() throws IOException {
    for (Malformed input : read()) {
      String said = String.join("\n", input.said());
      assertThat(said)
          .as(input.name())
          .matches("(?s)= [12]\n.*")
          .contains("hint: ")
          .doesNotContain("\tat ", "internal error", "Exception:");
      if (said.startsWith("= 1") && input.arguments().startsWith("check")) {
        assertThat(said.substring(4)).as(input.name()).matches(PLACE);
      }
    }
  }

  private String run(Malformed input) throws IOException {
    Path work = Files.createTempDirectory(folder, "input");
    for (Map.Entry<String, List<String>> file : input.files().entrySet()) {
      write(work, file.getKey(), file.getValue());
    }
    List<String> arguments = new ArrayList<>();
    for (String argument : input.arguments().split(" ")) {
      arguments.add(argument.replace(FOLDER, work.toString()));
    }
    CommandLineRun run = CommandLineRun.of(arguments.toArray(new String[0]));
    String said = run.err().isEmpty() ? run.out() : run.err();
    String shown =
        said.replace(work.toString(), FOLDER)
            // Where git stops to look depends on what is mounted.
            .replaceAll("not a git repository \\(.*", "not a git repository")
            .stripTrailing();
    return "= " + run.exit() + "\n" + shown + "\n";
  }

  private static void write(Path work, String name, List<String> lines) throws IOException {
    String[] parts = name.split(" = ", 2);
    Path file = work.resolve(parts[0]);
    if (name.endsWith("/")) {
      Files.createDirectories(file);
      return;
    }
    Files.createDirectories(file.getParent());
    byte[] bytes =
        parts.length > 1
            ? HexFormat.of().parseHex(parts[1])
            : lines.stream()
                .map(line -> line + "\n")
                .collect(Collectors.joining())
                .getBytes(StandardCharsets.UTF_8);
    Files.write(file, bytes);
  }

  private static List<Malformed> read() throws IOException {
    List<Malformed> inputs = new ArrayList<>();
    for (String block : Files.readString(TABLE).split("(?m)^# ")) {
      if (block.isBlank()) {
        continue;
      }
      List<String> lines = block.stripTrailing().lines().toList();
      Map<String, List<String>> files = new LinkedHashMap<>();
      List<String> current = new ArrayList<>();
      int i = 1;
      for (; !lines.get(i).startsWith("$ "); i++) {
        String line = lines.get(i);
        if (line.startsWith("> ")) {
          current = new ArrayList<>();
          files.put(line.substring(2), current);
        } else {
          current.add(line.substring(Math.min(2, line.length())));
        }
      }
      inputs.add(
          new Malformed(
              lines.get(0), files, lines.get(i).substring(2), lines.subList(i + 1, lines.size())));
    }
    return inputs;
  }
}
