package io.streamfusion.runner;

import java.util.List;
import org.apache.flink.api.common.eventtime.Watermark;
import org.apache.flink.api.connector.sink2.Sink;
import org.apache.flink.api.connector.sink2.SinkWriter;
import org.apache.flink.api.connector.sink2.WriterInitContext;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.types.logical.LogicalType;

/** Records rows, their timestamps and, if asked, watermarks into the run's {@link Recorder}. */
public final class RecordingSink implements Sink<RowData> {
  private static final long serialVersionUID = 1L;

  private final String runId;
  private final String table;
  private final List<LogicalType> types;
  private final boolean watermarks;

  /**
   * A sink of a run.
   *
   * @param runId the run, which must have its {@link Recordings} open in this JVM
   * @param table what the sink is called there
   * @param types of the columns
   * @param watermarks whether watermarks are recorded, too
   */
  public RecordingSink(String runId, String table, List<LogicalType> types, boolean watermarks) {
    this.runId = runId;
    this.table = table;
    this.types = List.copyOf(types);
    this.watermarks = watermarks;
  }

  @Override
  public SinkWriter<RowData> createWriter(WriterInitContext context) {
    int subtask = context.getTaskInfo().getIndexOfThisSubtask();
    return new Writer(
        Recordings.of(runId).recorder(table), subtask, new ValueFormatter(types), watermarks);
  }

  private static final class Writer implements SinkWriter<RowData> {
    private final Recorder recorder;
    private final int subtask;
    private final List<Recorded> elements;
    private final ValueFormatter formatter;
    private final boolean watermarks;

    Writer(Recorder recorder, int subtask, ValueFormatter formatter, boolean watermarks) {
      this.recorder = recorder;
      this.subtask = subtask;
      this.elements = recorder.open(subtask);
      this.formatter = formatter;
      this.watermarks = watermarks;
    }

    @Override
    public void write(RowData row, Context context) throws InterruptedException {
      Long timestamp = context.timestamp();
      elements.add(
          Recorded.row(
              row.getRowKind(),
              formatter.fields(row),
              timestamp == null ? Long.MIN_VALUE : timestamp));
      recorder.arrived();
    }

    @Override
    public void writeWatermark(Watermark watermark) {
      if (watermarks) {
        elements.add(Recorded.watermark(watermark.getTimestamp()));
      }
    }

    /** Called at every checkpoint barrier. */
    @Override
    public void flush(boolean endOfInput) {
      if (!endOfInput) {
        recorder.barrier(subtask);
      }
    }

    @Override
    public void close() {}
  }
}
