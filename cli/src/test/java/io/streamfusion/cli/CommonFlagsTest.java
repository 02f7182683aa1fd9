package io.streamfusion.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** How much is said, in which form and in which colours, whatever the command. */
class CommonFlagsTest {

  private static final String SQL =
      """
      CREATE TABLE src (a INT, b STRING) WITH ('connector'='datagen');
      CREATE TABLE cnt (b STRING, n BIGINT, PRIMARY KEY (b) NOT ENFORCED)
        WITH ('connector'='blackhole');
      INSERT INTO cnt SELECT b, COUNT(*) FROM src GROUP BY b;
      SELECT a FROM src LIMIT 3;
      """;

  @TempDir private Path folder;

  @BeforeEach
  void writeFiles() throws IOException {
    Files.writeString(folder.resolve("old.sql"), SQL);
    Files.writeString(folder.resolve("new.sql"), SQL.replace("COUNT(*)", "COUNT(a)"));
  }

  private CommandLineRun run(String command, String... arguments) {
    List<String> all = new ArrayList<>(List.of(command, "-C", folder.toString()));
    all.addAll(List.of(arguments));
    return CommandLineRun.of(all.toArray(new String[0]));
  }

  @Test
  void everyCommandTakesThem() {
    List<CommandLine> commands = new ArrayList<>();
    collect(SfPlan.commandLine(), commands);
    assertThat(commands).hasSizeGreaterThan(20);
    for (CommandLine command : commands) {
      for (String flag : List.of("-q", "--quiet", "-v", "--verbose", "--color", "--stacktrace")) {
        assertThat(command.getCommandSpec().findOption(flag))
            .as(command.getCommandSpec().qualifiedName() + " " + flag)
            .isNotNull();
      }
    }
  }

  @Test
  void everyCommandThatTakesPathsWorksInAnotherDirectory() throws IOException {
    List<CommandLine> commands = new ArrayList<>();
    collect(SfPlan.commandLine(), commands);
    List<String> withoutIt =
        commands.stream()
            .map(CommandLine::getCommandSpec)
            .filter(command -> command.findOption("-C") == null)
            .map(command -> command.qualifiedName())
            .toList();
    assertThat(withoutIt)
        .containsExactlyInAnyOrder(
            "sf-plan",
            "sf-plan golden",
            "sf-plan reasons",
            "sf-plan capabilities",
            "sf-plan completion",
            "sf-plan manual");

    Path golden = Files.createDirectories(folder.resolve("golden/topic/case"));
    Files.writeString(golden.resolve("query.sql"), SQL);
    assertThat(golden("update").exit()).isZero();
    Files.writeString(golden.resolve("query.sql"), SQL.replace("COUNT(*)", "COUNT(a)"));
    CommandLineRun verify = golden("verify", "--pending");
    assertThat(verify.err())
        .isEqualTo(
            "  hint: sf-plan golden review -C "
                + folder
                + " golden goes through the differences\n");
    assertThat(golden("pending").out()).isEqualTo("topic/case\ngoldens: 1 pending\n");
    assertThat(golden("accept").out()).endsWith("goldens: 1 accepted\n");
    assertThat(golden("reject").out()).isEqualTo("goldens: 0 rejected\n");
    assertThat(golden("review").out()).isEqualTo("goldens: 0 pending\n");
    assertThat(golden("export", "-o", "plans").out()).isEqualTo("goldens: 1 plans exported\n");
    assertThat(folder.resolve("plans/topic/case.3.pb")).exists();
    Files.delete(golden.resolve("query.sql"));
    Files.createDirectories(folder.resolve("golden/other"));
    Files.writeString(folder.resolve("golden/other/query.sql"), SQL);
    assertThat(golden("prune").out()).endsWith("goldens: 1 pruned\n");

    assertThat(run("convert", "plans/topic/case.3.pb", "--to", "json", "-o", "plan.json").exit())
        .isZero();
    assertThat(run("validate", "--reader", "java", "plan.json").out())
        .isEqualTo("plan.json: valid\n");
    Files.createFile(
        Files.createDirectories(folder.resolve("flink/lib")).resolve("flink-dist-2.2.1.jar"));
    assertThat(run("doctor", "flink").out()).contains(folder + "/flink");
    assertThat(run("doctor", "-C", folder + "/absent", "flink").exit()).isEqualTo(2);
  }

  private CommandLineRun golden(String command, String... options) {
    List<String> all = new ArrayList<>(List.of(command, "-C", folder.toString(), "golden"));
    all.add(0, "golden");
    all.addAll(List.of(options));
    return CommandLineRun.of(all.toArray(new String[0]));
  }

  private static void collect(CommandLine command, List<CommandLine> commands) {
    commands.add(command);
    command.getSubcommands().values().forEach(each -> collect(each, commands));
  }

  @Test
  void quietAndVerboseExcludeEachOther() {
    CommandLineRun run = run("explain", "-q", "-v", "old.sql");

    assertThat(run.err()).contains("--quiet and --verbose exclude each other", "hint: ");
    assertThat(run.exit()).isEqualTo(2);
  }

