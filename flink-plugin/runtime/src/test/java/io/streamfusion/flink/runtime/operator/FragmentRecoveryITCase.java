package io.streamfusion.flink.runtime.operator;

import static io.streamfusion.flink.runtime.testing.FragmentJobs.fragment;
import static io.streamfusion.flink.runtime.testing.FragmentJobs.waitUntil;
import static io.streamfusion.flink.runtime.testing.TestPlan.bigintType;
import static io.streamfusion.flink.runtime.testing.TestPlan.booleanType;
import static io.streamfusion.flink.runtime.testing.TestPlan.count;
import static io.streamfusion.flink.runtime.testing.TestPlan.field;
import static io.streamfusion.flink.runtime.testing.TestPlan.filter;
import static io.streamfusion.flink.runtime.testing.TestPlan.project;
import static io.streamfusion.flink.runtime.testing.TestPlan.read;
import static org.assertj.core.api.Assertions.assertThat;

import io.streamfusion.flink.runtime.exchange.HostInput;
import io.streamfusion.flink.runtime.testing.TestPlan;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.flink.api.common.JobID;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.api.common.functions.MapFunction;
import org.apache.flink.api.connector.source.util.ratelimit.RateLimiterStrategy;
import org.apache.flink.api.dag.Transformation;
import org.apache.flink.api.java.functions.KeySelector;
import org.apache.flink.configuration.CheckpointingOptions;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.ExternalizedCheckpointRetention;
import org.apache.flink.configuration.MemorySize;
import org.apache.flink.configuration.StateRecoveryOptions;
import org.apache.flink.configuration.TaskManagerOptions;
import org.apache.flink.connector.datagen.source.DataGeneratorSource;
import org.apache.flink.connector.datagen.source.GeneratorFunction;
import org.apache.flink.core.execution.JobClient;
import org.apache.flink.core.execution.SavepointFormatType;
import org.apache.flink.metrics.Gauge;
import org.apache.flink.runtime.checkpoint.CheckpointStatsSnapshot;
import org.apache.flink.runtime.checkpoint.CompletedCheckpointStats;
import org.apache.flink.runtime.minicluster.MiniCluster;
import org.apache.flink.runtime.testutils.InMemoryReporter;
import org.apache.flink.runtime.testutils.MiniClusterResourceConfiguration;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.functions.sink.v2.DiscardingSink;
import org.apache.flink.table.data.GenericRowData;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.runtime.typeutils.InternalTypeInfo;
import org.apache.flink.table.runtime.typeutils.RowDataSerializer;
import org.apache.flink.table.types.logical.BigIntType;
import org.apache.flink.table.types.logical.BooleanType;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.RowType;
import org.apache.flink.test.junit5.InjectMiniCluster;
import org.apache.flink.test.junit5.MiniClusterExtension;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Jobs of stateless and stateful fragments, stopped in the middle and restored at the same and
 * another parallelism: no row is lost or counted twice.
 *
 * <pre>
 *   source - NativeCalc (stateless) = keyBy = NativeCount (stateful) - NativeRows (stateless) = record
 * </pre>
 */
class FragmentRecoveryITCase {

  private static final int KEYS = 500;
  private static final int ROWS_PER_KEY = 200;
  private static final int ROWS = KEYS * ROWS_PER_KEY;
  private static final RowType INPUT =
      RowType.of(new LogicalType[] {new BigIntType(), new BooleanType()});
  private static final RowType KEY = RowType.of(new LogicalType[] {new BigIntType()});
  private static final RowType COUNTED =
      RowType.of(new LogicalType[] {new BigIntType(), new BigIntType()});
  private static final InMemoryReporter METRICS = InMemoryReporter.createWithRetainedMetrics();

  @RegisterExtension
  static final MiniClusterExtension CLUSTER =
      new MiniClusterExtension(
          new MiniClusterResourceConfiguration.Builder()
              .setNumberTaskManagers(2)
              .setNumberSlotsPerTaskManager(2)
              .setConfiguration(METRICS.addToConfiguration(smallBuffers()))
              .build());

