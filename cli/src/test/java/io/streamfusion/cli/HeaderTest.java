package io.streamfusion.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.streamfusion.cli.report.CliException;
import io.streamfusion.cli.script.Header;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What a file says about itself in its first comments. */
class HeaderTest {

  private static final String NATIVE = "SELECT a + 1 FROM src;";
  private static final String FALLBACK = "SELECT a FROM src LIMIT 3;";
  private static final String ERROR = "SELECT nothing FROM src;";

  @TempDir private Path folder;

  private CommandLineRun check(String header, String... queries) throws IOException {
    String sql =
        header
            + "\n-- about orders\nCREATE TABLE src (a INT) WITH ('connector'='datagen');\n"
            + String.join("\n", queries);
    Files.writeString(folder.resolve("q.sql"), sql);
    return CommandLineRun.of("check", "-C", folder.toString(), "q.sql");
  }

  @ParameterizedTest(name = "{0}: {1}")
  @CsvSource(
      delimiter = '|',
      value = {
        "expect=native| native| 0",
        "expect=native| fallback| 1",
        "expect=native| error| 1",
        "expect=native| nativefallback| 1",
        "expect=fallback(OPERATOR_NOT_SUPPORTED)| fallback| 0",
        "expect=fallback(TYPE_NOT_SUPPORTED)| fallback| 1",
        "expect=fallback(OPERATOR_NOT_SUPPORTED)| native| 1",
        "expect=fallback(OPERATOR_NOT_SUPPORTED)| error| 1",
        "expect=error(Column 'nothing' not found)| error| 0",
        "expect=error(Column 'nothing' not found)| nativeerror| 0",
        "expect=error(Column 'nothing' not found)| native| 1",
        "expect=error(another text)| error| 1",
      })
  void whatIsExpectedIsNoFindingAndAllElseIs(String expectation, String queries, int exit)
      throws IOException {
    String sql =
        (queries.contains("native") ? NATIVE : "")
            + (queries.contains("fallback") ? FALLBACK : "")
            + (queries.contains("error") ? ERROR : "");

    CommandLineRun run = check("-- sf: " + expectation, sql);

    assertThat(run.out()).contains(exit == 0 ? " as expected: " : "not as expected: ");
    assertThat(run.out().contains("not as expected")).isEqualTo(exit == 1);
    assertThat(run.exit()).isEqualTo(exit);
  }

  @Test
  void everyReportSaysWhatIsNotAsExpected() throws IOException {
    check("-- sf: expect=native", FALLBACK);
    String q = folder.resolve("q.sql").toString();

    assertThat(CommandLineRun.of("check", "--format", "github", q).out())
        .contains(
            "title=not as expected::expected native, but it is fallback, OPERATOR_NOT_SUPPORTED");
    assertThat(CommandLineRun.of("check", "--format", "junit", q).out())
        .contains("<failure type=\"expectation\">expected native, but it is fallback");
    assertThat(CommandLineRun.of("check", "--format", "json", q).out())
        .contains("\"instead\": \"it is fallback, OPERATOR_NOT_SUPPORTED\"");
    assertThat(CommandLineRun.of("translate", q).exit()).isEqualTo(1);

    check("-- sf: expect=fallback(OPERATOR_NOT_SUPPORTED)", FALLBACK);
    assertThat(CommandLineRun.of("check", "--format", "github", q).out()).doesNotContain("::error");
    assertThat(CommandLineRun.of("check", "--max-fallbacks", "0", q).exit()).isZero();
    assertThat(CommandLineRun.of("translate", "--strict", q).exit()).isZero();
  }

  @Test
  void optionsOfTheHeaderAreThoseOfTheFile() throws IOException {
    Files.writeString(
        folder.resolve("q.sql"),
        """
        -- sf: set table.exec.state.ttl=90 min
        CREATE TABLE src (a INT) WITH ('connector'='datagen');
        SELECT a, COUNT(*) FROM src GROUP BY a;
        """);

    assertThat(CommandLineRun.of("translate", folder.resolve("q.sql").toString()).out())
        .contains("{key=\"table.exec.state.ttl\", value=\"90 min\"}");
  }

