package io.streamfusion.flink.runtime.operator;

import org.apache.flink.runtime.event.WatermarkEvent;
import org.apache.flink.streaming.api.operators.Output;
import org.apache.flink.streaming.api.watermark.Watermark;
import org.apache.flink.streaming.runtime.streamrecord.LatencyMarker;
import org.apache.flink.streaming.runtime.streamrecord.RecordAttributes;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.apache.flink.streaming.runtime.watermarkstatus.WatermarkStatus;
import org.apache.flink.table.data.RowData;
import org.apache.flink.util.OutputTag;

/** Notes the class of the last row that was emitted. */
final class RowClassOutput implements Output<StreamRecord<RowData>> {

  Class<?> rowClass;

  @Override
  public void collect(StreamRecord<RowData> record) {
    rowClass = record.getValue().getClass();
  }

  @Override
  public <X> void collect(OutputTag<X> outputTag, StreamRecord<X> record) {}

  @Override
  public void emitWatermark(Watermark mark) {}

  @Override
  public void emitWatermarkStatus(WatermarkStatus watermarkStatus) {}

  @Override
  public void emitLatencyMarker(LatencyMarker latencyMarker) {}

  @Override
  public void emitRecordAttributes(RecordAttributes recordAttributes) {}

  @Override
  public void emitWatermark(WatermarkEvent watermark) {}

  @Override
  public void close() {}
}
