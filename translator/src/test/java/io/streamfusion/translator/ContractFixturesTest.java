package io.streamfusion.translator;

import static org.assertj.core.api.Assertions.assertThat;

import io.streamfusion.translator.testing.NexmarkTables;
import io.streamfusion.translator.testing.PlannedSql;
import io.substrait.proto.Plan;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.apache.flink.table.connector.ChangelogMode;
import org.apache.flink.table.functions.ScalarFunction;
import org.junit.jupiter.api.Test;

/**
 * Plans that both sides of the contract read: this test writes them with substrait-java's messages
 * (specification 0.77), and the engine's {@code tests/planned.rs} opens every fragment of each with
 * the Rust messages (0.85). {@code -Dstreamfusion.fixtures.update=true} writes them anew.
 */
class ContractFixturesTest {
  private static final Path DIRECTORY = Path.of("..", "substrait-ext", "tests", "plans");
  private static final boolean UPDATE = Boolean.getBoolean("streamfusion.fixtures.update");

  private static final String ALL_TYPES =
      "bo BOOLEAN, ti TINYINT, si SMALLINT, i INT, b BIGINT, f FLOAT, d DOUBLE, de DECIMAL(10, 2),"
          + " c CHAR(3), vc VARCHAR(5), s STRING, bi BINARY(4), byt BYTES, da DATE, ti3 TIME(3),"
          + " ts TIMESTAMP(3), ts6 TIMESTAMP(6), ts9 TIMESTAMP(9), ltz TIMESTAMP_LTZ(3),"
          + " a ARRAY<ROW<k STRING, n INT>>, m MAP<STRING, INT>, bag MULTISET<STRING>,"
          + " r ROW<x INT, y ROW<z STRING>>";

  private static Map<String, Plan> plans() {
    Map<String, Plan> plans = new TreeMap<>();
    PlannedSql nexmark = NexmarkTables.sql();
    NexmarkTables.QUERIES.forEach(
        (name, query) -> plans.put("nexmark-" + name, plan(nexmark.translate(query))));

    PlannedSql sql =
        new PlannedSql()
            .function("f", Twice.class)
            .changing("retracting", ChangelogMode.all())
            .changing("upserting", ChangelogMode.upsert(false))
            .ddl(
                "CREATE TABLE t (" + ALL_TYPES + ") WITH ('connector' = 'datagen')",
                "CREATE TABLE rows_in_array (i INT, a ARRAY<ROW<k STRING, n INT> NOT NULL>)"
                    + " WITH ('connector' = 'datagen')",
                "CREATE TABLE ku (id INT, v BIGINT, PRIMARY KEY (id) NOT ENFORCED)"
                    + " WITH ('connector' = 'blackhole')",
                "CREATE TABLE k1 (id INT, v BIGINT) WITH ('connector' = 'blackhole')",
                "CREATE TABLE k2 (id INT, v BIGINT) WITH ('connector' = 'blackhole')",
                "CREATE TEMPORARY VIEW w AS SELECT i AS id, b * 2 AS v FROM t WHERE b > 10");
    plans.put("types", plan(sql.translateSelect("SELECT *, i + 1 FROM t")));
    plans.put("literals", plan(sql.translateSelect(literals())));
    plans.put(
        "union",
        plan(
            sql.translateSelect(
                "SELECT i + 1, b FROM (SELECT i, b FROM t WHERE b > 0 UNION ALL SELECT i, b FROM t)")));
    plans.put(
        "shared",
        plan(
            sql.translate(
                "INSERT INTO k1 SELECT id, v FROM w WHERE id > 1",
                "INSERT INTO k2 SELECT id, v + 1 FROM w WHERE id < 1")));
    plans.put(
        "drop-update-before",
        plan(sql.translate("INSERT INTO ku SELECT id, v + 1 FROM retracting")));
    plans.put(
        "retracting", plan(sql.translateSelect("SELECT id, v + 1 FROM retracting WHERE v > 1")));
    plans.put("upserting", plan(sql.translate("INSERT INTO ku SELECT id, v + 1 FROM upserting")));
    plans.put("unnest-array", unnest(sql, "a", "JOIN", "k, n"));
    plans.put("unnest-map", unnest(sql, "m", "LEFT JOIN", "mk, mv"));
    plans.put("unnest-multiset", unnest(sql, "bag", "JOIN", "e"));
    plans.put(
        "unnest-ordinality",
        plan(
            sql.translateSelect(
                "SELECT i, k, o FROM rows_in_array CROSS JOIN UNNEST(a) WITH ORDINALITY AS x (k, n, o)"
                    + " WHERE o < 3")));
    plans.put(
        "group-aggregate",
        plan(
            sql.translateSelect(
                "SELECT i, r.y.z, COUNT(*), COUNT(DISTINCT b) FILTER (WHERE bo), SUM(b), AVG(d), MIN(ts), MAX(s)"
                    + " FROM t GROUP BY i, r.y.z HAVING COUNT(*) > 1")));
    plans.put(
        "group-aggregate-nested",
        plan(
            sql.translateSelect(
                "SELECT COUNT(*), SUM(n) FROM (SELECT i, COUNT(*) AS n FROM t GROUP BY i)")));
    plans.put(
        "expand",
        plan(
            sql.translateSelect(
                "SELECT i, s, GROUPING(i), COUNT(*), MAX(i) FROM t"
                    + " GROUP BY GROUPING SETS ((i, s), (i, r.y.z, ts9), ())")));
    plans.put(
        "host-call", plan(sql.translateSelect("SELECT b, f(i) + 1 FROM t WHERE SQRT(d) > 1")));
    sql.with(sql.options().withPolicy(Policy.ALWAYS));
    plans.put("host-project", plan(sql.translateSelect("SELECT b, f(i), f(r.x) FROM t")));
    return plans;
  }

