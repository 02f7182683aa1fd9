package io.streamfusion.flink.runtime.operator;

import org.apache.flink.runtime.event.WatermarkEvent;
import org.apache.flink.streaming.api.operators.OneInputStreamOperator;
import org.apache.flink.streaming.api.watermark.Watermark;
import org.apache.flink.streaming.runtime.streamrecord.LatencyMarker;
import org.apache.flink.streaming.runtime.streamrecord.RecordAttributes;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.apache.flink.streaming.runtime.watermarkstatus.WatermarkStatus;
import org.apache.flink.table.data.RowData;

/** The operator of a fragment with one input. */
final class OneInputFragmentOperator extends FragmentOperator
    implements OneInputStreamOperator<RowData, RowData> {

  private static final long serialVersionUID = 1L;

  private final transient FragmentPort port;

  OneInputFragmentOperator(FragmentCore core) {
    super(core);
    this.port = new FragmentPort(core, 0);
  }

  @Override
  public void setKeyContextElement(StreamRecord<RowData> record) {}

  @Override
  public void processElement(StreamRecord<RowData> element) throws Exception {
    port.processElement(element);
  }

  @Override
  public void processWatermark(Watermark mark) throws Exception {
    port.processWatermark(mark);
  }

  @Override
  public void processWatermarkStatus(WatermarkStatus status) throws Exception {
    port.processWatermarkStatus(status);
  }

  @Override
  public void processLatencyMarker(LatencyMarker marker) throws Exception {
    port.processLatencyMarker(marker);
  }

  @Override
  public void processRecordAttributes(RecordAttributes attributes) throws Exception {
    port.processRecordAttributes(attributes);
  }

  @Override
  public void processWatermark(WatermarkEvent watermark) throws Exception {
    port.processWatermark(watermark);
  }
}
