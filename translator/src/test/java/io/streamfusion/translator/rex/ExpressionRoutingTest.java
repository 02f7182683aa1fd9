package io.streamfusion.translator.rex;

import static org.assertj.core.api.Assertions.assertThat;

import io.streamfusion.translator.Evaluation;
import io.streamfusion.translator.NodeStatus;
import io.streamfusion.translator.TranslationResult;
import io.streamfusion.translator.testing.PlannedSql;
import java.util.Locale;
import org.apache.flink.table.functions.ScalarFunction;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Which expressions have kernels, which go to the host, and which keep their query on Flink. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ExpressionRoutingTest {
  private PlannedSql sql;

  @BeforeAll
  void createTables() {
    sql =
        new PlannedSql()
            .function("UPPER", Shout.class)
            .function("plus_one", PlusOne.class)
            .ddl(
                """
                CREATE TABLE t (
                  bo BOOLEAN, ti TINYINT, si SMALLINT, i INT, b BIGINT, f FLOAT, d DOUBLE,
                  de DECIMAL(10, 2), de38 DECIMAL(38, 10), c CHAR(3), vc VARCHAR(5), s STRING,
                  bi BINARY(4), vb VARBINARY(4), byt BYTES, da DATE, ti3 TIME(3),
                  ts TIMESTAMP(3), ts6 TIMESTAMP(6), ts9 TIMESTAMP(9), ltz TIMESTAMP_LTZ(3),
                  a ARRAY<INT>, m MAP<STRING, INT>, mn MAP<STRING, INT NOT NULL>,
                  r ROW<x INT, y ROW<z STRING>>, wt TIMESTAMP(3), WATERMARK FOR wt AS wt
                ) WITH ('connector' = 'datagen')
                """);
  }

  private String route(String expression) {
    TranslationResult result = sql.translateSelect("SELECT b, " + expression + " FROM t");
    if (!result.sinks().get(0).runsNatively()) {
      return result.sinks().get(0).reasons().get(0).code().name();
    }
    return result.statuses().values().stream()
            .anyMatch(
                status ->
                    status instanceof NodeStatus.Native found
                        && found.evaluation() == Evaluation.HOST)
        ? "host"
        : "kernel";
  }

  /** BinaryStringData maps the bytes of ASCII text as in English, Java's text as in Turkish. */
  @ParameterizedTest
  @ValueSource(strings = {"tr-TR", "az"})
  void letterCaseOfDottedIDependsOnHowFlinkHoldsIt(String tag) {
    Locale before = Locale.getDefault();
    Locale.setDefault(Locale.forLanguageTag(tag));
    try {
      assertThat(route("LOWER(s)")).isEqualTo("REPRESENTATION_DEPENDENT");
      assertThat(route("INITCAP(s)")).isEqualTo("host");
    } finally {
      Locale.setDefault(before);
    }
  }

  @ParameterizedTest(name = "{0} -> {1}")
  @CsvSource(
      delimiter = ';',
      quoteCharacter = '~',
      value = {
        "i + 1; kernel",
        "b * i - 3; kernel",
        "b / i; kernel",
        "MOD(b, i); kernel",
        "i % 7; kernel",
        "ti + si; kernel",
        "-i; kernel",
        "ABS(d); kernel",
        "SIGN(i); kernel",
        "SIGN(f); host",
        "SIGN(de); host",
        "f * d; kernel",
        "de * 0.5; kernel",
        "de / 3; kernel",
        "-de; kernel",
        "SQRT(d); host",
        "ROUND(de, 1); host",
        "ROUND(de); host",
        "ROUND(de, i); REPRESENTATION_DEPENDENT",
        "ROUND(de, -1); host",
        "TRUNCATE(de, i); REPRESENTATION_DEPENDENT",
        "ROUND(d, i); host",
        "i > 3 AND b < 5; kernel",
        "i > 3 OR bo; kernel",
        "NOT bo; kernel",
        "bo IS TRUE; kernel",
        "bo IS NOT FALSE; kernel",
        "i IS NULL; kernel",
        "r IS NOT NULL; kernel",
        "i = b; kernel",
        "de > i; kernel",
        "d >= f; kernel",
        "s = c; kernel",
        "s <> 'x'; kernel",
        "s < 'x'; REPRESENTATION_DEPENDENT",
        "s BETWEEN 'a' AND 'b'; REPRESENTATION_DEPENDENT",
        "s IN ('a', 'b', 'c'); kernel",
        "s NOT IN ('a', 'b', 'c'); kernel",
        "i IN (1, 2, 3); kernel",
        "i BETWEEN 2 AND 5; kernel",
        "d IN (1.0, 2.0, 3.0); kernel",
        "d IN (0.0, 2.0, 3.0); kernel",
        "d IN (1e0, 2e0, 3e0); kernel",
        "d IN (0e0, 2e0, 3e0); kernel",
        "f IN (1.5, 2.0, 3.0); kernel",
        "f NOT IN (1, 2, 3, 4, 5); kernel",
        "f IN (0, 1, 2, 3, 4); kernel",
        "b >= 10000 AND b < 1000000; kernel",
        "b BETWEEN 1 AND 5 OR b = 9; kernel",
        "b IN (1, 2, 3, 4, 5); kernel",
        "ti NOT IN (1, 2, 3, 1000); kernel",
        "de BETWEEN 1 AND 5; kernel",
        "de IN (1, 2.5, 3.125); kernel",
        "de38 IN (1, 2.5, 3.125); kernel",
        "de > 1.5 AND de <= 3 OR de IS NULL; kernel",
        "i > 1.5 AND i < 3; kernel",
        "d BETWEEN 1 AND 5; kernel",
        "f > 1.5 AND f < 3; kernel",
        "ts BETWEEN TIMESTAMP '2020-01-01 00:00:00' AND TIMESTAMP '2020-01-01 00:00:01.5'; kernel",
        "ts IN (TIMESTAMP '2020-01-01 00:00:00', TIMESTAMP '2020-01-01 00:00:01.0005'); kernel",
        "ts9 BETWEEN TIMESTAMP '2020-01-01 00:00:00' AND TIMESTAMP '2021-01-01 00:00:00'; kernel",
        "da BETWEEN DATE '2020-01-01' AND DATE '2020-12-31'; kernel",
        "ti3 BETWEEN TIME '01:00:00' AND TIME '02:00:00'; kernel",
        "c IN ('abc', 'de'); kernel",
        "i IS DISTINCT FROM b; kernel",
        "a = ARRAY[i]; REPRESENTATION_DEPENDENT",
        "ARRAY_CONTAINS(a, 1); host",
        "bi = bi; kernel",
        "da < DATE '2020-01-01'; kernel",
        "ts < TIMESTAMP '2020-01-01 00:00:00'; kernel",
        "CASE WHEN i > 1 THEN 'x' WHEN i > 2 THEN 'yy' ELSE s END; kernel",
        "CASE i WHEN 1 THEN b ELSE 100 / i END; kernel",
        "IF(i > 1, b, 0); kernel",
        "COALESCE(i, 3); kernel",
        "COALESCE(i, b); kernel",
        "NULLIF(i, 3); kernel",
        "IFNULL(i, 3); kernel",
        "f * de; kernel",
        "f + b; kernel",
        "ti = b; kernel",
        "CAST(i AS BIGINT); kernel",
        "CAST(b AS TINYINT); kernel",
        "CAST(d AS INT); kernel",
        "CAST(de AS DECIMAL(5, 1)); kernel",
        "CAST(i AS STRING); kernel",
        "CAST(d AS STRING); host",
        "CAST(s AS INT); host",
        "TRY_CAST(s AS INT); host",
        "CAST(s AS VARCHAR(2)); kernel",
        "CAST(vc AS VARCHAR(9)); kernel",
        "CAST(s AS CHAR(3)); kernel",
        "CAST(ts AS DATE); kernel",
        "CAST(ts AS TIMESTAMP(6)); kernel",
        "CAST(ts9 AS TIMESTAMP(3)); REPRESENTATION_DEPENDENT",
        "CAST(ltz AS TIMESTAMP(3)); host",
        "CAST(ts AS STRING); kernel",
        "CAST(byt AS VARBINARY(2)); host",
        "CHAR_LENGTH(s); kernel",
        "s || c; kernel",
        "CONCAT(s, 'x', vc); kernel",
        "CONCAT_WS(',', s, vc); kernel",
        "SUBSTRING(s, 2); kernel",
        "SUBSTRING(s FROM 2 FOR 3); kernel",
        "LEFT(s, 2); kernel",
        "LOWER(s); kernel",
        "UPPER(s); host",
        "TRIM(s); kernel",
        "TRIM(LEADING 'x' FROM s); kernel",
        "TRIM(BOTH vc FROM s); REPRESENTATION_DEPENDENT",
        "TRIM(BOTH ' x' FROM s); REPRESENTATION_DEPENDENT",
        "LTRIM(s); kernel",
        "s LIKE 'a%'; kernel",
        "s LIKE 'a!_b' ESCAPE '!'; kernel",
        "s LIKE vc; host",
        "s SIMILAR TO 'a(b|c)'; host",
        "POSITION('a' IN s); kernel",
        "SPLIT_INDEX(s, ',', 1); kernel",
        "REGEXP_EXTRACT(s, 'a([0-9]+)', 1); kernel",
        "REGEXP_EXTRACT(s, '(a)+', 1); host",
        "REGEXP_REPLACE(s, 'a', 'b'); host",
        "LPAD(s, 5, 'x'); host",
        "DATE_FORMAT(ts, 'yyyy-MM-dd HH:mm:ss'); kernel",
        "DATE_FORMAT(ts, 'EEEE'); host",
        "DATE_FORMAT(ltz, 'yyyy'); host",
        "EXTRACT(YEAR FROM ts); kernel",
        "EXTRACT(HOUR FROM ts); kernel",
        "HOUR(ltz); host",
        "EXTRACT(DAY FROM da); kernel",
        "FLOOR(ts TO HOUR); kernel",
        "CEIL(ts TO MONTH); kernel",
        "ts + INTERVAL '1' DAY; kernel",
        "ts - INTERVAL '2' MONTH; kernel",
        "da + INTERVAL '1' MONTH; kernel",
        "TIMESTAMPDIFF(DAY, ts, ts6); host",
        "r.x + 1; kernel",
        "r.y.z; kernel",
        "r.y; kernel",
        "a[1]; host",
        "m['k']; REPRESENTATION_DEPENDENT",
        "mn['k']; host",
        "CARDINALITY(a); host",
        "plus_one(i); host",
        "plus_one(i) + plus_one(ti); host",
        "CURRENT_WATERMARK(wt); host",
        "PROCTIME(); host",
        "CURRENT_TIMESTAMP; host",
        "RAND(); host",
        "GREATEST(s, c); REPRESENTATION_DEPENDENT",
        "GREATEST(i, b); host",
        "'const'; kernel",
        "CAST(NULL AS INT); kernel"
      })
  void routesProjections(String expression, String expected) {
    assertThat(route(expression)).isEqualTo(expected);
  }

  /** A user's function with the name of a built-in one. */
  public static final class Shout extends ScalarFunction {
    private static final long serialVersionUID = 1L;

    public String eval(String text) {
      return text + "!";
    }
  }

  /** A function without a kernel. */
  public static final class PlusOne extends ScalarFunction {
    private static final long serialVersionUID = 1L;

    public Integer eval(Integer value) {
      return value == null ? null : value + 1;
    }
  }
}
