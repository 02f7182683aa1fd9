package io.streamfusion.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import io.streamfusion.cli.browser.Browser;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Each seeded change of SQL gets the class that it deserves. */
class DiffCommandTest {

  private static final String SQL =
      """
      SET 'table.exec.state.ttl' = '1 h';
      CREATE TABLE src (a INT, b STRING, c BIGINT) WITH ('connector'='datagen');
      CREATE TABLE snk (a INT, b STRING) WITH ('connector'='blackhole');
      CREATE TABLE cnt (b STRING, n BIGINT, PRIMARY KEY (b) NOT ENFORCED)
        WITH ('connector'='blackhole');
      CREATE TEMPORARY VIEW v AS SELECT a + 1 AS x, UPPER(b) AS y, c FROM src;
      INSERT INTO snk SELECT x, y FROM v WHERE c > 3;
      INSERT INTO cnt SELECT b, COUNT(*) FROM src GROUP BY b;
      """;

  @TempDir private Path folder;

  private CommandLineRun diff(String changed, String... options) throws IOException {
    Path before = folder.resolve("before.sql");
    Path after = folder.resolve("after.sql");
    Files.writeString(before, SQL);
    Files.writeString(after, changed);
    String[] args = new String[options.length + 3];
    args[0] = "diff";
    args[1] = before.toString();
    args[2] = after.toString();
    System.arraycopy(options, 0, args, 3, options.length);
    return CommandLineRun.of(args);
  }

  private static String changed(String from, String to) {
    assertThat(SQL).contains(from);
    return SQL.replace(from, to);
  }

  @Test
  void theSamePlanIsIdentical() throws IOException {
    CommandLineRun run =
        diff(
            changed(
                "SELECT x, y FROM v WHERE c > 3",
                "-- a comment\n  SELECT x, y\nFROM v WHERE c > 3"));

    assertThat(run.out())
        .isEqualTo(
            "2 queries: 2 identical, 0 cosmetic, 0 coverage-gained, 0 state-compatible,"
                + " 0 coverage-lost, 0 state-incompatible, 0 result-affecting\n");
    assertThat(run.exit()).isZero();
  }

  @Test
  void aRenamedColumnInsideAQueryIsCosmetic() throws IOException {
    CommandLineRun run =
        diff(SQL.replace("AS x", "AS z").replace("SELECT x, y FROM v", "SELECT z, y FROM v"));

    assertThat(run.out()).contains("snk: cosmetic\n  only names inside the query changed\n");
    assertThat(run.exit()).isZero();
  }

