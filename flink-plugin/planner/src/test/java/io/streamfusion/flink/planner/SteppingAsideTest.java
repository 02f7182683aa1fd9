package io.streamfusion.flink.planner;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.streamfusion.flink.planner.testing.TestTableEnvironments;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.apache.flink.api.common.RuntimeExecutionMode;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.ExecutionOptions;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.table.api.CompiledPlan;
import org.apache.flink.table.api.EnvironmentSettings;
import org.apache.flink.table.api.ExplainDetail;
import org.apache.flink.table.api.TableEnvironment;
import org.apache.flink.table.api.bridge.java.StreamTableEnvironment;
import org.apache.flink.table.api.internal.TableEnvironmentImpl;
import org.apache.flink.table.delegation.Planner;
import org.apache.flink.table.planner.delegation.StreamPlanner;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What must look and plan exactly as on stock Flink. */
class SteppingAsideTest {

  private static final String INSERT = "INSERT INTO target SELECT a + 1, b FROM source WHERE a > 3";

  private static final EnvironmentSettings BATCH = EnvironmentSettings.inBatchMode();

  private final StreamTableEnvironment stock =
      StreamTableEnvironment.create(StreamExecutionEnvironment.getExecutionEnvironment());
  private final StreamTableEnvironment ours =
      TestTableEnvironments.streamFusion(StreamExecutionEnvironment.getExecutionEnvironment());

  @BeforeEach
  void createTables() {
    createTables(stock);
    createTables(ours);
  }

  @Test
  void explainsAsStockWhenSwitchedOff() {
    ours.getConfig().set("streamfusion.native.enabled", "false");

    assertThat(explain(ours, ExplainDetail.JSON_EXECUTION_PLAN))
        .isEqualTo(explain(stock, ExplainDetail.JSON_EXECUTION_PLAN));
  }

  @Test
  void givesAdviceOnTheStockPlan() {
    String advice = explain(ours, ExplainDetail.PLAN_ADVICE);

    assertThat(advice)
        .startsWith(explain(stock, ExplainDetail.PLAN_ADVICE))
        .contains(ExplainSection.TITLE)
        .contains("Planned as on stock Flink:\n  - PLAN_ADVICE: EXPLAIN PLAN_ADVICE looks");
  }

  @Test
  void compilesTheStockPlan() {
    CompiledPlan plan = ours.compilePlanSql(INSERT);

    assertThat(withoutIds(plan.asJsonString()))
        .isEqualTo(withoutIds(stock.compilePlanSql(INSERT).asJsonString()));
    assertThat(plan.explain())
        .contains("Planned as on stock Flink:\n  - COMPILED_PLAN: A compiled plan");
  }

  @Test
  void plansNativelyAgainAfterACompiledPlan() {
    ours.compilePlanSql(INSERT);

    assertThat(explain(ours)).doesNotContain("Planned as on stock Flink");
  }

  @Test
  void saysThatNothingIsNativeUnderThePolicyNever() {
    ours.getConfig().set("streamfusion.policy", "never");

    assertThat(explain(ours)).startsWith(explain(stock)).contains("POLICY_NEVER");
  }

  @Test
  void leavesBatchModeToFlink() {
    StreamTableEnvironment stockBatch = StreamTableEnvironment.create(local(), BATCH);
    StreamTableEnvironment ourBatch = TestTableEnvironments.streamFusion(local(), BATCH);
    createTables(stockBatch);
    createTables(ourBatch);

    assertThat(planner(ourBatch)).isNotInstanceOf(StreamPlanner.class);
    assertThat(planner(ours)).isInstanceOf(StreamFusionPlanner.class);
    assertThat(explain(ourBatch, ExplainDetail.JSON_EXECUTION_PLAN))
        .startsWith(explain(stockBatch, ExplainDetail.JSON_EXECUTION_PLAN) + "\n")
        .contains(ExplainSection.TITLE, "Planned as on stock Flink:\n  - BATCH_MODE: ")
        .doesNotContain("Native");
    ourBatch.getConfig().set("streamfusion.native.enabled", "false");
    assertThat(explain(ourBatch)).isEqualTo(explain(stockBatch));
  }

  /** A sum per key shows the mode: streaming would give each of its changes. */
  @Test
  void givesTheRowsOfBatchMode() {
    String query = "SELECT k, SUM(n) + 1 FROM (VALUES ('a', 1), ('b', 2), ('a', 3)) t (k, n)";

    assertThat(rows(TestTableEnvironments.streamFusion(local(), BATCH), query + " GROUP BY k"))
        .containsExactlyInAnyOrderElementsOf(
            rows(StreamTableEnvironment.create(local(), BATCH), query + " GROUP BY k"))
        .containsExactlyInAnyOrder("+I[a, 5]", "+I[b, 3]");
    assertThat(rows(TestTableEnvironments.streamFusion(local()), query + " GROUP BY k"))
        .containsExactly("+I[a, 2]", "+I[b, 3]", "-U[a, 2]", "+U[a, 5]");
  }

  @Test
  void leavesAModeThatTablesDoNotKnowToFlink() {
    EnvironmentSettings automatic =
        EnvironmentSettings.newInstance()
            .withConfiguration(
                new Configuration()
                    .set(ExecutionOptions.RUNTIME_MODE, RuntimeExecutionMode.AUTOMATIC))
            .build();

    assertThatThrownBy(() -> TestTableEnvironments.streamFusion(local(), automatic))
        .hasMessageStartingWith("Unsupported mode 'AUTOMATIC' for 'execution.runtime-mode'");
  }

  /** One subtask, so that rows come in the order of the query's values. */
  private static StreamExecutionEnvironment local() {
    return StreamExecutionEnvironment.createLocalEnvironment(1);
  }

  private static Planner planner(StreamTableEnvironment environment) {
    return ((TableEnvironmentImpl) environment).getPlanner();
  }

  private static List<String> rows(StreamTableEnvironment environment, String query) {
    List<String> rows = new ArrayList<>();
    environment.executeSql(query).collect().forEachRemaining(row -> rows.add(row.toString()));
    return rows;
  }

  private static void createTables(TableEnvironment environment) {
    environment.executeSql(
        "CREATE TABLE source (a INT, b STRING) WITH ('connector' = 'datagen', 'number-of-rows' = '9')");
    environment.executeSql(
        "CREATE TABLE target (a INT, b STRING) WITH ('connector' = 'blackhole')");
  }

  private static String explain(TableEnvironment environment, ExplainDetail... details) {
    return withoutIds(environment.explainSql(INSERT, details));
  }

  /** Execution nodes and transformations are numbered per JVM. */
  private static String withoutIds(String plan) {
    return Pattern.compile("\\[\\d+\\]|\"(id|source|target)\" : \\d+").matcher(plan).replaceAll("");
  }
}
