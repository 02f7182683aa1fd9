package io.streamfusion.flink.runtime.state;

import static io.streamfusion.flink.runtime.testing.FragmentJobs.fragment;
import static io.streamfusion.flink.runtime.testing.FragmentJobs.waitUntil;
import static io.streamfusion.flink.runtime.testing.TestPlan.bigintType;
import static io.streamfusion.flink.runtime.testing.TestPlan.read;
import static io.streamfusion.flink.runtime.testing.TestPlan.timed;
import static org.assertj.core.api.Assertions.assertThat;

import io.streamfusion.flink.runtime.testing.TestPlan;
import io.streamfusion.flink.runtime.testing.TimedFunction;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import org.apache.flink.api.common.JobID;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.api.common.functions.MapFunction;
import org.apache.flink.api.connector.source.util.ratelimit.RateLimiterStrategy;
import org.apache.flink.configuration.CheckpointingOptions;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.StateRecoveryOptions;
import org.apache.flink.connector.datagen.source.DataGeneratorSource;
import org.apache.flink.connector.datagen.source.GeneratorFunction;
import org.apache.flink.core.execution.JobClient;
import org.apache.flink.core.execution.SavepointFormatType;
import org.apache.flink.metrics.Counter;
import org.apache.flink.metrics.Gauge;
import org.apache.flink.metrics.Metric;
import org.apache.flink.runtime.execution.ExecutionState;
import org.apache.flink.runtime.executiongraph.AccessExecutionVertex;
import org.apache.flink.runtime.minicluster.MiniCluster;
import org.apache.flink.runtime.testutils.InMemoryReporter;
import org.apache.flink.runtime.testutils.MiniClusterResourceConfiguration;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.datastream.KeyedStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.functions.sink.v2.DiscardingSink;
import org.apache.flink.table.data.GenericRowData;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.runtime.typeutils.InternalTypeInfo;
import org.apache.flink.test.junit5.InjectMiniCluster;
import org.apache.flink.test.junit5.MiniClusterExtension;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/**
 * A job of a fragment with timers that is stopped while they are pending and restored at other
 * parallelisms: every key's timers fire as in an uninterrupted job of a stock KeyedProcessFunction.
 */
class FragmentTimersITCase {

  private static final int KEYS = 64;
  private static final int ROUNDS = 400;
  private static final int ROWS = KEYS * ROUNDS;

  /**
   * Only the first rounds register processing-time timers, so that all of them are due in the end.
   */
  private static final int CLOCK_ROUNDS = 100;

  /** How far ahead of the rows, and of the clock at the job's start, timers are. */
  private static final long EVENT_AHEAD = 1_000;

  private static final long CLOCK_AHEAD = 3_000;
  private static final InMemoryReporter METRICS = InMemoryReporter.createWithRetainedMetrics();

  @RegisterExtension
  static final MiniClusterExtension CLUSTER =
      new MiniClusterExtension(
          new MiniClusterResourceConfiguration.Builder()
              .setNumberTaskManagers(1)
              .setNumberSlotsPerTaskManager(4)
              .setConfiguration(METRICS.addToConfiguration(new Configuration()))
              .build());

  /** What fired, by key, over all runs; processing times are relative to {@link #base}. */
  private static final Map<Long, List<String>> FIRED = new ConcurrentHashMap<>();

  private static volatile long base;

  @Test
  void timersFireOnceAcrossSavepointsAndParallelisms(
      @TempDir Path folder, @InjectMiniCluster MiniCluster cluster) throws Exception {
    Map<Long, List<String>> expected = stockRun(folder);
    reset();

    JobClient job = start(true, 1, folder, null);
    String savepoint = stop(cluster, job, folder, ROWS / 20);
    int first = fired();
    assertMetrics(job.getJobID(), first);
    job = start(true, 3, folder, savepoint);
    savepoint = stop(cluster, job, folder, first + ROWS / 20);
    int second = fired();
    job = start(true, 2, folder, savepoint);
    job.getJobExecutionResult().get();

    int all = expected.values().stream().mapToInt(List::size).sum();
    assertThat(all).isGreaterThan(ROWS / 2);
    assertThat(first).as("timers before the first savepoint").isBetween(1, all / 2);
    assertThat(second).as("timers before the second savepoint").isBetween(first, all - 1_000);
    assertThat(FIRED).isEqualTo(expected);
    assertRanNatively(job.getJobID());
  }