  /** How often each (key, count) left, over all runs of a test. */
  private static final Map<String, Integer> RECORDED = new ConcurrentHashMap<>();

  /** The largest count of each key. */
  private static final Map<Long, Long> COUNTS = new ConcurrentHashMap<>();

  private static volatile boolean slow;

  /** Little data is in flight before the job feels its slowest task. */
  private static Configuration smallBuffers() {
    Configuration configuration = new Configuration();
    configuration.set(TaskManagerOptions.MEMORY_SEGMENT_SIZE, MemorySize.parse("4kb"));
    return configuration;
  }

  @BeforeEach
  void forget() {
    RECORDED.clear();
    COUNTS.clear();
    slow = false;
  }

  @ParameterizedTest(name = "{0} to {1}, {2}")
  @CsvSource({"2, 2, CANONICAL", "2, 3, CANONICAL", "3, 1, CANONICAL", "2, 3, NATIVE"})
  void continuesFromASavepoint(
      int before, int after, SavepointFormatType format, @TempDir Path folder) throws Exception {
    JobClient job = start(before, folder, null, true);
    waitUntil(() -> RECORDED.size() > ROWS / 10);
    String savepoint =
        job.stopWithSavepoint(false, folder.resolve("savepoints").toUri().toString(), format).get();
    assertThat(RECORDED.size()).as("rows before the savepoint").isLessThan(ROWS);
    assertRanNatively(job.getJobID());

    JobClient restored = start(after, folder, savepoint, false);
    restored.getJobExecutionResult().get();

    assertRanNatively(restored.getJobID());
    // Nothing leaves behind the barrier of a final savepoint: every count was seen exactly once.
    assertThat(RECORDED).hasSize(ROWS).allSatisfy((row, times) -> assertThat(times).isEqualTo(1));
    assertEveryKeyWasCountedToTheEnd();
  }

  @ParameterizedTest(name = "{0} to {1}")
  @CsvSource({"2, 2", "2, 3", "3, 1"})
  void continuesFromAnUnalignedCheckpointUnderBackpressure(
      int before, int after, @TempDir Path folder, @InjectMiniCluster MiniCluster cluster)
      throws Exception {
    slow = true;
    JobClient job = start(before, folder, null, false);
    waitUntil(() -> inFlightBytes(cluster, job.getJobID()) > 0);
    job.cancel().get();
    waitUntil(() -> job.getJobStatus().get().isGloballyTerminalState());
    assertThat(inFlightBytes(cluster, job.getJobID())).as("bytes in flight").isPositive();
    String checkpoint = lastCheckpoint(cluster, job.getJobID()).getExternalPath();
    assertThat(COUNTS.values().stream().mapToLong(Long::longValue).sum()).isLessThan(ROWS);
    assertRanNatively(job.getJobID());

    slow = false;
    JobClient restored = start(after, folder, checkpoint, false);
    restored.getJobExecutionResult().get();

    assertRanNatively(restored.getJobID());
    assertEveryKeyWasCountedToTheEnd();
  }

  /** Counts come from state: one that was lost would end too low, one that was doubled too high. */
  private static void assertEveryKeyWasCountedToTheEnd() {
    assertThat(COUNTS).hasSize(KEYS);
    assertThat(COUNTS.values()).containsOnly((long) ROWS_PER_KEY);
  }

  private static void assertRanNatively(JobID job) {
    for (String operator : new String[] {"NativeCalc", "NativeCount", "NativeRows"}) {
      long rows =
          METRICS.getMetricsByIdentifiers(job).entrySet().stream()
              .filter(metric -> metric.getKey().contains("." + operator + "."))
              .filter(metric -> metric.getKey().endsWith(".streamfusion.rowsIn"))
              .mapToLong(metric -> (Long) ((Gauge<?>) metric.getValue()).getValue())
              .sum();
      assertThat(rows).as("rows in the engine's " + operator).isPositive();
    }
  }

  private static long inFlightBytes(MiniCluster cluster, JobID job) throws Exception {
    CompletedCheckpointStats checkpoint = lastCheckpoint(cluster, job);
    return checkpoint == null ? 0 : checkpoint.getPersistedData();
  }