  @ParameterizedTest(name = "{0} -> {1}")
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      value = {
        "c > 3| c > 4| snk",
        "c > 3| c >= 3| snk",
        "a + 1 AS x| a + 2 AS x| snk",
        "UPPER(b)| LOWER(b)| snk",
        "c BIGINT| c INT| snk",
        "b STRING, c BIGINT)| b VARCHAR(9), c BIGINT)| snk",
        "snk (a INT, b STRING)| snk (a BIGINT, b STRING)| snk",
        "snk (a INT, b STRING)| snk (q INT, b STRING)| snk",
        "SELECT x, y FROM v| SELECT x, b FROM v JOIN src ON c = x| snk",
        "WHERE c > 3| | snk",
        "COUNT(*)| COUNT(DISTINCT a)| cnt",
        "GROUP BY b;| GROUP BY b HAVING COUNT(*) > 1;| cnt",
        "'1 h'| '2 h'| cnt",
        "'1 h'| '2 h'| snk",
        "PRIMARY KEY (b)| PRIMARY KEY (n)| cnt",
        "n BIGINT| n INT| cnt",
        "FROM src GROUP| FROM (SELECT * FROM src UNION ALL SELECT * FROM src) GROUP| cnt",
      })
  void nothingThatCanChangeARowIsCalledLess(String from, String to, String sink)
      throws IOException {
    CommandLineRun run = diff(changed(from, to == null ? "" : to));

    assertThat(run.out() + run.err())
        .containsPattern(
            "(after\\.sql " + sink + ": [a-z, -]*result-affecting)|(after.sql:\\d+:\\d+: )");
    assertThat(run.exit()).isEqualTo(1);
  }

  @Test
  void lostAndGainedCoverageIsSaid() throws IOException {
    String copy = changed("SELECT x, y FROM v WHERE c > 3", "SELECT x, y FROM v LIMIT 3");
    CommandLineRun lost = diff(copy, "--fail-on", "coverage-lost");

    assertThat(lost.out())
        .contains(
            "snk: coverage-lost, result-affecting\n  was native, is on Flink: OPERATOR_NOT_SUPPORTED")
        .contains("+ ", "Limit");
    assertThat(lost.exit()).isEqualTo(1);

    Files.writeString(folder.resolve("old.sql"), copy);
    Files.writeString(folder.resolve("new.sql"), SQL);
    CommandLineRun gained =
        CommandLineRun.of(
            "diff", "-C", folder.toString(), "--fail-on", "coverage-lost", "old.sql", "new.sql");
    assertThat(gained.out()).contains("new.sql snk: coverage-gained, result-affecting");
    assertThat(gained.exit()).isZero();
  }

  @Test
  void anExtraSinkAndAMissingOneAffectTheResult() throws IOException {
    CommandLineRun run =
        diff(
            changed(
                "INSERT INTO cnt SELECT b, COUNT(*) FROM src GROUP BY b;",
                "INSERT INTO snk SELECT a, b FROM src WHERE a < 0;"));

    assertThat(run.out())
        .contains("cnt: state-incompatible, result-affecting\n  the query is gone")
        .contains("snk (2): result-affecting\n  the query is new, native");
    assertThat(run.exit()).isEqualTo(1);
  }

  @Test
  void directoriesAreComparedByFile() throws IOException {
    Path before = Files.createDirectories(folder.resolve("before"));
    Path after = Files.createDirectories(folder.resolve("after"));
    Files.writeString(before.resolve("one.sql"), SQL);
    Files.writeString(after.resolve("one.sql"), SQL);
    Files.writeString(after.resolve("two.sql"), SQL);

    CommandLineRun run = CommandLineRun.of("diff", before.toString(), after.toString());

    assertThat(run.out())
        .contains("two.sql snk: result-affecting\n  the query is new", "2 identical");
    assertThat(CommandLineRun.of("diff", before.toString(), before + "/one.sql").err())
        .contains("a directory cannot be compared with a file");
    assertThat(CommandLineRun.of("diff", after + "/*.sql", before + "/*.sql").err())
        .contains("/*.sql: 2 files");
    assertThat(CommandLineRun.of("diff", "--fail-on", "nonsense", "a", "b").exit()).isEqualTo(2);
  }

  /** In whatever form: the engine's side of a statement. */
  @ParameterizedTest(name = "{0} -> {1}")
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      value = {
        "c > 3| c > 3| identical",
        "SELECT x, y FROM v| SELECT x, y AS z FROM v| cosmetic",
        "c > 3| c > 4| result-affecting",
        "UPPER(b)| REVERSE(b)| coverage-lost, result-affecting",
        "'1 h'| '2 h'| result-affecting",
      })
  void planFilesAreCompared(String from, String to, String changes) throws IOException {
    Files.writeString(folder.resolve("old.sql"), SQL);
    Files.writeString(folder.resolve("new.sql"), changed(from, to));
    String plans = folder.resolve("plans").toString();
    CommandLineRun.of("translate", "-C", folder.toString(), "-o", "plans", "old.sql", "new.sql");

    for (String form : List.of(".pb", ".json", ".txt")) {
      CommandLineRun run = CommandLineRun.of("diff", "-C", plans, "-v", "old.6.pb", "new.6" + form);
      assertThat(run.err()).isEmpty();
      assertThat(run.out()).startsWith("new.6" + form + " plan: " + changes + "\n");
    }
    assertThat(CommandLineRun.of("diff", plans + "/old.6.pb", folder + "/new.sql").err())
        .contains("a plan file cannot be compared with SQL");
    assertThat(CommandLineRun.of("diff", plans + "/old.6.pb", plans + "/absent.pb").exit())
        .isEqualTo(2);
  }

  @Test
  void aCommitIsComparedWithItsOwnScripts() throws IOException, InterruptedException {
    Path project = Files.createDirectories(folder.resolve("repository/project"));
    Files.writeString(project.resolve("sf-plan.yaml"), "paths: [sql]\ninit: [tables.sql]\n");
    Files.createDirectories(project.resolve("sql"));
    String query = SQL.substring(SQL.indexOf("INSERT INTO cnt"));
    Files.writeString(project.resolve("tables.sql"), SQL.substring(0, SQL.indexOf("INSERT")));
    Files.writeString(project.resolve("sql/count.sql"), query);
    git("init", "-q");
    git("add", ".");
    git("-c", "user.name=a", "-c", "user.email=a@b.c", "commit", "-q", "-m", "first");

    CommandLineRun same = CommandLineRun.of("diff", "-C", project.toString(), "--against", "HEAD");
    assertThat(same.err()).isEmpty();
    assertThat(same.out()).startsWith("1 query: 1 identical");
    assertThat(same.exit()).isZero();

    // The table is declared in the script of --init: its older form must come from the commit.
    Files.writeString(
        project.resolve("tables.sql"),
        Files.readString(project.resolve("tables.sql")).replace("c BIGINT)", "c INT)"));
    Files.writeString(project.resolve("sql/new.sql"), "SELECT a FROM src;");
    CommandLineRun changed =
        CommandLineRun.of(
            "diff", "-C", project.toString(), "--against", "HEAD", "--fail-on", "coverage-lost");
    assertThat(changed.out())
        .contains("sql/count.sql cnt: result-affecting\n", "sql/new.sql *anonymous_collect*: ")
        .doesNotContain("cnt: identical");
    assertThat(changed.exit()).isZero();

    CommandLineRun one =
        CommandLineRun.of("diff", "-C", project.toString(), "--against", "HEAD", "sql/new.sql");
    assertThat(one.out()).contains("1 query: ").doesNotContain("count.sql");

    CommandLineRun unknown =
        CommandLineRun.of("diff", "-C", project.toString(), "--against", "nonsense");
    assertThat(unknown.err()).contains("--against nonsense: git says: ", "hint: name a branch");
    assertThat(unknown.exit()).isEqualTo(2);
    assertThat(CommandLineRun.of("diff", "-C", project.toString(), "sql").err())
        .contains("diff compares two versions, 1 are named");
  }

  @Test
  void everyPathOfACommitIsLookedForOnBothSides() throws IOException, InterruptedException {
    Path project = Files.createDirectories(folder.resolve("repository/project"));
    Files.writeString(project.resolve("sf-plan.yaml"), "paths: ['sql/**.sql']\n");
    Path sql = Files.createDirectories(project.resolve("sql"));
    Files.writeString(project.resolve("tables.sql"), SQL.substring(0, SQL.indexOf("INSERT")));
    String query = SQL.substring(SQL.indexOf("INSERT INTO cnt"));
    Files.writeString(sql.resolve("count.sql"), query);
    Files.writeString(sql.resolve("old.sql"), query);
    git("init", "-q");
    git("add", ".");
    git("-c", "user.name=a", "-c", "user.email=a@b.c", "commit", "-q", "-m", "first");
    Files.writeString(sql.resolve("count.sql"), query.replace("COUNT(*)", "COUNT(a)"));
    Files.delete(sql.resolve("old.sql"));
    Files.writeString(sql.resolve("new.sql"), query);

    // Of the project file, and of the command line.
    for (String[] paths :
        new String[][] {{}, {"sql/*.sql"}, {sql + "/*.sql"}, {sql.toString()}, {"sql/../sql"}}) {
      CommandLineRun all = against(project, paths);
      assertThat(all.err()).isEmpty();
      assertThat(all.out())
          .as(String.join(" ", paths))
          .contains("sql/count.sql cnt: state-incompatible, result-affecting")
          .contains("sql/new.sql cnt: result-affecting\n  the query is new")
          .contains("sql/old.sql cnt: state-incompatible, result-affecting\n  the query is gone");
      assertThat(all.exit()).isEqualTo(1);
    }
    CommandLineRun absolute = against(project, sql.resolve("count.sql").toString());
    assertThat(absolute.out()).contains("sql/count.sql cnt: state-incompatible", "1 query: ");
    CommandLineRun gone = against(project, sql.resolve("old.sql").toString());
    assertThat(gone.out()).contains("sql/old.sql cnt: ", "the query is gone", "1 query: ");

    for (String typo : List.of("sql/cuont.sql", "slq/*.sql", "nothing")) {
      CommandLineRun run = against(project, "sql/count.sql", typo);
      assertThat(run.err())
          .isEqualTo(
              "sf-plan: "
                  + typo
                  + ": no SQL file found, neither now nor in HEAD\n  hint: name a .sql file, a"
                  + " directory that holds some, or a quoted glob such as 'sql/**/*.sql'\n");
      assertThat(run.exit()).isEqualTo(2);
    }
    assertThat(against(project, "../elsewhere.sql").err())
        .contains("../elsewhere.sql: outside of the project");
  }

  private static CommandLineRun against(Path project, String... paths) {
    Path tables = project.resolve("tables.sql").toAbsolutePath();
    List<String> arguments =
        new ArrayList<>(List.of("diff", "-C", project.toString(), "--against", "HEAD"));
    arguments.addAll(List.of("--init", tables.toString()));
    arguments.addAll(List.of(paths));
    return CommandLineRun.of(arguments.toArray(String[]::new));
  }

  @Test
  void anAbsoluteScriptOfInitIsThatOfTheCommit() throws IOException, InterruptedException {
    Path project = Files.createDirectories(folder.resolve("repository"));
    Files.writeString(project.resolve("tables.sql"), SQL.substring(0, SQL.indexOf("INSERT")));
    Files.writeString(project.resolve("count.sql"), SQL.substring(SQL.indexOf("INSERT INTO cnt")));
    git("init", "-q");
    git("add", ".");
    git("-c", "user.name=a", "-c", "user.email=a@b.c", "commit", "-q", "-m", "first");
    Files.writeString(
        project.resolve("tables.sql"),
        Files.readString(project.resolve("tables.sql")).replace("n BIGINT", "n DECIMAL(20, 0)"));

    assertThat(against(project, "count.sql").out())
        .contains("count.sql cnt: state-compatible, result-affecting");
  }

  private void git(String... arguments) throws IOException, InterruptedException {
    List<String> command = new ArrayList<>(List.of("git"));
    command.addAll(List.of(arguments));
    Process git =
        new ProcessBuilder(command)
            .directory(folder.resolve("repository").toFile())
            .inheritIO()
            .start();
    assertThat(git.waitFor()).isZero();
  }

  @Test
  void programsGetTheLineAndTheDifference() throws IOException {
    String changed = changed("COUNT(*)", "COUNT(a)");

    assertThat(diff(changed, "--format", "github").out())
        .startsWith(folder.resolve("after.sql") + " cnt: state-incompatible, result-affecting\n")
        .contains(
            "::error file="
                + folder.resolve("after.sql")
                + ",line=8,col=1,title=state-incompatible%2C result-affecting::cnt%0A  the plan"
                + " changed%0A");
    assertThat(diff(changed, "--format", "github", "--fail-on", "coverage-lost").out())
        .doesNotContain("::error");
    assertThat(diff(changed, "--format", "junit").out())
        .contains(
            "tests=\"2\" failures=\"1\" errors=\"0\"",
            "<failure type=\"state-incompatible, result-affecting\">");
    JsonArray queries =
        JsonParser.parseString(diff(changed, "--format", "json").out()).getAsJsonArray();
    assertThat(queries).hasSize(2);
    JsonObject query = queries.get(1).getAsJsonObject();
    assertThat(query.get("name").getAsString()).isEqualTo("cnt");
    assertThat(query.get("line").getAsInt()).isEqualTo(8);
    assertThat(query.get("finding").getAsBoolean()).isTrue();
  }

  @Test
  void plansAreShownNextToEachOther() throws Exception {
    Path page = folder.resolve("diff.html");
    String changed = changed("COUNT(*)", "COUNT(a)");

    CommandLineRun run = diff(changed, "--side-by-side=80", "--html", page.toString());

    assertThat(run.out().lines().filter(line -> line.startsWith("  Sink(")))
        .isNotEmpty()
        .allMatch(line -> line.length() <= 80 && line.charAt(39) == ' ');
    assertThat(Files.readString(page))
        .contains("<td class=\"gone\">", "COUNT(*)", "<td class=\"added\">", "COUNT(a)")
        .contains("snk: identical")
        .doesNotContain("<script");
    try (Browser browser = Browser.start(folder)) {
      browser.open(page);
      assertThat(browser.evaluate("document.title")).isEqualTo("sf-plan diff");
      assertThat(browser.evaluate("document.querySelectorAll('table').length")).isEqualTo("2");
      assertThat(browser.evaluate("document.querySelector('td.gone').offsetWidth > 100"))
          .isEqualTo("true");
      assertThat(browser.events("Log.entryAdded")).isEmpty();
      assertThat(browser.events("Network.requestWillBeSent"))
          .extracting(event -> event.getAsJsonObject("request").get("url").getAsString())
          .allMatch(url -> url.startsWith("file:") || url.startsWith("data:"));
    }
  }
}
