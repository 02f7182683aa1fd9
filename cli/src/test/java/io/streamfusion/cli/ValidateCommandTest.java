package io.streamfusion.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import io.streamfusion.cli.plan.PlanForm;
import io.streamfusion.cli.plan.PlanValidator;
import io.streamfusion.cli.run.PluginProcess;
import io.streamfusion.substrait.text.PlanProtoText;
import io.substrait.proto.Plan;
import io.substrait.proto.PlanRel;
import io.substrait.proto.ReferenceRel;
import io.substrait.proto.Rel;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Whole plans are valid; each way of breaking one is named. */
class ValidateCommandTest {

  private static final Path PLANS = Path.of("../substrait-ext/tests/plans");

  @TempDir private Path folder;

  private static List<String> problems(Consumer<Plan.Builder> change) throws IOException {
    Plan.Builder plan =
        Plan.parseFrom(Files.readAllBytes(PLANS.resolve("nexmark-q2.plan"))).toBuilder();
    change.accept(plan);
    return PlanValidator.problems(plan.build());
  }

  @Test
  void plansThatTheEngineReadsAreValid() throws IOException {
    try (Stream<Path> files = Files.list(PLANS)) {
      for (Path file : files.filter(f -> f.toString().endsWith(".plan")).sorted().toList()) {
        CommandLineRun run = CommandLineRun.of("validate", "--from", "pb", file.toString(), "-q");
        assertThat(run.out()).isEmpty();
        assertThat(run.exit()).isZero();
      }
    }
  }

  /** What of the golden plans Calcite reads, and what is said of the rest. */
  @Test
  void goldenPlansComeBackFromCalciteWithTheirRowTypes() throws IOException {
    CommandLineRun export =
        CommandLineRun.of("golden", "export", "-o", folder.toString(), "../golden-plans");
    assertThat(export.exit()).as(export.err()).isZero();
    List<String> arguments =
        new ArrayList<>(List.of("validate", "--reader", "java,calcite", "--format", "json"));
    try (Stream<Path> files = Files.walk(folder)) {
      files
          .filter(file -> file.toString().endsWith(".pb"))
          .map(Path::toString)
          .sorted()
          .forEach(arguments::add);
    }

    CommandLineRun run = CommandLineRun.of(arguments.toArray(new String[0]));

    assertThat(run.err()).isEmpty();
    assertThat(run.exit()).as(run.out()).isZero();
    Map<String, Integer> readings = new TreeMap<>();
    Map<String, Integer> outside = new TreeMap<>();
    for (JsonElement plan : JsonParser.parseString(run.out()).getAsJsonArray()) {
      for (JsonElement each : plan.getAsJsonObject().getAsJsonArray("fragments")) {
        JsonObject fragment = each.getAsJsonObject();
        readings.merge(fragment.get("calcite").getAsString(), 1, Integer::sum);
        fragment
            .getAsJsonArray("details")
            .forEach(detail -> outside.merge(detail.getAsString(), 1, Integer::sum));
      }
    }
    assertThat(readings).containsOnlyKeys("same", "outside");
    assertThat(readings.get("same")).isGreaterThan(80);
    assertThat(outside.keySet())
        .contains("function host_call", "relation StreamCorrelateRel", "relation expand")
        .allMatch(
            what ->
                what.matches(
                    "function (host_call|array_agg|array_agg_ignore_nulls)"
                        + "|relation (StreamCorrelateRel|StreamHostProjectRel|expand)"
                        + "|a type of ours|literal precision_time"
                        + "|fragment \\d+, whose columns are not known"));
  }

