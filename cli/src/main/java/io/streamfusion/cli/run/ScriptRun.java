package io.streamfusion.cli.run;

import io.streamfusion.cli.planning.ScriptSession;
import io.streamfusion.cli.report.CliException;
import io.streamfusion.cli.report.Diagnostic;
import io.streamfusion.cli.report.SqlErrors;
import io.streamfusion.cli.script.Header;
import io.streamfusion.cli.script.SqlScript;
import io.streamfusion.cli.script.SqlStatement;
import io.streamfusion.runner.CountingReporter;
import io.streamfusion.runner.FlinkCluster;
import io.streamfusion.runner.JobShape;
import io.streamfusion.runner.OperatorCounts;
import io.streamfusion.runner.Recorded;
import io.streamfusion.runner.Recordings;
import io.streamfusion.runner.RootCause;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;
import org.apache.flink.api.common.JobID;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.runtime.jobmaster.JobResult;
import org.apache.flink.table.api.EnvironmentSettings;
import org.apache.flink.table.api.ExplainFormat;
import org.apache.flink.table.api.TableDescriptor;
import org.apache.flink.table.api.TablePipeline;
import org.apache.flink.table.api.TableResult;
import org.apache.flink.table.api.bridge.java.StreamTableEnvironment;
import org.apache.flink.table.api.internal.TableEnvironmentImpl;
import org.apache.flink.table.operations.ModifyOperation;
import org.apache.flink.table.operations.Operation;
import org.apache.flink.table.operations.QueryOperation;
import org.apache.flink.table.operations.ddl.CompilePlanOperation;

/** Runs a script on one engine, a job for each statement that moves rows, one after the other. */
final class ScriptRun implements AutoCloseable {

  private static final String SECTION = "== StreamFusion ==";

  private final FlinkCluster cluster;
  private final RunRequest request;
  private final RunEngine engine;
  private final Progress progress;
  private final String id = UUID.randomUUID().toString();
  private final RunTables tables;
  private final ScriptSession session;

  ScriptRun(FlinkCluster cluster, RunRequest request, RunEngine engine, Progress progress) {
    this.cluster = cluster;
    this.request = request;
    this.engine = engine;
    this.progress = progress;
    this.tables =
        new RunTables(
            id,
            FileTables.of(request.tables()),
            request.compares() ? RunTables.Sinks.RECORDED : RunTables.Sinks.WRITTEN);
    this.session =
        new ScriptSession(
            environment(),
            tables,
            request.compares()
                ? ScriptSession.Effects.OF_THE_SESSION
                : ScriptSession.Effects.OF_FLINK,
            request.options());
  }

  private TableEnvironmentImpl environment() {
    Configuration configuration = new Configuration();
    configuration.setString("restart-strategy.type", "none");
    configuration.setString("parallelism.default", Integer.toString(request.parallelism()));
    configuration.setString(
        "streamfusion.native.enabled", Boolean.toString(engine == RunEngine.NATIVE));
    return (TableEnvironmentImpl)
        StreamTableEnvironment.create(
            cluster.environment(configuration),
            EnvironmentSettings.newInstance()
                .inStreamingMode()
                .withConfiguration(configuration)
                .build());
  }

  /** Runs the scripts of {@code --init} and a file. A statement that fails does not stop others. */
  List<StatementRun> run(RunRequest.Script file) {
    for (RunRequest.Script init : request.init()) {
      for (SqlStatement statement : SqlScript.split(init.text())) {
        run(init.name(), statement)
            .error()
            .ifPresent(
                error -> {
                  throw new CliException(
                      error.text(), "the files of --init must run without errors");
                });
      }
    }
    Header header = Header.of(file.name(), file.text());
    header.settings().forEach(session::set);
    List<StatementRun> runs = new ArrayList<>();
    for (SqlStatement statement : SqlScript.split(file.text())) {
      runs.add(run(file.name(), statement));
    }
    tables.collectFiles();
    return runs;
  }

  // Flink throws RuntimeExceptions of many kinds for bad SQL, and AssertionErrors from Calcite.
  private StatementRun run(String file, SqlStatement statement) {
    List<String> notes = new ArrayList<>();
    String recordingsId = id + "/" + statement.ordinal();
    try (Recordings recordings = new Recordings(recordingsId)) {
      tables.recordIn(recordingsId);
      ScriptSession.Outcome outcome = session.execute(statement.text(), notes);
      List<Operation> operations = outcome.rows();
      boolean explains = statement.text().regionMatches(true, 0, "EXPLAIN", 0, "EXPLAIN".length());
      if (explains || (operations.isEmpty() && outcome.ofPlan().isEmpty())) {
        return new StatementRun(statement, notes, Optional.empty(), Optional.empty());
      }
      if (session.batch()) {
        return failed(
            statement,
            notes,
            new Diagnostic(
                file,
                statement.line(),
                statement.column(),
                "the script chose batch mode, and this command runs in streaming mode only",
                Optional.of("remove SET 'execution.runtime-mode'"),
                new IllegalStateException("batch mode")));
      }
      if (outcome.ofPlan().isPresent()) {
        return ofPlan(file, statement, outcome.ofPlan().get(), recordings);
      }
      return new StatementRun(
          statement, notes, Optional.empty(), Optional.of(execute(operations, recordings)));
    } catch (CliException e) {
      throw e;
    } catch (RuntimeException | AssertionError e) {
      return failed(statement, notes, SqlErrors.locate(file, statement, e));
    }
  }

