package io.streamfusion.parity.fuzz;

import io.streamfusion.parity.run.Engine;
import java.io.IOException;
import java.io.PrintStream;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;

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
    while (more && cases < options.cases() && !isOver(end) && !enough()) {
      query(index++, end);
      more = options.onlyQuery() < 0;
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

  private void query(int index, long end) throws Exception {
    Query query = new QueryGenerator(random(index, -1)).next();
    Optional<FuzzCase> planned = plan(query);
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

  private Optional<FuzzCase> plan(Query query) throws IOException {
    Optional<QueryPlanner.Planned> ours = plan(query, Engine.NATIVE);
    if (ours.isPresent() && !ours.get().fallback().isEmpty()) {
      fallbackQueries++;
      fallbacks.merge(reason(ours.get().fallback()), 1, Integer::sum);
      return Optional.empty();
    }
    Optional<QueryPlanner.Planned> stock = plan(query, Engine.STOCK);
    if (stock.isEmpty() && ours.isEmpty()) {
      // What Flink does not plan is no query.
      refusedQueries++;
      return Optional.empty();
    }
    if (stock.isEmpty() || ours.isEmpty()) {
      String planner = stock.isEmpty() ? "ours" : "stock";
      throw new IllegalStateException("only " + planner + " plans " + query.sql());
    }
    return Optional.of(
        new FuzzCase(
            query,
            stock.get().plan(),
            ours.get().plan(),
            new Script(1, 1, false, false, List.of())));
  }

  private static Optional<QueryPlanner.Planned> plan(Query query, Engine engine)
      throws IOException {
    try {
      return Optional.of(QueryPlanner.plan(query, engine));
    } catch (RuntimeException e) {
      return Optional.empty();
    }
  }

  /** The reason without the columns of the query. */
  private static String reason(String fallback) {
    return fallback.replaceAll("\\$\\d+|\\b[kvai]\\d\\b|\\bc\\d+\\b", "x").replaceAll("\\s+", " ");
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
