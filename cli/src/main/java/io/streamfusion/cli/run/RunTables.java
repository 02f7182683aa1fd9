package io.streamfusion.cli.run;

import io.streamfusion.cli.planning.DeclaredTables;
import io.streamfusion.cli.planning.StandInChangelog;
import io.streamfusion.cli.planning.StandInTableFactory;
import io.streamfusion.cli.planning.StandInTableSink;
import io.streamfusion.cli.planning.StandInTables;
import io.streamfusion.cli.report.CliException;
import io.streamfusion.runner.RecordingSink;
import io.streamfusion.runner.Recordings;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.apache.flink.table.api.ValidationException;
import org.apache.flink.table.catalog.ResolvedCatalogTable;
import org.apache.flink.table.catalog.ResolvedSchema;
import org.apache.flink.table.connector.ChangelogMode;
import org.apache.flink.table.connector.sink.DynamicTableSink;
import org.apache.flink.table.connector.sink.SinkV2Provider;
import org.apache.flink.table.connector.source.DynamicTableSource;
import org.apache.flink.table.factories.DynamicTableFactory;
import org.apache.flink.table.factories.FactoryUtil;
import org.apache.flink.table.operations.ddl.CreateTableOperation;

/**
 * The tables of a script that runs here: those that are bound to files read and write these; sinks
 * that cannot be written, or shall not be, are recorded; all others are as the SQL declares them.
 */
final class RunTables implements DeclaredTables, AutoCloseable {

  /** What becomes of sinks. */
  enum Sinks {
    /** Rows go where the SQL says, if the connector is there. */
    WRITTEN,
    /** Rows are kept to be compared or shown, and written nowhere. */
    RECORDED
  }

  /** The name of the sink of a bare SELECT. */
  static final String ROWS = "rows";

  /** The option by which {@link RunTableFactory} finds its tables. */
  static final String RUN = "run";

  /** The option that names a sink which is no table of the SQL. */
  static final String NAME = "name";

  private static final Pattern ANONYMOUS =
      Pattern.compile("\\*anonymous_" + RunTableFactory.IDENTIFIER + "\\$\\d+\\*");

  private static final Map<String, RunTables> RUNS = new ConcurrentHashMap<>();

  private final String id;
  private final FileTables files;
  private final Sinks sinks;
  private final StandInTables available =
      new StandInTables(Thread.currentThread().getContextClassLoader());
  private final Map<String, Map<String, String>> declared = new HashMap<>();
  private final Map<String, int[]> keys = new HashMap<>();
  private final Map<Path, Path> written = new LinkedHashMap<>();
  private String recordings = "";

  RunTables(String id, FileTables files, Sinks sinks) {
    this.id = id;
    this.files = files;
    this.sinks = sinks;
    RUNS.put(id, this);
  }

  static RunTables of(String id) {
    return RUNS.get(id);
  }

  /** A text of Flink's in which the sink of a SELECT is called {@value #ROWS}. */
  static String withoutAnonymous(String text) {
    return ANONYMOUS.matcher(text).replaceAll(ROWS);
  }

  /** From here on, sinks are recorded in the {@link Recordings} of this id. */
  void recordIn(String newRecordings) {
    recordings = newRecordings;
  }

  /** The positions of the primary key in each sink that was recorded and has one. */
  Map<String, int[]> keys() {
    return Map.copyOf(keys);
  }

  @Override
  public Optional<Substitute> substitute(CreateTableOperation operation) {
    String table = operation.getTableIdentifier().getObjectName();
    Map<String, String> options = operation.getCatalogTable().getOptions();
    Optional<Path> file = files.file(table);
    boolean ours =
        file.isPresent()
            || (options.containsKey("connector")
                && (sinks == Sinks.RECORDED || available.absent(options).isPresent()));
    if (!ours) {
      return Optional.empty();
    }
    declared.put(table, Map.copyOf(options));
    return Optional.of(
        new Substitute(
            StandInTables.redirect(
                operation,
                file.map(f -> FileTables.options(table, f, options)).orElse(options),
                RunTableFactory.IDENTIFIER,
                Map.of(RUN, id)),
            file.map(f -> "table " + table + " is in " + f)));
  }

  DynamicTableSource source(DynamicTableFactory.Context context) {
    String table = context.getObjectIdentifier().getObjectName();
    ResolvedCatalogTable effective = effective(context);
    available
        .absent(effective.getOptions())
        .ifPresent(
            absent -> {
              throw new ValidationException(
                  "table "
                      + table
                      + " cannot be read here: "
                      + absent
                      + " is not on the class path");
            });
    files
        .file(table)
        .filter(file -> !Files.exists(file))
        .ifPresent(
            file -> {
              throw new ValidationException("table " + table + ": " + file + " does not exist");
            });
    return FactoryUtil.createDynamicTableSource(
        null,
        context.getObjectIdentifier(),
        effective,
        Map.of(),
        context.getConfiguration(),
        context.getClassLoader(),
        context.isTemporary());
  }

