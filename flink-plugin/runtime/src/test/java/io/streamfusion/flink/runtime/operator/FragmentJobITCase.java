package io.streamfusion.flink.runtime.operator;

import static io.streamfusion.flink.runtime.testing.TestPlan.bigintType;
import static io.streamfusion.flink.runtime.testing.TestPlan.booleanType;
import static io.streamfusion.flink.runtime.testing.TestPlan.field;
import static io.streamfusion.flink.runtime.testing.TestPlan.filter;
import static io.streamfusion.flink.runtime.testing.TestPlan.project;
import static io.streamfusion.flink.runtime.testing.TestPlan.read;
import static io.streamfusion.flink.runtime.testing.TestPlan.reference;
import static io.streamfusion.flink.runtime.testing.TestPlan.union;
import static org.assertj.core.api.Assertions.assertThat;

import io.streamfusion.flink.runtime.exchange.FrameRow;
import io.streamfusion.flink.runtime.exchange.HostInput;
import io.streamfusion.flink.runtime.testing.ProbeRow;
import io.streamfusion.flink.runtime.testing.TestPlan;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import org.apache.flink.api.common.JobID;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.dag.Transformation;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.DeploymentOptions;
import org.apache.flink.connector.datagen.source.DataGeneratorSource;
import org.apache.flink.connector.datagen.source.GeneratorFunction;
import org.apache.flink.core.execution.JobClient;
import org.apache.flink.metrics.Counter;
import org.apache.flink.metrics.Gauge;
import org.apache.flink.metrics.Metric;
import org.apache.flink.runtime.testutils.InMemoryReporter;
import org.apache.flink.runtime.testutils.MiniClusterResourceConfiguration;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.functions.sink.v2.DiscardingSink;
import org.apache.flink.streaming.api.transformations.MultipleInputTransformation;
import org.apache.flink.streaming.api.transformations.OneInputTransformation;
import org.apache.flink.table.data.GenericRowData;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.runtime.typeutils.InternalTypeInfo;
import org.apache.flink.table.types.logical.BigIntType;
import org.apache.flink.table.types.logical.BooleanType;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.RowType;
import org.apache.flink.test.junit5.MiniClusterExtension;
import org.apache.flink.util.CloseableIterator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Fragments inside real jobs. */
class FragmentJobITCase {

  private static final int ROWS = 10_000;
  private static final RowType INPUT =
      RowType.of(new LogicalType[] {new BigIntType(), new BooleanType()});
  private static final RowType OUTPUT = RowType.of(new LogicalType[] {new BigIntType()});
  private static final InMemoryReporter METRICS = InMemoryReporter.createWithRetainedMetrics();

  @RegisterExtension
  static final MiniClusterExtension CLUSTER =
      new MiniClusterExtension(
          new MiniClusterResourceConfiguration.Builder()
              .setNumberTaskManagers(2)
              .setNumberSlotsPerTaskManager(2)
              .setConfiguration(METRICS.addToConfiguration(new Configuration()))
              .build());

  @ParameterizedTest(name = "parallelism {0}, object reuse {1}")
  @CsvSource({"1, false", "1, true", "2, false", "2, true"})
  void filterAndProjection(int parallelism, boolean objectReuse) throws Exception {
    StreamExecutionEnvironment environment = environment(parallelism, objectReuse);

    List<Long> ids = ids(environment, calc(source(environment, ROWS, row -> row)));

    assertThat(ids).isEqualTo(evenIds(ROWS));
  }

  @Test
  void sourcesChainIntoAUnion() throws Exception {
    StreamExecutionEnvironment environment = environment(1, false);
    environment.enableCheckpointing(50);
    byte[] plan =
        new TestPlan()
            .fragment(
                project(
                    "calc-1",
                    union(
                        "union-1",
                        read(0, bigintType(), booleanType()),
                        read(1, bigintType(), booleanType())),
                    2,
                    field(0)))
            .toBytes();
    MultipleInputTransformation<RowData> fragment =
        new MultipleInputTransformation<>(
            "NativeUnion",
            new MultipleInputFragmentFactory(
                spec(0, List.of(hostInput(), hostInput()), EdgeKind.ROWS),
                PlanBytes.ofSingleFragment(plan)),
            InternalTypeInfo.of(OUTPUT),
            1);
    fragment.addInput(HostInput.connect(source(environment, ROWS, row -> row)));
    fragment.addInput(HostInput.connect(source(environment, ROWS, row -> row)));

    List<Long> ids = ids(environment, fragment);

    assertThat(ids)
        .isEqualTo(
            LongStream.range(0, ROWS)
                .flatMap(id -> LongStream.of(id, id))
                .boxed()
                .collect(Collectors.toList()));
  }

