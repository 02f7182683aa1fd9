package io.streamfusion.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.streamfusion.cli.plan.PlanForm;
import io.substrait.proto.Plan;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

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

  /** What people read and edit: text, plan and text again, and the others as well. */
  @Test
  void everyGoldenPlanSurvivesEveryForm() throws IOException {
    CommandLineRun export =
        CommandLineRun.of("golden", "export", "-o", folder.toString(), "../golden-plans");
    assertThat(export.exit()).as(export.err()).isZero();
    List<Path> plans;
    try (Stream<Path> files = Files.walk(folder)) {
      plans = files.filter(file -> file.toString().endsWith(".pb")).sorted().toList();
    }
    assertThat(plans).hasSizeGreaterThan(50);
    for (Path file : plans) {
      String name = file.toString();
      byte[] bytes = Files.readAllBytes(file);
      Plan plan = PlanForm.PB.read(name, bytes);
      for (PlanForm form : PlanForm.values()) {
        byte[] written = form.write(name, plan);
        Plan read = form.read(name, written);
        assertThat(read.toByteArray()).as(name + " in " + form).isEqualTo(bytes);
        assertThat(form.write(name, read)).as(name + " in " + form).isEqualTo(written);
      }
      assertThat(new String(PlanForm.TEXT.write(name, plan), StandardCharsets.UTF_8))
          .as(name)
          .contains("# fragment 0\n", "  extension_single common=")
          .doesNotContain("{scalar_function=", "{selection=", "{cast=", "{measure={", "{i64=");
    }
  }

  /** A person changes a constant; a plan of the engine's own tests is what it was but for that. */
  @Test
  void textIsEditedByHand() throws IOException {
    Path source = PLANS.resolve("nexmark-q2.plan");
    Path text = folder.resolve("q2.txt");
    assertThat(convert(source, "--from", "pb", "--to", "text", "-o", text.toString()).exit())
        .isZero();
    String before = Files.readString(text);
    assertThat(before).contains("123:i32");
    Files.writeString(text, "# By hand.\n\n" + before.replace("123:i32", "124:i32"));

    Path edited = folder.resolve("edited.pb");
    CommandLineRun run = convert(text, "--to", "pb", "-o", edited.toString());

    assertThat(run.err()).isEmpty();
    assertThat(convert(edited, "--to", "text").out())
        .isEqualTo(before.replace("123:i32", "124:i32"));
  }

  @ParameterizedTest(name = "{1}")
  @CsvSource(
      delimiter = '|',
      value = {
        "project common=| projekt common=| a Rel has no 'projekt'",
        "common=emit[| common=emitted[| expected 'emit['",
        "emit[4, 5]| emit[4, 5)| expected ', '",
        "mod(| modulo(| the plan declares no function 'modulo'",
        ":bool?| :boolean?| no type is called 'boolean'",
        "StreamHostSinkRel{| StreamSinkRel{| no message of ours is called 'StreamSinkRel'",
        "'  extension_single'| '    extension_single'| deeper than what it could belong to",
        "{+I}| {+X}| expected '-D'",
        "123:i32| 123:i3| expected an expression",
      })
  void saysWhereATextIsWrong(String right, String wrong, String message) throws IOException {
    Path source = PLANS.resolve("nexmark-q2.plan");
    String text = convert(source, "--from", "pb", "--to", "text").out();
    assertThat(text).contains(right);
    Path broken = folder.resolve("broken.txt");
    Files.writeString(broken, text.replace(right, wrong));

    CommandLineRun run = convert(broken, "--to", "json");

    assertThat(run.err())
        .matches("(?s).*broken.txt: not a Substrait plan in TEXT \\(\\d+:\\d+: .*");
    assertRefused(run, message);
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
