package io.streamfusion.flink.planner;

import static org.assertj.core.api.Assertions.assertThat;

import io.streamfusion.flink.planner.testing.TestTableEnvironments;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.table.api.ExplainDetail;
import org.apache.flink.table.api.StatementSet;
import org.apache.flink.table.api.bridge.java.StreamTableEnvironment;
import org.apache.flink.table.functions.ScalarFunction;
import org.junit.jupiter.api.Test;

/** What EXPLAIN shows below Flink's abstract syntax tree. */
class ExplainTest {

  private final StreamTableEnvironment tables =
      TestTableEnvironments.streamFusion(StreamExecutionEnvironment.getExecutionEnvironment());

  ExplainTest() {
    tables.executeSql(
        "CREATE TABLE bid (auction BIGINT, price BIGINT, ts TIMESTAMP(3),"
            + " WATERMARK FOR ts AS ts - INTERVAL '4' SECOND) WITH ('connector' = 'datagen')");
    tables.executeSql("CREATE TABLE few (a BIGINT) WITH ('connector' = 'blackhole')");
    tables.executeSql("CREATE TABLE many (a BIGINT) WITH ('connector' = 'blackhole')");
    tables.createTemporarySystemFunction("TWICE", new Twice());
  }

  @Test
  void showsNativeNodesInBothPlans() {
    assertExplained(
        tables.explainSql(
            "INSERT INTO few SELECT price FROM bid WHERE MOD(auction, 123) = 0",
            ExplainDetail.CHANGELOG_MODE),
        """
        == Optimized Physical Plan ==
        Sink(table=[default_catalog.default_database.few], fields=[price], changelogMode=[NONE])
        +- NativeCalc(select=[price], where=[=(MOD(auction, 123), 0)], changelogMode=[I])
           +- NativeWatermarkAssigner(rowtime=[ts], watermark=[-(ts, 4000:INTERVAL SECOND)], changelogMode=[I])
              +- TableSourceScan(table=[[default_catalog, default_database, bid]], fields=[auction, price, ts], changelogMode=[I])

        == Optimized Execution Plan ==
        Sink(table=[default_catalog.default_database.few], fields=[price])
        +- NativeFragment(nodes=[NativeCalc(select=[price], where=[(MOD(auction, 123) = 0)]) <- NativeWatermarkAssigner(rowtime=[ts], watermark=[(ts - 4000:INTERVAL SECOND)])])
           +- TableSourceScan(table=[[default_catalog, default_database, bid]], fields=[auction, price, ts])

        == StreamFusion ==
        StreamFusion VERSION on Flink 2.2.1
        s0 few: native
          s0/calc-0 NativeCalc: kernel
          s0/watermark_assigner-0 NativeWatermarkAssigner: kernel
        """);
  }

  @Test
  void saysWhatRunsThroughTheHostEvaluator() {
    String insert = "INSERT INTO few SELECT TWICE(price) FROM bid WHERE auction > 9";

    assertThat(tables.explainSql(insert)).contains("ALL_OUTPUTS_HOST_EVALUATED");

    tables.getConfig().set("streamfusion.policy", "always");
    assertThat(tables.explainSql(insert)).contains("s0/calc-0 NativeCalc: host");
  }

  @Test
  void saysWhyAQueryStaysOnFlink() {
    assertExplained(
        tables.explainSql(
            "INSERT INTO few SELECT CARDINALITY(ARRAY_AGG(ARRAY[price])) FROM bid GROUP BY auction"),
        """
        == Optimized Physical Plan ==
        Sink(table=[default_catalog.default_database.few], fields=[a])
        +- Calc(select=[CAST(CARDINALITY($f1) AS BIGINT) AS a])
           +- GroupAggregate(groupBy=[auction], select=[auction, ARRAY_AGG($f1) AS $f1])
              +- Exchange(distribution=[hash[auction]])
                 +- Calc(select=[auction, ARRAY(price) AS $f1])
                    +- WatermarkAssigner(rowtime=[ts], watermark=[-(ts, 4000:INTERVAL SECOND)])
                       +- TableSourceScan(table=[[default_catalog, default_database, bid]], fields=[auction, price, ts])

        == Optimized Execution Plan ==
        Sink(table=[default_catalog.default_database.few], fields=[a])
        +- Calc(select=[CAST(CARDINALITY($f1) AS BIGINT) AS a])
           +- GroupAggregate(groupBy=[auction], select=[auction, ARRAY_AGG($f1) AS $f1])
              +- Exchange(distribution=[hash[auction]])
                 +- Calc(select=[auction, ARRAY(price) AS $f1])
                    +- WatermarkAssigner(rowtime=[ts], watermark=[(ts - 4000:INTERVAL SECOND)])
                       +- TableSourceScan(table=[[default_catalog, default_database, bid]], fields=[auction, price, ts])

        == StreamFusion ==
        StreamFusion VERSION on Flink 2.2.1
        s0 few: on Flink
          - OPERATOR_VARIANT_NOT_SUPPORTED at GroupAggregate: ARRAY_AGG($1) has no native form yet for ARRAY<BIGINT> NOT NULL
          - ALL_OUTPUTS_HOST_EVALUATED at Calc: every output runs through the host evaluator: [CAST(CARDINALITY($1)):BIGINT]
        """);
  }

  @Test
  void saysThatAnOptionChangesNothing() {
    tables.getConfig().set("streamfusion.expression.LOWER.allowIncompatible", "true");

    assertThat(tables.explainSql("SELECT price + 1 FROM bid"))
        .contains(
            "note: streamfusion.expression.LOWER.allowIncompatible changes nothing: no expression",
            "s0 ",
            ": native");
  }

  @Test
  void explainsABareSelect() {
    assertThat(tables.explainSql("SELECT price + 1 FROM bid")).contains("s0 ", ": native");
  }

  @Test
  void showsOneNodeForWhatSinksShare() {
    StatementSet statements = tables.createStatementSet();
    tables.executeSql("CREATE TEMPORARY VIEW shared AS SELECT price + 1 AS p FROM bid");
    statements.addInsertSql("INSERT INTO few SELECT p FROM shared WHERE p < 9");
    statements.addInsertSql("INSERT INTO many SELECT p FROM shared WHERE p > 9");

    String explained = statements.explain();
    assertThat(explained).contains("s0 ", "s1 ").doesNotContain(": on Flink");
    assertThat(explained).contains("(reuse_id=[1])", "Reused(reference_id=[1])");
  }

  private static void assertExplained(String explained, String expected) {
    String plans = explained.substring(explained.indexOf("== Optimized Physical Plan =="));
    assertThat(plans.replaceAll("StreamFusion \\S+ on", "StreamFusion VERSION on"))
        .isEqualToNormalizingNewlines(expected);
  }

  /** A function that only Flink can run. */
  public static final class Twice extends ScalarFunction {
    public Long eval(Long value) {
      return value == null ? null : value * 2;
    }
  }
}
