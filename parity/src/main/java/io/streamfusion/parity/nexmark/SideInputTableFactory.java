package io.streamfusion.parity.nexmark;

import java.util.Collection;
import java.util.List;
import java.util.Set;
import org.apache.flink.configuration.ConfigOption;
import org.apache.flink.configuration.ConfigOptions;
import org.apache.flink.table.connector.source.DynamicTableSource;
import org.apache.flink.table.connector.source.LookupTableSource;
import org.apache.flink.table.connector.source.lookup.LookupFunctionProvider;
import org.apache.flink.table.data.GenericRowData;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.data.StringData;
import org.apache.flink.table.factories.DynamicTableSourceFactory;
import org.apache.flink.table.factories.FactoryUtil;
import org.apache.flink.table.functions.LookupFunction;

/**
 * The table connector {@code nexmark-side-input} of q13: key i has the value that is the text of i.
 */
public final class SideInputTableFactory implements DynamicTableSourceFactory {
  private static final ConfigOption<Long> ROWS =
      ConfigOptions.key("rows").longType().defaultValue(10_000L);

  @Override
  public String factoryIdentifier() {
    return "nexmark-side-input";
  }

  @Override
  public Set<ConfigOption<?>> requiredOptions() {
    return Set.of();
  }

  @Override
  public Set<ConfigOption<?>> optionalOptions() {
    return Set.of(ROWS);
  }

  @Override
  public DynamicTableSource createDynamicTableSource(Context context) {
    FactoryUtil.TableFactoryHelper helper = FactoryUtil.createTableFactoryHelper(this, context);
    helper.validate();
    return new SideInput(helper.getOptions().get(ROWS));
  }

  private record SideInput(long rows) implements LookupTableSource {
    @Override
    public LookupRuntimeProvider getLookupRuntimeProvider(LookupContext context) {
      return LookupFunctionProvider.of(new Lookup(rows));
    }

    @Override
    public DynamicTableSource copy() {
      return this;
    }

    @Override
    public String asSummaryString() {
      return "nexmark-side-input";
    }
  }

  /** Must be public for Flink's generated code. */
  public static final class Lookup extends LookupFunction {
    private static final long serialVersionUID = 1L;

    private final long rows;

    Lookup(long rows) {
      this.rows = rows;
    }

    @Override
    public Collection<RowData> lookup(RowData keyRow) {
      long key = keyRow.getLong(0);
      return key < 0 || key >= rows
          ? List.of()
          : List.of(GenericRowData.of(key, StringData.fromString(Long.toString(key))));
    }
  }
}
