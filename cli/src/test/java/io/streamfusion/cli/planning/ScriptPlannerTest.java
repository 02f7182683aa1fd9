package io.streamfusion.cli.planning;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

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

  @Test
  void batchModeIsRecognised() {
    List<PlannedStatement> planned =
        plan(TABLES + "SET 'execution.runtime-mode' = 'batch';\nSELECT a FROM src;");
    assertThat(planned.get(4).batch()).isTrue();
  }
}
