package io.streamfusion.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What {@code check} takes, complains about and writes. */
class CheckCommandTest {

  private static final String TABLES =
      """
      CREATE TABLE src (a INT, b STRING) WITH ('connector'='datagen');
      CREATE TABLE snk (a INT) WITH ('connector'='blackhole');
      CREATE TABLE same (a INT, b STRING) WITH ('connector'='blackhole');
      """;

  @TempDir private Path folder;

  @BeforeEach
  void writeProject() throws IOException {
    Files.createDirectories(folder.resolve("sql"));
    Files.writeString(folder.resolve("tables.sql"), TABLES);
    write("native.sql", "INSERT INTO snk SELECT a + 1 FROM src WHERE a > 3;\n");
    // What stays on Flink whatever the engine learns.
    write("again.sql", "INSERT INTO same SELECT a, b FROM src;\n");
    write("copy.sql", "INSERT INTO same SELECT * FROM src;\n");
    project("paths: [sql]\ninit: [tables.sql]\n");
  }

  private void write(String name, String sql) throws IOException {
    Files.writeString(folder.resolve("sql").resolve(name), sql);
  }

  private void project(String yaml) throws IOException {
    Files.writeString(folder.resolve("sf-plan.yaml"), yaml);
  }

  private CommandLineRun check(String... args) {
    String[] all = new String[args.length + 3];
    all[0] = "check";
    all[1] = "-C";
    all[2] = folder.toString();
    System.arraycopy(args, 0, all, 3, args.length);
    return CommandLineRun.of(all);
  }

  @Test
  void aProjectNamesItsFilesAndTables() {
    CommandLineRun run = check();

    assertThat(run.exit()).isEqualTo(1);
    assertThat(run.out())
        .isEqualTo(
            """
            sql/again.sql:1: fallback  INSERT INTO same SELECT a, b FROM src
                NOTHING_NATIVE at Sink: rows reach it from a source as they are
            sql/copy.sql:1: fallback  INSERT INTO same SELECT * FROM src
                NOTHING_NATIVE at Sink: rows reach it from a source as they are
            sql/native.sql:1: native (kernel)  INSERT INTO snk SELECT a + 1 FROM src WHERE a > 3
            reasons, the most frequent first:
                2 queries  NOTHING_NATIVE at Sink (the only reason of 2)
            coverage: 1 of 3 queries native (33 %)
            """);
  }

  @Test
  void aReasonThatStandsAloneSaysWhatItWouldUnlock() throws IOException {
    write("batch.sql", "SET 'execution.runtime-mode'='batch';\nSELECT a FROM src;\n");

    assertThat(check().out()).contains("    1 query    BATCH_MODE (the only reason of 1)");
  }

  @Test
  void exceptionsHoldForTheirFilesAndReasons() throws IOException {
    String paths = "paths: [sql]\ninit: [tables.sql]\n";
    project(
        paths
            + "exceptions:\n- {files: sql/a*.sql, allow: NOTHING_NATIVE, because: they are copies}\n");
    assertThat(check().out()).contains("    as expected: exception: they are copies\n");
    assertThat(check("sql/again.sql").exit()).isZero();
    assertThat(check("sql/copy.sql").exit()).isEqualTo(1);

    project(paths + "exceptions:\n- {files: 'sql/*', allow: BATCH_MODE, because: no reason}\n");
    assertThat(check("sql/again.sql").exit()).isEqualTo(1);

    project(paths + "exceptions:\n- {files: 'sql/*', allow: BATCH_MODE}\n");
    assertThat(check().err()).contains("an exception without 'because'", "hint: ");
  }

  @Test
  void thePolicyDecidesWhatIsAFinding() {
    assertThat(check("--allow", "NOTHING_NATIVE").exit()).isZero();
    assertThat(check("--deny", "TYPE_NOT_SUPPORTED").exit()).isZero();
    assertThat(check("--deny", "TYPE_NOT_SUPPORTED,NOTHING_NATIVE").exit()).isEqualTo(1);
    assertThat(check("--min-coverage", "33").exit()).isZero();
    assertThat(check("--max-fallbacks", "2").exit()).isZero();

    CommandLineRun tooMany = check("--max-fallbacks", "1", "--min-coverage", "34");
    assertThat(tooMany.exit()).isEqualTo(1);
    assertThat(tooMany.out())
        .contains(
            "policy: coverage: 1 of 3 queries native (33 %), the policy asks for 34 %",
            "policy: 2 queries fall back, the policy allows 1");
  }

