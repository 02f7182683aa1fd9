package io.streamfusion.cli.planning;

import static org.assertj.core.api.Assertions.assertThat;

import io.streamfusion.translator.support.ReasonCode;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ScriptPlannerTest {

  private static final String TABLES =
      "CREATE TABLE src (a INT, b STRING) WITH ('connector'='datagen');\n"
          + "CREATE TABLE snk (a INT) WITH ('connector'='blackhole');\n"
          + "CREATE TABLE snk2 (a INT) WITH ('connector'='blackhole');\n";

  private static List<PlannedStatement> plan(String sql) {
    return new ScriptPlanner(Map.of()).plan("test.sql", sql);
  }

  @Test
  void plansAnInsertToOnePhysicalRoot() {
    List<PlannedStatement> planned =
        plan(TABLES + "INSERT INTO snk SELECT a + 1 FROM src WHERE a > 3;");
    assertThat(planned).allSatisfy(p -> assertThat(p.error()).isEmpty());
    assertThat(planned.get(3).roots()).hasSize(1);
    assertThat(planned.get(3).roots().get(0).getRelTypeName()).isEqualTo("StreamPhysicalSink");
  }

  @Test
  void plansAStatementSetTogether() {
    List<PlannedStatement> planned =
        plan(
            TABLES
                + "EXECUTE STATEMENT SET BEGIN INSERT INTO snk SELECT a FROM src; INSERT INTO snk2 SELECT"
                + " a + 1 FROM src; END;");
    assertThat(planned.get(3).error()).isEmpty();
    assertThat(planned.get(3).roots()).hasSize(2);
  }

  @Test
  void anErrorIsLocatedInTheFileAndDoesNotStopTheScript() {
    List<PlannedStatement> planned =
        plan(TABLES + "\nINSERT INTO snk\n  SELECT nope FROM src;\nSELECT a FROM src;");
    assertThat(planned.get(3).error()).isPresent();
    assertThat(planned.get(3).error().get().text())
        .startsWith("test.sql:6:10: ")
        .contains("Column 'nope' not found");
    assertThat(planned.get(4).roots()).hasSize(1);
  }

  @Test
  void aSyntaxErrorIsLocatedToo() {
    List<PlannedStatement> planned = plan("SELECT 1\nFORM t;");
    assertThat(planned.get(0).error().orElseThrow().line()).isEqualTo(2);
  }

  @Test
  void aTableWithoutItsConnectorIsPlannedWithAStandIn() {
    List<PlannedStatement> planned =
        plan(
            "CREATE TABLE k (id INT, v STRING, ts TIMESTAMP(3), PRIMARY KEY (id) NOT ENFORCED,"
                + " WATERMARK FOR ts AS ts - INTERVAL '1' SECOND)"
                + " WITH ('connector'='upsert-kafka','key.format'='json','value.format'='json');\n"
                + "SELECT v FROM k;");
    assertThat(planned.get(0).notes()).singleElement().asString().contains("upsert-kafka");
    assertThat(planned.get(1).error()).isEmpty();
    assertThat(planned.get(1).roots().get(0).explain()).contains("ChangelogNormalize");
  }

  /** As the plugin says it, and nothing is written and no job starts. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "COMPILE PLAN '%s' FOR INSERT INTO snk SELECT a + 1 FROM src;",
        "COMPILE PLAN '%s' IF NOT EXISTS FOR INSERT INTO snk SELECT a + 1 FROM src;",
        "COMPILE AND EXECUTE PLAN '%s' FOR INSERT INTO snk SELECT a + 1 FROM src;",
        "EXECUTE PLAN '%s';",
      })
  void aCompiledPlanStaysOnFlink(String statement, @TempDir Path folder) {
    Path file = folder.resolve("plan.json");

    List<PlannedStatement> planned = plan(TABLES + String.format(statement, file));

    assertThat(planned.get(3).error()).isEmpty();
    assertThat(planned.get(3).onFlink()).contains(ReasonCode.COMPILED_PLAN);
    assertThat(planned.get(3).roots()).isEmpty();
    assertThat(file).doesNotExist();
  }

  @Test
  void whatIsCompiledIsPlanned() {
    List<PlannedStatement> planned =
        plan(TABLES + "COMPILE PLAN 'p.json' FOR INSERT INTO snk SELECT nope FROM src;");
    assertThat(planned.get(3).error()).isPresent();
    assertThat(planned.get(3).error().get().message()).contains("Column 'nope' not found");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "TRUNCATE TABLE snk",
        "QUIT",
        "STOP JOB 'abc'",
        "REMOVE JAR 'a.jar'",
      })
  void whatIsNoDeclarationIsRefused(String statement) {
    assertThat(plan(TABLES + statement + ";").get(3).error())
        .as(statement)
        .isPresent()
        .get()
        .satisfies(
            error -> assertThat(error.text()).contains("not executed, for it is no declaration"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "CREATE DATABASE d; USE d; CREATE TABLE t (x INT) WITH ('connector'='datagen'); DROP TABLE t; USE default_database; DROP DATABASE d",
        "CREATE CATALOG c WITH ('type'='generic_in_memory'); USE CATALOG c; SHOW CATALOGS; USE CATALOG default_catalog; DROP CATALOG c",
        "CREATE TEMPORARY VIEW v AS SELECT a FROM src; DESCRIBE v; DROP TEMPORARY VIEW v",
        "CREATE FUNCTION f AS 'no.such.Function'; DROP FUNCTION f",
        "UNLOAD MODULE core; LOAD MODULE core; USE MODULES core; SHOW FUNCTIONS",
        "ALTER TABLE src ADD z INT; ALTER TABLE src RENAME TO renamed",
        "SHOW CREATE TABLE src; EXPLAIN SELECT a FROM src",
      })
  void whatDeclaresIsExecuted(String statements) {
    assertThat(plan(TABLES + statements + ";"))
        .allSatisfy(planned -> assertThat(planned.error()).as(statements).isEmpty());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "CREATE TABLE made WITH ('connector'='blackhole') AS SELECT a + 1 AS x FROM src",
        "CREATE TABLE IF NOT EXISTS made WITH ('connector'='kafka', 'format'='json') AS SELECT a + 1 AS x FROM src",
        "CREATE OR REPLACE TABLE made WITH ('connector'='blackhole') AS SELECT a + 1 AS x FROM src",
        "CREATE TABLE made (x INT) WITH ('connector'='blackhole'); REPLACE TABLE made WITH ('connector'='print') AS SELECT a + 1 AS x FROM src",
        "CREATE TABLE made (y AS x + 1) WITH ('connector'='blackhole') AS SELECT a + 1 AS x FROM src",
      })
  void aTableAsSelectIsASinkAndIsThereFromThenOn(String statements) {
    List<PlannedStatement> planned =
        plan(TABLES + statements + "; INSERT INTO made SELECT a FROM src;");

    assertThat(planned).allSatisfy(p -> assertThat(p.error()).isEmpty());
    PlannedStatement made = planned.get(planned.size() - 2);
    assertThat(made.roots()).hasSize(1);
    assertThat(made.roots().get(0).explain()).contains("made], fields=[x]").contains("+(a, 1)");
    assertThat(planned.get(planned.size() - 1).roots()).hasSize(1);
  }

  @Test
  void aTableAsSelectThatIsOnlyExplainedIsNotThere() {
    List<PlannedStatement> planned =
        plan(
            TABLES
                + "EXPLAIN CREATE TABLE made WITH ('connector'='blackhole') AS SELECT a FROM src;"
                + "INSERT INTO made SELECT a FROM src;"
                + "REPLACE TABLE made WITH ('connector'='blackhole') AS SELECT a FROM src;");

    assertThat(planned.get(3).error()).isEmpty();
    assertThat(planned.get(3).roots()).hasSize(1);
    assertThat(planned.get(4).error().orElseThrow().message()).contains("made");
    assertThat(planned.get(5).error().orElseThrow().message())
        .contains("made` to be replaced does not exist");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "RESET",
        "RESET 'table.exec.state.ttl'; RESET 'table.local-time-zone'; RESET 'execution.runtime-mode'; RESET 'table.exec.mini-batch.size'",
      })
  void resetGoesBackToWhatTheSessionStartedWith(String reset) {
    List<PlannedStatement> planned =
        new ScriptPlanner(Map.of("table.exec.state.ttl", "1 h"))
            .plan(
                "test.sql",
                TABLES
                    + "SET 'table.exec.state.ttl' = '2 h'; SET 'table.exec.mini-batch.size' = '7';"
                    + "SET 'table.local-time-zone' = 'Asia/Tokyo';"
                    + "SET 'execution.runtime-mode' = 'batch'; SELECT a FROM src;"
                    + reset
                    + "; SELECT a FROM src;");

    PlannedStatement before = planned.get(7);
    assertThat(before.onFlink()).contains(ReasonCode.BATCH_MODE);
    assertThat(before.options().sessionTimeZone()).isEqualTo("Asia/Tokyo");
    PlannedStatement after = planned.get(planned.size() - 1);
    assertThat(after.error()).isEmpty();
    assertThat(after.onFlink()).isEmpty();
    assertThat(after.options().sessionTimeZone()).isEqualTo("UTC");
    assertThat(after.options().headerOptions())
        .containsEntry("table.exec.state.ttl", "1 h")
        .containsEntry("table.exec.mini-batch.size", "-1");
  }

  @Test
  void anErrorBehindWindowsLineEndsIsLocatedToo() {
    List<PlannedStatement> planned =
        plan(
            "\uFEFF"
                + (TABLES + "\nINSERT INTO snk\n  SELECT nope FROM src;").replace("\n", "\r\n"));
    assertThat(planned.get(3).error()).isPresent();
    assertThat(planned.get(3).error().get().text()).startsWith("test.sql:6:10: ");
  }

  @Test
  void aTemporaryTableHidesThePermanentOne() {
    List<PlannedStatement> planned =
        plan(
            TABLES
                + "CREATE TEMPORARY TABLE src (z INT) WITH ('connector'='kafka', 'format'='json');"
                + "INSERT INTO snk SELECT z FROM src;"
                + "DROP TEMPORARY TABLE src;"
                + "INSERT INTO snk SELECT z FROM src;");
    assertThat(planned.get(3).notes()).singleElement().asString().contains("connector 'kafka'");
    assertThat(planned.get(4).error()).isEmpty();
    assertThat(planned.get(6).error().orElseThrow().message()).contains("Column 'z' not found");
  }

  @Test
  void tablesOfOtherCatalogsAndDatabasesAreFound() {
    List<PlannedStatement> planned =
        plan(
            TABLES
                + "CREATE CATALOG c WITH ('type'='generic_in_memory');"
                + "CREATE DATABASE c.d;"
                + "CREATE TABLE c.d.t (x INT) WITH ('connector'='kafka', 'format'='json');"
                + "USE c.d; INSERT INTO default_catalog.default_database.snk SELECT x FROM t;");
    assertThat(planned).allSatisfy(p -> assertThat(p.error()).isEmpty());
    assertThat(planned.get(7).roots()).hasSize(1);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "EXPLAIN INSERT INTO snk SELECT a FROM src",
        "EXPLAIN PLAN FOR SELECT a FROM src",
        "EXPLAIN CHANGELOG_MODE, JSON_EXECUTION_PLAN SELECT a FROM src",
        "EXPLAIN STATEMENT SET BEGIN INSERT INTO snk SELECT a FROM src; END",
      })
  void whatIsExplainedIsPlanned(String statement) {
    PlannedStatement planned = plan(TABLES + statement + ";").get(3);
    assertThat(planned.error()).isEmpty();
    assertThat(planned.roots()).hasSize(1);
  }

  @Test
  void batchModeIsRecognised() {
    List<PlannedStatement> planned =
        plan(TABLES + "SET 'execution.runtime-mode' = 'batch';\nSELECT a FROM src;");
    assertThat(planned.get(4).onFlink()).contains(ReasonCode.BATCH_MODE);
  }
}
