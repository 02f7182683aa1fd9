package io.streamfusion.parity.fuzz;

import io.streamfusion.parity.run.Engine;
import java.io.IOException;
import java.io.PrintStream;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** Runs random cases until time or their number is up. */
public final class StateFuzz {
  /** Inputs per query: planning is what takes longest. */
  private static final int SCRIPTS_PER_QUERY = 50;

  private static final int MAX_FAILURES = 5;

  /** A busy machine may need all of a short time to plan the first query. */
  private static final int MIN_CASES = 100;

  /** Spreads neighbouring numbers over all seeds. */
  private static final long SPREAD = 0x9e3779b97f4a7c15L;

  private final Options options;
  private final PrintStream out;
  private final Map<String, Integer> fallbacks = new TreeMap<>();

  private long cases;
  private long queries;
  private long fallbackQueries;
  private long refusedQueries;
  private long stockFailures;
  private long nativeRows;
  private long emitted;
  private int failures;
  private String firstDifference = "";

  /**
   * What to run.
   *
   * @param seed where the cases come from
   * @param millis for how long, unless very few cases ran until then
   * @param cases how many, at most
   * @param onlyQuery the only query to run, negative for all
   * @param onlyScript the only one of its scripts to run, negative for all
   * @param shrink whether failing cases are made smaller; else the first one ends the run
   */
  public record Options(
      long seed, long millis, long cases, int onlyQuery, int onlyScript, boolean shrink) {
    public static Options of(long seed, long millis, long cases) {
      return new Options(seed, millis, cases, -1, -1, true);
    }

    /** Ends with the first failing case. */
    public Options quick() {
      return new Options(seed, millis, cases, onlyQuery, onlyScript, false);
    }
  }

  /**
   * What a run counted.
   *
   * @param cases cases that ran on both engines, natively on ours
   * @param failures cases in which the engines differed
   * @param emitted rows that left native operators
   * @param firstDifference how they differed first, empty if they never did
   */
  public record Result(long cases, int failures, long emitted, String firstDifference) {}

  private StateFuzz(Options options, PrintStream out) {
    this.options = options;
    this.out = out;
  }

  public static Result run(Options options, PrintStream out) throws Exception {
    return new StateFuzz(options, out).run();
  }

  private Result run() throws Exception {
    long start = System.nanoTime();
    long end = start + options.millis() * 1_000_000;
    int index = Math.max(0, options.onlyQuery());
    boolean more = true;
    ExecutorService planner = Executors.newSingleThreadExecutor();
    try {
      Future<Planning> next = plan(planner, index);
      while (more && cases < options.cases() && !isOver(end) && !enough()) {
        Planning planning = next.get();
        more = options.onlyQuery() < 0;
        if (more) {
          // The next one is planned while the scripts of this one run.
          next = plan(planner, index + 1);
        }
        query(index++, planning, end);
      }
    } finally {
      planner.shutdownNow();
    }
    double seconds = (System.nanoTime() - start) / 1e9;
    out.printf(
        "seed %d: %d cases of %d queries in %.1f s (%.0f/s), %d differ; %d rows in and %d rows out"
            + " of native operators; stock failed in %d; %d queries fell back, Flink refused %d%n",
        options.seed(),
        cases,
        queries,
        seconds,
        cases / seconds,
        failures,
        nativeRows,
        emitted,
        stockFailures,
        fallbackQueries,
        refusedQueries);
    fallbacks.forEach((reason, count) -> out.printf("%6d fallbacks: %s%n", count, reason));
    return new Result(cases, failures, emitted, firstDifference);
  }

  private boolean isOver(long end) {
    return System.nanoTime() > end && cases >= MIN_CASES;
  }

  private boolean enough() {
    return failures >= (options.shrink() ? MAX_FAILURES : 1);
  }

  private Random random(int query, int script) {
    return new Random(options.seed() * SPREAD + query * 1_000_003L + script);
  }