  private static Map<Long, List<String>> stockRun(Path folder) throws Exception {
    reset();
    start(false, 2, folder, null).getJobExecutionResult().get();
    return Map.copyOf(FIRED);
  }

  private static void reset() {
    FIRED.clear();
    // What a timer does depends on its last digit.
    base = (System.currentTimeMillis() + CLOCK_AHEAD) / 10 * 10;
  }

  private static int fired() {
    return FIRED.values().stream().mapToInt(List::size).sum();
  }

  private static String stop(MiniCluster cluster, JobClient job, Path folder, int count)
      throws Exception {
    // Restored timers fire before all tasks run.
    waitUntil(() -> fired() > count && runs(cluster, job));
    return job.stopWithSavepoint(
            false, folder.resolve("savepoints").toUri().toString(), SavepointFormatType.CANONICAL)
        .get();
  }

  private static boolean runs(MiniCluster cluster, JobClient job) throws Exception {
    for (AccessExecutionVertex task :
        cluster.getExecutionGraph(job.getJobID()).get().getAllExecutionVertices()) {
      if (task.getExecutionState() != ExecutionState.RUNNING) {
        return false;
      }
    }
    return true;
  }

  /** Each table tells its size, and Flink's own counter of timers counts. */
  private static void assertMetrics(JobID job, int fired) {
    String tables = ".streamfusion.node.s0/timed-1.table.";
    assertThat(gauges(job, tables + "fired.rows")).isBetween(1L, (long) KEYS);
    assertThat(gauges(job, tables + "fired.bytes")).isPositive();
    long event = gauges(job, tables + "event timers.timers");
    long processing = gauges(job, tables + "processing timers.timers");
    assertThat(event).isBetween(1L, (long) ROWS);
    assertThat(processing).isBetween(1L, (long) ROWS);
    // Time, key and the heap's entry of each.
    assertThat(gauges(job, tables + "event timers.bytes")).isGreaterThan(40 * event);
    assertThat(gauges(job, ".streamfusion.timers")).isEqualTo(event + processing);
    assertThat(gauges(job, ".streamfusion.stateRows"))
        .isEqualTo(gauges(job, tables + "fired.rows"));
    assertThat(metrics(job, ".numFiredTimers").mapToLong(timers -> ((Counter) timers).getCount()))
        .contains((long) fired);
  }

  private static void assertRanNatively(JobID job) {
    assertThat(gauges(job, ".streamfusion.rowsIn")).as("rows in the engine").isPositive();
  }

  /** The sum over all subtasks. */
  private static long gauges(JobID job, String suffix) {
    return metrics(job, suffix).mapToLong(gauge -> (Long) ((Gauge<?>) gauge).getValue()).sum();
  }

  private static Stream<Metric> metrics(JobID job, String suffix) {
    return METRICS.getMetricsByIdentifiers(job).entrySet().stream()
        .filter(metric -> metric.getKey().endsWith(suffix))
        .map(Map.Entry::getValue);
  }

