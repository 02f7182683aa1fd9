package io.streamfusion.translator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.streamfusion.substrait.text.PlanText;
import io.streamfusion.translator.explain.ExplainText;
import io.streamfusion.translator.support.FallbackReason;
import io.streamfusion.translator.support.ReasonCode;
import io.streamfusion.translator.testing.PlannedSql;
import java.util.List;
import java.util.OptionalInt;
import org.apache.flink.configuration.IllegalConfigurationException;
import org.apache.flink.table.functions.ScalarFunction;
import org.apache.flink.table.types.logical.LogicalType;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class PlanTranslatorTest {
  private PlannedSql sql;

  @BeforeEach
  void createTables() {
    sql =
        new PlannedSql()
            .function("f", Twice.class)
            .function("same_as_f", Twice.class)
            .ddl(
                "CREATE TABLE t (id INT, v BIGINT, s STRING, tags ARRAY<ROW<k STRING, n INT>>,"
                    + " nums ARRAY<INT>, m MAP<STRING, INT>, bag MULTISET<STRING>,"
                    + " r ROW<x INT, y STRING>, ts TIMESTAMP(3), WATERMARK FOR ts AS ts)"
                    + " WITH ('connector' = 'datagen')",
                "CREATE TABLE u (id INT, v BIGINT) WITH ('connector' = 'datagen')",
                "CREATE TABLE k1 (id INT, v BIGINT) WITH ('connector' = 'blackhole')",
                "CREATE TABLE k2 (id INT, v BIGINT) WITH ('connector' = 'blackhole')",
                "CREATE TABLE kr (id INT, r ROW<x INT, y STRING>) WITH ('connector' = 'blackhole')");
  }

  private static List<ReasonCode> codes(TranslationResult result, int sink) {
    return result.sinks().get(sink).reasons().stream().map(FallbackReason::code).toList();
  }

  private static String text(TranslationResult result) {
    return PlanText.of(result.plan().orElseThrow());
  }

  @Test
  void aMistakeOfOursIsAReasonAndNoFailure() {
    IllegalStateException mistake = new IllegalStateException("no such thing\nat all");
    sql.with(
        sql.options()
            .withOperators(
                slug -> {
                  throw mistake;
                }));

    TranslationResult result =
        sql.translate(
            "INSERT INTO k1 SELECT id + 1, v FROM t", "INSERT INTO k2 SELECT id, v FROM u");

    assertThat(result.hasNativeQuery()).isFalse();
    assertThat(result.failure()).containsSame(mistake);
    assertThat(ExplainText.of(result, ExplainText.Level.SUMMARY))
        .isEqualTo(
            """
            s0 k1: on Flink
              - INTERNAL_ERROR at Sink: java.lang.IllegalStateException: no such thing
            s1 k2: on Flink
              - INTERNAL_ERROR at Sink: java.lang.IllegalStateException: no such thing
            """);
  }

  @Test
  void aWrongValueOfAnOptionIsNoMistakeOfOurs() {
    sql.with(
        sql.options()
            .withOperators(
                slug -> {
                  throw new IllegalConfigurationException("streamfusion.operator.calc.enabled");
                }));

    assertThatThrownBy(() -> sql.translate("INSERT INTO k1 SELECT id + 1, v FROM t"))
        .isInstanceOf(IllegalConfigurationException.class);
  }

  @Test
  void unionsBringBothSidesToTheSameColumns() {
    TranslationResult result =
        sql.translate(
            "INSERT INTO k1 SELECT id + 1, v FROM"
                + " (SELECT id, v FROM t WHERE v > 0 UNION ALL SELECT id, v FROM u)");

    assertThat(result.sinks().get(0).reasons()).isEmpty();
    assertThat(text(result)).contains("union");
    assertThat(result.fragments().get(0).inputs()).hasSize(2);
  }

  @Test
  void aSharedOperatorBecomesAFragmentThatSeveralRead() {
    sql.ddl("CREATE TEMPORARY VIEW w AS SELECT id, v * 2 AS v FROM t WHERE v > 10");
    TranslationResult result =
        sql.translate(
            "INSERT INTO k1 SELECT id, v FROM w WHERE id > 1",
            "INSERT INTO k2 SELECT id, v + 1 FROM w WHERE id < 1");

    assertThat(result.sinks()).allMatch(SinkRouting::runsNatively);
    assertThat(result.fragments()).hasSize(3);
    assertThat(result.fragments().get(0).output())
        .isInstanceOfSatisfying(
            FragmentOutput.Frames.class,
            frames -> assertThat(frames.readers()).containsExactly(1, 2));
    assertThat(result.fragments().get(1).inputs()).containsExactly(new FragmentInput.Frames(0, 0));
    assertThat(result.fragments().get(2).id()).isEqualTo("s1/host_sink-0");
  }

  @Test
  void aQueryStaysOnFlinkTogetherWithTheOneItSharesOperatorsWith() {
    sql.ddl("CREATE TEMPORARY VIEW w AS SELECT id, v * 2 AS v FROM t WHERE v > 10");
    TranslationResult result =
        sql.translate(
            "INSERT INTO k1 SELECT id, v FROM w WHERE id > 1",
            "INSERT INTO k2 SELECT id, CARDINALITY(COLLECT(v)) FROM w GROUP BY id",
            "INSERT INTO k2 SELECT id, v + 1 FROM u");

    assertThat(codes(result, 0)).containsExactly(ReasonCode.SHARED_WITH_FALLBACK);
    assertThat(codes(result, 1)).contains(ReasonCode.OPERATOR_VARIANT_NOT_SUPPORTED);
    assertThat(codes(result, 2)).isEmpty();
    assertThat(result.fragments()).hasSize(1);
  }

  @Test
  void anExchangeEndsAFragment() {
    TranslationResult result =
        sql.translate("INSERT INTO k2 SELECT id, COUNT(*) FROM t WHERE v > 1 GROUP BY id");

    assertThat(result.sinks()).allMatch(SinkRouting::runsNatively);
    assertThat(result.fragments())
        .extracting(Fragment::id)
        .containsExactly("s0/exchange-0", "s0/host_sink-0");
    assertThat(result.fragments().get(0).output())
        .isInstanceOfSatisfying(
            FragmentOutput.Frames.class,
            frames ->
                assertThat(frames.distribution()).isEqualTo(FragmentOutput.Distribution.HASH));
    assertThat(result.fragments().get(1).nodes())
        .extracting(FragmentNode::keepsState)
        .containsExactly(true);
  }

  @Test
  void takesExtremesAndDistinctValuesBack() {
    assertThat(
            codes(
                sql.translate(
                    "INSERT INTO k2 SELECT CAST(MIN(id) AS INT), COUNT(DISTINCT id) FROM"
                        + " (SELECT id, COUNT(*) AS n FROM t GROUP BY id) GROUP BY n"),
                0))
        .isEmpty();
  }

  @Test
  void unnestsArraysMapsAndMultisets() {
    assertThat(
            text(sql.translateSelect("SELECT id, k, n FROM t CROSS JOIN UNNEST(tags) AS x (k, n)")))
        .contains("correlate");
    assertThat(
            codes(
                sql.translateSelect("SELECT id, e FROM t LEFT JOIN UNNEST(nums) AS x (e) ON TRUE"),
                0))
        .isEmpty();
    assertThat(
            codes(
                sql.translateSelect("SELECT id, mk, mv FROM t CROSS JOIN UNNEST(m) AS x (mk, mv)"),
                0))
        .isEmpty();
    assertThat(codes(sql.translateSelect("SELECT id, e FROM t CROSS JOIN UNNEST(bag) AS x (e)"), 0))
        .isEmpty();
    assertThat(
            codes(
                sql.translateSelect(
                    "SELECT id, e, o FROM t CROSS JOIN UNNEST(nums) WITH ORDINALITY AS x (e, o)"),
                0))
        .isEmpty();
  }

  @Test
  void unnestsWhatTheHostComputesAndFiltersByIt() {
    TranslationResult result =
        sql.translateSelect(
            "SELECT id, e FROM t CROSS JOIN UNNEST(SPLIT(s, ',')) AS x (e) WHERE INITCAP(e) = 'A'");

    assertThat(codes(result, 0)).isEmpty();
    assertThat(result.fragments().get(0).hostCalls())
        .extracting(HostCall::kind)
        .containsExactly(HostCall.Kind.SCALAR, HostCall.Kind.CONDITION);
    assertThat(
            codes(
                sql.translateSelect(
                    "SELECT id, e FROM t CROSS JOIN UNNEST(nums) AS x (e) WHERE f(e) > 1"),
                0))
        .containsExactly(ReasonCode.EXPRESSION_NOT_SUPPORTED);
  }

  @Test
  void rowsThatOnlyPassStayOnFlink() {
    assertThat(codes(sql.translate("INSERT INTO k1 SELECT * FROM u"), 0))
        .containsExactly(ReasonCode.NOTHING_NATIVE);
  }

  @Test
  void aCalcThatIsAllHostNeedsThePolicyAlways() {
    String query = "SELECT f(id) FROM t";
    assertThat(codes(sql.translateSelect(query), 0))
        .containsExactly(ReasonCode.ALL_OUTPUTS_HOST_EVALUATED);

    TranslationResult always =
        sql.with(sql.options().withPolicy(Policy.ALWAYS)).translateSelect(query);
    assertThat(codes(always, 0)).isEmpty();
    assertThat(sql.with(sql.options().withPolicy(Policy.NEVER)).translateSelect(query).plan())
        .isEmpty();
  }

  @Test
  void severalUserFunctionsAreOneProjectionOfTheHost() {
    TranslationResult result =
        sql.with(sql.options().withPolicy(Policy.ALWAYS))
            .translateSelect("SELECT f(id), f(r.x) FROM t WHERE SQRT(v) > 1");
    assertThat(codes(result, 0)).isEmpty();
    List<HostCall> calls = result.fragments().get(0).hostCalls();
    assertThat(calls)
        .extracting(HostCall::kind)
        .containsExactly(HostCall.Kind.CONDITION, HostCall.Kind.PROJECTION);
    assertThat(calls.get(1).expressions()).hasSize(2);
    assertThat(calls.get(1).argumentType().getFieldCount()).isEqualTo(2);
  }

  @Test
  void columnsThatPassStayInTheEngineBesideSeveralUserFunctions() {
    for (String condition : List.of("", " WHERE SQRT(v) > 1", " WHERE v > 1")) {
      TranslationResult result =
          sql.translateSelect("SELECT v, f(id), f(r.x), v + 1 FROM t" + condition);

      assertThat(codes(result, 0)).isEmpty();
      List<HostCall> calls = result.fragments().get(0).hostCalls();
      assertThat(calls).extracting(HostCall::kind).containsExactly(HostCall.Kind.CALC);
      assertThat(calls.get(0).expressions()).hasSize(3);
    }
  }

  @Test
  void aFunctionOfConditionAndProjectionIsOneCall() {
    TranslationResult result =
        sql.translateSelect("SELECT v, id + 1, f(id), id * 2, v FROM t WHERE f(r.x) > 3 OR v > 1");

    assertThat(codes(result, 0)).isEmpty();
    List<HostCall> calls = result.fragments().get(0).hostCalls();
    assertThat(calls).extracting(HostCall::kind).containsExactly(HostCall.Kind.CALC);
    // The condition, and what comes before the last column of the host and may fail.
    assertThat(calls.get(0).expressions()).hasSize(3);
    assertThat(calls.get(0).resultType().getChildren())
        .allMatch(LogicalType::isNullable)
        .hasSize(3);
    assertThat(calls.get(0).argumentType().getFieldCount()).isEqualTo(3);
  }

  /** Flink's generated code has one instance for equal functions, whatever they are called. */
  @Test
  void functionsOfOneClassAreOneInstance() {
    TranslationResult result =
        sql.translateSelect("SELECT id, f(id) FROM t WHERE same_as_f(r.x) > 3");

    assertThat(codes(result, 0)).isEmpty();
    assertThat(result.fragments().get(0).hostCalls())
        .extracting(HostCall::kind)
        .containsExactly(HostCall.Kind.CALC);
  }

  @Test
  void aCalcWhoseColumnsAllGoWithTheConditionNeedsThePolicyAlways() {
    String query = "SELECT id + 1, f(id) FROM t WHERE f(id) > 3";
    assertThat(codes(sql.translateSelect(query), 0))
        .containsExactly(ReasonCode.ALL_OUTPUTS_HOST_EVALUATED);
    assertThat(codes(sql.with(sql.options().withPolicy(Policy.ALWAYS)).translateSelect(query), 0))
        .isEmpty();
    assertThat(codes(sql.translateSelect("SELECT f(id), id + 1 FROM t WHERE f(id) > 3"), 0))
        .isEmpty();
    assertThat(codes(sql.translateSelect("SELECT f(id), id FROM t WHERE f(id) > 3 AND s < 'x'"), 0))
        .containsExactly(ReasonCode.REPRESENTATION_DEPENDENT);
  }

  /** The assigner's watermarks are known where they enter the fragment of the reader. */
  @Test
  void aReaderOfTheWatermarkHasAFragmentOfItsOwn() {
    TranslationResult result =
        sql.translateSelect(
            "SELECT id, CURRENT_WATERMARK(ts) FROM t UNION ALL SELECT id, ts FROM t");

    assertThat(codes(result, 0)).isEmpty();
    assertThat(result.fragments()).hasSize(2);
    List<HostCall> calls = result.fragments().get(1).hostCalls();
    assertThat(calls).extracting(HostCall::watermarkPort).containsExactly(OptionalInt.of(0));

    result =
        sql.translateSelect(
            "SELECT id, f(id) FROM t WHERE ts > CURRENT_WATERMARK(ts) OR CURRENT_WATERMARK(ts) IS NULL");
    assertThat(codes(result, 0)).isEmpty();
    assertThat(result.fragments()).hasSize(2);
    assertThat(result.fragments().get(0).hostCalls()).isEmpty();
  }

  @Test
  void aHostCallUnderACaseTakesTheCaseWithIt() {
    TranslationResult result =
        sql.translateSelect("SELECT id, CASE WHEN id > 1 THEN f(id) ELSE 0 END + 1 FROM t");
    HostCall call = result.fragments().get(0).hostCalls().get(0);
    assertThat(call.expressions().get(0).toString()).startsWith("CASE(");
  }

  @Test
  void rowsAreReadWholeOnlyWhereTheyAreNeededWhole() {
    TranslationResult parts = sql.translate("INSERT INTO k1 SELECT r.x, v FROM t");
    FragmentInput.HostRows input =
        (FragmentInput.HostRows) parts.fragments().get(0).inputs().get(0);
    assertThat(input.names()).containsExactly("v", "r.x", "ts");

    TranslationResult whole = sql.translate("INSERT INTO kr SELECT r.x, r FROM t");
    input = (FragmentInput.HostRows) whole.fragments().get(0).inputs().get(0);
    assertThat(input.names()).containsExactly("r", "ts");
  }

  @Test
  void watermarksThatAreNotAConstantDelayStayOnFlink() {
    sql.ddl(
        "CREATE TABLE w (ts TIMESTAMP(3), d INT, WATERMARK FOR ts AS"
            + " CASE WHEN d > 1 THEN ts ELSE ts - INTERVAL '1' SECOND END)"
            + " WITH ('connector' = 'datagen')");
    assertThat(codes(sql.translateSelect("SELECT ts, d + 1 FROM w"), 0))
        .containsExactly(ReasonCode.OPERATOR_VARIANT_NOT_SUPPORTED);
  }

  @Test
  void operatorsCanBeSwitchedOff() {
    TranslationOptions options = sql.options().withOperators(slug -> !slug.equals("calc"));
    assertThat(codes(sql.with(options).translateSelect("SELECT id + 1 FROM t"), 0))
        .containsExactly(ReasonCode.OPERATOR_DISABLED);
  }

  @Test
  void anExpressionThatNestsTooDeepIsAReasonNotAnError() {
    StringBuilder deep = new StringBuilder("id");
    for (int i = 0; i < 40; i++) {
      deep.insert(0, "(1 + ").append(" * v)");
    }
    assertThat(codes(sql.translateSelect("SELECT v, " + deep + " FROM t"), 0))
        .containsExactly(ReasonCode.EXPRESSION_TOO_DEEP);
  }

  /** A function without a kernel. */
  public static final class Twice extends ScalarFunction {
    private static final long serialVersionUID = 1L;

    public Integer eval(Integer value) {
      return value == null ? null : value * 2;
    }
  }
}
