package io.streamfusion.runner;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.stream.Stream;
import org.apache.flink.api.common.JobID;
import org.apache.flink.api.dag.Pipeline;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.MemorySize;
import org.apache.flink.configuration.MetricOptions;
import org.apache.flink.configuration.RestOptions;
import org.apache.flink.configuration.TaskManagerOptions;
import org.apache.flink.core.execution.JobClient;
import org.apache.flink.core.execution.PipelineExecutor;
import org.apache.flink.core.execution.PipelineExecutorFactory;
import org.apache.flink.core.execution.PipelineExecutorServiceLoader;
import org.apache.flink.runtime.checkpoint.CheckpointStatsSnapshot;
import org.apache.flink.runtime.checkpoint.CompletedCheckpointStats;
import org.apache.flink.runtime.checkpoint.RestoredCheckpointStats;
import org.apache.flink.runtime.execution.ExecutionState;
import org.apache.flink.runtime.executiongraph.AccessExecutionGraph;
import org.apache.flink.runtime.executiongraph.AccessExecutionVertex;
import org.apache.flink.runtime.jobmaster.JobResult;
import org.apache.flink.runtime.minicluster.MiniCluster;
import org.apache.flink.runtime.minicluster.MiniClusterConfiguration;
import org.apache.flink.runtime.minicluster.MiniClusterJobClient;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.graph.StreamGraph;

/** A MiniCluster in this process. Its jobs find their classes on the class path. */
public final class FlinkCluster implements AutoCloseable {
  private static final int SLOTS = 4;

  private final MiniCluster cluster;
  private final Executors executors;
  private int taskManagers = 1;

  private FlinkCluster(MiniCluster cluster) {
    this.cluster = cluster;
    this.executors = new Executors(cluster);
  }

  public static FlinkCluster start() throws Exception {
    return start(new Configuration());
  }

  /** Starts a cluster; {@code extra} are task manager options on top of the harness' own. */
  public static FlinkCluster start(Configuration extra) throws Exception {
    Configuration configuration = new Configuration(extra);
    configuration.set(RestOptions.BIND_PORT, "0");
    if (!configuration.contains(TaskManagerOptions.MANAGED_MEMORY_SIZE)) {
      configuration.set(TaskManagerOptions.MANAGED_MEMORY_SIZE, MemorySize.ofMebiBytes(256));
    }
    configuration.set(MetricOptions.REPORTERS_LIST, "counting");
    configuration.setString(
        "metrics.reporter.counting.factory.class", CountingReporter.Factory.class.getName());
    MiniCluster cluster =
        new MiniCluster(
            new MiniClusterConfiguration.Builder()
                .setConfiguration(configuration)
                .setNumTaskManagers(1)
                .setNumSlotsPerTaskManager(
                    extra.getOptional(TaskManagerOptions.NUM_TASK_SLOTS).orElse(SLOTS))
                .build());
    cluster.start();
    return new FlinkCluster(cluster);
  }

  /** An environment that submits to this cluster. */
  public StreamExecutionEnvironment environment(Configuration configuration) {
    Configuration withTarget = new Configuration(configuration);
    withTarget.setString("execution.target", Executors.NAME);
    return new StreamExecutionEnvironment(
        executors, withTarget, FlinkCluster.class.getClassLoader());
  }

  public CompletableFuture<JobResult> result(JobID job) {
    return cluster.requestJobResult(job);
  }

  /** What Flink knows of a job and its checkpoints, also after it ended. */
  public CompletableFuture<? extends AccessExecutionGraph> executionGraph(JobID job) {
    return cluster.getExecutionGraph(job);
  }

  /** The operators of the job that was submitted last. */
  public JobShape lastJob() {
    return executors.last;
  }

  /** Asks a job to end; it does so some time later. */
  public void cancel(JobID job) {
    cluster.cancelJob(job);
  }

  /** Whether all tasks of a job run, so that it can be checkpointed. */
  public boolean isRunning(JobID job) throws InterruptedException {
    Map<String, ExecutionState> tasks = tasks(job);
    return !tasks.isEmpty()
        && tasks.values().stream().allMatch(state -> state == ExecutionState.RUNNING);
  }

  /** The tasks of a job, by name; none before they are known. */
  public Map<String, ExecutionState> tasks(JobID job) throws InterruptedException {
    Map<String, ExecutionState> tasks = new TreeMap<>();
    try {
      for (AccessExecutionVertex task :
          cluster.getExecutionGraph(job).get().getAllExecutionVertices()) {
        tasks.put(task.getTaskNameWithSubtaskIndex(), task.getExecutionState());
      }
    } catch (ExecutionException e) {
      // There is no graph yet.
      return Map.of();
    }
    return tasks;
  }

  /** Takes a checkpoint as the job is configured, and completes with its path. */
  public CompletableFuture<String> checkpoint(JobID job) {
    return cluster.triggerCheckpoint(job);
  }

  /** Whether a checkpoint of this job was completed since it last started or restarted. */
  public boolean hasNewCheckpoint(JobID job) throws InterruptedException {
    return checkpoints(job)
        .map(
            stats -> {
              CompletedCheckpointStats completed =
                  stats.getHistory().getLatestCompletedCheckpoint();
              RestoredCheckpointStats restored = stats.getLatestRestoredCheckpoint();
              return completed != null
                  && (restored == null || completed.getCheckpointId() > restored.getCheckpointId());
            })
        .orElse(false);
  }

  /** How often this job went back to a checkpoint. */
  public long restores(JobID job) throws InterruptedException {
    return checkpoints(job)
        .map(stats -> stats.getCounts().getNumberOfRestoredCheckpoints())
        .orElse(0L);
  }

  private Optional<CheckpointStatsSnapshot> checkpoints(JobID job) throws InterruptedException {
    try {
      return Optional.ofNullable(cluster.getExecutionGraph(job).get().getCheckpointStatsSnapshot());
    } catch (ExecutionException e) {
      // There is no graph yet.
      return Optional.empty();
    }
  }

  /** Lets the task manager die with all its tasks, and starts another one. */
  public void replaceTaskManager() throws Exception {
    // Terminated ones keep their place in the list.
    cluster.terminateTaskManager(taskManagers - 1).get();
    cluster.startTaskManager();
    taskManagers++;
  }

  @Override
  public void close() throws Exception {
    cluster.close();
  }

  private static final class Executors
      implements PipelineExecutorServiceLoader, PipelineExecutorFactory, PipelineExecutor {
    static final String NAME = "streamfusion-runner";

    private final MiniCluster cluster;
    private volatile JobShape last = new JobShape(List.of());

    Executors(MiniCluster cluster) {
      this.cluster = cluster;
    }

    @Override
    public PipelineExecutorFactory getExecutorFactory(Configuration configuration) {
      return this;
    }

    @Override
    public Stream<String> getExecutorNames() {
      return Stream.of(NAME);
    }

    @Override
    public String getName() {
      return NAME;
    }

    @Override
    public boolean isCompatibleWith(Configuration configuration) {
      return true;
    }

    @Override
    public PipelineExecutor getExecutor(Configuration configuration) {
      return this;
    }

    @Override
    public CompletableFuture<JobClient> execute(
        Pipeline pipeline, Configuration configuration, ClassLoader classLoader) {
      last = JobShape.of((StreamGraph) pipeline);
      return cluster
          .submitJob((StreamGraph) pipeline)
          .thenApply(
              submitted ->
                  new MiniClusterJobClient(
                      submitted.getJobID(),
                      cluster,
                      classLoader,
                      MiniClusterJobClient.JobFinalizationBehavior.NOTHING));
    }
  }
}
