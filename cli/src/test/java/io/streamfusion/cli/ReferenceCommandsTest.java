package io.streamfusion.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonParser;
import io.streamfusion.translator.support.ReasonCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

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
            """);
    CommandLineRun unknown = CommandLineRun.of("reasons", "NONSENSE");
    assertThat(unknown.exit()).isEqualTo(2);
    assertThat(unknown.err()).contains("NONSENSE is no reason code", "POLICY_NEVER");
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
  void completionKnowsTheCommands() {
    assertThat(CommandLineRun.of("completion").out())
        .contains("sf-plan", "check", "--max-fallbacks", "capabilities");
  }
}