  private static String literals() {
    List<String> columns = new ArrayList<>(List.of("TRUE", "CAST(1 AS TINYINT)", "1.50", "1e3"));
    columns.add("CAST(2 AS BIGINT) + b");
    columns.add("CASE WHEN bo THEN 'abc' ELSE s END");
    columns.add("CASE WHEN bo THEN X'0102' ELSE byt END");
    columns.add("da > DATE '1969-12-31'");
    columns.add("ti3 > TIME '12:34:56.789'");
    columns.add("ts6 > TIMESTAMP '1969-12-31 23:59:59.999999'");
    columns.add("ts + INTERVAL '1 02:03:04.005' DAY TO SECOND");
    columns.add("ts - INTERVAL '1-2' YEAR TO MONTH");
    columns.add("CAST(NULL AS ARRAY<INT>)");
    columns.add("CAST(NULL AS DECIMAL(5, 1))");
    return "SELECT " + String.join(", ", columns) + " FROM t WHERE s IN ('a', 'b', 'c')";
  }

  private static Plan unnest(PlannedSql sql, String column, String join, String names) {
    return plan(
        sql.translateSelect(
            "SELECT i, "
                + names
                + " FROM t "
                + join
                + " UNNEST("
                + column
                + ") AS x ("
                + names
                + ") ON TRUE"));
  }

  private static Plan plan(TranslationResult result) {
    assertThat(result.sinks()).allMatch(SinkRouting::runsNatively);
    return result.plan().orElseThrow();
  }

  /** The fixtures hold what they are there for. */
  @Test
  void changelogsAreInTheFixtures() {
    Map<String, Plan> plans = plans();
    assertThat(plans.get("drop-update-before").toString()).contains("StreamDropUpdateBeforeRel");
    assertThat(plans.get("retracting").toString()).doesNotContain("StreamDropUpdateBeforeRel");
    assertThat(plans.get("upserting").toString()).doesNotContain("StreamDropUpdateBeforeRel");
  }

  @Test
  void theEngineReadsWhatThePlannerWritesNow() throws Exception {
    Map<String, Plan> plans = plans();
    if (UPDATE) {
      Files.createDirectories(DIRECTORY);
      for (Map.Entry<String, Plan> plan : plans.entrySet()) {
        Files.write(file(plan.getKey()), plan.getValue().toByteArray());
      }
    }
    for (Map.Entry<String, Plan> plan : plans.entrySet()) {
      assertThat(Plan.parseFrom(Files.readAllBytes(file(plan.getKey()))))
          .as(plan.getKey())
          .isEqualTo(plan.getValue());
    }
    try (Stream<Path> files = Files.list(DIRECTORY)) {
      assertThat(files).hasSize(plans.size());
    }
  }

  private static Path file(String name) {
    return DIRECTORY.resolve(name + ".plan");
  }

  /** A function without a kernel. */
  public static final class Twice extends ScalarFunction {
    private static final long serialVersionUID = 1L;

    public Integer eval(Integer value) {
      return value == null ? null : value * 2;
    }
  }
}
