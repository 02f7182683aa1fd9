package io.streamfusion.parity.sink;

import io.streamfusion.parity.run.RunContext;
import io.streamfusion.runner.RecordingSink;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.flink.configuration.ConfigOption;
import org.apache.flink.configuration.ConfigOptions;
import org.apache.flink.configuration.ReadableConfig;
import org.apache.flink.table.connector.ChangelogMode;
import org.apache.flink.table.connector.sink.DynamicTableSink;
import org.apache.flink.table.connector.sink.SinkV2Provider;
import org.apache.flink.table.connector.sink.abilities.SupportsPartitioning;
import org.apache.flink.table.factories.DynamicTableSinkFactory;
import org.apache.flink.table.factories.FactoryUtil;
import org.apache.flink.table.types.logical.LogicalType;

/** The table connector {@code parity-sink}: records the changelog that reaches it. */
public final class ParitySinkFactory implements DynamicTableSinkFactory {
  /** Which changes the sink accepts. */
  public enum AcceptedChanges {
    INSERT,
    UPSERT,
    ALL;

    ChangelogMode mode() {
      return switch (this) {
        case INSERT -> ChangelogMode.insertOnly();
        case UPSERT -> ChangelogMode.upsert(false);
        case ALL -> ChangelogMode.all();
      };
    }
  }

  private static final ConfigOption<AcceptedChanges> CHANGES =
      ConfigOptions.key("changes")
          .enumType(AcceptedChanges.class)
          .defaultValue(AcceptedChanges.ALL)
          .withDescription("Which row kinds the sink accepts.");
  private static final ConfigOption<Boolean> WATERMARKS =
      ConfigOptions.key("watermarks")
          .booleanType()
          .defaultValue(false)
          .withDescription("Whether watermarks are recorded, and so compared.");

  @Override
  public String factoryIdentifier() {
    return "parity-sink";
  }

  @Override
  public Set<ConfigOption<?>> requiredOptions() {
    return Set.of();
  }

  @Override
  public Set<ConfigOption<?>> optionalOptions() {
    return Set.of(CHANGES, WATERMARKS);
  }

  @Override
  public DynamicTableSink createDynamicTableSink(Context context) {
    FactoryUtil.TableFactoryHelper helper = FactoryUtil.createTableFactoryHelper(this, context);
    helper.validate();
    ReadableConfig options = helper.getOptions();
    return new ParitySink(
        RunContext.idOf(context.getConfiguration()),
        context.getObjectIdentifier().getObjectName(),
        context.getPhysicalRowDataType().getLogicalType().getChildren(),
        options.get(CHANGES),
        options.get(WATERMARKS));
  }

  private record ParitySink(
      String runId,
      String table,
      List<LogicalType> types,
      AcceptedChanges changes,
      boolean watermarks)
      implements DynamicTableSink, SupportsPartitioning {
    @Override
    public ChangelogMode getChangelogMode(ChangelogMode requestedMode) {
      return changes.mode();
    }

    @Override
    public SinkRuntimeProvider getSinkRuntimeProvider(Context context) {
      return SinkV2Provider.of(new RecordingSink(runId, table, types, watermarks));
    }

    /** Partitions are ordinary columns here: a partitioned table may be redirected to this sink. */
    @Override
    public void applyStaticPartition(Map<String, String> partition) {}

    @Override
    public DynamicTableSink copy() {
      return this;
    }

    @Override
    public String asSummaryString() {
      return "parity-sink";
    }
  }
}
