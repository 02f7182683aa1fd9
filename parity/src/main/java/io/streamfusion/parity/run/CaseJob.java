package io.streamfusion.parity.run;

import io.streamfusion.parity.casefile.Level;
import io.streamfusion.parity.casefile.ParityCase;
import io.streamfusion.runner.CountingReporter;
import io.streamfusion.runner.FlinkCluster;
import io.streamfusion.runner.Recorded;
import io.streamfusion.runner.RootCause;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.flink.api.common.JobID;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.PipelineOptions;
import org.apache.flink.core.execution.JobClient;
import org.apache.flink.runtime.jobmaster.JobResult;
import org.apache.flink.table.api.EnvironmentSettings;
import org.apache.flink.table.api.StatementSet;
import org.apache.flink.table.api.bridge.java.StreamTableEnvironment;
import org.apache.flink.table.catalog.ResolvedSchema;

/** Runs the statements of a case once, on one engine, in one variant. */
public final class CaseJob {
  private static final long TIMEOUT_SECONDS = 300;

  private final FlinkCluster cluster;
  private final ParityCase parityCase;
  private final Variant variant;
  private final Engine engine;

  public CaseJob(FlinkCluster cluster, ParityCase parityCase, Variant variant, Engine engine) {
    this.cluster = cluster;
    this.parityCase = parityCase;
    this.variant = variant;
    this.engine = engine;
  }

  public JobOutcome run() throws InterruptedException, TimeoutException {
    String runId = UUID.randomUUID().toString();
    try (RunContext context = new RunContext(runId, parityCase.data())) {
      CountingReporter.reset();
      long start = System.nanoTime();
      String explain = "";
      Map<String, int[]> keyColumns = new HashMap<>();
      Optional<RootCause> failure;
      Optional<JobID> job = Optional.empty();
      try {
        StreamTableEnvironment environment = environment(runId);
        StatementSet inserts = environment.createStatementSet();
        new CaseScript(parityCase, environment, inserts).run();
        keyColumns.putAll(keyColumns(environment));
        explain = inserts.explain();
        job = inserts.execute().getJobClient().map(JobClient::getJobID);
        failure = failureOf(job.orElseThrow());
      } catch (RuntimeException e) {
        failure = Optional.of(RootCause.of(e));
      }
      long millis = (System.nanoTime() - start) / 1_000_000;
      Map<String, SortedMap<Integer, List<Recorded>>> sinks = new TreeMap<>();
      context.recorders().forEach((table, recorder) -> sinks.put(table, recorder.elements()));
      return new JobOutcome(
          sinks,
          failure,
          !explain.isEmpty(),
          RoutingReport.parse(explain),
          NativeCounts.collected(),
          CountingReporter.sourceRows(),
          keyColumns,
          millis,
          job);
    }
  }

  /** What EXPLAIN says, without running the job. */
  public RoutingReport explain() {
    String runId = UUID.randomUUID().toString();
    try (RunContext ignored = new RunContext(runId, parityCase.data())) {
      StreamTableEnvironment environment = environment(runId);
      StatementSet inserts = environment.createStatementSet();
      new CaseScript(parityCase, environment, inserts).run();
      return RoutingReport.parse(inserts.explain());
    }
  }

  private StreamTableEnvironment environment(String runId) {
    Configuration configuration = new Configuration();
    parityCase.settings().forEach(configuration::setString);
    configuration.setString("table.local-time-zone", variant.zone());
    configuration.setString("parallelism.default", Integer.toString(variant.parallelism()));
    configuration.setString("pipeline.object-reuse", Boolean.toString(variant.objectReuse()));
    configuration.setString("restart-strategy.type", "none");
    configuration.setString(RunContext.RUN_ID.key(), runId);
    // For functions, which do not see the session's configuration.
    configuration.set(
        PipelineOptions.GLOBAL_JOB_PARAMETERS, Map.of(RunContext.RUN_ID.key(), runId));
    configuration.setString(
        "streamfusion.native.enabled", Boolean.toString(engine == Engine.NATIVE));
    // A projection that only the host evaluator computes stays on Flink by default; here it is to
    // be tested.
    if (!configuration.containsKey("streamfusion.policy")) {
      configuration.setString("streamfusion.policy", "always");
    }
    return StreamTableEnvironment.create(
        cluster.environment(configuration),
        EnvironmentSettings.newInstance()
            .inStreamingMode()
            .withConfiguration(configuration)
            .build());
  }

  private Optional<RootCause> failureOf(JobID job) throws InterruptedException, TimeoutException {
    try {
      JobResult result = cluster.result(job).get(TIMEOUT_SECONDS, TimeUnit.SECONDS);
      return result
          .getSerializedThrowable()
          .map(e -> RootCause.of(e.deserializeError(CaseJob.class.getClassLoader())));
    } catch (ExecutionException e) {
      return Optional.of(RootCause.of(e));
    }
  }

  private Map<String, int[]> keyColumns(StreamTableEnvironment environment) {
    if (!(parityCase.level() instanceof Level.PerKey perKey)) {
      return primaryKeys(environment);
    }
    Map<String, int[]> columns = new HashMap<>();
    for (String table : environment.listTables()) {
      List<String> names = environment.from(table).getResolvedSchema().getColumnNames();
      if (names.containsAll(perKey.columns())) {
        columns.put(table, perKey.columns().stream().mapToInt(names::indexOf).toArray());
      }
    }
    return columns;
  }

  private static Map<String, int[]> primaryKeys(StreamTableEnvironment environment) {
    Map<String, int[]> columns = new HashMap<>();
    for (String table : environment.listTables()) {
      ResolvedSchema schema = environment.from(table).getResolvedSchema();
      schema
          .getPrimaryKey()
          .ifPresent(
              key ->
                  columns.put(
                      table,
                      key.getColumns().stream()
                          .mapToInt(schema.getColumnNames()::indexOf)
                          .toArray()));
    }
    return columns;
  }
}
