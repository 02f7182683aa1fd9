package io.streamfusion.parity.bench;

import io.streamfusion.parity.casefile.ParityCase;
import io.streamfusion.parity.nexmark.NexmarkOptions;
import io.streamfusion.parity.nexmark.NexmarkQueries;
import io.streamfusion.parity.nexmark.NexmarkRows;
import io.streamfusion.parity.nexmark.replay.EventStore;
import io.streamfusion.parity.nexmark.replay.ReplaySource;
import io.streamfusion.parity.run.CaseJob;
import io.streamfusion.parity.run.Engine;
import io.streamfusion.parity.run.JobOutcome;
import io.streamfusion.parity.run.Variant;
import io.streamfusion.runner.FlinkCluster;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Map;
import java.util.stream.Collectors;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.functions.sink.v2.DiscardingSink;
import org.apache.flink.table.runtime.typeutils.InternalTypeInfo;

/**
 * A forked JVM that runs one engine. It takes commands from standard input, one a line, and answers
 * each with one line on standard output: {@code run}, {@code source}, {@code batch} (mean rows of a
 * batch in the latest run), {@code profile}, {@code memory}, {@code low-rate}; the end of the input
 * ends it.
 */
public final class BenchWorker {
  private static final int QUERIES = 0;
  private static final int ENGINE = 1;
  private static final int QUERY = 2;
  private static final int OBJECT_REUSE = 3;
  private static final int EVENTS = 4;

  private final FlinkCluster cluster;
  private final Engine engine;
  private final ParityCase query;
  private final Variant variant;
  private final long events;
  private double rowsPerBatch;

  private BenchWorker(FlinkCluster cluster, String[] arguments) throws IOException {
    this.cluster = cluster;
    this.engine = Engine.valueOf(arguments[ENGINE]);
    this.variant = new Variant(1, "UTC", Boolean.parseBoolean(arguments[OBJECT_REUSE]));
    this.events = Long.parseLong(arguments[EVENTS]);
    this.query =
        new NexmarkQueries(Path.of(arguments[QUERIES]))
            .overReplay(arguments[QUERY], events, 1, "blackhole");
  }

  public static void main(String[] arguments) throws Exception {
    // Answers must not mix with what libraries print.
    PrintStream answers = System.out;
    System.setOut(System.err);
    EventStore.of(NexmarkOptions.defaults(), Long.parseLong(arguments[EVENTS]), 1);
    try (FlinkCluster cluster = FlinkCluster.start();
        BufferedReader commands =
            new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8))) {
      BenchWorker worker = new BenchWorker(cluster, arguments);
      answers.println("ready");
      for (String command = commands.readLine(); command != null; command = commands.readLine()) {
        answers.println(worker.answer(command));
      }
    }
    System.exit(0);
  }

  private String answer(String command) throws Exception {
    return switch (command) {
      case "run" -> runQuery().toLine();
      case "source" -> runSource().toLine();
      case "batch" -> Double.toString(rowsPerBatch);
      case "profile" -> profile();
      case "memory" -> Long.toString(ProcessClock.peakMemoryBytes());
      case "low-rate" -> LowRateJob.run(cluster).toLine();
      default -> throw new IllegalArgumentException("unknown command " + command);
    };
  }

  private Measurement runQuery() throws Exception {
    return ProcessClock.measure(
        () -> {
          JobOutcome outcome = new CaseJob(cluster, query, variant, engine).run();
          if (outcome.failure().isPresent()) {
            throw new IllegalStateException("the job failed: " + outcome.failure().get());
          }
          boolean ranNatively = outcome.counts().rowsIn() == events;
          if (ranNatively != (engine == Engine.NATIVE)) {
            throw new IllegalStateException(
                engine + " counted " + outcome.counts().rowsIn() + " native rows");
          }
          rowsPerBatch = (double) outcome.counts().rowsIn() / outcome.counts().batches();
        });
  }

  /** The source alone, at its best: rows are neither copied nor looked at. */
  private Measurement runSource() throws Exception {
    return ProcessClock.measure(
        () -> {
          StreamExecutionEnvironment environment = cluster.environment(new Configuration());
          environment.setParallelism(1);
          environment.getConfig().enableObjectReuse();
          environment
              .fromSource(
                  new ReplaySource(NexmarkOptions.defaults(), events, 1),
                  WatermarkStrategy.noWatermarks(),
                  "events",
                  InternalTypeInfo.of(NexmarkRows.eventType().getLogicalType()))
              .sinkTo(new DiscardingSink<>());
          cluster.result(environment.executeAsync("source only").getJobID()).get();
        });
  }

  /** A job under the sampler: {@code label=samples;...}. */
  private String profile() throws Exception {
    try (StackSampler sampler = new StackSampler("nexmark_events")) {
      sampler.start();
      runQuery();
      return sampler.samples().entrySet().stream()
          .sorted(Map.Entry.comparingByKey())
          .map(entry -> entry.getKey().name() + "=" + entry.getValue())
          .collect(Collectors.joining(";"));
    }
  }
}
