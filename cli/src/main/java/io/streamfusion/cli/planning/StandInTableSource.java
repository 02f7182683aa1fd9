package io.streamfusion.cli.planning;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.table.connector.ChangelogMode;
import org.apache.flink.table.connector.ProviderContext;
import org.apache.flink.table.connector.source.DataStreamScanProvider;
import org.apache.flink.table.connector.source.DynamicTableSource;
import org.apache.flink.table.connector.source.LookupTableSource;
import org.apache.flink.table.connector.source.ScanTableSource;
import org.apache.flink.table.connector.source.abilities.SupportsReadingMetadata;
import org.apache.flink.table.connector.source.abilities.SupportsWatermarkPushDown;
import org.apache.flink.table.connector.source.lookup.LookupFunctionProvider;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.functions.LookupFunction;
import org.apache.flink.table.types.DataType;

/** The source side of {@link StandInTableFactory}. It pushes watermarks down, as Kafka's does. */
final class StandInTableSource
    implements ScanTableSource,
        LookupTableSource,
        SupportsReadingMetadata,
        SupportsWatermarkPushDown {

  private final StandInChangelog changelog;
  private final String connector;
  private final Map<String, DataType> metadata;

  StandInTableSource(StandInChangelog changelog, String connector, Map<String, DataType> metadata) {
    this.changelog = changelog;
    this.connector = connector;
    this.metadata = metadata;
  }

  @Override
  public ChangelogMode getChangelogMode() {
    return changelog.source();
  }

  @Override
  public ScanRuntimeProvider getScanRuntimeProvider(ScanContext context) {
    return new PlanOnlyScan(connector);
  }

  @Override
  public LookupRuntimeProvider getLookupRuntimeProvider(LookupContext context) {
    return LookupFunctionProvider.of(new PlanOnlyLookup(connector));
  }

  @Override
  public Map<String, DataType> listReadableMetadata() {
    return metadata;
  }

  @Override
  public void applyReadableMetadata(List<String> metadataKeys, DataType producedDataType) {}

  @Override
  public void applyWatermark(WatermarkStrategy<RowData> watermarkStrategy) {}

  @Override
  public DynamicTableSource copy() {
    return new StandInTableSource(changelog, connector, metadata);
  }

  @Override
  public String asSummaryString() {
    return "stand-in for connector '" + connector + "'";
  }

  static UnsupportedOperationException planOnly(String connector) {
    return new UnsupportedOperationException(
        "connector '" + connector + "' is not on the class path; its table can only be planned");
  }

  /** The planner asks a lookup source for its function to see whether it is asynchronous. */
  private static final class PlanOnlyLookup extends LookupFunction {
    private static final long serialVersionUID = 1L;

    private final String connector;

    PlanOnlyLookup(String connector) {
      this.connector = connector;
    }

    @Override
    public Collection<RowData> lookup(RowData keyRow) {
      throw planOnly(connector);
    }
  }

  private static final class PlanOnlyScan implements DataStreamScanProvider {
    private final String connector;

    PlanOnlyScan(String connector) {
      this.connector = connector;
    }

    @Override
    public boolean isBounded() {
      return false;
    }

    @Override
    public DataStream<RowData> produceDataStream(
        ProviderContext providerContext, StreamExecutionEnvironment execEnv) {
      throw planOnly(connector);
    }
  }
}
