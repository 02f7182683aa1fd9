package io.streamfusion.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.streamfusion.cli.plan.PlanForm;
import io.substrait.proto.Plan;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Plan files in other forms, on the plans that the engine's own tests read. */
class ConvertCommandTest {

  private static final Path PLANS = Path.of("../substrait-ext/tests/plans");

  @TempDir private Path folder;

  private static List<Path> plans() throws IOException {
    try (Stream<Path> files = Files.list(PLANS)) {
      return files.filter(file -> file.toString().endsWith(".plan")).sorted().toList();
    }
  }

  @Test
  void everyFormReadsBackToTheSameBytes() throws IOException {
    List<Path> plans = plans();
    assertThat(plans).hasSizeGreaterThan(15);
    for (Path file : plans) {
      byte[] bytes = Files.readAllBytes(file);
      Plan plan = PlanForm.PB.read(file.toString(), bytes);
      for (PlanForm form : PlanForm.values()) {
        byte[] written = form.write(file.toString(), plan);
        assertThat(form.read(file.toString(), written).toByteArray())
            .as(file + " in " + form)
            .isEqualTo(bytes);
      }
    }
  }

  @Test
  void convertsFromFormToForm() throws IOException {
    Path source = PLANS.resolve("nexmark-q2.plan");
    Path json = folder.resolve("q2.json");
    Path text = folder.resolve("q2.txtpb");
    Path back = folder.resolve("q2.pb");

    assertThat(convert(source, "--from", "pb", "--to", "json", "-o", json.toString()).exit())
        .isZero();
    assertThat(convert(json, "--to", "txtpb", "-o", text.toString()).exit()).isZero();
    assertThat(convert(text, "--to", "pb", "-o", back.toString()).exit()).isZero();

    assertThat(Files.readAllBytes(back)).isEqualTo(Files.readAllBytes(source));
    assertThat(Files.readString(json)).contains("StreamWatermarkAssignerRel");
    assertThat(Files.readString(text))
        .contains("[type.googleapis.com/streamfusion.substrait.v1.StreamWatermarkAssignerRel]");
    assertThat(convert(json, "--to", "text").out()).startsWith("plan contract=1");
  }

  @Test
  void saysWhatIsWrongWithAFile() throws IOException {
    byte[] bytes = Files.readAllBytes(PLANS.resolve("nexmark-q2.plan"));
    Path cut = folder.resolve("cut.pb");
    Files.write(cut, Arrays.copyOf(bytes, bytes.length / 2));
    assertRefused(convert(cut, "--to", "json"), "cut.pb: not a Substrait plan in PB");

    Path empty = folder.resolve("empty.pb");
    Files.write(empty, new byte[0]);
    assertRefused(convert(empty, "--to", "json"), "empty.pb: a plan without relations");

    Path unknown = folder.resolve("unknown.json");
    Files.writeString(unknown, "{\"relation\": []}");
    assertRefused(convert(unknown, "--to", "pb"), "unknown.json: not a Substrait plan in JSON");

    Path misspelt = folder.resolve("misspelt.txtpb");
    Files.writeString(misspelt, "relations {\n  rel { nonsense {} }\n}\n");
    assertRefused(
        convert(misspelt, "--to", "json"), "misspelt.txtpb: not a Substrait plan in TXTPB (2:");

    assertRefused(convert(folder.resolve("absent.pb"), "--to", "json"), "cannot be read");
    assertRefused(convert(folder.resolve("plan.bin"), "--to", "json"), "does not tell its form");
    assertRefused(convert(PLANS.resolve("union.plan"), "--from", "pb", "--to", "pb"), "--output");
    assertRefused(
        convert(
            PLANS.resolve("union.plan"),
            "--from",
            "pb",
            "--to",
            "json",
            "-o",
            folder.resolve("no/such/file").toString()),
        "cannot be written");
  }

  private static void assertRefused(CommandLineRun run, String message) {
    assertThat(run.err()).contains(message, "hint:").doesNotContain("internal error");
    assertThat(run.exit()).isEqualTo(2);
  }

  private static CommandLineRun convert(Path file, String... options) {
    String[] args = new String[options.length + 2];
    args[0] = "convert";
    args[1] = file.toString();
    System.arraycopy(options, 0, args, 2, options.length);
    return CommandLineRun.of(args);
  }
}
