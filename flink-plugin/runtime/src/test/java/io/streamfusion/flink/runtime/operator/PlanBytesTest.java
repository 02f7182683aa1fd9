package io.streamfusion.flink.runtime.operator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.streamfusion.flink.runtime.exchange.HostInput;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Random;
import org.apache.flink.api.dag.Transformation;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.DeploymentOptions;
import org.apache.flink.runtime.jobgraph.JobGraph;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.functions.sink.v2.DiscardingSink;
import org.apache.flink.streaming.api.graph.StreamGraph;
import org.apache.flink.streaming.api.operators.StreamOperatorFactory;
import org.apache.flink.streaming.api.transformations.MultipleInputTransformation;
import org.apache.flink.streaming.api.transformations.OneInputTransformation;
import org.apache.flink.table.data.GenericRowData;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.runtime.typeutils.InternalTypeInfo;
import org.apache.flink.table.types.logical.BigIntType;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.RowType;
import org.apache.flink.util.InstantiationUtil;
import org.junit.jupiter.api.Test;

/** Counts how often a plan is in a serialized job, for the ways in which jobs come about. */
class PlanBytesTest {

  private static final RowType ROW = RowType.of(new LogicalType[] {new BigIntType()});
  private static final int PARALLELISM = 3;

  @Test
  void singleFragmentsPlanIsInTheJobOnce() throws Exception {
    byte[] plan = plan(1);
    StreamExecutionEnvironment environment = environment();
    Transformation<?> sink = job(environment, PlanBytes.ofSingleFragment(plan), 1);

    StreamGraph graph = environment.generateStreamGraph(List.of(sink));

    assertThat(occurrences(plan, serialized(graph.getJobGraph()))).isEqualTo(1);
  }

  @Test
  void planOfSeveralFragmentsIsInTheJobOnce() throws Exception {
    byte[] plan = plan(1);
    StreamExecutionEnvironment environment = environment();
    Transformation<?> sink = job(environment, PlanBytes.shared(plan, environment), 4);

    JobGraph graph = environment.generateStreamGraph(List.of(sink)).getJobGraph();

    assertThat(occurrences(plan, serialized(graph))).isEqualTo(1);
    assertThat(graph.getNumberOfVertices()).isGreaterThan(1);
  }

  @Test
  void streamGraphThatAClientSubmitsHoldsThePlanOnce() throws Exception {
    byte[] plan = plan(1);
    StreamExecutionEnvironment environment = environment();
    Transformation<?> sink = job(environment, PlanBytes.shared(plan, environment), 4);

    StreamGraph graph = environment.generateStreamGraph(List.of(sink));
    graph.serializeUserDefinedInstances();

    assertThat(occurrences(plan, serialized(graph))).isEqualTo(1);
  }

  @Test
  void everyFragmentFindsThePlanInTheDeserializedJob() throws Exception {
    byte[] plan = plan(1);
    StreamExecutionEnvironment environment = environment();
    PlanBytes shared = PlanBytes.shared(plan, environment);
    Transformation<?> sink = job(environment, shared, 2);

    JobGraph graph = environment.generateStreamGraph(List.of(sink)).getJobGraph();
    Configuration inTask = InstantiationUtil.clone(graph.getJobConfiguration());

    assertThat(InstantiationUtil.clone(shared).resolve(inTask)).isEqualTo(plan);
    assertThat(InstantiationUtil.clone(shared).resolve(InstantiationUtil.clone(inTask)))
        .isEqualTo(plan);
  }

  /** A job is first looked at and then executed, as getExecutionPlan() and execute() do. */
  @Test
  void sameTransformationsTwiceHoldThePlanOnceEach() throws Exception {
    byte[] plan = plan(1);
    StreamExecutionEnvironment environment = environment();
    Transformation<?> sink = job(environment, PlanBytes.shared(plan, environment), 3);

    StreamGraph first = environment.generateStreamGraph(List.of(sink));
    StreamGraph second = environment.generateStreamGraph(List.of(sink));

    assertThat(occurrences(plan, serialized(first.getJobGraph()))).isEqualTo(1);
    assertThat(occurrences(plan, serialized(second.getJobGraph()))).isEqualTo(1);
  }

  @Test
  void nextJobOfASessionDoesNotCarryThePlanOfTheLastOne() throws Exception {
    byte[] firstPlan = plan(1);
    byte[] secondPlan = plan(2);
    StreamExecutionEnvironment environment = environment();
    Transformation<?> first = job(environment, PlanBytes.shared(firstPlan, environment), 2);
    environment.generateStreamGraph(List.of(first)).getJobGraph();

    Transformation<?> second = job(environment, PlanBytes.shared(secondPlan, environment), 2);
    byte[] job = serialized(environment.generateStreamGraph(List.of(second)).getJobGraph());

    assertThat(occurrences(firstPlan, job)).isZero();
    assertThat(occurrences(secondPlan, job)).isEqualTo(1);
  }

  @Test
  void stockJobAfterANativeOneEqualsAStockJob() throws Exception {
    StreamExecutionEnvironment environment = environment();
    Configuration before = new Configuration((Configuration) environment.getConfiguration());
    Transformation<?> sink = job(environment, PlanBytes.shared(plan(1), environment), 2);
    environment.generateStreamGraph(List.of(sink));

    PlanBytes.forgetUnused(environment);

    assertThat(environment.getConfiguration()).isEqualTo(before);
  }

