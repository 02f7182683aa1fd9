package io.streamfusion.parity.source;

import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.table.connector.ChangelogMode;
import org.apache.flink.table.connector.ProviderContext;
import org.apache.flink.table.connector.source.DataStreamScanProvider;
import org.apache.flink.table.connector.source.DynamicTableSource;
import org.apache.flink.table.connector.source.ScanTableSource;
import org.apache.flink.table.connector.source.abilities.SupportsWatermarkPushDown;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.runtime.typeutils.InternalTypeInfo;

/** A data section as a table whose source makes the watermarks, with one generator per split. */
final class SplitWatermarksTableSource implements ScanTableSource, SupportsWatermarkPushDown {
  private final ParityTableSource table;
  private WatermarkStrategy<RowData> strategy = WatermarkStrategy.noWatermarks();

  SplitWatermarksTableSource(ParityTableSource table) {
    this.table = table;
  }

  @Override
  public void applyWatermark(WatermarkStrategy<RowData> watermarkStrategy) {
    strategy = watermarkStrategy;
  }

  @Override
  public ChangelogMode getChangelogMode() {
    return table.getChangelogMode();
  }

  @Override
  public ScanRuntimeProvider getScanRuntimeProvider(ScanContext context) {
    return new Provider(table, strategy);
  }

  @Override
  public DynamicTableSource copy() {
    SplitWatermarksTableSource copy = new SplitWatermarksTableSource(table);
    copy.strategy = strategy;
    return copy;
  }

  @Override
  public String asSummaryString() {
    return table.asSummaryString();
  }

  /** The source of a SourceProvider gets no watermark strategy from Flink. */
  private record Provider(ParityTableSource table, WatermarkStrategy<RowData> strategy)
      implements DataStreamScanProvider {
    @Override
    public DataStream<RowData> produceDataStream(
        ProviderContext context, StreamExecutionEnvironment environment) {
      return environment.fromSource(
          new ParitySource(table.input(), table.splits(), true),
          strategy,
          "parity-source",
          InternalTypeInfo.of(table.input().rowType()));
    }

    @Override
    public boolean isBounded() {
      return true;
    }
  }
}
