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
                "INSERT INTO k SELECT id, FIRST_VALUE(v) FROM t GROUP BY id"),
            ExplainText.Level.PLAN);

    assertThat(text)
        .isEqualTo(
            """
            s0 k: native
              Sink(table=[default_catalog.default_database.k], fields=[id, EXPR$1]): flink
                s0/calc-0 NativeCalc(select=[id, +(v, 1) AS EXPR$1], where=[>(id, 1)]): kernel {+I}
                  TableSourceScan(table=[[default_catalog, default_database, t]], fields=[id, v]): flink {+I}
            s1 k: on Flink
              - OPERATOR_VARIANT_NOT_SUPPORTED at GroupAggregate: FIRST_VALUE($1) has no native form yet
              Sink(table=[default_catalog.default_database.k], fields=[id, EXPR$1]): flink
                GroupAggregate(groupBy=[id], select=[id, FIRST_VALUE(v) AS EXPR$1]): flink {+I,+U} keys=(id)
                  ! OPERATOR_VARIANT_NOT_SUPPORTED at GroupAggregate: FIRST_VALUE($1) has no native form yet
                  Exchange(distribution=[hash[id]]): flink {+I}
                    TableSourceScan(table=[[default_catalog, default_database, t]], fields=[id, v]): flink {+I}
            """);
  }
}
