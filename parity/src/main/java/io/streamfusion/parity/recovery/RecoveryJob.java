package io.streamfusion.parity.recovery;

import io.streamfusion.parity.casefile.Routing;
import io.streamfusion.parity.recovery.RecoveryForm.Input;
import io.streamfusion.parity.run.Engine;
import io.streamfusion.parity.run.RoutingReport;
import io.streamfusion.parity.run.RunContext;
import io.streamfusion.runner.CountingReporter;
import io.streamfusion.runner.FlinkCluster;
import io.streamfusion.runner.Recorded;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;
import org.apache.flink.api.common.JobID;
import org.apache.flink.configuration.CheckpointingOptions;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.ExternalizedCheckpointRetention;
import org.apache.flink.configuration.StateRecoveryOptions;
import org.apache.flink.core.execution.JobClient;
import org.apache.flink.core.execution.SavepointFormatType;
import org.apache.flink.runtime.checkpoint.CheckpointException;
import org.apache.flink.runtime.jobmaster.JobResult;
import org.apache.flink.table.api.EnvironmentSettings;
import org.apache.flink.table.api.StatementSet;
import org.apache.flink.table.api.bridge.java.StreamTableEnvironment;
import org.apache.flink.util.ExceptionUtils;

/** One job between its start, or a restore, and its stop or end. */
final class RecoveryJob implements AutoCloseable {

  private static final long TIMEOUT_SECONDS = 180;
  private static final String INPUT = "rows";
  private static final String SINK = "snk";

  /** Under back-pressure a barrier that has to queue takes long; a savepoint's has to. */
  private static final int SAVEPOINT_ROWS_PER_PAUSE = 16;

  private static final int CHECKPOINT_ROWS_PER_PAUSE = 2;
  private static final int ATTEMPTS = 20;

  private final FlinkCluster cluster;
  private final RunContext run;
  private final JobClient client;
  private final JobID job;

  /** Whether the sources get their splits from the coordinator, not out of a checkpoint. */
  private final boolean fresh;

  private RecoveryJob(FlinkCluster cluster, RunContext run, JobClient client, boolean fresh) {
    this.cluster = cluster;
    this.run = run;
    this.client = client;
    this.job = client.getJobID();
    this.fresh = fresh;
  }

  /**
   * Starts a form's job.
   *
   * @param folder where its checkpoints go
   * @param restoredFrom path of a checkpoint or savepoint, null for a fresh start
   * @throws RecoveryException when its query does not run where it should
   */
  static RecoveryJob start(
      FlinkCluster cluster,
      RecoveryForm form,
      List<String> lines,
      Engine engine,
      int parallelism,
      Path folder,
      String restoredFrom)
      throws RecoveryException {
    CountingReporter.reset();
    RunContext run = new RunContext(UUID.randomUUID().toString(), Map.of(INPUT, lines));
    String runId = run.id();
    StreamTableEnvironment environment =
        environment(cluster, configuration(form, engine, parallelism, folder, restoredFrom, runId));
    environment.executeSql(
        String.format(
            "CREATE TABLE src (%s) WITH ('connector' = 'parity-source', 'data' = '%s', 'changes' = '%s')",
            RecoveryRows.COLUMNS, INPUT, form.input() == Input.INSERT ? "insert" : "retract"));
    environment.executeSql(
        String.format(
            "CREATE TABLE %s (%s) WITH ('connector' = 'parity-sink')", SINK, form.columns()));
    StatementSet inserts = environment.createStatementSet();
    inserts.addInsertSql("INSERT INTO " + SINK + " " + form.query());
    if (engine == Engine.NATIVE) {
      requireNative(inserts.explain());
    }
    JobClient client = inserts.execute().getJobClient().orElseThrow();
    return new RecoveryJob(cluster, run, client, restoredFrom == null);
  }

  /** Fails where EXPLAIN does not say that all of a job runs by kernels. */
  static void requireNative(String explain) throws RecoveryException {
    Optional<String> contradiction =
        RoutingReport.parse(explain).contradiction(new Routing.Native());
    if (contradiction.isPresent()) {
      throw new RecoveryException(contradiction.get());
    }
  }

  private static Configuration configuration(
      RecoveryForm form,
      Engine engine,
      int parallelism,
      Path folder,
      String restoredFrom,
      String runId) {
    Configuration configuration = new Configuration();
    // Checkpoints are taken by hand, at the seeded points.
    configuration.set(CheckpointingOptions.CHECKPOINTING_INTERVAL, Duration.ofDays(1));
    configuration.set(CheckpointingOptions.CHECKPOINTS_DIRECTORY, folder.toUri().toString());
    configuration.set(CheckpointingOptions.ENABLE_UNALIGNED, true);
    configuration.set(CheckpointingOptions.ALIGNED_CHECKPOINT_TIMEOUT, Duration.ZERO);
    configuration.set(
        CheckpointingOptions.EXTERNALIZED_CHECKPOINT_RETENTION,
        ExternalizedCheckpointRetention.RETAIN_ON_CANCELLATION);
    if (restoredFrom != null) {
      configuration.set(StateRecoveryOptions.SAVEPOINT_PATH, restoredFrom);
    }
    configuration.setString("restart-strategy.type", "none");
    configuration.setString("parallelism.default", Integer.toString(parallelism));
    configuration.setString("pipeline.max-parallelism", "64");
    configuration.setString(RunContext.RUN_ID.key(), runId);
    configuration.setString(
        "streamfusion.native.enabled", Boolean.toString(engine == Engine.NATIVE));
    configuration.setString("streamfusion.batch.size", "32");
    form.settings().forEach(configuration::setString);
    return configuration;
  }

