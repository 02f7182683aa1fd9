package io.streamfusion.parity.casefile;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.TreeMap;

/**
 * One parity case.
 *
 * @param file the case file
 * @param title what the case shows
 * @param routing where the native run must execute
 * @param level what must be equal
 * @param parallelism the parallelisms to run at
 * @param zones the session time zones to run in
 * @param locale the JVM's default locale in both runs, as a language tag; empty to leave it
 * @param objectReuse the settings of {@code pipeline.object-reuse} to run with
 * @param minRows the least number of rows that must reach the sinks
 * @param hostEvaluations expressions that the host evaluates for each row that leaves; if present,
 *     the engine's own counts must equal what stock Flink's sources and sinks counted
 * @param settings Flink options of both runs
 * @param tableOptions options that replace those of a table's definition, by table
 * @param statements the SQL statements, of included files first
 * @param data the lines of the data sections, by name
 */
public record ParityCase(
    Path file,
    String title,
    Routing routing,
    Level level,
    List<Integer> parallelism,
    List<String> zones,
    Optional<String> locale,
    List<Boolean> objectReuse,
    long minRows,
    OptionalInt hostEvaluations,
    Map<String, String> settings,
    Map<String, Map<String, String>> tableOptions,
    List<String> statements,
    Map<String, List<String>> data) {

  /** The option by which a replaying source knows how many events there are. */
  private static final String EVENTS = "events";

  /** The same over another number of events, where a source replays events at all. */
  public ParityCase withEvents(long events) {
    Map<String, Map<String, String>> tables = new TreeMap<>(tableOptions);
    long own = 0;
    for (Map.Entry<String, Map<String, String>> table : tableOptions.entrySet()) {
      String replayed = table.getValue().get(EVENTS);
      if (replayed != null) {
        own = Math.max(own, Long.parseLong(replayed));
        Map<String, String> options = new TreeMap<>(table.getValue());
        options.put(EVENTS, Long.toString(events));
        tables.put(table.getKey(), options);
      }
    }
    return new ParityCase(
        file,
        title,
        routing,
        level,
        parallelism,
        zones,
        locale,
        objectReuse,
        own == 0 ? minRows : minRows * events / own,
        hostEvaluations,
        settings,
        tables,
        statements,
        data);
  }
}