  private static StatementRun failed(
      SqlStatement statement, List<String> notes, Diagnostic diagnostic) {
    return new StatementRun(statement, notes, Optional.of(diagnostic), Optional.empty());
  }

  /** A compiled plan writes where it says, and its file is none of ours. */
  private StatementRun ofPlan(
      String file, SqlStatement statement, Operation operation, Recordings recordings) {
    if (request.compares()) {
      return failed(
          statement,
          List.of(),
          new Diagnostic(
              file,
              statement.line(),
              statement.column(),
              "a compiled plan is written and run where it says, so there is nothing to compare",
              Optional.of("compare its INSERT, or run without --compare"),
              new IllegalStateException("compiled plan")));
    }
    if (operation instanceof CompilePlanOperation) {
      session.environment().executeInternal(operation);
      return new StatementRun(statement, List.of(), Optional.empty(), Optional.empty());
    }
    return new StatementRun(
        statement,
        List.of(),
        Optional.empty(),
        Optional.of(
            execute(
                List.of(), () -> session.environment().executeInternal(operation), recordings)));
  }

  private StatementRun.Job execute(List<Operation> operations, Recordings recordings) {
    if (operations.get(0) instanceof QueryOperation query) {
      TablePipeline pipeline = rows(query);
      return execute(routing(pipeline.explain()), pipeline::execute, recordings);
    }
    return execute(
        routing(session.environment().explainInternal(operations, ExplainFormat.TEXT)),
        () ->
            session
                .environment()
                .executeInternal(operations.stream().map(ModifyOperation.class::cast).toList()),
        recordings);
  }

  private StatementRun.Job execute(
      List<String> routing, Supplier<TableResult> submit, Recordings recordings) {
    CountingReporter.reset();
    long start = System.nanoTime();
    TableResult submitted = submit.get();
    Optional<RootCause> failure = await(submitted.getJobClient().orElseThrow().getJobID());
    long millis = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - start);
    Map<String, SortedMap<Integer, List<Recorded>>> sinks = new TreeMap<>();
    recordings.recorders().forEach((table, recorder) -> sinks.put(table, recorder.elements()));
    JobShape shape = cluster.lastJob();
    OperatorCounts counts = CountingReporter.operators();
    return new StatementRun.Job(
        routing,
        failure,
        sinks,
        tables.keys(),
        CountingReporter.sourceRows(),
        rowsWritten(shape, counts),
        millis,
        shape,
        counts);
  }

  private TablePipeline rows(QueryOperation query) {
    return session
        .environment()
        .createTable(query)
        .insertInto(
            TableDescriptor.forConnector(RunTableFactory.IDENTIFIER)
                .option(RunTables.RUN, id)
                .option(RunTables.NAME, RunTables.ROWS)
                .build());
  }

  private static List<String> routing(String explained) {
    int section = explained.indexOf(SECTION);
    return section < 0
        ? List.of()
        : explained
            .substring(section)
            .lines()
            .skip(2)
            .filter(line -> !line.isBlank())
            .map(RunTables::withoutAnonymous)
            .toList();
  }

  private Optional<RootCause> await(JobID job) {
    try (Progress.Job ignored = progress.follow(engine)) {
      JobResult result =
          request.timeoutSeconds() > 0
              ? cluster.result(job).get(request.timeoutSeconds(), TimeUnit.SECONDS)
              : cluster.result(job).get();
      return result
          .getSerializedThrowable()
          .map(e -> RootCause.of(e.deserializeError(ScriptRun.class.getClassLoader())));
    } catch (ExecutionException e) {
      return Optional.of(RootCause.of(e));
    } catch (TimeoutException e) {
      cluster.cancel(job);
      return Optional.of(
          new RootCause(
              "timeout",
              "it had not ended after "
                  + request.timeoutSeconds()
                  + " s; bind its tables to files, or give it an end"));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new CliException("interrupted", "run it once more");
    }
  }

  /** By the counts of what writes, which committers may follow. */
  private static long rowsWritten(JobShape shape, OperatorCounts counts) {
    return shape.roots().stream()
        .map(root -> writer(shape, root))
        .mapToLong(writer -> counts.rowsIn(writer.name()).orElse(0))
        .sum();
  }

  private static JobShape.Operator writer(JobShape shape, JobShape.Operator operator) {
    boolean follows =
        operator.inputs().size() == 1
            && (operator.name().contains("ommitter") || operator.name().startsWith("end: "));
    return follows ? writer(shape, shape.operator(operator.inputs().get(0).source())) : operator;
  }

  @Override
  public void close() {
    tables.close();
  }
}