  /** Two toDataStream() calls plan separately and run as one job. */
  @Test
  void plansOfPendingTransformationsAreKept() throws Exception {
    byte[] firstPlan = plan(1);
    byte[] secondPlan = plan(2);
    StreamExecutionEnvironment environment = environment();
    environment.addOperator(job(environment, PlanBytes.shared(firstPlan, environment), 2));
    environment.addOperator(job(environment, PlanBytes.shared(secondPlan, environment), 2));

    byte[] job = serialized(environment.getStreamGraph().getJobGraph());

    assertThat(occurrences(firstPlan, job)).isEqualTo(1);
    assertThat(occurrences(secondPlan, job)).isEqualTo(1);
  }

  /** A client with program-config.enabled=false refuses jobs that changed the configuration. */
  @Test
  void planTravelsWithTheFragmentsWhereTheConfigurationMayNotChange() throws Exception {
    byte[] plan = plan(1);
    Configuration configuration = new Configuration();
    configuration.set(DeploymentOptions.PROGRAM_CONFIG_ENABLED, false);
    StreamExecutionEnvironment environment =
        StreamExecutionEnvironment.getExecutionEnvironment(configuration);
    Configuration before = new Configuration((Configuration) environment.getConfiguration());

    PlanBytes shared = PlanBytes.shared(plan, environment);

    assertThat(environment.getConfiguration()).isEqualTo(before);
    assertThat(InstantiationUtil.clone(shared).resolve(new Configuration())).isEqualTo(plan);
  }

  @Test
  void planThatWasTakenOutOfTheEnvironmentTravelsWithTheFragments() throws Exception {
    byte[] plan = plan(1);
    StreamExecutionEnvironment environment = environment();
    PlanBytes shared = PlanBytes.shared(plan, environment);
    Transformation<?> sink = job(environment, shared, 2);
    PlanBytes.forgetUnused(environment);

    JobGraph graph = environment.generateStreamGraph(List.of(sink)).getJobGraph();

    assertThat(InstantiationUtil.clone(shared).resolve(graph.getJobConfiguration()))
        .isEqualTo(plan);
  }

  @Test
  void missingPlanIsAnErrorThatNamesIt() throws Exception {
    PlanBytes shared = InstantiationUtil.clone(PlanBytes.shared(plan(1), environment()));

    assertThatThrownBy(() -> shared.resolve(new Configuration()))
        .hasMessageContaining("The job configuration does not hold plan ")
        .hasMessageContaining("PLAN_MISSING");
  }

  private static StreamExecutionEnvironment environment() {
    StreamExecutionEnvironment environment =
        StreamExecutionEnvironment.getExecutionEnvironment(new Configuration());
    environment.setParallelism(PARALLELISM);
    return environment;
  }

  /** Incompressible bytes, so that no encoding hides a second copy. */
  private static byte[] plan(int seed) {
    byte[] plan = new byte[1000];
    new Random(seed).nextBytes(plan);
    return plan;
  }

  /** A source, chained fragments, one that is not chained, and a sink. */
  private static Transformation<?> job(
      StreamExecutionEnvironment environment, PlanBytes plan, int fragments) {
    InternalTypeInfo<RowData> type = InternalTypeInfo.of(ROW);
    Transformation<RowData> node =
        environment.fromData(type, GenericRowData.of(1L)).getTransformation();
    for (int ordinal = 0; ordinal < fragments; ordinal++) {
      node = fragment(node, plan, ordinal, type);
    }
    Transformation<?> sink =
        new DataStream<>(environment, node).sinkTo(new DiscardingSink<>()).getTransformation();
    // A table's sink is translated with its statement and never pends in the environment.
    environment.getTransformations().clear();
    return sink;
  }

  private static Transformation<RowData> fragment(
      Transformation<RowData> input, PlanBytes plan, int ordinal, InternalTypeInfo<RowData> type) {
    FragmentSpec spec = spec(ordinal);
    Transformation<RowData> connected = HostInput.connect(input);
    if (ordinal % 2 == 1) {
      MultipleInputTransformation<RowData> fragment =
          new MultipleInputTransformation<>(
              spec.name(), new MultipleInputFragmentFactory(spec, plan), type, PARALLELISM);
      fragment.addInput(connected);
      return fragment;
    }
    StreamOperatorFactory<RowData> factory = new OneInputFragmentFactory(spec, plan);
    return new OneInputTransformation<>(connected, spec.name(), factory, type, PARALLELISM);
  }

  private static FragmentSpec spec(int ordinal) {
    return new FragmentSpec(
        ordinal,
        "fragment " + ordinal,
        List.of(FragmentInput.rows(ROW, new int[][] {{0}}, true)),
        new FragmentOutput(EdgeKind.ROWS, ROW),
        List.of("s0/calc-" + ordinal),
        List.of(),
        "UTC",
        false);
  }

  private static byte[] serialized(Object graph) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
      out.writeObject(graph);
    }
    return bytes.toByteArray();
  }

  /** How often the plan is in a job, as bytes or in the text form. */
  private static int occurrences(byte[] plan, byte[] job) {
    // ISO-8859-1 maps bytes to characters one to one.
    String text = new String(job, StandardCharsets.ISO_8859_1);
    List<String> needles = new ArrayList<>();
    needles.add(new String(plan, StandardCharsets.ISO_8859_1));
    needles.add(Base64.getEncoder().encodeToString(plan));
    int count = 0;
    for (String needle : needles) {
      for (int at = text.indexOf(needle); at >= 0; at = text.indexOf(needle, at + 1)) {
        count++;
      }
    }
    return count;
  }
}
