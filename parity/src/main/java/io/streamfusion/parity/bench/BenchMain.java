package io.streamfusion.parity.bench;

import io.streamfusion.parity.casefile.ParityCase;
import io.streamfusion.parity.nexmark.NexmarkQueries;
import io.streamfusion.parity.run.Engine;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * {@code make bench}: Nexmark queries without state and keyed queries on both engines, generator to
 * blackhole.
 */
public final class BenchMain {
  private static final long EVENTS = 5_000_000;
  private static final int RUNS = 3;

  private final Path queries;
  private final long events;
  private final PrintStream out;

  private BenchMain(Path queries, long events, PrintStream out) {
    this.queries = queries;
    this.events = events;
    this.out = out;
  }

  /**
   * Arguments: the folder of the query files, the folder of the parity cases, the folder of the
   * reports, and optionally {@code --events=N} and {@code --queries=q0,q15,sum100}. A report is
   * written where all its queries were measured.
   */
  public static void main(String[] arguments) throws Exception {
    if (arguments.length < 3) {
      System.err.println(
          "usage: bench QUERIES CASES REPORTS [--events=N] [--queries=q0,q15,sum100]");
      System.exit(2);
    }
    List<String> all = new ArrayList<>(NexmarkQueries.STATELESS);
    all.addAll(KeyedQueries.NAMES);
    List<String> names =
        List.of(option(arguments, "--queries=").orElse(String.join(",", all)).split(","));
    if (!all.containsAll(names)) {
      System.err.println("the queries are " + all);
      System.exit(2);
    }
    OptionalLong events =
        option(arguments, "--events=")
            .map(text -> OptionalLong.of(Long.parseLong(text)))
            .orElse(OptionalLong.empty());
    Path reports = Path.of(arguments[2]);
    boolean passed = true;
    List<String> stateless = names.stream().filter(NexmarkQueries.STATELESS::contains).toList();
    if (!stateless.isEmpty()) {
      BenchMain bench = new BenchMain(Path.of(arguments[0]), events.orElse(EVENTS), System.out);
      passed = bench.run(stateless, reports.resolve("benchmarks.md"));
    }
    List<String> keyed = names.stream().filter(KeyedQueries.NAMES::contains).toList();
    if (!keyed.isEmpty()) {
      List<KeyedResult> results =
          new KeyedBench(Path.of(arguments[1]), events, System.out).run(keyed);
      passed &= !results.isEmpty();
      if (passed && keyed.containsAll(KeyedQueries.NAMES)) {
        Path report = reports.resolve("benchmarks-keyed.md");
        new KeyedReport(results).write(report);
        System.out.println("wrote " + report);
      }
    }
    System.exit(passed ? 0 : 1);
  }

  private static Optional<String> option(String[] arguments, String prefix) {
    return Arrays.stream(arguments)
        .filter(argument -> argument.startsWith(prefix))
        .map(argument -> argument.substring(prefix.length()))
        .findFirst();
  }

  private boolean run(List<String> names, Path report) throws Exception {
    if (!resultsAreEqual(names)) {
      return false;
    }
    double sourceSeconds = Double.NaN;
    LowRate lowRate = null;
    List<CellResult> results = new ArrayList<>();
    for (boolean objectReuse : new boolean[] {false, true}) {
      for (String name : names) {
        BenchCell cell = new BenchCell(name, objectReuse);
        try (WorkerProcess stock = WorkerProcess.start(queries, Engine.STOCK, cell, events);
            WorkerProcess nativeEngine =
                WorkerProcess.start(queries, Engine.NATIVE, cell, events)) {
          stock.awaitReady();
          nativeEngine.awaitReady();
          if (Double.isNaN(sourceSeconds)) {
            sourceSeconds = median(stock, "source").seconds();
            out.printf("source only: %.2f s%n", sourceSeconds);
            lowRate = LowRate.ofLine(nativeEngine.ask("low-rate"));
            out.printf(
                "at %d rows/s: p99 wait %.1f ms, configured delay %d ms%n",
                lowRate.rowsPerSecond(), lowRate.p99Millis(), lowRate.delayMillis());
          }
          CellResult result = measure(cell, stock, nativeEngine);
          results.add(result);
          out.printf(
              "%-20s stock %.2f s, native %.2f s: %.2f (%.2f without source), %.0f rows a batch%n",
              cell,
              result.stock().seconds(),
              result.nativeRun().seconds(),
              result.ratio(),
              result.ratioWithoutSource(sourceSeconds),
              result.rowsPerBatch());
        }
      }
    }
    if (names.containsAll(NexmarkQueries.STATELESS)) {
      new BenchReport(events, RUNS, sourceSeconds, lowRate, results).write(report);
      out.println("wrote " + report);
    }
    return true;
  }

  private boolean resultsAreEqual(List<String> names) throws Exception {
    Map<String, ParityCase> checked = new LinkedHashMap<>();
    NexmarkQueries nexmark = new NexmarkQueries(queries);
    for (String name : names) {
      checked.put(name, nexmark.overReplay(name, EqualResults.EVENTS, 1, "parity-sink"));
    }
    return EqualResults.of(checked, out);
  }

  private static CellResult measure(
      BenchCell cell, WorkerProcess stock, WorkerProcess nativeEngine) {
    EngineRuns runs = EngineRuns.inTurn(stock, nativeEngine, 1, RUNS);
    return new CellResult(
        cell,
        Measurement.medianOf(runs.stock()),
        Measurement.medianOf(runs.nativeEngine()),
        Double.parseDouble(nativeEngine.ask("batch")),
        Long.parseLong(stock.ask("memory")),
        Long.parseLong(nativeEngine.ask("memory")),
        shares(stock.ask("profile")),
        shares(nativeEngine.ask("profile")));
  }

  private static Measurement median(WorkerProcess worker, String command) {
    worker.measure(command);
    List<Measurement> runs = new ArrayList<>();
    for (int run = 0; run < RUNS; run++) {
      runs.add(worker.measure(command));
    }
    return Measurement.medianOf(runs);
  }

  private static Map<String, Integer> shares(String line) {
    Map<String, Integer> shares = new LinkedHashMap<>();
    for (String entry : line.split(";")) {
      int equals = entry.indexOf('=');
      if (equals > 0) {
        shares.put(entry.substring(0, equals), Integer.valueOf(entry.substring(equals + 1)));
      }
    }
    return shares;
  }
}
