package io.streamfusion.flink.planner;

import static org.assertj.core.api.Assertions.assertThat;

import io.streamfusion.flink.planner.testing.TestTableEnvironments;
import io.streamfusion.flink.runtime.operator.FragmentOperatorFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.apache.flink.api.dag.Transformation;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.transformations.MultipleInputTransformation;
import org.apache.flink.streaming.api.transformations.OneInputTransformation;
import org.apache.flink.streaming.api.transformations.UnionTransformation;
import org.apache.flink.table.api.StatementSet;
import org.apache.flink.table.api.bridge.java.StreamTableEnvironment;
import org.apache.flink.table.api.internal.TableEnvironmentImpl;
import org.apache.flink.table.operations.ModifyOperation;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * A union whose inputs come through a shuffle: Flink's valve sees each subtask behind it as a
 * channel, a fragment would see what Flink combined per input. Idle subtasks then make a
 * difference.
 */
class UnevenUnionTest {

  private static final String EVEN =
      "INSERT INTO target SELECT a + 1 FROM wide UNION ALL SELECT a FROM wide2 WHERE a > 3";
  private static final String UNEVEN =
      "INSERT INTO target SELECT a + 1 FROM wide UNION ALL SELECT a FROM narrow WHERE a > 3";

  private final StreamExecutionEnvironment environment =
      StreamExecutionEnvironment.getExecutionEnvironment(new Configuration());
  private final StreamTableEnvironment tables = TestTableEnvironments.streamFusion(environment);

  @BeforeEach
  void createTables() {
    environment.setParallelism(4);
    tables.executeSql("CREATE TABLE wide (a BIGINT) WITH ('connector' = 'datagen')");
    tables.executeSql("CREATE TABLE wide2 (a BIGINT) WITH ('connector' = 'datagen')");
    tables.executeSql(
        "CREATE TABLE narrow (a BIGINT) WITH ('connector' = 'datagen', 'scan.parallelism' = '2')");
    tables.executeSql("CREATE TABLE target (a BIGINT) WITH ('connector' = 'blackhole')");
    tables.executeSql("CREATE TABLE target2 (a BIGINT) WITH ('connector' = 'blackhole')");
  }

  @Test
  void isNativeWhereEveryInputIsOneChannel() {
    assertThat(tables.explainSql(EVEN)).contains("NativeUnion").doesNotContain(": on Flink");
    assertThat(operators(EVEN)).anyMatch(MultipleInputTransformation.class::isInstance);
  }

  @Test
  void isNativeBehindKeyedExchanges() {
    String keyed =
        "INSERT INTO target SELECT COUNT(*) FROM wide GROUP BY a"
            + " UNION ALL SELECT COUNT(*) FROM narrow GROUP BY a";
    assertThat(operators(keyed)).anyMatch(MultipleInputTransformation.class::isInstance);
  }

  @Test
  void staysOnFlinkWithAReasonWhereParallelismDiffers() {
    assertThat(tables.explainSql(UNEVEN))
        .contains(
            "target: on Flink",
            "OPERATOR_VARIANT_NOT_SUPPORTED",
            "an input's rows come through a shuffle")
        .doesNotContain("NativeUnion");
    assertThat(operators(UNEVEN))
        .anyMatch(UnionTransformation.class::isInstance)
        .noneMatch(MultipleInputTransformation.class::isInstance);
  }

  @Test
  void leavesTheOtherQueriesOfAStatementSetNative() {
    StatementSet statements = tables.createStatementSet();
    statements.addInsertSql(UNEVEN);
    statements.addInsertSql("INSERT INTO target2 SELECT a + 1 FROM wide2");

    assertThat(statements.explain()).contains("target: on Flink", "target2: native");
    assertThat(
            operators(UNEVEN, "INSERT INTO target2 SELECT a + 1 FROM wide2").stream()
                .filter(OneInputTransformation.class::isInstance)
                .map(operator -> ((OneInputTransformation<?, ?>) operator).getOperatorFactory())
                .filter(FragmentOperatorFactory.class::isInstance))
        .hasSize(1);
  }

  private List<Transformation<?>> operators(String... inserts) {
    TableEnvironmentImpl internal = (TableEnvironmentImpl) tables;
    List<ModifyOperation> operations = new ArrayList<>();
    for (String insert : inserts) {
      operations.add((ModifyOperation) internal.getParser().parse(insert).get(0));
    }
    return internal.getPlanner().translate(operations).stream()
        .flatMap(sink -> sink.getTransitivePredecessors().stream())
        .distinct()
        .collect(Collectors.toList());
  }
}
