package io.streamfusion.parity.bench;

import io.streamfusion.parity.casefile.ParityCase;
import io.streamfusion.parity.nexmark.NexmarkOptions;
import io.streamfusion.parity.nexmark.replay.EventStore;
import io.streamfusion.parity.run.CaseJob;
import io.streamfusion.parity.run.Engine;
import io.streamfusion.parity.run.JobOutcome;
import io.streamfusion.parity.run.Variant;
import io.streamfusion.runner.CountingReporter;
import io.streamfusion.runner.FlinkCluster;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.apache.flink.runtime.checkpoint.CompletedCheckpointStats;
import org.apache.flink.runtime.checkpoint.TaskStateStats;
import org.apache.flink.runtime.executiongraph.AccessExecutionGraph;

/**
 * A forked JVM that runs a keyed query on one engine and state backend. It takes commands from
 * standard input, one a line, and answers each with one line: {@code run}, {@code state} (mean rows
 * of a batch behind the exchange, rows and bytes of state at the end of the latest run), {@code
 * checkpoint} (a run of its own with checkpoints), {@code memory}; the end of the input ends it.
 */
public final class KeyedWorker {
  private static final int CASES = 0;
  private static final int BACKEND = 1;
  private static final int QUERY = 2;
  private static final int PARALLELISM = 3;
  private static final int EVENTS = 4;
  private static final String CHECKPOINT_INTERVAL = "1 s";

  private final FlinkCluster cluster;
  private final KeyedQueries queries;
  private final StateBackend backend;
  private final KeyedCell cell;

  private KeyedWorker(
      FlinkCluster cluster, KeyedQueries queries, StateBackend backend, KeyedCell cell) {
    this.cluster = cluster;
    this.queries = queries;
    this.backend = backend;
    this.cell = cell;
  }

  /** The arguments of a process, after its class. */
  static List<String> arguments(Path cases, StateBackend backend, KeyedCell cell) {
    return List.of(
        cases.toString(),
        backend.name(),
        cell.query(),
        Integer.toString(cell.parallelism()),
        Long.toString(cell.events()));
  }

  public static void main(String[] arguments) throws Exception {
    // Answers must not mix with what libraries print.
    PrintStream answers = System.out;
    System.setOut(System.err);
    StateBackend backend = StateBackend.valueOf(arguments[BACKEND]);
    KeyedCell cell =
        new KeyedCell(
            arguments[QUERY],
            Integer.parseInt(arguments[PARALLELISM]),
            Long.parseLong(arguments[EVENTS]));
    if (!KeyedQueries.isSum(cell.query())) {
      EventStore.of(NexmarkOptions.defaults(), cell.events(), cell.parallelism());
    }
    try (FlinkCluster cluster = FlinkCluster.start(backend.cluster(cell.parallelism()));
        BufferedReader commands =
            new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8))) {
      KeyedQueries queries = new KeyedQueries(Path.of(arguments[CASES]));
      KeyedWorker worker = new KeyedWorker(cluster, queries, backend, cell);
      answers.println("ready");
      for (String command = commands.readLine(); command != null; command = commands.readLine()) {
        answers.println(worker.answer(command));
      }
    }
    System.exit(0);
  }

  private String answer(String command) throws Exception {
    return switch (command) {
      case "run" -> ProcessClock.measure(() -> run(Map.of())).toLine();
      case "state" -> state();
      case "checkpoint" -> checkpoint().toLine();
      case "memory" -> Long.toString(ProcessClock.peakMemoryBytes());
      default -> throw new IllegalArgumentException("unknown command " + command);
    };
  }

  private JobOutcome run(Map<String, String> extraSettings) throws Exception {
    Map<String, String> settings = new TreeMap<>(backend.settings());
    settings.putAll(extraSettings);
    ParityCase timed = queries.timed(cell.query(), cell.events(), cell.parallelism(), settings);
    Variant variant = new Variant(cell.parallelism(), "UTC", true);
    JobOutcome outcome = new CaseJob(cluster, timed, variant, backend.engine()).run();
    if (outcome.failure().isPresent()) {
      throw new IllegalStateException("the job failed: " + outcome.failure().get());
    }
    // The fragment behind the exchange counts its rows too.
    boolean ranNatively = outcome.counts().rowsIn() > cell.events();
    if (ranNatively != (backend.engine() == Engine.NATIVE)) {
      throw new IllegalStateException(
          backend + " counted " + outcome.counts().rowsIn() + " native rows");
    }
    return outcome;
  }

  private static String state() {
    long rowsIn = 0;
    long batches = 0;
    long rows = 0;
    long bytes = 0;
    for (Map<String, Long> operator : CountingReporter.byOperator()) {
      if (operator.getOrDefault("stateRows", 0L) > 0) {
        rowsIn += operator.get("rowsIn");
        batches += operator.get("batchesIn");
        rows += operator.get("stateRows");
        bytes += operator.get("stateBytes");
      }
    }
    return (double) rowsIn / batches + " " + rows + " " + bytes;
  }

  /** The last checkpoint of a job: Flink takes one after the sources ended. */
  private CheckpointMeasurement checkpoint() throws Exception {
    Path directory = Files.createTempDirectory("bench-checkpoints");
    try {
      JobOutcome outcome =
          run(
              Map.of(
                  "execution.checkpointing.interval",
                  CHECKPOINT_INTERVAL,
                  "execution.checkpointing.storage",
                  "filesystem",
                  "execution.checkpointing.dir",
                  directory.toUri().toString()));
      AccessExecutionGraph graph = cluster.executionGraph(outcome.job().orElseThrow()).get();
      CompletedCheckpointStats last =
          graph.getCheckpointStatsSnapshot().getHistory().getLatestCompletedCheckpoint();
      if (last == null) {
        return CheckpointMeasurement.NONE;
      }
      long sync =
          last.getAllTaskStateStats().stream()
              .map(TaskStateStats::getSummaryStats)
              .mapToLong(task -> task.getSyncCheckpointDurationStats().getMaximum())
              .max()
              .orElse(0);
      return new CheckpointMeasurement(last.getEndToEndDuration(), sync, last.getStateSize());
    } finally {
      delete(directory);
    }
  }

  private static void delete(Path directory) throws IOException {
    try (Stream<Path> files = Files.walk(directory)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.deleteIfExists(file);
      }
    }
  }
}
