package io.streamfusion.cli.planning;

import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.apache.flink.table.connector.ChangelogMode;
import org.apache.flink.types.RowKind;

/**
 * The changelog modes that a connector and its format imply, for tables whose connector jar is
 * absent. Follows the documentation of Flink's connectors and formats.
 */
public final class StandInChangelog {

  /** Formats whose records carry all four row kinds. */
  private static final Set<String> CDC_FORMATS =
      Set.of(
          "debezium-json",
          "debezium-avro-confluent",
          "canal-json",
          "maxwell-json",
          "ogg-json",
          "changelog-json");

  private final String connector;
  private final String format;
  private final boolean primaryKey;

  /** What these options imply. */
  public StandInChangelog(Map<String, String> options, boolean primaryKey) {
    this.connector = options.getOrDefault("connector", "").toLowerCase(Locale.ROOT);
    this.format =
        options
            .getOrDefault("value.format", options.getOrDefault("format", ""))
            .toLowerCase(Locale.ROOT);
    this.primaryKey = primaryKey;
  }

  /** What the table produces as a source. */
  public ChangelogMode source() {
    if (connector.startsWith("upsert-")) {
      return ChangelogMode.upsert();
    }
    if (CDC_FORMATS.contains(format) || connector.endsWith("-cdc")) {
      return ChangelogMode.all();
    }
    return ChangelogMode.insertOnly();
  }

  /** What the table takes as a sink, given what the query produces. */
  public ChangelogMode sink(ChangelogMode requested) {
    if (CDC_FORMATS.contains(format)) {
      return ChangelogMode.all();
    }
    if (connector.equals("kafka") || connector.equals("filesystem")) {
      return ChangelogMode.insertOnly();
    }
    if (connector.startsWith("upsert-") || primaryKey) {
      return upsertOf(requested);
    }
    return connector.equals("jdbc") || connector.startsWith("elasticsearch")
        ? ChangelogMode.insertOnly()
        : requested;
  }

  private static ChangelogMode upsertOf(ChangelogMode requested) {
    ChangelogMode.Builder builder = ChangelogMode.newBuilder();
    for (RowKind kind : requested.getContainedKinds()) {
      if (kind != RowKind.UPDATE_BEFORE) {
        builder.addContainedKind(kind);
      }
    }
    return builder.build();
  }
}
