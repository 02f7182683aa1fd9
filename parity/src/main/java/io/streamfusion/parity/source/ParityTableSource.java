package io.streamfusion.parity.source;

import org.apache.flink.table.connector.ChangelogMode;
import org.apache.flink.table.connector.source.DynamicTableSource;
import org.apache.flink.table.connector.source.ScanTableSource;
import org.apache.flink.table.connector.source.SourceProvider;
import org.apache.flink.table.connector.source.abilities.SupportsSourceWatermark;

/** A data section as a table. Source watermarks come from the WM lines of the data. */
record ParityTableSource(InputSpec input, ChangelogMode changes, int splits)
    implements ScanTableSource, SupportsSourceWatermark {
  @Override
  public ChangelogMode getChangelogMode() {
    return changes;
  }

  @Override
  public ScanRuntimeProvider getScanRuntimeProvider(ScanContext context) {
    return SourceProvider.of(new ParitySource(input, splits, false));
  }

  @Override
  public void applySourceWatermark() {}

  @Override
  public DynamicTableSource copy() {
    return this;
  }

  @Override
  public String asSummaryString() {
    return "parity-source";
  }
}