  private static JobClient start(
      boolean nativeTimers, int parallelism, Path folder, String restoreFrom) throws Exception {
    Configuration options = new Configuration();
    options.set(CheckpointingOptions.CHECKPOINTING_INTERVAL, Duration.ofMillis(200));
    options.set(
        CheckpointingOptions.CHECKPOINTS_DIRECTORY,
        folder.resolve("checkpoints").toUri().toString());
    if (restoreFrom != null) {
      options.set(StateRecoveryOptions.SAVEPOINT_PATH, restoreFrom);
    }
    StreamExecutionEnvironment environment =
        StreamExecutionEnvironment.getExecutionEnvironment(options);
    environment.setParallelism(parallelism);
    environment.setMaxParallelism(128);
    KeyedStream<RowData, RowData> rows = rows(environment);
    DataStream<RowData> fired;
    if (nativeTimers) {
      TestPlan plan =
          new TestPlan()
              .fragment(timed("timed-1", read(0, bigintType(), bigintType(), bigintType())));
      fired =
          new DataStream<>(
              environment,
              fragment(
                  "NativeTimed",
                  plan,
                  rows.getTransformation(),
                  parallelism,
                  TimedFunction.INPUT,
                  TimedFunction.OUTPUT,
                  true));
    } else {
      fired = rows.process(new TimedFunction(), InternalTypeInfo.of(TimedFunction.OUTPUT));
    }
    fired.map(new Record()).uid("record").sinkTo(new DiscardingSink<>()).uid("sink");
    return environment.executeAsync();
  }

  private static KeyedStream<RowData, RowData> rows(StreamExecutionEnvironment environment) {
    // One split: the rows of a key come in order.
    GeneratorFunction<Long, RowData> generator = FragmentTimersITCase::row;
    return environment
        .fromSource(
            new DataGeneratorSource<>(
                generator,
                ROWS,
                RateLimiterStrategy.perSecond(ROWS / 6.0),
                InternalTypeInfo.of(TimedFunction.INPUT)),
            WatermarkStrategy.<RowData>forMonotonousTimestamps()
                .withTimestampAssigner((row, time) -> rowtime(row)),
            "rows")
        .uid("rows")
        .setParallelism(1)
        // A task of one operator has metrics of the same name as its operator.
        .filter(row -> true)
        .name("all rows")
        .uid("all rows")
        .setParallelism(1)
        .keyBy(new TimedFunction.Key(), InternalTypeInfo.of(TimedFunction.KEY));
  }

  /** Even keys have event-time timers, odd ones processing-time timers. */
  private static RowData row(long index) throws Exception {
    if (index == ROWS - 1) {
      // At the end of its input Flink drops the processing-time timers that are still pending.
      Thread.sleep(Math.max(0, base + 10 * CLOCK_ROUNDS + 2_000 - System.currentTimeMillis()));
    }
    long key = index % KEYS;
    long round = index / KEYS;
    if (key % 2 == 0) {
      long command = round % 7 == 0 ? TimedFunction.DELETE_EVENT : TimedFunction.REGISTER_EVENT;
      long time = round % 7 == 0 ? round - 1 : round;
      return GenericRowData.of(key, command, 10 * time + key % 10 + EVENT_AHEAD);
    }
    long time = base + 10 * (round % CLOCK_ROUNDS) + key % 10;
    long command =
        round < CLOCK_ROUNDS ? TimedFunction.REGISTER_PROCESSING : TimedFunction.DELETE_PROCESSING;
    return GenericRowData.of(key, command, round < CLOCK_ROUNDS ? time : 0L);
  }

  private static long rowtime(RowData row) {
    return row.getLong(0) % 2 == 0 ? row.getLong(2) - EVENT_AHEAD - 10 : Long.MIN_VALUE;
  }

  private static final class Record implements MapFunction<RowData, Long> {

    private static final long serialVersionUID = 1L;

    @Override
    public Long map(RowData row) {
      long key = row.getLong(0);
      long time = row.getLong(1) == 0 ? row.getLong(2) : row.getLong(2) - base;
      FIRED
          .computeIfAbsent(key, any -> Collections.synchronizedList(new ArrayList<>()))
          .add(row.getLong(1) + " " + time + " " + row.getLong(3));
      return key;
    }
  }
}
