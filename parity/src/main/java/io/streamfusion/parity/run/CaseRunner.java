package io.streamfusion.parity.run;

import io.streamfusion.parity.casefile.Level;
import io.streamfusion.parity.casefile.ParityCase;
import io.streamfusion.parity.casefile.Routing;
import io.streamfusion.runner.Comparators;
import io.streamfusion.runner.Difference;
import io.streamfusion.runner.FlinkCluster;
import io.streamfusion.runner.Recorded;
import io.streamfusion.runner.RootCause;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.TimeoutException;

/** Runs a case on both engines in all its variants and judges the result. */
public final class CaseRunner {
  private static final int[] NO_KEY = {};

  /** What stock Flink is compared with. */
  public enum Mode {
    /** The native engine; the routing is checked. */
    NATIVE,
    /** Stock Flink again: shows that a case is deterministic and does what it says. */
    SELF,
    /** Nothing: the case is only planned, and its routing checked. */
    ROUTING
  }

  private final FlinkCluster cluster;
  private final Mode mode;

  public CaseRunner(FlinkCluster cluster, Mode mode) {
    this.cluster = cluster;
    this.mode = mode;
  }

  public CaseVerdict run(ParityCase parityCase) throws InterruptedException {
    // Client and tasks are in this JVM, so that its default is the locale of both.
    Locale before = Locale.getDefault();
    parityCase.locale().map(Locale::forLanguageTag).ifPresent(Locale::setDefault);
    try {
      return mode == Mode.ROUTING ? plan(parityCase) : execute(parityCase);
    } finally {
      Locale.setDefault(before);
    }
  }

  private CaseVerdict plan(ParityCase parityCase) {
    List<String> problems = new ArrayList<>();
    Variant variant = variants(parityCase).get(0);
    try {
      new CaseJob(cluster, parityCase, variant, Engine.NATIVE)
          .explain()
          .contradiction(parityCase.routing())
          .ifPresent(problems::add);
    } catch (RuntimeException e) {
      problems.add("planning failed: " + RootCause.of(e));
    }
    return new CaseVerdict(parityCase, problems, 0, 1);
  }

  private CaseVerdict execute(ParityCase parityCase) throws InterruptedException {
    List<String> problems = new ArrayList<>();
    long rows = 0;
    int variants = 0;
    for (Variant variant : variants(parityCase)) {
      variants++;
      try {
        JobOutcome stock = new CaseJob(cluster, parityCase, variant, Engine.STOCK).run();
        Engine other = mode == Mode.NATIVE ? Engine.NATIVE : Engine.STOCK;
        JobOutcome candidate = new CaseJob(cluster, parityCase, variant, other).run();
        rows += stock.rows();
        judge(parityCase, variant, stock, candidate)
            .forEach(problem -> problems.add(variant + ": " + problem));
      } catch (TimeoutException e) {
        problems.add(variant + ": a job did not end in time");
      }
    }
    return new CaseVerdict(parityCase, problems, rows, variants);
  }

  private static List<Variant> variants(ParityCase parityCase) {
    List<Variant> variants = new ArrayList<>();
    for (int parallelism : parityCase.parallelism()) {
      for (String zone : parityCase.zones()) {
        for (boolean objectReuse : parityCase.objectReuse()) {
          variants.add(new Variant(parallelism, zone, objectReuse));
        }
      }
    }
    return variants;
  }

  private List<String> judge(
      ParityCase parityCase, Variant variant, JobOutcome stock, JobOutcome candidate) {
    List<String> problems = new ArrayList<>();
    // A query that stock Flink refuses to plan has no routing.
    if (mode == Mode.NATIVE && (stock.planned() || candidate.planned())) {
      candidate.routing().contradiction(parityCase.routing()).ifPresent(problems::add);
      counts(parityCase, candidate).ifPresent(problems::add);
      if (parityCase.hostEvaluations().isPresent()) {
        // With object reuse the sink reads columns in place.
        boolean binaryRows = !variant.objectReuse();
        candidate
            .counts()
            .contradiction(
                stock.sourceRows(),
                stock.rows(),
                parityCase.hostEvaluations().getAsInt(),
                binaryRows)
            .ifPresent(problems::add);
      }
    }
    if (parityCase.level() instanceof Level.Failure failure) {
      failure(failure, stock, candidate).ifPresent(problems::add);
    } else {
      success(parityCase, stock, candidate).ifPresent(problems::add);
    }
    return problems;
  }

