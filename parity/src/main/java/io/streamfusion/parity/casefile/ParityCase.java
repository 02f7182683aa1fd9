package io.streamfusion.parity.casefile;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;

/**
 * One parity case.
 *
 * @param file the case file
 * @param title what the case shows
 * @param routing where the native run must execute
 * @param level what must be equal
 * @param parallelism the parallelisms to run at
 * @param zones the session time zones to run in
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
    List<Boolean> objectReuse,
    long minRows,
    OptionalInt hostEvaluations,
    Map<String, String> settings,
    Map<String, Map<String, String>> tableOptions,
    List<String> statements,
    Map<String, List<String>> data) {}
