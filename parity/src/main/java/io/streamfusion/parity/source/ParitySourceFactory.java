package io.streamfusion.parity.source;

import io.streamfusion.parity.data.DataException;
import io.streamfusion.parity.data.Element;
import io.streamfusion.parity.data.ValueParser;
import io.streamfusion.parity.run.RunContext;
import io.streamfusion.parity.source.InputSpec.RowForm;
import java.util.Set;
import org.apache.flink.configuration.ConfigOption;
import org.apache.flink.configuration.ConfigOptions;
import org.apache.flink.configuration.ReadableConfig;
import org.apache.flink.table.api.ValidationException;
import org.apache.flink.table.connector.ChangelogMode;
import org.apache.flink.table.connector.source.DynamicTableSource;
import org.apache.flink.table.factories.DynamicTableSourceFactory;
import org.apache.flink.table.factories.FactoryUtil;
import org.apache.flink.table.types.logical.RowType;

/**
 * The table connector {@code parity-source}: rows and watermarks from a data section of the case
 * file.
 */
public final class ParitySourceFactory implements DynamicTableSourceFactory {
  /** The changes that the source declares. */
  public enum DeclaredChanges {
    INSERT,
    RETRACT,
    UPSERT;

    ChangelogMode mode() {
      return switch (this) {
        case INSERT -> ChangelogMode.insertOnly();
        case RETRACT -> ChangelogMode.all();
        case UPSERT -> ChangelogMode.upsert(false);
      };
    }
  }

  private static final ConfigOption<String> DATA =
      ConfigOptions.key("data").stringType().noDefaultValue();
  private static final ConfigOption<DeclaredChanges> CHANGES =
      ConfigOptions.key("changes")
          .enumType(DeclaredChanges.class)
          .defaultValue(DeclaredChanges.INSERT);
  private static final ConfigOption<ValueParser.TextForm> TEXT =
      ConfigOptions.key("text")
          .enumType(ValueParser.TextForm.class)
          .defaultValue(ValueParser.TextForm.BYTES);
  private static final ConfigOption<RowForm> ROWS =
      ConfigOptions.key("rows").enumType(RowForm.class).defaultValue(RowForm.GENERIC);
  private static final ConfigOption<Integer> REPEAT =
      ConfigOptions.key("repeat").intType().defaultValue(1);

  private static final ConfigOption<WatermarkPlace> WATERMARKS =
      ConfigOptions.key("watermarks")
          .enumType(WatermarkPlace.class)
          .defaultValue(WatermarkPlace.OPERATOR);

  /** Where the watermarks of a WATERMARK clause are made. */
  public enum WatermarkPlace {
    /** By an operator behind the source. */
    OPERATOR,
    /** By the source, for each split on its own. */
    SOURCE
  }

  @Override
  public String factoryIdentifier() {
    return "parity-source";
  }

  @Override
  public Set<ConfigOption<?>> requiredOptions() {
    return Set.of(DATA);
  }

  @Override
  public Set<ConfigOption<?>> optionalOptions() {
    return Set.of(CHANGES, TEXT, ROWS, REPEAT, WATERMARKS);
  }

  @Override
  public DynamicTableSource createDynamicTableSource(Context context) {
    FactoryUtil.TableFactoryHelper helper = FactoryUtil.createTableFactoryHelper(this, context);
    helper.validate();
    ReadableConfig options = helper.getOptions();
    InputSpec input =
        new InputSpec(
            RunContext.idOf(context.getConfiguration()),
            options.get(DATA),
            (RowType) context.getPhysicalRowDataType().getLogicalType(),
            options.get(TEXT),
            options.get(ROWS),
            options.get(REPEAT));
    ParityTableSource table =
        new ParityTableSource(input, options.get(CHANGES).mode(), splits(input));
    return switch (options.get(WATERMARKS)) {
      case OPERATOR -> table;
      case SOURCE -> new SplitWatermarksTableSource(table);
    };
  }

  /**
   * Reads the data once on the client, so that a bad line is an error of the case and not of the
   * job.
   */
  private static int splits(InputSpec input) {
    try {
      return input.elements().stream().mapToInt(Element::split).max().orElse(0) + 1;
    } catch (DataException e) {
      throw new ValidationException("data section '" + input.data() + "': " + e.getMessage(), e);
    }
  }
}