  /** EXPLAIN only says what was planned; the engine's own counts say what ran. */
  private static Optional<String> counts(ParityCase parityCase, JobOutcome candidate) {
    boolean wantsNative = !(parityCase.routing() instanceof Routing.Fallback);
    if (wantsNative != (candidate.counts().rowsIn() > 0)) {
      return Optional.of("native operators counted " + candidate.counts().rowsIn() + " rows");
    }
    boolean wantsHost =
        parityCase.routing() instanceof Routing.NativeWithHost
            || parityCase.routing() instanceof Routing.NativeWithStandby;
    boolean fails = parityCase.level() instanceof Level.Failure;
    if ((!wantsHost && candidate.counts().hostRows() > 0)
        || (wantsHost && !fails && candidate.counts().hostRows() == 0)) {
      return Optional.of("the host evaluator counted " + candidate.counts().hostRows() + " rows");
    }
    return Optional.empty();
  }

  private static Optional<String> failure(
      Level.Failure expected, JobOutcome stock, JobOutcome candidate) {
    if (stock.failure().isEmpty()) {
      return Optional.of("stock Flink did not fail");
    }
    RootCause cause = stock.failure().get();
    if (!cause.className().equals(expected.rootCauseClass())) {
      return Optional.of("stock Flink failed with " + cause);
    }
    if (candidate.failure().isEmpty()) {
      return Optional.of("stock failed with " + cause + ", native did not fail");
    }
    if (!candidate.failure().get().equals(cause)) {
      return Optional.of(
          "stock failed with " + cause + ", native with " + candidate.failure().get());
    }
    return compareSinks(stock, candidate, new Level.Ordered()).map(Difference::text);
  }

  private static Optional<String> success(
      ParityCase parityCase, JobOutcome stock, JobOutcome candidate) {
    if (stock.failure().isPresent()) {
      return Optional.of("stock Flink failed: " + stock.failure().get());
    }
    if (candidate.failure().isPresent()) {
      return Optional.of("native failed: " + candidate.failure().get());
    }
    if (stock.rows() < parityCase.minRows()) {
      return Optional.of(
          "stock Flink produced " + stock.rows() + " rows, less than " + parityCase.minRows());
    }
    return compareSinks(stock, candidate, parityCase.level()).map(Difference::text);
  }

  /** The first difference between what two runs left in their sinks. */
  public static Optional<Difference> compareSinks(
      JobOutcome stock, JobOutcome candidate, Level level) {
    TreeSet<String> tables = new TreeSet<>(stock.sinks().keySet());
    tables.addAll(candidate.sinks().keySet());
    for (String table : tables) {
      int[] key = stock.keyColumns().getOrDefault(table, NO_KEY);
      Optional<Difference> difference =
          compare(elements(stock.sinks(), table), elements(candidate.sinks(), table), level, key);
      if (difference.isPresent()) {
        return Difference.of(table + ": " + difference.get().text());
      }
    }
    return Difference.none();
  }

  private static Optional<Difference> compare(
      SortedMap<Integer, List<Recorded>> stock,
      SortedMap<Integer, List<Recorded>> candidate,
      Level level,
      int[] key) {
    if (level instanceof Level.PerKey) {
      return Comparators.perKey(stock, candidate, key);
    }
    if (level instanceof Level.FinalTable) {
      return Comparators.table(stock, candidate, key);
    }
    return Comparators.ordered(stock, candidate);
  }

  private static SortedMap<Integer, List<Recorded>> elements(
      Map<String, SortedMap<Integer, List<Recorded>>> sinks, String table) {
    return sinks.getOrDefault(table, new TreeMap<>());
  }
}
