package io.streamfusion.flink.planner;

import static org.assertj.core.api.Assertions.assertThat;

import io.streamfusion.flink.planner.testing.TestTableEnvironments;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.flink.api.common.JobID;
import org.apache.flink.api.common.functions.MapFunction;
import org.apache.flink.configuration.CheckpointingOptions;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.ExternalizedCheckpointRetention;
import org.apache.flink.configuration.MemorySize;
import org.apache.flink.configuration.RestartStrategyOptions;
import org.apache.flink.configuration.StateRecoveryOptions;
import org.apache.flink.configuration.TaskManagerOptions;
import org.apache.flink.core.execution.JobClient;
import org.apache.flink.core.execution.SavepointFormatType;
import org.apache.flink.runtime.checkpoint.CompletedCheckpointStats;
import org.apache.flink.runtime.minicluster.MiniCluster;
import org.apache.flink.runtime.testutils.MiniClusterResourceConfiguration;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.functions.sink.v2.DiscardingSink;
import org.apache.flink.table.api.DataTypes;
import org.apache.flink.table.api.Schema;
import org.apache.flink.table.api.bridge.java.StreamTableEnvironment;
import org.apache.flink.test.junit5.InjectMiniCluster;
import org.apache.flink.test.junit5.MiniClusterExtension;
import org.apache.flink.types.Row;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Keyed native queries stopped in the middle under back-pressure and restored, also at another
 * parallelism: every row is counted exactly once.
 */
class KeyedRecoveryITCase {

  private static final int KEYS = 1_000;
  private static final int ROWS = 80_000;
  private static final int MIN_BEFORE_STOP = 3_000;
  private static final String QUERY = "SELECT k, COUNT(*) FROM src GROUP BY k";

  @RegisterExtension
  static final MiniClusterExtension CLUSTER =
      new MiniClusterExtension(
          new MiniClusterResourceConfiguration.Builder()
              .setNumberTaskManagers(2)
              .setNumberSlotsPerTaskManager(2)
              .setConfiguration(
                  new Configuration()
                      .set(TaskManagerOptions.MEMORY_SEGMENT_SIZE, MemorySize.parse("4kb")))
              .build());

  @TempDir Path folder;

  @BeforeEach
  void forget() {
    Recorder.LAST.clear();
    Recorder.SEEN.set(0);
    Recorder.slow = true;
  }

  @ParameterizedTest(name = "unaligned checkpoint, {0} to {1}")
  @CsvSource({"2, 2", "2, 3", "3, 1", "1, 2"})
  void restoresFromARetainedUnalignedCheckpoint(
      int before, int after, @InjectMiniCluster MiniCluster cluster) throws Exception {
    JobClient job = start(before, null);
    CompletedCheckpointStats checkpoint = checkpointWithRowsOnTheirWay(cluster, job);
    job.cancel().get();
    cluster.requestJobResult(job.getJobID()).get();

    restore(after, checkpoint.getExternalPath());
  }

  @ParameterizedTest(name = "{2} savepoint, {0} to {1}")
  @CsvSource({"2, 3, CANONICAL", "3, 1, NATIVE"})
  void restoresFromASavepoint(int before, int after, SavepointFormatType format) throws Exception {
    JobClient job = start(before, null);
    while (Recorder.SEEN.get() < MIN_BEFORE_STOP) {
      Thread.sleep(20);
      assertThat(job.getJobStatus().get().isGloballyTerminalState()).isFalse();
    }
    String savepoint =
        job.stopWithSavepoint(false, folder.resolve("savepoint").toUri().toString(), format).get();

    restore(after, savepoint);
  }

  private void restore(int parallelism, String path) throws Exception {
    assertThat(Recorder.SEEN.get()).isGreaterThanOrEqualTo(MIN_BEFORE_STOP);
    assertThat(Recorder.SEEN.get()).as("stopped in the middle").isLessThan(ROWS);
    Recorder.slow = false;
    start(parallelism, path).getJobExecutionResult().get();

    Map<Long, Long> expected = new TreeMap<>();
    for (long key = 0; key < KEYS; key++) {
      expected.put(key, (long) ROWS / KEYS);
    }
    assertThat(new TreeMap<>(Recorder.LAST)).isEqualTo(expected);
  }

