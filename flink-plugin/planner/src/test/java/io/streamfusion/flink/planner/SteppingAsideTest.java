package io.streamfusion.flink.planner;

import static org.assertj.core.api.Assertions.assertThat;

import io.streamfusion.flink.planner.testing.TestTableEnvironments;
import java.util.regex.Pattern;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.table.api.CompiledPlan;
import org.apache.flink.table.api.EnvironmentSettings;
import org.apache.flink.table.api.ExplainDetail;
import org.apache.flink.table.api.TableEnvironment;
import org.apache.flink.table.api.bridge.java.StreamTableEnvironment;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What must look and plan exactly as on stock Flink. */
class SteppingAsideTest {

  private static final String INSERT = "INSERT INTO target SELECT a + 1, b FROM source WHERE a > 3";

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
    TableEnvironment batch = TableEnvironment.create(EnvironmentSettings.inBatchMode());
    createTables(batch);

    assertThat(batch.explainSql("SELECT a FROM source")).doesNotContain(ExplainSection.TITLE);
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
