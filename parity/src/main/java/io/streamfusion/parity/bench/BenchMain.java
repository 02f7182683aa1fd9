package io.streamfusion.parity.bench;

import io.streamfusion.parity.nexmark.NexmarkQueries;
import io.streamfusion.parity.run.CaseRunner;
import io.streamfusion.parity.run.CaseVerdict;
import io.streamfusion.parity.run.Engine;
import io.streamfusion.parity.run.FlinkCluster;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** {@code make bench}: the stateless Nexmark queries on both engines, generator to blackhole. */
public final class BenchMain {
  private static final long EVENTS = 5_000_000;
  private static final long CHECKED_EVENTS = 300_000;
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
   * Arguments: the folder of the query files, the report to write, and optionally {@code
   * --events=N} and {@code --queries=q0,q1}.
   */
  public static void main(String[] arguments) throws Exception {
    if (arguments.length < 2) {
      System.err.println("usage: bench QUERY_FOLDER REPORT [--events=N] [--queries=q0,q1]");
      System.exit(2);
    }
    long events = Long.parseLong(option(arguments, "--events=", Long.toString(EVENTS)));
    List<String> names =
        List.of(
            option(arguments, "--queries=", String.join(",", NexmarkQueries.STATELESS)).split(","));
    BenchMain bench = new BenchMain(Path.of(arguments[0]), events, System.out);
    System.exit(bench.run(names, Path.of(arguments[1])) ? 0 : 1);
  }

  private static String option(String[] arguments, String prefix, String otherwise) {
    return Arrays.stream(arguments)
        .filter(argument -> argument.startsWith(prefix))
        .map(argument -> argument.substring(prefix.length()))
        .findFirst()
        .orElse(otherwise);
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
    new BenchReport(events, RUNS, sourceSeconds, lowRate, results).write(report);
    out.println("wrote " + report);
    return true;
  }

  /**
   * A fast wrong result is worth nothing: plan, native row counts and ordered results come first.
   */
  private boolean resultsAreEqual(List<String> names) throws Exception {
    boolean equal = true;
    try (FlinkCluster cluster = FlinkCluster.start()) {
      CaseRunner runner = new CaseRunner(cluster, CaseRunner.Mode.NATIVE);
      for (String name : names) {
        CaseVerdict verdict =
            runner.run(
                new NexmarkQueries(queries).overReplay(name, CHECKED_EVENTS, 1, "parity-sink"));
        out.printf(
            "%s: %,d rows over %,d events, %s%n",
            name,
            verdict.rows(),
            CHECKED_EVENTS,
            verdict.passed() ? "identical" : verdict.problems());
        equal &= verdict.passed();
      }
    }
    return equal;
  }

  private static CellResult measure(
      BenchCell cell, WorkerProcess stock, WorkerProcess nativeEngine) {
    List<Measurement> stockRuns = new ArrayList<>();
    List<Measurement> nativeRuns = new ArrayList<>();
    for (int run = 0; run <= RUNS; run++) {
      Measurement stockRun = stock.measure("run");
      Measurement nativeRun = nativeEngine.measure("run");
      boolean warmUp = run == 0;
      if (!warmUp) {
        stockRuns.add(stockRun);
        nativeRuns.add(nativeRun);
      }
    }
    return new CellResult(
        cell,
        Measurement.medianOf(stockRuns),
        Measurement.medianOf(nativeRuns),
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
