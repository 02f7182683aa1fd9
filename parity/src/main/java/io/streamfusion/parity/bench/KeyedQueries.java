package io.streamfusion.parity.bench;

import io.streamfusion.parity.casefile.CaseException;
import io.streamfusion.parity.casefile.CaseParser;
import io.streamfusion.parity.casefile.ParityCase;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The keyed queries that are measured. Each is a parity case over more events and into a blackhole,
 * so what is timed is what parity compares.
 */
final class KeyedQueries {
  /** Names, as {@code --queries} takes them. */
  static final List<String> NAMES = List.of("q15", "q16", "q17", "sum100", "sum5m");

  private static final long NEXMARK_EVENTS = 5_000_000;
  private static final long SUM_EVENTS = 20_000_000;
  private static final long FEW_KEYS = 100;

  /** Of 20 million events, 5 million keys. */
  private static final int EVENTS_PER_KEY = 4;

  private final Path cases;

  /** The parity cases are in {@code cases}. */
  KeyedQueries(Path cases) {
    this.cases = cases;
  }

  static boolean isSum(String query) {
    return query.startsWith("sum");
  }

  static long defaultEvents(String query) {
    return isSum(query) ? SUM_EVENTS : NEXMARK_EVENTS;
  }

  /** The query as a case whose results are compared. */
  ParityCase checked(String query, long events, int parallelism) throws IOException, CaseException {
    return of(query, events, parallelism, 1, "parity-sink", Map.of());
  }

  /** The query as a job to be timed. */
  ParityCase timed(String query, long events, int parallelism, Map<String, String> settings)
      throws IOException, CaseException {
    return of(query, events, parallelism, parallelism, "blackhole", settings);
  }

  private ParityCase of(
      String query,
      long events,
      int parallelism,
      int splits,
      String sink,
      Map<String, String> settings)
      throws IOException, CaseException {
    ParityCase of = CaseParser.parse(file(query, parallelism));
    String eventsTable = isSum(query) ? "keyed_events" : "nexmark_events";
    Map<String, Map<String, String>> tables = new TreeMap<>();
    of.tableOptions().forEach((table, options) -> tables.put(table, new HashMap<>(options)));
    Map<String, String> source = tables.get(eventsTable);
    source.put("events", Long.toString(events));
    source.put("splits", Integer.toString(splits));
    if (isSum(query)) {
      long keys = query.equals("sum100") ? FEW_KEYS : Math.max(1, events / EVENTS_PER_KEY);
      source.put("keys", Long.toString(keys));
    }
    tables.get(isSum(query) ? "sums" : "nexmark_" + query).put("connector", sink);
    Map<String, String> allSettings = new TreeMap<>(of.settings());
    allSettings.putAll(settings);
    // As users get it; the parity cases use the policy 'always'.
    allSettings.put("streamfusion.policy", "exact");
    return new ParityCase(
        of.file(),
        query,
        of.routing(),
        of.level(),
        List.of(parallelism),
        of.zones(),
        of.locale(),
        List.of(true),
        1,
        of.hostEvaluations(),
        allSettings,
        tables,
        of.statements(),
        of.data());
  }

  private Path file(String query, int parallelism) {
    if (isSum(query)) {
      String keys = query.equals("sum100") ? "few" : "many";
      return cases.resolve("group_aggregate/sum-" + keys + "-keys.sql");
    }
    return cases.resolve("nexmark/" + query + (parallelism == 1 ? "" : "-parallel") + ".sql");
  }
}