  @Test
  void aFileForAnotherFlinkIsSkipped() throws IOException {
    CommandLineRun run = check("-- sf: flink>=2.3", ERROR);
    assertThat(run.err()).isEqualTo("q.sql: skipped, it is for Flink >=2.3\n");
    assertThat(run.exit()).isZero();

    assertThat(check("-- sf: flink>=2.2\n-- sf: flink<3", ERROR).exit()).isEqualTo(1);
    assertThat(check("-- sf: flink=2.2", ERROR).exit()).isEqualTo(1);
  }

  @Test
  void goldensHonourIt() throws IOException {
    Path query = Files.createDirectories(folder.resolve("g/case")).resolve("query.sql");
    Files.writeString(
        query,
        "-- sf: expect=native\nCREATE TABLE s (a INT) WITH ('connector'='datagen');\nSELECT a FROM s LIMIT 1;");
    String goldens = folder.resolve("g").toString();
    assertThat(CommandLineRun.of("golden", "update", goldens).exit()).isZero();

    CommandLineRun run = CommandLineRun.of("golden", "verify", "--no-pending", goldens);

    assertThat(run.out())
        .contains("case: line 3: expected native, but it is fallback, OPERATOR_NOT_SUPPORTED")
        .contains("goldens: 0 passed, 1 failed");
    assertThat(run.exit()).isEqualTo(1);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "-- sf: expect=natively",
        "-- sf: expect=native(x)",
        "-- sf: expect=fallback",
        "-- sf: expect=error()",
        "-- sf: expect=native\n-- sf: expect=native",
        "-- sf: set x",
        "-- sf: flink~2",
        "-- sf: hello",
      })
  void whatIsNotUnderstoodIsRefused(String header) {
    assertThatThrownBy(() -> Header.of("f.sql", header + "\nSELECT 1"))
        .isInstanceOf(CliException.class)
        .hasMessageStartingWith("f.sql:")
        .hasMessageContaining("not understood");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/* A licence,\n * in two lines; and a semicolon.\n */\n",
        "/* one */ /* two */\n\n   \n",
        "\n\n-- about orders\n\n",
        "\uFEFF/* with a mark */\r\n",
        ";\n",
        "  ",
      })
  void theHeaderMayStandBehindOtherComments(String before) {
    assertThat(Header.of("f.sql", before + "-- sf: set a=b\n/* x */\n-- sf: flink>=2\nSELECT 1"))
        .satisfies(header -> assertThat(header.settings()).containsEntry("a", "b"))
        .satisfies(header -> assertThat(header.versions()).hasSize(1));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "SELECT 1;~-- sf: expect=native| 2",
        "SELECT 1 -- sf: expect=native| 1",
        "SELECT 1~~-- sf: hello~FROM t;| 3",
      })
  void aDirectiveBehindAStatementIsRefused(String sql, int line) throws IOException {
    assertThatThrownBy(() -> Header.of("f.sql", sql.replace('~', '\n')))
        .isInstanceOf(CliException.class)
        .hasMessageStartingWith("f.sql:" + line + ": too late: -- sf: ");

    CommandLineRun run = check("", NATIVE, "-- sf: expect=native");
    assertThat(run.err()).contains("q.sql:5: too late: -- sf: expect=native", "hint: ");
    assertThat(run.exit()).isEqualTo(2);
  }

  @Test
  void onlyTheFirstCommentsAreTheHeader() throws IOException {
    assertThat(Header.of("f", "SELECT ';\n-- sf: hello' /*\n-- sf: hello\n*/").settings())
        .isEmpty();
    assertThat(Header.of("f", "\uFEFF-- sf: set a=b=c\r\n\r\nSELECT 1").settings())
        .containsEntry("a", "b=c");
    assertThat(check("-- sf: expect=fallback(NO_SUCH_CODE)", NATIVE).err())
        .contains("'NO_SUCH_CODE' is no reason code");
  }
}
