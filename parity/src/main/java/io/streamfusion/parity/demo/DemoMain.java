package io.streamfusion.parity.demo;

import io.streamfusion.parity.casefile.ParityCase;
import io.streamfusion.parity.nexmark.NexmarkJson;
import io.streamfusion.parity.nexmark.NexmarkOptions;
import io.streamfusion.parity.nexmark.NexmarkQueries;
import io.streamfusion.parity.run.CaseJob;
import io.streamfusion.parity.run.CaseRunner;
import io.streamfusion.parity.run.Engine;
import io.streamfusion.parity.run.JobOutcome;
import io.streamfusion.parity.run.Variant;
import io.streamfusion.runner.FlinkCluster;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * {@code make demo}: writes Nexmark events as JSON files and runs the stateless queries over them,
 * on stock Flink and natively.
 */
public final class DemoMain {
  private static final int EVENTS = 300_000;
  private static final Variant VARIANT = new Variant(1, "UTC", false);

  private final FlinkCluster cluster;
  private final PrintStream out;
  private boolean clean = true;

  private DemoMain(FlinkCluster cluster, PrintStream out) {
    this.cluster = cluster;
    this.out = out;
  }

  /**
   * Arguments: the folder of the query files, the folder for the event files, and optionally the
   * number of events.
   */
  public static void main(String[] arguments) throws Exception {
    if (arguments.length < 2) {
      System.err.println("usage: demo QUERY_FOLDER WORK_FOLDER [EVENTS]");
      System.exit(2);
    }
    System.exit(run(Arrays.asList(arguments), System.out) ? 0 : 1);
  }

  private static boolean run(List<String> arguments, PrintStream out) throws Exception {
    int events = arguments.size() > 2 ? Integer.parseInt(arguments.get(2)) : EVENTS;
    Path files = Path.of(arguments.get(1)).resolve("nexmark-events").toAbsolutePath();
    out.printf("Writing %,d Nexmark events as JSON to %s%n", events, files);
    long bytes = 0;
    for (Path file : NexmarkJson.writeFiles(NexmarkOptions.defaults(), events, 1, files)) {
      bytes += Files.size(file);
    }
    out.printf(
        "Wrote %,d MB. Each query runs once on each engine, JIT warm-up included:%n", bytes >> 20);
    out.println("this shows equal results, `make bench` measures speed.");
    out.println();
    out.printf(
        "%-5s %10s %-10s %9s %9s  %s%n",
        "query", "rows", "identical", "stock s", "native s", "where");
    try (FlinkCluster cluster = FlinkCluster.start()) {
      DemoMain demo = new DemoMain(cluster, out);
      NexmarkQueries queries = new NexmarkQueries(Path.of(arguments.get(0)));
      for (String query : NexmarkQueries.STATELESS) {
        demo.compare(query, queries.overFiles(query, files, "parity-sink"));
      }
      return demo.clean;
    }
  }

  private void compare(String name, ParityCase query) throws Exception {
    JobOutcome stock = new CaseJob(cluster, query, VARIANT, Engine.STOCK).run();
    JobOutcome nativeRun = new CaseJob(cluster, query, VARIANT, Engine.NATIVE).run();
    Optional<String> problem = problem(query, stock, nativeRun);
    clean &= problem.isEmpty();
    out.printf(
        "%-5s %,10d %-10s %9.1f %9.1f  %s%n",
        name,
        stock.rows(),
        problem.isEmpty() ? "yes" : "NO",
        stock.millis() / 1000.0,
        nativeRun.millis() / 1000.0,
        nativeRun.routing().summary());
    problem.ifPresent(text -> out.println("      " + text));
  }

  private static Optional<String> problem(
      ParityCase query, JobOutcome stock, JobOutcome nativeRun) {
    if (stock.failure().isPresent()) {
      return Optional.of("stock Flink failed: " + stock.failure().get());
    }
    if (nativeRun.failure().isPresent()) {
      return Optional.of("native failed: " + nativeRun.failure().get());
    }
    if (stock.rows() == 0) {
      return Optional.of("no rows");
    }
    return CaseRunner.compareSinks(stock, nativeRun, query.level())
        .map(difference -> "results differ: " + difference.text());
  }
}
