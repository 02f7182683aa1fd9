package io.streamfusion.cli.planning;

import java.util.List;
import java.util.Map;
import org.apache.flink.table.connector.ChangelogMode;
import org.apache.flink.table.connector.sink.DynamicTableSink;
import org.apache.flink.table.connector.sink.abilities.SupportsOverwrite;
import org.apache.flink.table.connector.sink.abilities.SupportsPartitioning;
import org.apache.flink.table.connector.sink.abilities.SupportsWritingMetadata;
import org.apache.flink.table.types.DataType;

/** The sink side of {@link StandInTableFactory}. */
final class StandInTableSink
    implements DynamicTableSink, SupportsWritingMetadata, SupportsPartitioning, SupportsOverwrite {

  private final StandInChangelog changelog;
  private final String connector;
  private final Map<String, DataType> metadata;

  StandInTableSink(StandInChangelog changelog, String connector, Map<String, DataType> metadata) {
    this.changelog = changelog;
    this.connector = connector;
    this.metadata = metadata;
  }

  @Override
  public ChangelogMode getChangelogMode(ChangelogMode requestedMode) {
    return changelog.sink(requestedMode);
  }

  @Override
  public SinkRuntimeProvider getSinkRuntimeProvider(Context context) {
    throw StandInTableSource.planOnly(connector);
  }

  @Override
  public Map<String, DataType> listWritableMetadata() {
    return metadata;
  }

  @Override
  public void applyWritableMetadata(List<String> metadataKeys, DataType consumedDataType) {}

  @Override
  public void applyStaticPartition(Map<String, String> partition) {}

  @Override
  public void applyOverwrite(boolean overwrite) {}

  @Override
  public DynamicTableSink copy() {
    return new StandInTableSink(changelog, connector, metadata);
  }

  @Override
  public String asSummaryString() {
    return "stand-in for connector '" + connector + "'";
  }
}