  private JobClient start(int parallelism, String restoredFrom) throws Exception {
    Configuration configuration = new Configuration();
    configuration.set(CheckpointingOptions.CHECKPOINTING_INTERVAL, Duration.ofMillis(300));
    configuration.set(CheckpointingOptions.CHECKPOINTS_DIRECTORY, folder.toUri().toString());
    configuration.set(CheckpointingOptions.ENABLE_UNALIGNED, true);
    configuration.set(CheckpointingOptions.ALIGNED_CHECKPOINT_TIMEOUT, Duration.ZERO);
    configuration.set(
        CheckpointingOptions.EXTERNALIZED_CHECKPOINT_RETENTION,
        ExternalizedCheckpointRetention.RETAIN_ON_CANCELLATION);
    configuration.set(RestartStrategyOptions.RESTART_STRATEGY, "none");
    configuration.setString("streamfusion.batch.size", "32");
    if (restoredFrom != null) {
      configuration.set(StateRecoveryOptions.SAVEPOINT_PATH, restoredFrom);
    }
    StreamExecutionEnvironment environment =
        StreamExecutionEnvironment.getExecutionEnvironment(configuration);
    environment.setParallelism(parallelism);
    environment.setMaxParallelism(64);
    StreamTableEnvironment tables = TestTableEnvironments.streamFusion(environment);
    tables.createTemporaryView(
        "src",
        environment.fromSequence(0, ROWS - 1).uid("numbers"),
        Schema.newBuilder()
            .column("f0", DataTypes.BIGINT())
            .columnByExpression("k", "MOD(f0, " + KEYS + ")")
            .build());
    assertThat(tables.explainSql(QUERY))
        .contains("NativeGroupAggregate: kernel")
        .doesNotContain(": on Flink");
    tables
        .toChangelogStream(tables.sqlQuery(QUERY))
        .map(new Recorder())
        .uid("recorder")
        .sinkTo(new DiscardingSink<>())
        .uid("sink");
    return environment.executeAsync();
  }

  /** Waits for a checkpoint with state in it and frames between the tasks. */
  private static CompletedCheckpointStats checkpointWithRowsOnTheirWay(
      MiniCluster cluster, JobClient client) throws Exception {
    JobID job = client.getJobID();
    while (true) {
      Thread.sleep(50);
      if (client.getJobStatus().get().isGloballyTerminalState()) {
        throw new AssertionError("it ended: " + client.getJobExecutionResult().get());
      }
      Optional<CompletedCheckpointStats> found =
          Optional.ofNullable(cluster.getExecutionGraph(job).get().getCheckpointStatsSnapshot())
              .flatMap(
                  stats ->
                      stats.getHistory().getCheckpoints().stream()
                          .filter(CompletedCheckpointStats.class::isInstance)
                          .map(CompletedCheckpointStats.class::cast)
                          .filter(checkpoint -> !checkpoint.isDiscarded())
                          .max(Comparator.comparing(CompletedCheckpointStats::getCheckpointId)));
      if (found.isPresent()
          && found.get().getPersistedData() > 0
          && Recorder.SEEN.get() >= MIN_BEFORE_STOP) {
        return found.get();
      }
    }
  }

  /** Keeps the last count of each key; slow at first, so that frames pile up in front of it. */
  private static final class Recorder implements MapFunction<Row, Row> {
    private static final long serialVersionUID = 1L;

    static final Map<Long, Long> LAST = new ConcurrentHashMap<>();
    static final AtomicLong SEEN = new AtomicLong();
    static volatile boolean slow;

    @Override
    public Row map(Row row) throws Exception {
      LAST.put(((Number) row.getField(0)).longValue(), (Long) row.getField(1));
      if (SEEN.incrementAndGet() % 20 == 0 && slow) {
        Thread.sleep(2);
      }
      return row;
    }
  }
}
