package io.streamfusion.cli.planning;

import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.apache.flink.table.connector.ChangelogMode;
import org.apache.flink.table.connector.sink.DynamicTableSink;
import org.apache.flink.table.connector.sink.abilities.SupportsOverwrite;
import org.apache.flink.table.connector.sink.abilities.SupportsPartitioning;
import org.apache.flink.table.connector.sink.abilities.SupportsWritingMetadata;
import org.apache.flink.table.types.DataType;

/**
 * A sink that takes what people write into the sinks of connectors: metadata, partitions,
 * overwriting. What becomes of the rows is up to its owner.
 */
public final class StandInTableSink
    implements DynamicTableSink, SupportsWritingMetadata, SupportsPartitioning, SupportsOverwrite {

  private final UnaryOperator<ChangelogMode> changelog;
  private final String connector;
  private final Map<String, DataType> metadata;
  private final Function<DataType, SinkRuntimeProvider> runtime;
  private DataType consumed;

  /**
   * A sink.
   *
   * @param changelog what it takes, given what the query produces
   * @param connector the declared one, for people
   * @param metadata the columns beyond the physical ones, by their metadata key
   * @param physical the physical columns
   * @param runtime what takes rows of a type, which has the metadata columns that are written
   */
  public StandInTableSink(
      UnaryOperator<ChangelogMode> changelog,
      String connector,
      Map<String, DataType> metadata,
      DataType physical,
      Function<DataType, SinkRuntimeProvider> runtime) {
    this.changelog = changelog;
    this.connector = connector;
    this.metadata = metadata;
    this.consumed = physical;
    this.runtime = runtime;
  }

  @Override
  public ChangelogMode getChangelogMode(ChangelogMode requestedMode) {
    return changelog.apply(requestedMode);
  }

  @Override
  public SinkRuntimeProvider getSinkRuntimeProvider(Context context) {
    return runtime.apply(consumed);
  }

  @Override
  public Map<String, DataType> listWritableMetadata() {
    return metadata;
  }

  @Override
  public void applyWritableMetadata(List<String> metadataKeys, DataType consumedDataType) {
    consumed = consumedDataType;
  }

  @Override
  public void applyStaticPartition(Map<String, String> partition) {}

  @Override
  public void applyOverwrite(boolean overwrite) {}

  @Override
  public DynamicTableSink copy() {
    return new StandInTableSink(changelog, connector, metadata, consumed, runtime);
  }

  @Override
  public String asSummaryString() {
    return "stand-in for connector '" + connector + "'";
  }
}
