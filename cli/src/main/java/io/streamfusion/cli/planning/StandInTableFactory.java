package io.streamfusion.cli.planning;

import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import org.apache.flink.configuration.ConfigOption;
import org.apache.flink.table.catalog.Column;
import org.apache.flink.table.catalog.ResolvedCatalogTable;
import org.apache.flink.table.factories.DynamicTableSinkFactory;
import org.apache.flink.table.factories.DynamicTableSourceFactory;
import org.apache.flink.table.types.DataType;

/**
 * Stands in for connectors whose jar is absent, so that their tables can still be planned. It takes
 * the schema, keys and watermark of the declaration, and the changelog mode that connector and
 * format imply. It cannot run.
 */
public final class StandInTableFactory
    implements DynamicTableSourceFactory, DynamicTableSinkFactory {

  /** The connector name that {@link StandInTables} writes into a declaration. */
  public static final String IDENTIFIER = "streamfusion-stand-in";

  /** Prefix of the declared options inside the rewritten ones. */
  public static final String DECLARED_PREFIX = "declared.";

  @Override
  public String factoryIdentifier() {
    return IDENTIFIER;
  }

  @Override
  public Set<ConfigOption<?>> requiredOptions() {
    return Set.of();
  }

  @Override
  public Set<ConfigOption<?>> optionalOptions() {
    return Set.of();
  }

  @Override
  public StandInTableSource createDynamicTableSource(Context context) {
    ResolvedCatalogTable table = context.getCatalogTable();
    return new StandInTableSource(
        changelog(table), declared(table).get("connector"), metadata(table));
  }

  @Override
  public StandInTableSink createDynamicTableSink(Context context) {
    ResolvedCatalogTable table = context.getCatalogTable();
    String connector = declared(table).get("connector");
    return new StandInTableSink(
        changelog(table)::sink,
        connector,
        metadata(table),
        context.getPhysicalRowDataType(),
        consumed -> {
          throw StandInTableSource.planOnly(connector);
        });
  }

  /** What the declared connector and format imply. */
  public static StandInChangelog changelog(ResolvedCatalogTable table) {
    return new StandInChangelog(
        declared(table), table.getResolvedSchema().getPrimaryKey().isPresent());
  }

  /** The options that a declaration has which {@link StandInTables} redirected. */
  public static Map<String, String> declared(ResolvedCatalogTable table) {
    Map<String, String> declared = new LinkedHashMap<>();
    table
        .getOptions()
        .forEach(
            (key, value) -> {
              if (key.startsWith(DECLARED_PREFIX)) {
                declared.put(key.substring(DECLARED_PREFIX.length()), value);
              }
            });
    return declared;
  }

  /** The columns of a table that are metadata, by key. */
  public static Map<String, DataType> metadata(ResolvedCatalogTable table) {
    Map<String, DataType> metadata = new LinkedHashMap<>();
    Set<String> seen = new HashSet<>();
    for (Column column : table.getResolvedSchema().getColumns()) {
      if (column instanceof Column.MetadataColumn) {
        Column.MetadataColumn metadataColumn = (Column.MetadataColumn) column;
        String key = metadataColumn.getMetadataKey().orElse(column.getName());
        if (seen.add(key)) {
          metadata.put(key, column.getDataType());
        }
      }
    }
    return metadata;
  }
}