  private static StreamTableEnvironment environment(
      FlinkCluster cluster, Configuration configuration) {
    return StreamTableEnvironment.create(
        cluster.environment(configuration),
        EnvironmentSettings.newInstance()
            .inStreamingMode()
            .withConfiguration(configuration)
            .build());
  }

  /** Lets the sources read what lies behind so many stops. */
  void readBehindStops(int stops) {
    RecoveryRows.open(run, stops);
  }

  /** Lets the job run to its end. */
  void finish() throws RecoveryException, InterruptedException {
    readBehindStops(RecoveryRows.STOPS);
    Optional<Throwable> failure = result();
    if (failure.isPresent()) {
      throw new RecoveryException("the job failed", failure.get());
    }
  }

  /**
   * Stops the job when so many rows have reached its sink.
   *
   * @param savepoints where savepoints go
   * @return the path of what it can be restored from
   */
  String stop(long sinkRows, Stop.Method method, Path savepoints)
      throws RecoveryException, InterruptedException, IOException {
    run.recorder(SINK)
        .throttle(
            sinkRows, method.isSavepoint() ? SAVEPOINT_ROWS_PER_PAUSE : CHECKPOINT_ROWS_PER_PAUSE);
    awaitSinkRows(sinkRows);
    try {
      if (fresh) {
        // Splits that wait in a task's mailbox are in no state: Flink lets the trigger of an
        // unaligned checkpoint overtake them.
        RecoveryRows.allBegun(run).get(TIMEOUT_SECONDS, TimeUnit.SECONDS);
      }
      String path = method.isSavepoint() ? savepoint(method, savepoints) : unalignedCheckpoint();
      client.cancel().get(TIMEOUT_SECONDS, TimeUnit.SECONDS);
      result();
      return path;
    } catch (ExecutionException | TimeoutException e) {
      throw new RecoveryException("the job could not be stopped by " + method, e);
    }
  }

  /**
   * Takes a savepoint of the running job. To stop with a savepoint could not be tried again: its
   * sources stop even if a task then declines, and the next attempt takes them for finished.
   */
  private String savepoint(Stop.Method method, Path folder)
      throws ExecutionException, InterruptedException, TimeoutException {
    SavepointFormatType format =
        method == Stop.Method.NATIVE_SAVEPOINT
            ? SavepointFormatType.NATIVE
            : SavepointFormatType.CANONICAL;
    return retried(() -> client.triggerSavepoint(folder.toUri().toString(), format));
  }

  /** Rows are on their way once the slow sink has filled the buffers in front of its task. */
  private String unalignedCheckpoint()
      throws ExecutionException, InterruptedException, TimeoutException, IOException {
    for (int attempt = 1; ; attempt++) {
      String path = retried(() -> cluster.checkpoint(job));
      if (attempt == ATTEMPTS || StoredState.read(path).inFlightBytes() > 0) {
        return path;
      }
    }
  }

  /** A task that was just restored may still decline. */
  private static String retried(Supplier<CompletableFuture<String>> stored)
      throws ExecutionException, InterruptedException, TimeoutException {
    for (int attempt = 1; ; attempt++) {
      try {
        return stored.get().get(TIMEOUT_SECONDS, TimeUnit.SECONDS);
      } catch (ExecutionException e) {
        if (attempt == ATTEMPTS
            || !ExceptionUtils.findThrowable(e, CheckpointException.class).isPresent()) {
          throw e;
        }
        Thread.sleep(100);
      }
    }
  }

  /** Waits until so many rows have reached the sink. */
  void awaitSinkRows(long sinkRows) throws RecoveryException, InterruptedException {
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(TIMEOUT_SECONDS);
    // Of a job that starts, some tasks may have seen all their rows while others are not there yet.
    while (run.recorder(SINK).rows() < sinkRows || !cluster.isRunning(job)) {
      if (cluster.result(job).isDone()) {
        throw new RecoveryException("the job ended before it was stopped", result().orElse(null));
      }
      if (System.nanoTime() > deadline) {
        throw new RecoveryException(
            String.format(
                "only %d of %d rows reached the sink, %d left native operators; tasks %s",
                run.recorder(SINK).rows(),
                sinkRows,
                CountingReporter.sum("rowsOut"),
                cluster.tasks(job)));
      }
      Thread.sleep(2);
    }
  }

  private Optional<Throwable> result() throws InterruptedException, RecoveryException {
    return result(cluster, job, Duration.ofSeconds(TIMEOUT_SECONDS));
  }

  /** Waits for the end of a job; what it failed with, if it did. */
  static Optional<Throwable> result(FlinkCluster cluster, JobID job, Duration patience)
      throws InterruptedException, RecoveryException {
    try {
      JobResult result = cluster.result(job).get(patience.toSeconds(), TimeUnit.SECONDS);
      return result
          .getSerializedThrowable()
          .map(e -> e.deserializeError(RecoveryJob.class.getClassLoader()));
    } catch (ExecutionException | TimeoutException e) {
      throw new RecoveryException("the job did not end", e);
    }
  }

  /** What reached the sink, subtask after subtask. */
  List<Recorded> rows() {
    return flat(run.recorder(SINK).elements());
  }

  /** What reached the sink before the barrier of the last checkpoint or savepoint. */
  List<Recorded> rowsAtBarrier() {
    return flat(run.recorder(SINK).elementsAtBarrier());
  }

  private static List<Recorded> flat(SortedMap<Integer, List<Recorded>> bySubtask) {
    List<Recorded> all = new ArrayList<>();
    bySubtask.values().forEach(all::addAll);
    return all;
  }

  /** Ends the job if that has not happened yet, so that the next one has its slots. */
  @Override
  public void close() throws RecoveryException, InterruptedException {
    if (!cluster.result(job).isDone()) {
      client.cancel();
      result();
    }
    run.close();
  }
}
