package io.streamfusion.parity.nexmark.replay;

import io.streamfusion.parity.nexmark.NexmarkOptions;
import io.streamfusion.parity.nexmark.NexmarkRows;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.Set;
import org.apache.flink.configuration.ConfigOption;
import org.apache.flink.configuration.ConfigOptions;
import org.apache.flink.configuration.ReadableConfig;
import org.apache.flink.table.api.ValidationException;
import org.apache.flink.table.connector.ChangelogMode;
import org.apache.flink.table.connector.source.DynamicTableSource;
import org.apache.flink.table.connector.source.ScanTableSource;
import org.apache.flink.table.connector.source.SourceProvider;
import org.apache.flink.table.factories.DynamicTableSourceFactory;
import org.apache.flink.table.factories.FactoryUtil;
import org.apache.flink.table.types.logical.LogicalType;

/**
 * The table connector {@code nexmark-replay}: the Nexmark event table from memory. It offers no
 * push-down, as the public suite's source, so that plans have the same shape.
 */
public final class ReplayTableFactory implements DynamicTableSourceFactory {
  private static final ConfigOption<Long> EVENTS =
      ConfigOptions.key("events").longType().noDefaultValue();
  private static final ConfigOption<Long> SEED =
      ConfigOptions.key("seed").longType().defaultValue(NexmarkOptions.DEFAULT_SEED);
  private static final ConfigOption<Integer> RATE =
      ConfigOptions.key("rate").intType().defaultValue(NexmarkOptions.DEFAULT_RATE);
  private static final ConfigOption<String> BASE_TIME =
      ConfigOptions.key("base-time")
          .stringType()
          .defaultValue(NexmarkOptions.DEFAULT_BASE_TIME.toString());
  private static final ConfigOption<Integer> SPLITS =
      ConfigOptions.key("splits").intType().defaultValue(1);

  @Override
  public String factoryIdentifier() {
    return "nexmark-replay";
  }

  @Override
  public Set<ConfigOption<?>> requiredOptions() {
    return Set.of(EVENTS);
  }

  @Override
  public Set<ConfigOption<?>> optionalOptions() {
    return Set.of(SEED, RATE, BASE_TIME, SPLITS);
  }

  @Override
  public DynamicTableSource createDynamicTableSource(Context context) {
    FactoryUtil.TableFactoryHelper helper = FactoryUtil.createTableFactoryHelper(this, context);
    helper.validate();
    LogicalType declared = context.getPhysicalRowDataType().getLogicalType();
    LogicalType expected = NexmarkRows.eventType().getLogicalType();
    if (!declared.getChildren().equals(expected.getChildren())) {
      throw new ValidationException(
          "A nexmark-replay table must have the physical columns " + expected.asSummaryString());
    }
    ReadableConfig options = helper.getOptions();
    NexmarkOptions nexmark =
        new NexmarkOptions(options.get(SEED), baseTime(options), options.get(RATE));
    return new ReplayTableSource(nexmark, options.get(EVENTS), options.get(SPLITS));
  }

  private static long baseTime(ReadableConfig options) {
    String text = options.get(BASE_TIME);
    try {
      return Instant.parse(text).toEpochMilli();
    } catch (DateTimeParseException e) {
      throw new ValidationException(
          "'base-time' must be an instant such as 2025-07-14T23:59:45Z: " + text, e);
    }
  }

  private record ReplayTableSource(NexmarkOptions options, long events, int splits)
      implements ScanTableSource {
    @Override
    public ChangelogMode getChangelogMode() {
      return ChangelogMode.insertOnly();
    }

    @Override
    public ScanRuntimeProvider getScanRuntimeProvider(ScanContext context) {
      return SourceProvider.of(new ReplaySource(options, events, splits));
    }

    @Override
    public DynamicTableSource copy() {
      return this;
    }

    @Override
    public String asSummaryString() {
      return "nexmark-replay";
    }
  }
}
