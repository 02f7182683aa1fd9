package io.streamfusion.flink.planner.testing;

import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.legacy.table.sinks.AppendStreamTableSink;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.datastream.DataStreamSink;
import org.apache.flink.streaming.api.functions.sink.legacy.SinkFunction;
import org.apache.flink.table.legacy.api.TableSchema;
import org.apache.flink.table.legacy.sinks.TableSink;
import org.apache.flink.table.types.DataType;
import org.apache.flink.types.Row;

/** A table sink of Flink's old interface: keeps rows (n BIGINT, name STRING) under its name. */
@SuppressWarnings("deprecation")
public final class LegacyRecorder implements AppendStreamTableSink<Row> {

  private static final Map<String, List<String>> ROWS = new ConcurrentHashMap<>();

  private final String name;

  public LegacyRecorder(String name) {
    this.name = name;
    ROWS.put(name, new CopyOnWriteArrayList<>());
  }

  /** The rows that reached the sink of this name. */
  public static List<String> rows(String name) {
    return List.copyOf(ROWS.get(name));
  }

  @Override
  public DataStreamSink<?> consumeDataStream(DataStream<Row> rows) {
    return rows.addSink(new Record(name));
  }

  @Override
  public DataType getConsumedDataType() {
    return LegacySchema.dataType();
  }

  @Override
  public TableSchema getTableSchema() {
    return LegacySchema.tableSchema();
  }

  @Override
  public TableSink<Row> configure(String[] fieldNames, TypeInformation<?>[] fieldTypes) {
    return this;
  }

  private static final class Record implements SinkFunction<Row> {

    private static final long serialVersionUID = 1L;

    private final String sink;

    Record(String sink) {
      this.sink = sink;
    }

    @Override
    public void invoke(Row row, Context context) {
      ROWS.get(sink).add(row.toString());
    }
  }
}
