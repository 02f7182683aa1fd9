package io.streamfusion.cli.script;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

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
  }

  @Test
  void escapedQuotesStayInsideTheirLiteral() {
    assertThat(SqlScript.split("SELECT 'it''s;' FROM t;")).hasSize(1);
  }
}