  private Future<Planning> plan(ExecutorService planner, int index) {
    Query query = new QueryGenerator(random(index, -1)).next();
    return planner.submit(() -> Planning.of(query));
  }

  private void query(int index, Planning planning, long end) throws Exception {
    Query query = planning.query();
    Optional<FuzzCase> planned = counted(planning);
    if (planned.isEmpty()) {
      return;
    }
    queries++;
    int first = Math.max(0, options.onlyScript());
    int last = options.onlyScript() < 0 ? SCRIPTS_PER_QUERY : first + 1;
    for (int script = first; script < last && cases < options.cases(); script++) {
      FuzzCase fuzzCase = planned.get().with(ScriptGenerator.next(query, random(index, script)));
      if (!passes(fuzzCase, index, script) || isOver(end)) {
        return;
      }
    }
  }

  /** Both plans, if there are some and the query is native. */
  private Optional<FuzzCase> counted(Planning planning) {
    Optional<QueryPlanner.Planned> ours = planning.ours();
    Optional<QueryPlanner.Planned> stock = planning.stock();
    if (planning.fallsBack()) {
      fallbackQueries++;
      for (String reason : ours.get().fallback().split("; ")) {
        fallbacks.merge(reason(reason), 1, Integer::sum);
      }
      return Optional.empty();
    }
    if (stock.isEmpty() && ours.isEmpty()) {
      // What Flink does not plan is no query.
      refusedQueries++;
      return Optional.empty();
    }
    if (stock.isEmpty() || ours.isEmpty()) {
      String planner = stock.isEmpty() ? "ours" : "stock";
      throw new IllegalStateException("only " + planner + " plans " + planning.query().sql());
    }
    return Optional.of(
        new FuzzCase(
            planning.query(),
            stock.get().plan(),
            ours.get().plan(),
            new Script(1, 1, false, false, List.of())));
  }

  /**
   * A query with what the planners made of it; empty where a planner refused it.
   *
   * @param query the query
   * @param ours our plan
   * @param stock stock Flink's plan, which nobody needs if the query stays on Flink
   */
  private record Planning(
      Query query, Optional<QueryPlanner.Planned> ours, Optional<QueryPlanner.Planned> stock) {

    static Planning of(Query query) throws IOException {
      Planning alone = new Planning(query, plan(query, Engine.NATIVE), Optional.empty());
      return alone.fallsBack() ? alone : new Planning(query, alone.ours, plan(query, Engine.STOCK));
    }

    boolean fallsBack() {
      return ours.isPresent() && !ours.get().fallback().isEmpty();
    }

    private static Optional<QueryPlanner.Planned> plan(Query query, Engine engine)
        throws IOException {
      try {
        return Optional.of(QueryPlanner.plan(query, engine));
      } catch (RuntimeException e) {
        return Optional.empty();
      }
    }
  }

  /** The reason without the columns of the query. */
  private static String reason(String fallback) {
    return fallback
        .replaceFirst("^fallback: ", "")
        .replaceAll("\\$\\d+|\\b[kvai]\\d\\b|\\bc\\d+\\b", "x")
        .replaceAll("\\s+", " ");
  }

  private boolean passes(FuzzCase fuzzCase, int query, int script) throws Exception {
    FuzzCase.Verdict verdict = fuzzCase.run();
    cases++;
    nativeRows += verdict.nativeOutcome().nativeRows();
    emitted += verdict.nativeOutcome().emitted();
    stockFailures += verdict.stock().failure().isPresent() ? 1 : 0;
    if (verdict.difference().isEmpty()) {
      return true;
    }
    failures++;
    if (firstDifference.isEmpty()) {
      firstDifference = verdict.difference().get();
    }
    if (options.shrink()) {
      Shrinker.Shrunk shrunk = Shrinker.shrink(fuzzCase, verdict.difference().get());
      out.printf(
          "FAIL --seed=%d --query=%d --case=%d: %s%n",
          options.seed(), query, script, shrunk.difference());
      out.println(shrunk.fuzzCase().text(shrunk.difference()));
    }
    return false;
  }
}