  DynamicTableSink sink(DynamicTableFactory.Context context) {
    ResolvedCatalogTable effective = effective(context);
    String table =
        Optional.ofNullable(context.getCatalogTable().getOptions().get(NAME))
            .orElse(context.getObjectIdentifier().getObjectName());
    boolean canBeWritten =
        !table.equals(ROWS) && available.absent(effective.getOptions()).isEmpty();
    if (sinks == Sinks.RECORDED || !canBeWritten) {
      return recorded(context, table);
    }
    return create(
        context,
        files
            .file(table)
            .map(file -> effective.copy(inFolder(effective.getOptions(), file)))
            .orElse(effective));
  }

  private StandInTableSink recorded(DynamicTableFactory.Context context, String table) {
    ResolvedCatalogTable catalogTable = context.getCatalogTable();
    ResolvedSchema schema = catalogTable.getResolvedSchema();
    schema
        .getPrimaryKey()
        .ifPresent(
            key ->
                keys.put(
                    table,
                    key.getColumns().stream()
                        .mapToInt(schema.getColumnNames()::indexOf)
                        .toArray()));
    Map<String, String> options = declared.getOrDefault(table, Map.of());
    String run = recordings;
    return new StandInTableSink(
        changelog(context, catalogTable.copy(options)),
        options.getOrDefault("connector", ""),
        StandInTableFactory.metadata(catalogTable),
        context.getPhysicalRowDataType(),
        rows ->
            SinkV2Provider.of(
                new RecordingSink(run, table, rows.getLogicalType().getChildren(), false)));
  }

  /** What the declared sink takes. */
  private UnaryOperator<ChangelogMode> changelog(
      DynamicTableFactory.Context context, ResolvedCatalogTable table) {
    if (!table.getOptions().containsKey("connector")) {
      return requested -> requested;
    }
    if (available.absent(table.getOptions()).isEmpty()) {
      return create(context, table)::getChangelogMode;
    }
    return new StandInChangelog(
            table.getOptions(), table.getResolvedSchema().getPrimaryKey().isPresent())
        ::sink;
  }

  private static DynamicTableSink create(
      DynamicTableFactory.Context context, ResolvedCatalogTable table) {
    return FactoryUtil.createDynamicTableSink(
        null,
        context.getObjectIdentifier(),
        table,
        Map.of(),
        context.getConfiguration(),
        context.getClassLoader(),
        context.isTemporary());
  }

  /** As it was before the redirection, with the options of hints. */
  private static ResolvedCatalogTable effective(DynamicTableFactory.Context context) {
    ResolvedCatalogTable table = context.getCatalogTable();
    Map<String, String> options = StandInTableFactory.declared(table);
    table
        .getOptions()
        .forEach(
            (key, value) -> {
              if (!key.startsWith(StandInTableFactory.DECLARED_PREFIX)
                  && !List.of("connector", RUN, NAME).contains(key)) {
                options.put(key, value);
              }
            });
    return table.copy(options);
  }

  /** Flink writes folders of part files; {@link #collectFiles} makes a file of them. */
  private Map<String, String> inFolder(Map<String, String> options, Path file) {
    try {
      Path folder = Files.createTempDirectory("sf-plan-");
      written.put(folder, file);
      Map<String, String> changed = new LinkedHashMap<>(options);
      changed.put("path", folder.toUri().toString());
      return changed;
    } catch (IOException e) {
      throw new CliException("no folder for temporary files", "set -Djava.io.tmpdir");
    }
  }

  /** Writes the files that sinks are bound to; to be called when the jobs have ended. */
  void collectFiles() {
    written.values().stream().distinct().forEach(this::collect);
    written.keySet().forEach(RunTables::delete);
    written.clear();
  }

  private void collect(Path file) {
    try (OutputStream out = Files.newOutputStream(file)) {
      for (Map.Entry<Path, Path> entry : written.entrySet()) {
        if (entry.getValue().equals(file)) {
          try (Stream<Path> parts = Files.walk(entry.getKey())) {
            for (Path part : parts.filter(Files::isRegularFile).sorted().toList()) {
              if (!part.getFileName().toString().startsWith(".")) {
                Files.copy(part, out);
              }
            }
          }
        }
      }
    } catch (IOException e) {
      throw new CliException(
          file + ": cannot be written (" + e.getMessage() + ")", "choose another file");
    }
  }

  private static void delete(Path folder) {
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    } catch (IOException e) {
      throw new CliException(folder + ": cannot be deleted", "delete it yourself");
    }
  }

  @Override
  public void close() {
    RUNS.remove(id);
  }
}
