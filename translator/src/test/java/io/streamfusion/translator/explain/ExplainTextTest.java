package io.streamfusion.translator.explain;

import static org.assertj.core.api.Assertions.assertThat;

import io.streamfusion.translator.testing.PlannedSql;
import org.junit.jupiter.api.Test;

class ExplainTextTest {

  @Test
  void showsEngineChangelogKeysAndReasonsPerNode() {
    PlannedSql sql =
        new PlannedSql()
            .ddl(
                "CREATE TABLE t (id INT, v BIGINT) WITH ('connector' = 'datagen')",
                "CREATE TABLE k (id INT, v BIGINT) WITH ('connector' = 'blackhole')");

    String text =
        ExplainText.of(
            sql.translate(
                "INSERT INTO k SELECT id, v + 1 FROM t WHERE id > 1",
                "INSERT INTO k SELECT id, CARDINALITY(COLLECT(v)) FROM t GROUP BY id"),
            ExplainText.Level.PLAN);

    assertThat(text)
        .isEqualTo(
            """
            s0 k: native
              Sink(table=[default_catalog.default_database.k], fields=[id, EXPR$1]): flink
                s0/calc-0 NativeCalc(select=[id, +(v, 1) AS EXPR$1], where=[>(id, 1)]): kernel {+I} fragment=0
                  TableSourceScan(table=[[default_catalog, default_database, t]], fields=[id, v]): flink {+I}
            s1 k: on Flink
              - OPERATOR_VARIANT_NOT_SUPPORTED at GroupAggregate: COLLECT($1) has no native form yet
              Sink(table=[default_catalog.default_database.k], fields=[id, v]): flink
                Calc(select=[id, CAST(CARDINALITY($f1) AS BIGINT) AS v]): flink {+I,+U} keys=(id)
                  GroupAggregate(groupBy=[id], select=[id, COLLECT(v) AS $f1]): flink {+I,+U} keys=(id)
                    ! OPERATOR_VARIANT_NOT_SUPPORTED at GroupAggregate: COLLECT($1) has no native form yet
                    Exchange(distribution=[hash[id]]): flink {+I}
                      TableSourceScan(table=[[default_catalog, default_database, t]], fields=[id, v]): flink {+I}
            fragments
              0 s0/host_sink-0: reads rows of TableSourceScan [id, v]; gives rows to Flink
            """);
  }

  @Test
  void showsStateHostCallsAndFragments() {
    PlannedSql sql =
        new PlannedSql()
            .ddl(
                "CREATE TABLE t (id INT, v BIGINT, a ARRAY<STRING>) WITH ('connector' = 'datagen')",
                "CREATE TABLE k (id INT, n BIGINT, m BIGINT) WITH ('connector' = 'blackhole')");

    String distinct =
        ExplainText.of(
            sql.translate(
                "INSERT INTO k SELECT id, COUNT(DISTINCT a[1]), SUM(v) FROM t GROUP BY id"),
            ExplainText.Level.PLAN);
    assertThat(distinct)
        .isEqualTo(
            """
            s0 k: native
              Sink(table=[default_catalog.default_database.k], fields=[id, EXPR$1, EXPR$2]): flink
                s0/group_aggregate-0 NativeGroupAggregate(groupBy=[id], select=[id, COUNT(DISTINCT $f1) AS EXPR$1, SUM(v) AS EXPR$2]): kernel {+I,+U} keys=(id) fragment=1
                  state groups: by (id), (INT) -> count(distinct (STRING)) sum(BIGINT), no TTL
                  state distinct 1: by (id), (INT) (STRING) -> calls, no TTL
                  s0/exchange-0 NativeExchange(distribution=[hash[id]]): kernel {+I} fragment=0
                    s0/calc-0 NativeCalc(select=[id, ITEM(a, 1) AS $f1, v]): host {+I} fragment=0
                      host call 0: ITEM($0, 1)
                      TableSourceScan(table=[[default_catalog, default_database, t]], fields=[id, v, a]): flink {+I}
            fragments
              0 s0/exchange-0: reads rows of TableSourceScan [id, v, a]; sends columns by hash of (id) to 1
              1 s0/host_sink-0: reads columns of 0; gives rows to Flink
            """);

    sql.environment().getConfig().set("table.exec.state.ttl", "90 min");
    assertThat(
            ExplainText.of(
                sql.translate("INSERT INTO k SELECT id, COUNT(*), SUM(v) FROM t GROUP BY id"),
                ExplainText.Level.PLAN))
        .contains("state groups: by (id), (INT) -> written count() sum(BIGINT), TTL 90 min\n");
  }
}
