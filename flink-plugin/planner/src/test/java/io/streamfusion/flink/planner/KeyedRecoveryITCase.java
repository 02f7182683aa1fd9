package io.streamfusion.flink.planner;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.streamfusion.flink.planner.testing.TestTableEnvironments;
import io.streamfusion.translator.PlanTranslator;
import io.streamfusion.translator.StateLayout;
import io.streamfusion.translator.TranslationOptions;
import io.streamfusion.translator.TranslationResult;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.calcite.rel.RelNode;
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
import org.apache.flink.table.api.internal.TableEnvironmentImpl;
import org.apache.flink.table.operations.CollectModifyOperation;
import org.apache.flink.table.operations.QueryOperation;
import org.apache.flink.table.planner.delegation.PlannerBase;
import org.apache.flink.test.junit5.InjectMiniCluster;
import org.apache.flink.test.junit5.MiniClusterExtension;
import org.apache.flink.types.Row;
import org.apache.flink.util.ExceptionUtils;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import scala.collection.JavaConverters;

/**
 * Keyed native queries stopped in the middle under back-pressure and restored, also at another
 * parallelism: every row is counted exactly once.
 */
class KeyedRecoveryITCase {

  private static final int KEYS = 1_000;
  private static final int ROWS = 80_000;
  private static final int MIN_BEFORE_STOP = 3_000;
  private static final Version COUNTS = new Version("SELECT k, COUNT(*) FROM src GROUP BY k", "");

  @RegisterExtension
  static final MiniClusterExtension CLUSTER =
      new MiniClusterExtension(
          new MiniClusterResourceConfiguration.Builder()
              .setNumberTaskManagers(2)
              .setNumberSlotsPerTaskManager(2)
              .setConfiguration(
                  new Configuration()
                      .set(TaskManagerOptions.MEMORY_SEGMENT_SIZE, MemorySize.parse("4kb"))
                      // An option of the cluster, which Flink does not read from a job: the
                      // checkpoint that is restored must not make room for one that completes
                      // while the job is cancelled.
                      .set(CheckpointingOptions.MAX_RETAINED_CHECKPOINTS, 100))
              .build());

  @TempDir Path folder;

  @BeforeEach
  void forget() {
    Recorder.LAST.clear();
    Recorder.SEEN.set(0);
    Recorder.slow = true;
  }

  /**
   * A query as somebody submits it.
   *
   * @param ttl of its state, empty for ever
   */
  private record Version(String query, String ttl) {}

  @ParameterizedTest(name = "unaligned checkpoint, {0} to {1}")
  @CsvSource({"2, 2", "2, 3", "3, 1", "1, 2"})
  void restoresFromARetainedUnalignedCheckpoint(
      int before, int after, @InjectMiniCluster MiniCluster cluster) throws Exception {
    JobClient job = start(COUNTS, before, null);
    CompletedCheckpointStats checkpoint = checkpointWithRowsOnTheirWay(cluster, job);
    job.cancel().get();
    cluster.requestJobResult(job.getJobID()).get();

    restore(after, checkpoint.getExternalPath());
  }

  @ParameterizedTest(name = "{2} savepoint, {0} to {1}")
  @CsvSource({"2, 3, CANONICAL", "3, 1, NATIVE"})
  void restoresFromASavepoint(int before, int after, SavepointFormatType format) throws Exception {
    restore(COUNTS, after, savepoint(COUNTS, before, format));
  }

  /** Each change of a query restores exactly when {@link StateLayout} says so. */
  @ParameterizedTest(name = "{0}, TTL {1} to {2}, TTL {3}")
  @CsvSource(
      nullValues = "-",
      value = {
        "COUNT(*)|-|COUNT(*)|-|true",
        "COUNT(*)|1 h|COUNT(*)|2 h|true",
        "COUNT(*)|-|COUNT(*)|2 h|false",
        "COUNT(*)|2 h|COUNT(*)|-|false",
        "COUNT(*)|-|COUNT(f0)|-|false",
        "COUNT(*)|-|COUNT(*), MAX(f0)|-|false",
        "COUNT(*)|-|COUNT(DISTINCT f0)|-|false",
        "COUNT(DISTINCT f0)|-|COUNT(DISTINCT f0)|-|true",
        "COUNT(DISTINCT f0)|-|COUNT(DISTINCT CAST(f0 AS INT))|-|false",
        "COUNT(DISTINCT f0)|1 h|COUNT(DISTINCT f0)|2 h|true",
        "COUNT(DISTINCT f0)|-|COUNT(DISTINCT f0)|2 h|false",
        "SUM(f0 - f0 + 1)|-|SUM(CAST(f0 - f0 + 1 AS INT))|-|false",
        "COUNT(*)|-|COUNT(*) HAVING COUNT(*) > 0|-|true",
      },
      delimiter = '|')
  void restoresWhatTheLayoutSays(
      String before, String ttlBefore, String after, String ttlAfter, boolean fits)
      throws Exception {
    Version older = version(before, ttlBefore);
    Version newer = version(after, ttlAfter);
    assertThat(layout(older).isEmpty()).isFalse();
    assertThat(layout(older).refusal(layout(newer)).isEmpty()).isEqualTo(fits);

    String savepoint = savepoint(older, 2, SavepointFormatType.CANONICAL);

    if (fits) {
      restore(newer, 2, savepoint);
    } else {
      assertThatThrownBy(() -> restore(newer, 2, savepoint))
          .satisfies(
              failure ->
                  assertThat(ExceptionUtils.stringifyException(failure))
                      .containsAnyOf(
                          "in a way that its state cannot follow", "which the plan does not have"));
    }
  }

