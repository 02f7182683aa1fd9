package io.streamfusion.parity.recovery;

import io.streamfusion.parity.run.Engine;
import io.streamfusion.runner.FlinkCluster;
import io.streamfusion.runner.RootCause;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.MemorySize;
import org.apache.flink.configuration.TaskManagerOptions;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.table.api.StatementSet;
import org.apache.flink.table.api.bridge.java.StreamTableEnvironment;

/**
 * A job with more keys than managed memory has room for, in the same process as another job, which
 * must not notice.
 */
public final class MemoryLimitRun {

  private static final String LIMIT_EXCEPTION =
      "io.streamfusion.flink.runtime.jni.NativeMemoryLimitException";

  private final FlinkCluster cluster;
  private final long keys;
  private final Path folder;

  private MemoryLimitRun(FlinkCluster cluster, long keys, Path folder) {
    this.cluster = cluster;
    this.keys = keys;
    this.folder = folder;
  }

  /**
   * Runs both jobs, on a cluster of their own.
   *
   * @param managedMemory of the process; a job has a quarter of it
   * @param folder where checkpoints would go
   * @return what the job with too many keys failed with
   * @throws RecoveryException when it does not fail, or the other job does not go on
   */
  public static RootCause run(long keys, MemorySize managedMemory, Path folder) throws Exception {
    Configuration configuration =
        new Configuration().set(TaskManagerOptions.MANAGED_MEMORY_SIZE, managedMemory);
    try (FlinkCluster cluster = FlinkCluster.start(configuration)) {
      return new MemoryLimitRun(cluster, keys, folder).besideAnother();
    }
  }

  private RootCause besideAnother() throws RecoveryException, InterruptedException {
    RecoveryForm form = RecoveryForms.ALL.get(0);
    List<String> lines = RecoveryRows.lines(0, form.input(), RecoveryRows.Retractions.ANY);
    try (RecoveryJob other =
        RecoveryJob.start(cluster, form, lines, Engine.NATIVE, 1, folder, null)) {
      other.awaitSinkRows(lines.size() / 2);
      RootCause failure =
          tooManyKeys(true)
              .orElseThrow(() -> new RecoveryException("all keys fit into managed memory"));
      if (!failure.className().equals(LIMIT_EXCEPTION)) {
        throw new RecoveryException("failed for another reason: " + failure);
      }
      int before = other.rows().size();
      other.finish();
      if (other.rows().size() <= before) {
        throw new RecoveryException("the other job did nothing any more");
      }
      Optional<RootCause> unaccounted = tooManyKeys(false);
      if (unaccounted.isPresent()) {
        throw new RecoveryException("failed without accounting: " + unaccounted.get());
      }
      return failure;
    }
  }

  /** Counts rows of as many keys; what the job failed with, if it did. */
  private Optional<RootCause> tooManyKeys(boolean accounted)
      throws RecoveryException, InterruptedException {
    Configuration configuration = new Configuration();
    configuration.setString("restart-strategy.type", "none");
    configuration.setString("parallelism.default", "1");
    configuration.setString("streamfusion.memory.accounting.enabled", Boolean.toString(accounted));
    StreamExecutionEnvironment environment = cluster.environment(configuration);
    StreamTableEnvironment tables = StreamTableEnvironment.create(environment);
    tables.createTemporaryView("src", environment.fromSequence(1, keys));
    tables.executeSql(
        "CREATE TABLE snk (k BIGINT, n BIGINT, s BIGINT) WITH ('connector' = 'blackhole')");
    StatementSet inserts = tables.createStatementSet();
    inserts.addInsertSql("INSERT INTO snk SELECT f0, COUNT(*), SUM(f0) FROM src GROUP BY f0");
    RecoveryJob.requireNative(inserts.explain());
    return RecoveryJob.result(
            cluster,
            inserts.execute().getJobClient().orElseThrow().getJobID(),
            Duration.ofMinutes(10))
        .map(RootCause::of);
  }
}
