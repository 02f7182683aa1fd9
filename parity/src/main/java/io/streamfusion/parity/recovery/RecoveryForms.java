package io.streamfusion.parity.recovery;

import io.streamfusion.parity.recovery.RecoveryForm.Input;
import java.util.List;

/** The aggregates that recovery is tested with; another one is another entry. */
public final class RecoveryForms {

  public static final List<RecoveryForm> ALL =
      List.of(
          new RecoveryForm(
              "count",
              Input.INSERT,
              "k INT, n BIGINT, nv BIGINT",
              1,
              "SELECT k, COUNT(*), COUNT(v) FROM src GROUP BY k"),
          new RecoveryForm(
              "sum_avg",
              Input.INSERT,
              "k INT, sv INT, sb BIGINT, sd DOUBLE, ab BIGINT, ad DOUBLE",
              1,
              "SELECT k, SUM(v), SUM(b), SUM(d), AVG(b), AVG(d) FROM src GROUP BY k"),
          new RecoveryForm(
              "min_max",
              Input.INSERT,
              "k INT, nv INT, xb BIGINT, nd DOUBLE, xs STRING, nt TIMESTAMP(3)",
              1,
              "SELECT k, MIN(v), MAX(b), MIN(d), MAX(s), MIN(t) FROM src GROUP BY k"),
          new RecoveryForm(
                  "first_last",
                  Input.INSERT,
                  "k INT, fs STRING, ls STRING, fd DOUBLE, lb BIGINT, fb BIGINT",
                  1,
                  "SELECT k, FIRST_VALUE(s), LAST_VALUE(s), FIRST_VALUE(d), LAST_VALUE(b),"
                      + " FIRST_VALUE(b) FILTER (WHERE v > 20) FROM src GROUP BY k")
              .keepingOrder(),
          new RecoveryForm(
                  "listagg",
                  Input.INSERT,
                  "k INT, l STRING, lf STRING",
                  1,
                  "SELECT k, LISTAGG(s), LISTAGG(s, '-') FILTER (WHERE v > 30) FROM src GROUP BY k")
              .keepingOrder(),
          new RecoveryForm(
              "filter",
              Input.INSERT,
              "k INT, n BIGINT, sb BIGINT, xv INT",
              1,
              "SELECT k, COUNT(*) FILTER (WHERE v > 20), SUM(b) FILTER (WHERE s <> 'a'),"
                  + " MAX(v) FILTER (WHERE b > 0) FROM src GROUP BY k"),
          new RecoveryForm(
              "distinct",
              Input.INSERT,
              "k INT, dv BIGINT, sb BIGINT, ds BIGINT",
              1,
              "SELECT k, COUNT(DISTINCT v), SUM(DISTINCT b), COUNT(DISTINCT s) FILTER (WHERE v > 20)"
                  + " FROM src GROUP BY k"),
          new RecoveryForm(
              "select_distinct",
              Input.INSERT,
              "k INT, b BIGINT, s STRING",
              3,
              "SELECT DISTINCT k, b, s FROM src"),
          new RecoveryForm(
              "text_keys",
              Input.INSERT,
              "ks STRING, big BOOLEAN, n BIGINT, xs STRING",
              2,
              "SELECT ks, v > 20, COUNT(*), MAX(s) FROM src GROUP BY ks, v > 20"),
          new RecoveryForm(
              "nested_keys",
              Input.INSERT,
              "r ROW<k INT, ks STRING>, ia ARRAY<INT>, n BIGINT, d BIGINT",
              2,
              "SELECT r, ia, COUNT(*), COUNT(DISTINCT sa) FROM src GROUP BY r, ia"),
          new RecoveryForm(
              "having",
              Input.INSERT,
              "k INT, n BIGINT, sb BIGINT",
              1,
              "SELECT k, COUNT(*), SUM(b) FROM src GROUP BY k HAVING SUM(b) > 0"),
          new RecoveryForm(
              "retracting",
              Input.RETRACT,
              "k INT, n BIGINT, nv BIGINT, sb BIGINT, sd DOUBLE, ad DOUBLE",
              1,
              "SELECT k, COUNT(*), COUNT(v), SUM(b), SUM(d), AVG(d) FROM src GROUP BY k"),
          new RecoveryForm(
              "min_max_retract",
              Input.RETRACT,
              "k INT, nv INT, xb BIGINT, xd DOUBLE, xs STRING, nt TIMESTAMP(3)",
              1,
              "SELECT k, MIN(v), MAX(b), MAX(d), MAX(s), MIN(t) FROM src GROUP BY k"),
          new RecoveryForm(
              "distinct_retract",
              Input.RETRACT,
              "k INT, dv BIGINT, sb BIGINT, ds BIGINT, xs STRING",
              1,
              "SELECT k, COUNT(DISTINCT v), SUM(DISTINCT b), COUNT(DISTINCT s) FILTER (WHERE v > 20),"
                  + " MAX(DISTINCT s) FROM src GROUP BY k"),
          new RecoveryForm(
                  "retracting_lists",
                  Input.RETRACT,
                  "k INT, l STRING, lf STRING, a ARRAY<INT>, fs STRING, ls STRING, lb BIGINT",
                  1,
                  "SELECT k, LISTAGG(s), LISTAGG(s, '-') FILTER (WHERE v > 30), ARRAY_AGG(v),"
                      + " FIRST_VALUE(s), LAST_VALUE(s), LAST_VALUE(b) FROM src GROUP BY k")
              .keepingOrder(),
          new RecoveryForm(
                  "ttl",
                  Input.INSERT,
                  "k INT, n BIGINT, xv INT",
                  1,
                  "SELECT k, COUNT(v), MAX(v) FROM src GROUP BY k")
              // Nothing expires; what it changes is that equal results are emitted too.
              .with("table.exec.state.ttl", "1 d"),
          new RecoveryForm(
              "grouping_sets",
              Input.INSERT,
              "k INT, s STRING, g BIGINT, n BIGINT, sb BIGINT, nv INT",
              0,
              "SELECT k, s, GROUPING_ID(k, s), COUNT(*), SUM(b), MIN(v) FROM src GROUP BY CUBE (k, s)"),
          new RecoveryForm(
              "nested",
              Input.INSERT,
              "k6 INT, n BIGINT, s BIGINT",
              0,
              "SELECT k6, COUNT(*), SUM(n) FROM (SELECT k, MOD(k, 6) AS k6, COUNT(*) AS n FROM src"
                  + " GROUP BY k, MOD(k, 6)) GROUP BY k6"),
          new RecoveryForm(
              "keyless",
              Input.INSERT,
              "n BIGINT, sb BIGINT, xv INT",
              0,
              "SELECT COUNT(*), SUM(b), MAX(v) FROM src"));

  private RecoveryForms() {}
}