  /** Nobody refuses a savepoint whose state means something else to the new query. */
  @ParameterizedTest(name = "{1}")
  @CsvSource(
      delimiter = '|',
      value = {
        "SELECT k, COUNT(*) FROM src WHERE f0 >= 0 GROUP BY k| holds what the old query computed",
        "SELECT k, COUNT(*) FROM src GROUP BY k UNION ALL SELECT k, MAX(f0) FROM src WHERE f0 < 0"
            + " GROUP BY k| starts empty",
      })
  void restoresAlsoWhatTheLayoutSaysHasAnotherMeaning(String query, String meaning)
      throws Exception {
    Version newer = new Version(query, "");
    assertThat(layout(COUNTS).refusal(layout(newer))).isEmpty();
    assertThat(layout(COUNTS).otherMeaning(layout(newer)))
        .hasValueSatisfying(why -> assertThat(why).endsWith(" groups " + meaning));

    restore(newer, 2, savepoint(COUNTS, 2, SavepointFormatType.CANONICAL));
  }

  private static Version version(String calls, String ttl) {
    String[] parts = calls.split(" HAVING ");
    String having = parts.length > 1 ? " HAVING " + parts[1] : "";
    return new Version(
        "SELECT k, " + parts[0] + " FROM src GROUP BY k" + having, ttl == null ? "" : ttl);
  }

  private String savepoint(Version version, int parallelism, SavepointFormatType format)
      throws Exception {
    JobClient job = start(version, parallelism, null);
    while (Recorder.SEEN.get() < MIN_BEFORE_STOP) {
      Thread.sleep(20);
      assertThat(job.getJobStatus().get().isGloballyTerminalState()).isFalse();
    }
    return job.stopWithSavepoint(false, folder.resolve("savepoint").toUri().toString(), format)
        .get();
  }

  private static StateLayout layout(Version version) {
    StreamExecutionEnvironment environment = StreamExecutionEnvironment.getExecutionEnvironment();
    StreamTableEnvironment tables = StreamTableEnvironment.create(environment);
    prepare(tables, version, environment);
    TableEnvironmentImpl internal = (TableEnvironmentImpl) tables;
    PlannerBase planner = (PlannerBase) internal.getPlanner();
    QueryOperation query = (QueryOperation) internal.getParser().parse(version.query()).get(0);
    List<RelNode> roots =
        JavaConverters.seqAsJavaList(
            planner.optimize(
                JavaConverters.asScalaBuffer(
                        List.of(planner.translateToRel(new CollectModifyOperation(query))))
                    .toSeq()));
    TranslationResult translation =
        new PlanTranslator(TranslationOptions.of(planner.getTableConfig(), "2.2.1"))
            .translate(roots);
    return StateLayout.of(translation, translation.sinks().get(0));
  }

  private void restore(int parallelism, String path) throws Exception {
    restore(COUNTS, parallelism, path);
  }

  private void restore(Version version, int parallelism, String path) throws Exception {
    assertThat(Recorder.SEEN.get()).isGreaterThanOrEqualTo(MIN_BEFORE_STOP);
    assertThat(Recorder.SEEN.get()).as("stopped in the middle").isLessThan(ROWS);
    Recorder.slow = false;
    start(version, parallelism, path).getJobExecutionResult().get();

    Map<Long, Long> expected = new TreeMap<>();
    for (long key = 0; key < KEYS; key++) {
      expected.put(key, (long) ROWS / KEYS);
    }
    assertThat(new TreeMap<>(Recorder.LAST)).isEqualTo(expected);
  }

  private JobClient start(Version version, int parallelism, String restoredFrom) throws Exception {
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
    prepare(tables, version, environment);
    assertThat(tables.explainSql(version.query()))
        .contains("NativeGroupAggregate: kernel")
        .doesNotContain(": on Flink");
    tables
        .toChangelogStream(tables.sqlQuery(version.query()))
        .map(new Recorder())
        .uid("recorder")
        .sinkTo(new DiscardingSink<>())
        .uid("sink");
    return environment.executeAsync();
  }

  private static void prepare(
      StreamTableEnvironment tables, Version version, StreamExecutionEnvironment environment) {
    if (!version.ttl().isEmpty()) {
      tables.getConfig().set("table.exec.state.ttl", version.ttl());
    }
    tables.createTemporaryView(
        "src",
        environment.fromSequence(0, ROWS - 1).uid("numbers"),
        Schema.newBuilder()
            .column("f0", DataTypes.BIGINT())
            .columnByExpression("k", "MOD(f0, " + KEYS + ")")
            .build());
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
      LAST.put(((Number) row.getField(0)).longValue(), ((Number) row.getField(1)).longValue());
      if (SEEN.incrementAndGet() % 20 == 0 && slow) {
        Thread.sleep(2);
      }
      return row;
    }
  }
}
