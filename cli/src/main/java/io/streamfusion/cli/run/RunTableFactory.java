package io.streamfusion.cli.run;

import java.util.Set;
import org.apache.flink.configuration.ConfigOption;
import org.apache.flink.table.connector.sink.DynamicTableSink;
import org.apache.flink.table.connector.source.DynamicTableSource;
import org.apache.flink.table.factories.DynamicTableSinkFactory;
import org.apache.flink.table.factories.DynamicTableSourceFactory;

/** The connector that {@link RunTables} writes into declarations, and that asks it back. */
public final class RunTableFactory implements DynamicTableSourceFactory, DynamicTableSinkFactory {

  static final String IDENTIFIER = "streamfusion-run";

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
  public DynamicTableSource createDynamicTableSource(Context context) {
    return tables(context).source(context);
  }

  @Override
  public DynamicTableSink createDynamicTableSink(Context context) {
    return tables(context).sink(context);
  }

  private static RunTables tables(Context context) {
    return RunTables.of(context.getCatalogTable().getOptions().get(RunTables.RUN));
  }
}