  @ParameterizedTest(name = "object reuse {0}")
  @CsvSource({"false", "true"})
  void fragmentsExchangeFrames(boolean objectReuse) throws Exception {
    fragmentsExchangeFrames(environment(2, objectReuse));
  }

  /** Each factory carries its part of the plan where a client refuses changed configurations. */
  @Test
  void fragmentsOfADividedPlanExchangeFrames() throws Exception {
    Configuration configuration = new Configuration();
    configuration.set(DeploymentOptions.PROGRAM_CONFIG_ENABLED, false);
    StreamExecutionEnvironment environment =
        StreamExecutionEnvironment.getExecutionEnvironment(configuration);
    environment.setParallelism(2);
    fragmentsExchangeFrames(environment);
  }

  private static void fragmentsExchangeFrames(StreamExecutionEnvironment environment)
      throws Exception {
    byte[] bytes =
        new TestPlan()
            .innerFragment(filter("calc-1", read(0, bigintType(), booleanType()), field(1)))
            .fragment(project("calc-2", reference(0), 2, field(0)))
            .fragment(project("calc-3", reference(0), 2, field(0)))
            .toBytes();
    PlanBytes plan = PlanBytes.shared(bytes, environment);
    Transformation<RowData> shared =
        oneInput(
            HostInput.connect(source(environment, ROWS, row -> row)),
            spec(0, List.of(hostInput()), EdgeKind.FRAMES),
            plan,
            FrameRow.typeInfo());
    Transformation<RowData> first = frameReader(shared, 1, plan);
    Transformation<RowData> second = frameReader(shared, 2, plan);

    List<Long> ids =
        collect(new DataStream<>(environment, first).union(new DataStream<>(environment, second)));

    assertThat(ids)
        .isEqualTo(evenIds(ROWS).stream().flatMap(id -> List.of(id, id).stream()).toList());
  }

  /** A copy would be made by Flink's serializer; then the writer would read something else. */
  @Test
  void onlyTheWriterOfTheirClassReadsTheSourcesRows() throws Exception {
    ProbeRow.READERS.clear();
    StreamExecutionEnvironment environment = environment(1, false);

    ids(environment, calc(source(environment, 100, ProbeRow::new)));

    assertThat(ProbeRow.READERS).containsExactly("io.streamfusion.flink.runtime.edge.GetterWriter");
  }

  @Test
  void metricsCountRows() throws Exception {
    StreamExecutionEnvironment environment = environment(1, false);
    Transformation<RowData> calc = calc(source(environment, ROWS, row -> row));
    new DataStream<>(environment, calc).sinkTo(new DiscardingSink<>());

    JobClient job = environment.executeAsync();
    JobID id = job.getJobID();
    job.getJobExecutionResult().get();

    assertThat(metric(id, "numRecordsIn")).isEqualTo(ROWS);
    assertThat(metric(id, "numRecordsOut")).isEqualTo(ROWS / 2);
    assertThat(metric(id, "streamfusion.rowsIn")).isEqualTo(ROWS);
    assertThat(metric(id, "streamfusion.rowsOut")).isEqualTo(ROWS / 2);
    assertThat(metric(id, "streamfusion.hostRows")).isZero();
  }

  /** A frame of many rows is one record to Flink's network and many rows to whoever looks at it. */
  @Test
  void metricsCountRowsOfFramesOnBothSides() throws Exception {
    StreamExecutionEnvironment environment = environment(1, false);
    byte[] bytes =
        new TestPlan()
            .innerFragment(filter("calc-1", read(0, bigintType(), booleanType()), field(1)))
            .fragment(project("calc-2", reference(0), 2, field(0)))
            .toBytes();
    PlanBytes plan = PlanBytes.shared(bytes, environment);
    Transformation<RowData> sender =
        oneInput(
            HostInput.connect(source(environment, ROWS, row -> row)),
            spec("NativeSender", 0, List.of(hostInput()), EdgeKind.FRAMES),
            plan,
            FrameRow.typeInfo());
    Transformation<RowData> receiver =
        oneInput(
            HostInput.connect(
                new DataStream<>(environment, sender).rebalance().getTransformation()),
            spec("NativeReceiver", 1, List.of(FragmentInput.frames(INPUT)), EdgeKind.ROWS),
            plan,
            InternalTypeInfo.of(OUTPUT));
    new DataStream<>(environment, receiver).sinkTo(new DiscardingSink<>());

    JobClient job = environment.executeAsync();
    JobID id = job.getJobID();
    job.getJobExecutionResult().get();

    assertThat(metric(id, "NativeSender", "numRecordsIn")).isEqualTo(ROWS);
    assertThat(metric(id, "NativeSender", "numRecordsOut")).isEqualTo(ROWS / 2);
    assertThat(metric(id, "NativeReceiver", "numRecordsIn")).isEqualTo(ROWS / 2);
    assertThat(metric(id, "NativeReceiver", "streamfusion.rowsIn")).isEqualTo(ROWS / 2);
    assertThat(metric(id, "NativeReceiver", "numRecordsOut")).isEqualTo(ROWS / 2);
  }