  @Test
  void aTypeThatCalciteDerivesOtherwiseIsAFinding() throws IOException {
    Path right = PLANS.resolve("nexmark-q2.plan");
    String text = new String(PlanForm.TEXT.write("q2", plan("nexmark-q2.plan")), UTF_8);
    Path wrong = folder.resolve("wrong.txt");
    Files.writeString(wrong, text.replace(", 123:i32):i32?", ", 123:i32):i64?"));
    assertThat(Files.readString(wrong)).isNotEqualTo(text);

    CommandLineRun run =
        CommandLineRun.of(
            "validate", "--reader", "java,calcite", "--from", "text", wrong.toString());

    assertThat(run.out())
        .isEqualTo(
            wrong
                + ": not valid\n"
                + "    calcite: fragment 0: the call of mod is i64? in the plan and i32? in Calcite\n"
                + "  hint: translate the SQL again, with the version that reads the plan\n");
    assertThat(run.exit()).isEqualTo(1);
    assertThat(
            CommandLineRun.of(
                    "validate", "--reader", "java,calcite", "--from", "pb", right.toString())
                .out())
        .isEqualTo(
            right + ": valid\n    fragment 0: Calcite reads it back with the same row type\n");
    assertThat(
            CommandLineRun.of(
                    "validate", "--reader", "calcite", "--format", "json", wrong.toString())
                .out())
        .contains("\"finding\": true", "\"calcite\": \"different\"", "i64? in the plan");
  }

  private static Plan plan(String name) throws IOException {
    return Plan.parseFrom(Files.readAllBytes(PLANS.resolve(name)));
  }

  @Test
  void theEngineSaysWhatItCannotRun() throws Exception {
    System.setProperty(PluginProcess.PLUGIN, "../flink-plugin/dist/target");
    Plan plan = Plan.parseFrom(Files.readAllBytes(PLANS.resolve("nexmark-q2.plan")));
    Path right = folder.resolve("right.pb");
    Path wrong = folder.resolve("wrong.pb");
    Files.write(right, plan.toByteArray());
    String text = PlanProtoText.of(plan);
    assertThat(text).contains(" field: 2\n");
    // A column that does not exist.
    Files.write(
        wrong, PlanProtoText.parse(text.replace(" field: 2\n", " field: 99\n")).toByteArray());

    CommandLineRun both =
        CommandLineRun.of(
            "validate", "--reader", "java,engine", right.toString(), wrong.toString());

    assertThat(both.err()).isEmpty();
    assertThat(both.out())
        .startsWith(right + ": valid\n" + wrong + ": not valid\n    engine: fragment 0: ")
        .contains("99");
    assertThat(both.exit()).isEqualTo(1);
  }

  @Test
  void problemsAreFindings() throws IOException {
    Plan plan = Plan.parseFrom(Files.readAllBytes(PLANS.resolve("nexmark-q2.plan")));
    Path file = folder.resolve("headless.pb");
    Files.write(
        file, plan.toBuilder().clearAdvancedExtensions().clearVersion().build().toByteArray());

    CommandLineRun run = CommandLineRun.of("validate", file.toString());

    assertThat(run.exit()).isEqualTo(1);
    assertThat(run.out())
        .isEqualTo(
            file
                + ": not valid\n"
                + "    it does not say which version of Substrait it is written in\n"
                + "    it has no job header\n"
                + "  hint: translate the SQL again, with the version that reads the plan\n");
  }

  @Test
  void functionsMustBeKnownAndDeclared() throws IOException {
    assertThat(
            problems(
                plan ->
                    plan.getExtensionsBuilder(0)
                        .getExtensionFunctionBuilder()
                        .setName("nonsense:any")))
        .singleElement()
        .asString()
        .startsWith("function nonsense:any of extension:io.streamfusion:functions_flink_");
    assertThat(problems(Plan.Builder::clearExtensions))
        .isNotEmpty()
        .allMatch(problem -> problem.matches("function anchor \\d+ is not declared"));
    assertThat(problems(Plan.Builder::clearExtensionUrns))
        .isNotEmpty()
        .allMatch(problem -> problem.endsWith("is of a URN that is not declared"));
  }

  @Test
  void aFragmentReadsOnlyThoseBeforeIt() throws IOException {
    PlanRel itself =
        PlanRel.newBuilder()
            .setRel(Rel.newBuilder().setReference(ReferenceRel.newBuilder().setSubtreeOrdinal(1)))
            .build();
    assertThat(problems(plan -> plan.addRelations(itself)))
        .contains("fragment 1 reads fragment 1, which does not come before it");
  }
}
