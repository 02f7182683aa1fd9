package io.streamfusion.parity.source;

import java.util.Set;
import org.apache.flink.configuration.ConfigOption;
import org.apache.flink.configuration.ConfigOptions;
import org.apache.flink.configuration.ReadableConfig;
import org.apache.flink.table.api.DataTypes;
import org.apache.flink.table.api.ValidationException;
import org.apache.flink.table.connector.ChangelogMode;
import org.apache.flink.table.connector.source.DynamicTableSource;
import org.apache.flink.table.connector.source.ScanTableSource;
import org.apache.flink.table.connector.source.SourceProvider;
import org.apache.flink.table.factories.DynamicTableSourceFactory;
import org.apache.flink.table.factories.FactoryUtil;
import org.apache.flink.table.types.DataType;

/** The table connector {@code keyed-replay}: {@link KeyedReplaySource} as a table. */
public final class KeyedReplayTableFactory implements DynamicTableSourceFactory {
  private static final ConfigOption<Long> EVENTS =
      ConfigOptions.key("events").longType().noDefaultValue();
  private static final ConfigOption<Long> KEYS =
      ConfigOptions.key("keys").longType().noDefaultValue();
  private static final ConfigOption<Integer> SPLITS =
      ConfigOptions.key("splits").intType().defaultValue(1);

  @Override
  public String factoryIdentifier() {
    return "keyed-replay";
  }

  @Override
  public Set<ConfigOption<?>> requiredOptions() {
    return Set.of(EVENTS, KEYS);
  }

  @Override
  public Set<ConfigOption<?>> optionalOptions() {
    return Set.of(SPLITS);
  }

  @Override
  public DynamicTableSource createDynamicTableSource(Context context) {
    FactoryUtil.TableFactoryHelper helper = FactoryUtil.createTableFactoryHelper(this, context);
    helper.validate();
    DataType expected =
        DataTypes.ROW(
            DataTypes.FIELD("k", DataTypes.BIGINT()), DataTypes.FIELD("v", DataTypes.BIGINT()));
    DataType declared = context.getPhysicalRowDataType();
    if (!declared.getChildren().equals(expected.getChildren())) {
      throw new ValidationException("A keyed-replay table must have the physical columns k, v");
    }
    ReadableConfig options = helper.getOptions();
    return new Table(options.get(EVENTS), options.get(KEYS), options.get(SPLITS));
  }

  private record Table(long events, long keys, int splits) implements ScanTableSource {
    @Override
    public ChangelogMode getChangelogMode() {
      return ChangelogMode.insertOnly();
    }

    @Override
    public ScanRuntimeProvider getScanRuntimeProvider(ScanContext context) {
      return SourceProvider.of(new KeyedReplaySource(events, keys, splits));
    }

    @Override
    public DynamicTableSource copy() {
      return this;
    }

    @Override
    public String asSummaryString() {
      return "keyed-replay";
    }
  }
}
