package io.streamfusion.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonParser;
import io.streamfusion.translator.support.ReasonCode;
import io.streamfusion.translator.support.ReasonExamples;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.flink.table.functions.ScalarFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The commands that say what this version can do: reasons, capabilities, completion. */
class ReferenceCommandsTest {

  @TempDir private Path folder;

  @Test
  void everyReasonIsExplained() {
    String all = CommandLineRun.of("reasons").out();
    for (ReasonCode code : ReasonCode.values()) {
      assertThat(all).contains("  " + code + "\n      " + code.documentation() + "\n");
      assertThat(code.advice()).as(code.name()).isNotBlank().endsWith(".");
    }
  }

  @Test
  void oneReasonIsExplainedByItself() {
    assertThat(CommandLineRun.of("reasons", "policy_never").out())
        .isEqualTo(
            """
            POLICY_NEVER
                The policy is 'never'.
                To do: Set streamfusion.policy to 'exact'.
                Since: 0.1.0
                Example:
                  SET 'streamfusion.policy' = 'never';
                  SELECT id + 1 FROM t;
            """);
    CommandLineRun unknown = CommandLineRun.of("reasons", "NONSENSE");
    assertThat(unknown.exit()).isEqualTo(2);
    assertThat(unknown.err()).contains("NONSENSE is no reason code", "POLICY_NEVER");
  }

  /** The examples that can be planned without a job do stay on Flink, for that reason. */
  @ParameterizedTest
  @EnumSource(
      value = ReasonCode.class,
      mode = EnumSource.Mode.EXCLUDE,
      names = {"INTERNAL_ERROR", "PLAN_ADVICE"})
  void everyExampleHasItsReason(ReasonCode code) throws IOException {
    Path sql = folder.resolve("example.sql");
    Files.writeString(
        sql,
        """
        CREATE TABLE t (id BIGINT, name STRING, tags ARRAY<STRING>) WITH ('connector' = 'datagen');
        CREATE TABLE w (id BIGINT, ts TIMESTAMP(3), WATERMARK FOR ts AS ts)
          WITH ('connector' = 'datagen');
        CREATE TABLE a (id BIGINT) WITH ('connector' = 'blackhole');
        CREATE TABLE b (id BIGINT) WITH ('connector' = 'blackhole');
        CREATE FUNCTION my_function AS '%s';
        %s
        """
            .formatted(Same.class.getName(), ReasonExamples.of(code).orElseThrow()));

    CommandLineRun run = CommandLineRun.of("check", "--deny", code.name(), sql.toString());

    assertThat(run.out()).contains(" " + code);
    assertThat(run.exit()).isEqualTo(1);
  }

  /** A function of a user. */
  public static final class Same extends ScalarFunction {
    private static final long serialVersionUID = 1L;

    public Long eval(Long value) {
      return value;
    }
  }

  @Test
  void reasonsAreJsonForPrograms() {
    JsonArray reasons =
        JsonParser.parseString(CommandLineRun.of("reasons", "--format", "json").out())
            .getAsJsonArray();
    assertThat(reasons).hasSize(ReasonCode.values().length);
  }

  @Test
  void capabilitiesAreListedAndCompared() throws IOException {
    assertThat(CommandLineRun.of("capabilities").out())
        .contains("Operators\n", "  calc: exact kernel\n", "  rank: stays on Flink\n");
    assertThat(CommandLineRun.of("capabilities", "--format", "md").out())
        .contains("# Coverage and fallbacks");

    String json = CommandLineRun.of("capabilities", "--format", "json").out();
    Path old = folder.resolve("old.json");
    Files.writeString(old, json);
    CommandLineRun same = CommandLineRun.of("capabilities", "--diff", old.toString());
    assertThat(same.exit()).isZero();
    assertThat(same.out()).isEqualTo("0 differences\n");

    JsonArray entries = JsonParser.parseString(json).getAsJsonArray();
    for (JsonElement entry : entries) {
      if (entry.getAsJsonObject().get("name").getAsString().equals("calc")) {
        entry.getAsJsonObject().addProperty("support", "stays on Flink");
      }
    }
    Files.writeString(old, entries.toString());
    CommandLineRun changed = CommandLineRun.of("capabilities", "--diff", old.toString());
    assertThat(changed.exit()).isEqualTo(1);
    assertThat(changed.out())
        .startsWith("~ operator calc: stays on Flink")
        .contains("1 difference");

    Files.writeString(old, "[{}]");
    CommandLineRun broken = CommandLineRun.of("capabilities", "--diff", old.toString());
    assertThat(broken.exit()).isEqualTo(2);
    assertThat(broken.err()).contains("old.json: not what sf-plan capabilities");
  }

  @Test
  void everyCommandHasAManualPage() throws IOException {
    CommandLineRun run = CommandLineRun.of("manual", folder.toString());

    assertThat(run.exit()).isZero();
    String page = Files.readString(folder.resolve("man1/sf-plan-golden-verify.1"));
    assertThat(page)
        .startsWith(".TH SF\\-PLAN\\-GOLDEN\\-VERIFY 1 ")
        .contains(
            ".SH NAME\nsf\\-plan\\-golden\\-verify \\- Fails if",
            ".TP\n\\-\\-case <filter>\n",
            ".SH SEE ALSO\nsf\\-plan\\-golden(1)\n");
    for (String command : SfPlan.commandLine().getSubcommands().keySet()) {
      assertThat(folder.resolve("man1/sf-plan-" + command + ".1")).exists();
    }
    assertThat(Files.readString(folder.resolve("man1/sf-plan.1")))
        .contains(".SH EXIT CODES\n", ".TP\ncheck\nSays per statement");
  }

  @Test
  void completionKnowsTheCommands() {
    assertThat(CommandLineRun.of("completion").out())
        .contains("sf-plan", "check", "--max-fallbacks", "capabilities");
  }
}
