package io.streamfusion.parity.bench;

import io.streamfusion.parity.casefile.ParityCase;
import io.streamfusion.parity.run.Engine;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;

/** Keyed queries on stock Flink, with the faster of its state backends, and natively. */
final class KeyedBench {
  /**
   * Runs that come first and do not count. On two cores Java's compiler takes cores from the tasks
   * until about the fourth run.
   */
  static final int WARM_UPS = 3;

  /** Runs that count. */
  static final int RUNS = 3;

  private static final List<Integer> PARALLELISMS = List.of(1, 2);

  private final Path cases;
  private final OptionalLong events;
  private final PrintStream out;

  KeyedBench(Path cases, OptionalLong events, PrintStream out) {
    this.cases = cases;
    this.events = events;
    this.out = out;
  }

  /** The results of these queries, none if one is not equal on both engines. */
  List<KeyedResult> run(List<String> names) throws Exception {
    if (!resultsAreEqual(names)) {
      return List.of();
    }
    List<KeyedResult> results = new ArrayList<>();
    for (String name : names) {
      StateBackend stock = null;
      for (int parallelism : PARALLELISMS) {
        KeyedCell cell =
            new KeyedCell(name, parallelism, events.orElse(KeyedQueries.defaultEvents(name)));
        KeyedResult result = measure(cell, stock == null ? fasterStock(cell) : stock);
        stock = result.stock().backend();
        results.add(result);
        out.println(result.text());
      }
    }
    return results;
  }

  private boolean resultsAreEqual(List<String> names) throws Exception {
    Map<String, ParityCase> checked = new LinkedHashMap<>();
    KeyedQueries queries = new KeyedQueries(cases);
    for (String name : names) {
      for (int parallelism : PARALLELISMS) {
        checked.put(
            name + " p=" + parallelism, queries.checked(name, EqualResults.EVENTS, parallelism));
      }
    }
    return EqualResults.of(checked, out);
  }

  /**
   * One run after the warm-up tells which state backend suits stock Flink better; one that is half
   * as fast as the other while it warms up is not run again.
   */
  private StateBackend fasterStock(KeyedCell cell) throws IOException, InterruptedException {
    StateBackend fastest = null;
    double seconds = Double.POSITIVE_INFINITY;
    for (StateBackend backend : StateBackend.values()) {
      if (backend.engine() == Engine.STOCK) {
        try (WorkerProcess worker = WorkerProcess.start(cases, backend, cell)) {
          worker.awaitReady();
          Measurement run = worker.measure("run");
          // Warming up does not halve the speed of a run that takes seconds.
          if (run.seconds() < 2 * seconds) {
            run = worker.measure("run");
          }
          out.printf("%s on stock with %s: %.2f s%n", cell, backend, run.seconds());
          if (run.seconds() < seconds) {
            seconds = run.seconds();
            fastest = backend;
          }
        }
      }
    }
    return fastest;
  }

  private KeyedResult measure(KeyedCell cell, StateBackend stockBackend)
      throws IOException, InterruptedException {
    try (WorkerProcess stock = WorkerProcess.start(cases, stockBackend, cell);
        WorkerProcess nativeEngine = WorkerProcess.start(cases, StateBackend.NATIVE, cell)) {
      stock.awaitReady();
      nativeEngine.awaitReady();
      EngineRuns runs = EngineRuns.inTurn(stock, nativeEngine, WARM_UPS, RUNS);
      return new KeyedResult(
          cell,
          finished(stockBackend, stock, runs.stock()),
          finished(StateBackend.NATIVE, nativeEngine, runs.nativeEngine()));
    }
  }

  private static KeyedRun finished(
      StateBackend backend, WorkerProcess worker, List<Measurement> runs) {
    String[] state = worker.ask("state").split(" ");
    long memory = Long.parseLong(worker.ask("memory"));
    return new KeyedRun(
        backend,
        Measurement.medianOf(runs),
        memory,
        Double.parseDouble(state[0]),
        Long.parseLong(state[1]),
        Long.parseLong(state[2]),
        CheckpointMeasurement.ofLine(worker.ask("checkpoint")));
  }
}