  @Test
  void thePolicyOfTheProjectHoldsUnlessTheCommandLineSaysOtherwise() throws IOException {
    project("paths: [sql]\ninit: [tables.sql]\npolicy: {max-fallbacks: 2}\n");

    assertThat(check().exit()).isZero();
    assertThat(check("--max-fallbacks", "0").exit()).isEqualTo(1);
  }

  @Test
  void conflictingAndUnknownCodesCouldNotRun() {
    CommandLineRun conflict = check("--allow", "BATCH_MODE", "--deny", "BATCH_MODE");
    assertThat(conflict.exit()).isEqualTo(2);
    assertThat(conflict.err()).contains("BATCH_MODE is both denied and allowed", "hint:");

    CommandLineRun unknown = check("--allow", "BATCH");
    assertThat(unknown.exit()).isEqualTo(2);
    assertThat(unknown.err()).contains("BATCH_MODE");
  }

  @Test
  void quietSaysFindingsAndCoverageAlone() {
    assertThat(check("-q", "--allow", "NOTHING_NATIVE").out())
        .isEqualTo("coverage: 1 of 3 queries native (33 %)\n");
    assertThat(check("-v").out()).contains("s0/calc-0 NativeCalc: kernel");
  }

  @Test
  void coloursAreAChoice() {
    assertThat(check("--color", "always").out()).contains("\u001b[33mfallback\u001b[0m");
    assertThat(check("--color", "never").out()).doesNotContain("\u001b");
  }

  @Test
  void annotatesPullRequests() {
    assertThat(check("--format", "github", "--allow", "NOTHING_NATIVE").out())
        .contains(
            "::notice file="
                + folder
                + "/sql/copy.sql,line=1,col=1,title=stays on Flink::"
                + "NOTHING_NATIVE at Sink: rows reach it from a source as they are\n",
            "::notice title=coverage::coverage: 1 of 3 queries native (33 %25)\n");
    assertThat(check("--format", "github").out())
        .contains("::error file=" + folder + "/sql/copy.sql,line=1,col=1,title=stays on Flink::");
  }

  @Test
  void writesSuitesForCiSystems() throws IOException {
    write("broken.sql", "SELECT a,\n  nope FROM src;\n");

    assertThat(check("--format", "junit").out())
        .startsWith("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n")
        .contains(
            "<testsuite name=\"sql/broken.sql\" tests=\"1\" failures=\"0\" errors=\"1\">",
            "<testsuite name=\"sql/native.sql\" tests=\"1\" failures=\"0\" errors=\"0\">",
            "name=\"line 1: INSERT INTO snk SELECT a + 1 FROM src WHERE a &gt; 3\"",
            "<failure type=\"NOTHING_NATIVE\">");
  }

  @Test
  void readsStandardInput() {
    InputStream original = System.in;
    System.setIn(
        new ByteArrayInputStream(
            "INSERT INTO snk SELECT a + 2 FROM src;".getBytes(StandardCharsets.UTF_8)));
    try {
      CommandLineRun run = check("--stdin-filename", "piped.sql", "-");
      assertThat(run.out())
          .startsWith("piped.sql:1: native (kernel)  INSERT INTO snk SELECT a + 2 FROM src\n");
      assertThat(run.exit()).isZero();
    } finally {
      System.setIn(original);
    }
  }

  @Test
  void refusesToPlanForAnotherFlink() throws IOException {
    assertThat(check("--flink-version", "2.2.1", "--max-fallbacks", "9").exit()).isZero();

    project("flink-version: 2.3.0\npaths: [sql]\n");
    CommandLineRun other = check();
    assertThat(other.exit()).isEqualTo(2);
    assertThat(other.err()).contains("plans for Flink 2.2.1, not for 2.3.0");
  }

  @Test
  void aMistakeInTheProjectFileIsNamed() throws IOException {
    project("path: [sql]\n");
    assertThat(check().err())
        .contains(
            "sf-plan.yaml:1:1: unknown key 'path'",
            "known keys: define, exceptions, flink-version");

    project("paths: [sql\n");
    assertThat(check().err()).contains("sf-plan.yaml:", "not valid YAML");

    project("policy: {deny: [NONSENSE]}\n");
    assertThat(check().err()).contains("'NONSENSE' is no reason code", "sf-plan reasons");

    project("policy: {min-coverage: most}\n");
    CommandLineRun number = check();
    assertThat(number.err()).contains("'policy.min-coverage' must be a whole number");
    assertThat(number.exit()).isEqualTo(2);
  }

  @Test
  void namesWhatIsMissing() throws IOException {
    project("init: [tables.sql]\n");
    assertThat(check().err()).contains("no FILE is named", "sf-plan.yaml");
    assertThat(CommandLineRun.of("check", "-C", folder + "/absent", "x.sql").err())
        .contains("absent: not a directory");
  }
}