  private static long metric(JobID job, String name) {
    return metric(job, "NativeCalc", name);
  }

  private static long metric(JobID job, String operator, String name) {
    List<Metric> metrics =
        METRICS.getMetricsByIdentifiers(job).entrySet().stream()
            .filter(metric -> metric.getKey().endsWith("." + operator + ".0." + name))
            .map(Map.Entry::getValue)
            .toList();
    assertThat(metrics).as(name).hasSize(1);
    return value(metrics.get(0));
  }

  private static long value(Metric metric) {
    return metric instanceof Counter counter
        ? counter.getCount()
        : (Long) ((Gauge<?>) metric).getValue();
  }

  private static StreamExecutionEnvironment environment(int parallelism, boolean objectReuse) {
    StreamExecutionEnvironment environment = StreamExecutionEnvironment.getExecutionEnvironment();
    environment.setParallelism(parallelism);
    if (objectReuse) {
      environment.getConfig().enableObjectReuse();
    }
    return environment;
  }

  private static Transformation<RowData> source(
      StreamExecutionEnvironment environment, int rows, RowWrapper wrapper) {
    GeneratorFunction<Long, RowData> generator =
        index -> wrapper.apply(GenericRowData.of(index, index % 2 == 0));
    return environment
        .fromSource(
            new DataGeneratorSource<>(generator, rows, InternalTypeInfo.of(INPUT)),
            WatermarkStrategy.noWatermarks(),
            "rows")
        .getTransformation();
  }

  /** A serializable function. */
  @FunctionalInterface
  private interface RowWrapper extends Serializable {
    RowData apply(RowData row);
  }

  private static Transformation<RowData> calc(Transformation<RowData> source) {
    byte[] plan =
        new TestPlan()
            .fragment(
                project(
                    "calc-1",
                    filter("calc-1", read(0, bigintType(), booleanType()), field(1)),
                    2,
                    field(0)))
            .toBytes();
    return oneInput(
        HostInput.connect(source),
        spec(0, List.of(hostInput()), EdgeKind.ROWS),
        PlanBytes.ofSingleFragment(plan),
        InternalTypeInfo.of(OUTPUT));
  }

  private static Transformation<RowData> frameReader(
      Transformation<RowData> frames, int fragment, PlanBytes plan) {
    return oneInput(
        HostInput.connect(frames),
        spec(fragment, List.of(FragmentInput.frames(INPUT)), EdgeKind.ROWS),
        plan,
        InternalTypeInfo.of(OUTPUT));
  }

  private static Transformation<RowData> oneInput(
      Transformation<RowData> input,
      FragmentSpec spec,
      PlanBytes plan,
      TypeInformation<RowData> outputType) {
    return new OneInputTransformation<>(
        input,
        spec.name(),
        new OneInputFragmentFactory(spec, plan),
        outputType,
        input.getParallelism());
  }

  private static FragmentInput hostInput() {
    return FragmentInput.rows(INPUT, new int[][] {{0}, {1}}, true);
  }

  private static FragmentSpec spec(int ordinal, List<FragmentInput> inputs, EdgeKind output) {
    return spec("NativeCalc", ordinal, inputs, output);
  }

  private static FragmentSpec spec(
      String name, int ordinal, List<FragmentInput> inputs, EdgeKind output) {
    return new FragmentSpec(
        ordinal,
        name,
        inputs,
        new FragmentOutput(output, output == EdgeKind.FRAMES ? INPUT : OUTPUT),
        List.of("s0/calc-1"),
        List.of(),
        "UTC",
        false);
  }

  private static List<Long> ids(
      StreamExecutionEnvironment environment, Transformation<RowData> rows) throws Exception {
    return collect(new DataStream<>(environment, rows));
  }

  private static List<Long> collect(DataStream<RowData> rows) throws Exception {
    List<Long> ids = new ArrayList<>();
    try (CloseableIterator<RowData> results = rows.executeAndCollect()) {
      results.forEachRemaining(row -> ids.add(row.getLong(0)));
    }
    ids.sort(null);
    return ids;
  }

  private static List<Long> evenIds(int rows) {
    return LongStream.range(0, rows).filter(id -> id % 2 == 0).boxed().toList();
  }
}
