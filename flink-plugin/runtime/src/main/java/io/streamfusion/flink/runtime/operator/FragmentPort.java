package io.streamfusion.flink.runtime.operator;

import org.apache.flink.runtime.event.WatermarkEvent;
import org.apache.flink.streaming.api.operators.Input;
import org.apache.flink.streaming.api.operators.KeyContextHandler;
import org.apache.flink.streaming.api.watermark.Watermark;
import org.apache.flink.streaming.runtime.streamrecord.LatencyMarker;
import org.apache.flink.streaming.runtime.streamrecord.RecordAttributes;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.apache.flink.streaming.runtime.watermarkstatus.WatermarkStatus;
import org.apache.flink.table.data.RowData;

/** One input of a fragment's operator. */
final class FragmentPort implements Input<RowData>, KeyContextHandler {

  private final FragmentCore core;
  private final int port;

  FragmentPort(FragmentCore core, int port) {
    this.core = core;
    this.port = port;
  }

  @Override
  public void processElement(StreamRecord<RowData> element) throws Exception {
    core.runner().element(port, element.getValue());
  }

  @Override
  public void processWatermark(Watermark mark) throws Exception {
    core.runner().watermark(port, mark.getTimestamp());
  }

  @Override
  public void processWatermarkStatus(WatermarkStatus status) throws Exception {
    core.runner().status(port, status.isActive());
  }

  @Override
  public void processLatencyMarker(LatencyMarker marker) {
    core.latencyMarker(marker);
  }

  @Override
  public void processRecordAttributes(RecordAttributes attributes) throws Exception {
    core.processRecordAttributes(attributes, port + 1);
  }

  @Override
  public void processWatermark(WatermarkEvent watermark) throws Exception {
    core.watermarkEvent(watermark);
  }

  @Override
  public boolean hasKeyContext() {
    return false;
  }

  @Override
  public void setKeyContextElement(StreamRecord<RowData> record) {}
}
