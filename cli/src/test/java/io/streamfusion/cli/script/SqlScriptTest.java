package io.streamfusion.cli.script;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SqlScriptTest {

  @Test
  void splitsAtSemicolonsAndRemembersPositions() {
    List<SqlStatement> statements =
        SqlScript.split("SET 'a' = 'b';\n\n  SELECT 1\nFROM t; SELECT 2");
    assertThat(statements)
        .containsExactly(
            new SqlStatement(1, "SET 'a' = 'b'", 1, 1),
            new SqlStatement(2, "SELECT 1\nFROM t", 3, 3),
            new SqlStatement(3, "SELECT 2", 4, 9));
  }

  @Test
  void semicolonsInQuotesAndCommentsDoNotSplit() {
    List<SqlStatement> statements =
        SqlScript.split("-- a;b\nSELECT ';', `x;y` /* ; */ FROM t -- ;\n;\n/* end; */");
    assertThat(statements).hasSize(1);
    assertThat(statements.get(0).text()).startsWith("SELECT ';', `x;y`");
    assertThat(statements.get(0).line()).isEqualTo(2);
  }

  @Test
  void aStatementSetIsOneStatement() {
    List<SqlStatement> statements =
        SqlScript.split(
            "EXECUTE STATEMENT SET BEGIN\nINSERT INTO a SELECT 1;\nINSERT INTO b SELECT 2;\nEND;\n"
                + "SELECT 3;");
    assertThat(statements).hasSize(2);
    assertThat(statements.get(0).text()).endsWith("END");
    assertThat(statements.get(1).text()).isEqualTo("SELECT 3");
  }

  @Test
  void theFormOfTheSqlClientIsOneStatementToo() {
    List<SqlStatement> statements =
        SqlScript.split("BEGIN STATEMENT SET;\nINSERT INTO a SELECT 1;\nEND; SELECT 3;");
    assertThat(statements).extracting(SqlStatement::text).last().isEqualTo("SELECT 3");
    assertThat(statements).hasSize(2);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "EXECUTE STATEMENT SET BEGIN",
        "STATEMENT SET BEGIN",
        "statement /* ; */ set -- ;\n begin",
        "EXPLAIN STATEMENT SET BEGIN",
        "EXPLAIN PLAN FOR STATEMENT SET BEGIN",
        "EXPLAIN ESTIMATED_COST, CHANGELOG_MODE EXECUTE STATEMENT SET BEGIN",
        "COMPILE PLAN 'a;b' IF NOT EXISTS FOR STATEMENT SET BEGIN",
        "COMPILE AND EXECUTE PLAN 'p' FOR STATEMENT SET BEGIN",
        "BEGIN STATEMENT SET;",
        "begin statement set ;",
      })
  void everyFormOfAStatementSetIsOneStatement(String begin) {
    List<SqlStatement> statements =
        SqlScript.split(
            begin
                + "\nINSERT INTO a SELECT CASE WHEN x THEN ';' END FROM t;\nINSERT INTO b SELECT 2;"
                + "\n/* ; */ end -- ;\n;\nSELECT 3;");
    assertThat(statements).hasSize(2);
    assertThat(statements.get(0).text()).startsWith(begin).contains("end");
    assertThat(statements.get(1).text()).isEqualTo("SELECT 3");
  }

  @Test
  void aLongScriptTakesNoTime() {
    String insert = "INSERT INTO a\n  SELECT 'x;y', b -- a comment\n  FROM t;\n";
    String script =
        "BEGIN STATEMENT SET;\n" + insert.repeat(20_000) + "END;\n" + insert.repeat(5_000);

    assertTimeoutPreemptively(
        Duration.ofSeconds(10), () -> assertThat(SqlScript.split(script)).hasSize(5_001));
  }

  @Test
  void aStatementThatMerelySelectsFromACaseEndIsNotASet() {
    List<SqlStatement> statements =
        SqlScript.split("SELECT CASE WHEN a THEN 1 END FROM t; SELECT 2;");
    assertThat(statements).hasSize(2);
  }

  @Test
  void byteOrderMarkAndWindowsLineEndsAreRead() {
    List<SqlStatement> statements = SqlScript.split("\uFEFFSELECT 1;\r\nSELECT 2;\r\n");
    assertThat(statements)
        .containsExactly(
            new SqlStatement(1, "SELECT 1", 1, 1), new SqlStatement(2, "SELECT 2", 2, 1));
    assertThat(
            SqlScript.split("\uFEFF-- a;\r\n\r\nSELECT 1,\r\n  2 -- b;\r\nFROM t;\r\n  SELECT 2"))
        .containsExactly(
            new SqlStatement(1, "SELECT 1,\r\n  2 -- b;\r\nFROM t", 3, 1),
            new SqlStatement(2, "SELECT 2", 6, 3));
  }

  @Test
  void escapedQuotesStayInsideTheirLiteral() {
    assertThat(SqlScript.split("SELECT 'it''s;' FROM t;")).hasSize(1);
  }
}
