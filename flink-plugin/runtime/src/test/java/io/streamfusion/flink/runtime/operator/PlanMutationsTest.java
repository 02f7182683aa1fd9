package io.streamfusion.flink.runtime.operator;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Corrupt plans end in a typed error; they never end the process. */
class PlanMutationsTest {

  private static final int PLANS = 100_000;
  private static final Path PLANNED =
      Path.of("..", "..", "substrait-ext", "tests", "plans").toAbsolutePath().normalize();
  private static final Path CONTRACT = Path.of("..", "..", "substrait-ext", "proto");
  private static final Pattern MESSAGE =
      Pattern.compile("^message (Stream\\w+) ", Pattern.MULTILINE);

  /** Not a relation: a part of each. */
  private static final Set<String> PARTS = Set.of("StreamNode");

  private static final Pattern SUMMARY =
      Pattern.compile(
          "unmutated answers (\\d+) of (\\d+), answers (\\d+), typed errors (\\d+)\\R?");

  @Test
  void everyMutatedPlanGetsAnAnswerOrATypedError(@TempDir Path directory) throws Exception {
    String output = run(directory, "20261130", Integer.toString(PLANS), PLANNED.toString());

    Matcher summary = SUMMARY.matcher(output);
    assertThat(summary.matches()).as(output).isTrue();
    assertThat(summary.group(1)).as("seeds that open").isEqualTo(summary.group(2));
    int answers = Integer.parseInt(summary.group(3));
    int typedErrors = Integer.parseInt(summary.group(4));
    assertThat(answers + typedErrors).isGreaterThanOrEqualTo(PLANS);
    assertThat(answers).as("mutations that the reader cannot see").isLessThan(PLANS / 2);
  }

  @Test
  void seedsHoldEveryRelationOfTheContract() throws IOException {
    Set<String> relations = new TreeSet<>();
    try (Stream<Path> files = Files.walk(CONTRACT)) {
      for (Path file : files.filter(file -> file.toString().endsWith(".proto")).toList()) {
        MESSAGE
            .matcher(Files.readString(file))
            .results()
            .map(message -> message.group(1))
            .forEach(relations::add);
      }
    }
    relations.removeAll(PARTS);
    String seeds =
        PlanMutations.seeds(PLANNED).stream()
            .map(seed -> new String(seed.plan(), StandardCharsets.ISO_8859_1))
            .collect(Collectors.joining());

    assertThat(relations).hasSizeGreaterThan(10);
    assertThat(relations).filteredOn(name -> !seeds.contains(".v1." + name)).isEmpty();
  }

  /** A process of its own, so that its end would be seen and would not take this one with it. */
  private static String run(Path directory, String... arguments)
      throws IOException, InterruptedException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
        .filter(argument -> argument.startsWith("--add-opens"))
        .forEach(command::add);
    command.add("-Xmx512m");
    command.add("-Dstreamfusion.native.dir=" + System.getProperty("streamfusion.native.dir"));
    command.add("-cp");
    command.add(System.getProperty("java.class.path"));
    command.add(PlanMutations.class.getName());
    command.addAll(List.of(arguments));
    Process process =
        new ProcessBuilder(command)
            .directory(directory.toFile())
            .redirectError(directory.resolve("err").toFile())
            .start();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).as(() -> output + readQuietly(directory.resolve("err"))).isZero();
    return output;
  }

  private static String readQuietly(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      return e.toString();
    }
  }
}