  @Test
  void explainSaysLessAndMore() {
    assertThat(run("explain", "-q", "old.sql"))
        .isEqualTo(run("explain", "--level", "summary", "old.sql"))
        .isNotEqualTo(run("explain", "old.sql"));
    assertThat(run("explain", "-v", "old.sql"))
        .isEqualTo(run("explain", "--level", "full", "old.sql"))
        .isNotEqualTo(run("explain", "old.sql"));
  }

  @Test
  void diffSaysLessAndMoreAndInColour() {
    assertThat(run("diff", "-q", "old.sql", "new.sql").out())
        .startsWith("new.sql cnt: state-incompatible, result-affecting\n2 queries: 1 identical");
    assertThat(run("diff", "-v", "old.sql", "new.sql").out())
        .contains("new.sql *anonymous_collect*: identical\n");
    assertThat(run("diff", "old.sql", "new.sql").out()).doesNotContain("\u001b", ": identical\n");
    assertThat(run("diff", "--color", "always", "old.sql", "new.sql").out())
        .containsPattern("\u001b\\[31m    - +GroupAggregate\\(.*\u001b\\[0m\n")
        .containsPattern("\u001b\\[32m    \\+ +GroupAggregate\\(.*\u001b\\[0m\n");
  }

  @Test
  void goldenVerifySaysLessAndMore() throws IOException {
    Path golden = Files.createDirectories(folder.resolve("golden/case"));
    Files.writeString(golden.resolve("query.sql"), SQL);
    CommandLineRun.of("golden", "update", folder + "/golden");
    assertThat(CommandLineRun.of("golden", "verify", "-v", folder + "/golden").out())
        .isEqualTo("case: as reviewed\ngoldens: 1 passed, 0 failed\n");
    assertThat(CommandLineRun.of("-q", "golden", "verify", folder + "/golden").out())
        .isEqualTo("goldens: 1 passed, 0 failed\n");

    Files.writeString(golden.resolve("query.sql"), SQL.replace("COUNT(*)", "COUNT(a)"));
    assertThat(
            CommandLineRun.of("golden", "verify", "--no-pending", "-q", folder + "/golden")
                .out()
                .lines())
        .hasSize(5)
        .contains("  cnt: state-incompatible, result-affecting", "    the plan changed");
  }

  @Test
  void explainIsForProgramsToo() {
    JsonObject root =
        JsonParser.parseString(
                run("explain", "--format", "json", "--side", "both", "old.sql").out())
            .getAsJsonObject();

    JsonObject file = root.getAsJsonArray("files").get(0).getAsJsonObject();
    assertThat(file.get("file").getAsString()).isEqualTo("old.sql");
    JsonArray statements = file.getAsJsonArray("statements");
    assertThat(statements).hasSize(4);
    JsonObject count = statements.get(2).getAsJsonObject();
    assertThat(count.get("routing").getAsString()).isEqualTo("kernel");
    assertThat(count.getAsJsonObject("plan").getAsJsonArray("relations")).hasSize(2);
    JsonObject query = count.getAsJsonArray("queries").get(0).getAsJsonObject();
    assertThat(query.get("name").getAsString()).isEqualTo("cnt");
    JsonObject aggregate = input(query.getAsJsonObject("tree"));
    assertThat(aggregate.get("id").getAsString()).isEqualTo("s0/group_aggregate-0");
    assertThat(aggregate.get("engine").getAsString()).isEqualTo("kernel");
    assertThat(aggregate.get("upsertKeys").getAsString()).isEqualTo("(b)");
    JsonObject state = aggregate.getAsJsonArray("state").get(0).getAsJsonObject();
    assertThat(state.get("schema").getAsString()).isEqualTo("(STRING) -> count()");
    assertThat(state.get("ttlMillis").getAsLong()).isZero();
    assertThat(input(aggregate).get("fragment").getAsInt()).isZero();

    assertThat(statements.get(3).getAsJsonObject().getAsJsonArray("queries").toString())
        .contains("\"code\":\"OPERATOR_NOT_SUPPORTED\",\"node\":\"Limit\"");
    assertThat(root.getAsJsonObject("coverage").get("native").getAsInt()).isEqualTo(1);
  }

  private static JsonObject input(JsonObject node) {
    return node.getAsJsonArray("inputs").get(0).getAsJsonObject();
  }

  @Test
  void explainFailsWhereSqlDoes() throws IOException {
    Files.writeString(folder.resolve("old.sql"), SQL + "SELECT nothing FROM src;\n");

    CommandLineRun github = run("explain", "--format", "github", "old.sql");
    assertThat(github.out())
        .contains("s0 cnt: native\n")
        .contains("::error file=" + folder + "/old.sql,line=6,col=1,title=error::");
    assertThat(github.exit()).isEqualTo(1);
    assertThat(run("explain", "--format", "junit", "old.sql").out())
        .contains("tests=\"3\" failures=\"1\"", "<failure type=\"error\">");
  }

  @Test
  void githubFindsFilesFromWhereTheCommandRuns() {
    assertThat(run("check", "--format", "github", "old.sql").out())
        .contains("::error file=" + folder + "/old.sql,line=5,col=1,title=stays on Flink::");
    assertThat(run("diff", "--format", "github", "old.sql", "new.sql").out())
        .contains("::error file=" + folder + "/new.sql,line=4,col=1,title=state-incompatible");
  }
}
