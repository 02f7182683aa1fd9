package io.streamfusion.parity.nexmark;

import io.streamfusion.parity.casefile.Level;
import io.streamfusion.parity.casefile.ParityCase;
import io.streamfusion.parity.casefile.Routing;
import io.streamfusion.parity.casefile.SqlScript;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.TreeMap;

/** The Nexmark query files as jobs with a source and a sink of one's choice. */
public final class NexmarkQueries {
  /** The queries without state. */
  public static final List<String> STATELESS =
      List.of("q0", "q1", "q2", "q10", "q14", "q21", "q22");

  private static final String EVENTS_TABLE = "nexmark_events";

  private final Path directory;

  /** The query files are in {@code directory}. */
  public NexmarkQueries(Path directory) {
    this.directory = directory;
  }

  /** A query over generated events in memory. */
  public ParityCase overReplay(String query, long events, int splits, String sinkConnector)
      throws IOException {
    return query(
        query,
        "tables-replay.sql",
        Map.of("events", Long.toString(events), "splits", Integer.toString(splits)),
        sinkConnector);
  }

  /** A query over JSON files of events. */
  public ParityCase overFiles(String query, Path files, String sinkConnector) throws IOException {
    return query(
        query, "tables-files.sql", Map.of("path", files.toUri().toString()), sinkConnector);
  }

  private ParityCase query(
      String query, String tables, Map<String, String> sourceOptions, String sinkConnector)
      throws IOException {
    Path file = directory.resolve(query + ".sql");
    List<String> statements = new ArrayList<>();
    for (Path script : List.of(directory.resolve(tables), directory.resolve("views.sql"), file)) {
      statements.addAll(SqlScript.statements(Files.readString(script)));
    }
    Map<String, Map<String, String>> tableOptions = new TreeMap<>();
    tableOptions.put(EVENTS_TABLE, sourceOptions);
    tableOptions.put("nexmark_" + query, Map.of("connector", sinkConnector));
    // q14 calls a user-defined function, which only the host can evaluate.
    Routing routing = query.equals("q14") ? new Routing.NativeWithHost() : new Routing.Native();
    return new ParityCase(
        file,
        "Nexmark " + query,
        routing,
        new Level.Ordered(),
        List.of(1),
        List.of("UTC"),
        Optional.empty(),
        List.of(false),
        1,
        OptionalInt.empty(),
        // As users get it; the parity cases use the policy 'always'.
        Map.of("streamfusion.policy", "exact"),
        tableOptions,
        statements,
        Map.of());
  }
}
