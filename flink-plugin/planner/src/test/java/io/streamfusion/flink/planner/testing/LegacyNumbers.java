package io.streamfusion.flink.planner.testing;

import java.util.ArrayList;
import java.util.List;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.legacy.table.sources.StreamTableSource;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.table.legacy.api.TableSchema;
import org.apache.flink.table.types.DataType;
import org.apache.flink.types.Row;

/**
 * A table source of Flink's old interface: rows (n BIGINT, name STRING), every seventh name NULL.
 */
@SuppressWarnings("deprecation")
public final class LegacyNumbers implements StreamTableSource<Row> {

  private static final TypeInformation<Row> TYPE =
      Types.ROW_NAMED(new String[] {"n", "name"}, Types.LONG, Types.STRING);

  private final int rows;

  public LegacyNumbers(int rows) {
    this.rows = rows;
  }

  @Override
  public DataStream<Row> getDataStream(StreamExecutionEnvironment environment) {
    List<Row> numbers = new ArrayList<>();
    for (long n = 0; n < rows; n++) {
      numbers.add(Row.of(n, n % 7 == 0 ? null : "größe-" + n));
    }
    return environment.fromData(numbers, TYPE);
  }

  @Override
  public DataType getProducedDataType() {
    return LegacySchema.dataType();
  }

  @Override
  public TableSchema getTableSchema() {
    return LegacySchema.tableSchema();
  }
}