  private static CompletedCheckpointStats lastCheckpoint(MiniCluster cluster, JobID job)
      throws Exception {
    CheckpointStatsSnapshot stats =
        cluster.getExecutionGraph(job).get().getCheckpointStatsSnapshot();
    return stats == null ? null : stats.getHistory().getLatestCompletedCheckpoint();
  }

  private static JobClient start(
      int parallelism, Path folder, String restoreFrom, boolean throttled) throws Exception {
    Configuration options = new Configuration();
    options.set(CheckpointingOptions.CHECKPOINTING_INTERVAL, Duration.ofMillis(100));
    options.set(CheckpointingOptions.ENABLE_UNALIGNED, true);
    options.set(
        CheckpointingOptions.CHECKPOINTS_DIRECTORY,
        folder.resolve("checkpoints").toUri().toString());
    options.set(
        CheckpointingOptions.EXTERNALIZED_CHECKPOINT_RETENTION,
        ExternalizedCheckpointRetention.RETAIN_ON_CANCELLATION);
    if (restoreFrom != null) {
      options.set(StateRecoveryOptions.SAVEPOINT_PATH, restoreFrom);
    }
    StreamExecutionEnvironment environment =
        StreamExecutionEnvironment.getExecutionEnvironment(options);
    environment.setParallelism(parallelism);
    environment.setMaxParallelism(128);
    Transformation<RowData> counted = counted(environment, parallelism, throttled);
    new DataStream<>(environment, counted)
        .rebalance()
        .map(new Record())
        .uid("record")
        .sinkTo(new DiscardingSink<>())
        .uid("sink");
    return environment.executeAsync();
  }

  private static Transformation<RowData> counted(
      StreamExecutionEnvironment environment, int parallelism, boolean throttled) {
    GeneratorFunction<Long, RowData> generator = index -> GenericRowData.of(index % KEYS, true);
    RateLimiterStrategy rate =
        throttled ? RateLimiterStrategy.perSecond(ROWS / 4.0) : RateLimiterStrategy.noOp();
    DataStream<RowData> source =
        environment
            .fromSource(
                new DataGeneratorSource<>(generator, ROWS, rate, InternalTypeInfo.of(INPUT)),
                WatermarkStrategy.noWatermarks(),
                "rows")
            .uid("rows");
    Transformation<RowData> keys =
        fragment(
            "NativeCalc",
            new TestPlan()
                .fragment(
                    project(
                        "calc-1",
                        filter("calc-1", read(0, bigintType(), booleanType()), field(1)),
                        2,
                        field(0))),
            HostInput.connect(source.getTransformation()),
            parallelism,
            INPUT,
            KEY,
            false);
    Transformation<RowData> counts =
        fragment(
            "NativeCount",
            new TestPlan().fragment(count("count-1", read(0, bigintType()))),
            new DataStream<>(environment, keys)
                .keyBy(new RowKey(), InternalTypeInfo.of(KEY))
                .getTransformation(),
            parallelism,
            KEY,
            COUNTED,
            true);
    return fragment(
        "NativeRows",
        new TestPlan()
            .fragment(
                project("calc-2", read(0, bigintType(), bigintType()), 2, field(0), field(1))),
        HostInput.connect(counts),
        parallelism,
        COUNTED,
        COUNTED,
        false);
  }

  /** The key in the binary form that the engine hashes too. */
  private static final class RowKey implements KeySelector<RowData, RowData> {

    private static final long serialVersionUID = 1L;

    @Override
    public RowData getKey(RowData row) {
      return new RowDataSerializer(KEY).toBinaryRow(GenericRowData.of(row.getLong(0)));
    }
  }

  private static final class Record implements MapFunction<RowData, Long> {

    private static final long serialVersionUID = 1L;

    @Override
    public Long map(RowData row) throws Exception {
      if (slow) {
        Thread.sleep(1);
      }
      long key = row.getLong(0);
      long count = row.getLong(1);
      RECORDED.merge(key + ": " + count, 1, Integer::sum);
      COUNTS.merge(key, count, Math::max);
      return key;
    }
  }
}
