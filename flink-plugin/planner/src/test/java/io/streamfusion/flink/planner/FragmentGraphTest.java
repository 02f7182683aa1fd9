package io.streamfusion.flink.planner;

import static org.assertj.core.api.Assertions.assertThat;

import io.streamfusion.flink.runtime.operator.FragmentOperatorFactory;
import io.streamfusion.flink.runtime.operator.FragmentSpec;
import io.streamfusion.translator.Evaluation;
import io.streamfusion.translator.Fragment;
import io.streamfusion.translator.FragmentInput;
import io.streamfusion.translator.FragmentNode;
import io.streamfusion.translator.FragmentOutput;
import io.streamfusion.translator.SinkRouting;
import io.streamfusion.translator.TranslationResult;
import io.substrait.proto.Plan;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.sql.SqlExplainLevel;
import org.apache.flink.api.dag.Transformation;
import org.apache.flink.core.memory.ManagedMemoryUseCase;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.transformations.OneInputTransformation;
import org.apache.flink.table.api.bridge.java.StreamTableEnvironment;
import org.apache.flink.table.api.internal.TableEnvironmentImpl;
import org.apache.flink.table.operations.ModifyOperation;
import org.apache.flink.table.operations.Operation;
import org.apache.flink.table.planner.calcite.FlinkTypeFactory;
import org.apache.flink.table.planner.delegation.PlannerBase;
import org.apache.flink.table.planner.plan.nodes.exec.ExecNodeGraph;
import org.apache.flink.table.planner.plan.nodes.exec.utils.ExecNodePlanDumper;
import org.apache.flink.table.planner.plan.utils.FlinkRelOptUtil;
import org.apache.flink.table.planner.utils.JavaScalaConversionUtil;
import org.junit.jupiter.api.Test;
import scala.collection.Seq;

/** How fragments enter Flink's plan, whatever the translator puts into them. */
class FragmentGraphTest {

  private final StreamExecutionEnvironment environment =
      StreamExecutionEnvironment.getExecutionEnvironment();
  private final StreamTableEnvironment tables = StreamTableEnvironment.create(environment);
  private final PlannerBase planner = (PlannerBase) ((TableEnvironmentImpl) tables).getPlanner();

  FragmentGraphTest() {
    tables.executeSql("CREATE TABLE source (a INT, b INT) WITH ('connector' = 'datagen')");
    tables.executeSql("CREATE TABLE target (a INT) WITH ('connector' = 'blackhole')");
  }

  @Test
  void showsANativeNodeForEachOfFlinks() {
    NativePlan plan = calcIsNative();

    assertThat(explain(plan.roots().get(0)))
        .isEqualToIgnoringNewLines(
            """
            Sink(table=[default_catalog.default_database.target], fields=[EXPR$0])
            +- NativeCalc(select=[+(a, 1) AS EXPR$0], where=[>(b, 3)])
               +- TableSourceScan(table=[[default_catalog, default_database, source]], fields=[a, b])
            """);
  }

  @Test
  void keepsFlinksSinkOverOneExecutionNodePerFragment() {
    assertThat(ExecNodePlanDumper.dagToString(execGraph(calcIsNative())))
        .isEqualToIgnoringNewLines(
            """
            Sink(table=[default_catalog.default_database.target], fields=[EXPR$0])
            +- NativeCalc(select=[(a + 1) AS EXPR$0], where=[(b > 3)])
               +- TableSourceScan(table=[[default_catalog, default_database, source]], fields=[a, b])
            """);
  }

  @Test
  void givesTheOperatorAUidFromTheFragmentsId() {
    Transformation<?> nativeOperator = nativeOperator(calcIsNative());

    assertThat(nativeOperator.getUid()).isEqualTo("streamfusion/s0/calc-1");
    assertThat(nativeOperator.getName()).matches("NativeCalc\\[\\d+]");
  }

  @Test
  void tellsPlansOfOneProgramApart() {
    environment.addOperator(nativeOperator(calcIsNative()));

    assertThat(nativeOperator(calcIsNative()).getUid()).isEqualTo("streamfusion-2/s0/calc-1");
  }

  @Test
  void handsPortsAndTypesToTheOperator() {
    OneInputTransformation<?, ?> operator = nativeOperator(calcIsNative());

    FragmentSpec spec = ((FragmentOperatorFactory) operator.getOperatorFactory()).spec();
    assertThat(spec.inputs()).hasSize(1);
    assertThat(spec.inputs().get(0).rowType().getFieldNames()).containsExactly("a", "b");
    assertThat(spec.inputs().get(0).paths()).isDeepEqualTo(new int[][] {{1}, {0}});
    assertThat(spec.output().rowType().asSummaryString()).isEqualTo("ROW<`EXPR$0` INT>");
    assertThat(spec.nodeIds()).containsExactly("s0/calc-1");
    assertThat(operator.getManagedMemoryOperatorScopeUseCaseWeights())
        .containsExactly(Map.entry(ManagedMemoryUseCase.OPERATOR, 32));
  }

  private static String explain(RelNode root) {
    return FlinkRelOptUtil.toString(
        root, SqlExplainLevel.DIGEST_ATTRIBUTES, false, false, false, false, false, false);
  }

  private NativePlan calcIsNative() {
    RelNode sink = optimize("INSERT INTO target SELECT a + 1 FROM source WHERE b > 3");
    RelNode calc = sink.getInput(0);
    RelNode scan = calc.getInput(0);
    Fragment fragment =
        new Fragment(
            0,
            "s0/calc-1",
            List.of(
                new FragmentInput.HostRows(
                    0,
                    scan,
                    FlinkTypeFactory.toLogicalRowType(scan.getRowType()),
                    List.of(List.of(1), List.of(0)),
                    List.of("b", "a"),
                    true)),
            new FragmentOutput.HostRows(
                calc, FlinkTypeFactory.toLogicalRowType(calc.getRowType()), true),
            List.of(
                new FragmentNode(
                    calc, "s0/calc-1", "calc", "Calc", Evaluation.KERNEL, false, List.of())),
            List.of());
    return new NativePlan(
        new TranslationResult(
            Optional.of(Plan.getDefaultInstance()),
            List.of(fragment),
            List.of(new SinkRouting(0, sink, "target", true, List.of())),
            Map.of()),
        List.of(sink));
  }

  private RelNode optimize(String insert) {
    Operation operation = planner.getParser().parse(insert).get(0);
    Seq<RelNode> roots =
        JavaScalaConversionUtil.toScala(
            List.of(planner.translateToRel((ModifyOperation) operation)));
    return JavaScalaConversionUtil.toJava(planner.optimize(roots)).get(0);
  }

  private ExecNodeGraph execGraph(NativePlan plan) {
    JobScope job = JobScope.of(plan.translation(), "UTC", environment);
    List<RelNode> roots = new FragmentGraph(plan, job).contract();
    return planner.translateToExecNodeGraph(JavaScalaConversionUtil.toScala(roots), false);
  }

  private OneInputTransformation<?, ?> nativeOperator(NativePlan plan) {
    Transformation<?> sink = execGraph(plan).getRootNodes().get(0).translateToPlan(planner);
    return sink.getTransitivePredecessors().stream()
        .filter(OneInputTransformation.class::isInstance)
        .map(transformation -> (OneInputTransformation<?, ?>) transformation)
        .filter(operator -> operator.getOperatorFactory() instanceof FragmentOperatorFactory)
        .findFirst()
        .orElseThrow();
  }
}
