package io.streamfusion.flink.runtime.operator;

import io.streamfusion.flink.runtime.state.RawKeyedStateCapture;
import org.apache.flink.metrics.groups.OperatorMetricGroup;
import org.apache.flink.runtime.checkpoint.CheckpointOptions;
import org.apache.flink.runtime.jobgraph.OperatorID;
import org.apache.flink.runtime.state.CheckpointStreamFactory;
import org.apache.flink.streaming.api.operators.KeyContextHandler;
import org.apache.flink.streaming.api.operators.OperatorSnapshotFutures;
import org.apache.flink.streaming.api.operators.StreamOperator;
import org.apache.flink.streaming.api.operators.StreamTaskStateInitializer;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.apache.flink.table.data.RowData;

/**
 * What Flink sees of a fragment's operator: a shell around {@link FragmentCore}.
 *
 * <p>{@code AbstractStreamOperatorV2.initializeState} is final and hides the raw keyed state of an
 * operator without a keyed state backend; the shell intercepts it, everything else goes through.
 */
abstract class FragmentOperator implements StreamOperator<RowData>, KeyContextHandler {

  private static final long serialVersionUID = 1L;

  // The factory is what travels to a task; an operator is made there and never serialized.
  private final transient FragmentCore core;

  FragmentOperator(FragmentCore core) {
    this.core = core;
  }

  final FragmentCore core() {
    return core;
  }

  @Override
  public void initializeState(StreamTaskStateInitializer initializer) throws Exception {
    core.initializeState(new RawKeyedStateCapture(initializer, core::restoreFrom));
  }

  @Override
  public void open() throws Exception {
    core.open();
  }

  @Override
  public void finish() throws Exception {
    core.finish();
  }

  @Override
  public void close() throws Exception {
    core.close();
  }

  @Override
  public void prepareSnapshotPreBarrier(long checkpointId) throws Exception {
    core.prepareSnapshotPreBarrier(checkpointId);
  }

  @Override
  public OperatorSnapshotFutures snapshotState(
      long checkpointId, long timestamp, CheckpointOptions options, CheckpointStreamFactory factory)
      throws Exception {
    return core.snapshotState(checkpointId, timestamp, options, factory);
  }

  @Override
  public void notifyCheckpointComplete(long checkpointId) throws Exception {
    core.notifyCheckpointComplete(checkpointId);
  }

  @Override
  public void notifyCheckpointAborted(long checkpointId) throws Exception {
    core.notifyCheckpointAborted(checkpointId);
  }

  @Override
  public OperatorMetricGroup getMetricGroup() {
    return core.getMetricGroup();
  }

  @Override
  public OperatorID getOperatorID() {
    return core.getOperatorID();
  }

  // Keys are the engine's business: Flink's key context, set per record, stays out of the way.

  @Override
  public boolean hasKeyContext() {
    return false;
  }

  @Override
  public void setKeyContextElement1(StreamRecord<?> record) {}

  @Override
  public void setKeyContextElement2(StreamRecord<?> record) {}

  @Override
  public void setCurrentKey(Object key) {
    core.setCurrentKey(key);
  }

  @Override
  public Object getCurrentKey() {
    return core.getCurrentKey();
  }
}
