package io.streamfusion.flink.runtime.testing;

import io.streamfusion.flink.runtime.operator.FragmentOperatorFactory;
import io.streamfusion.flink.runtime.operator.OneInputFragmentFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.runtime.checkpoint.OperatorSubtaskState;
import org.apache.flink.runtime.io.network.partition.MockResultPartitionWriter;
import org.apache.flink.runtime.io.network.partition.ResultPartitionType;
import org.apache.flink.runtime.jobgraph.IntermediateDataSetID;
import org.apache.flink.runtime.operators.testutils.MockEnvironment;
import org.apache.flink.streaming.api.graph.NonChainedOutput;
import org.apache.flink.streaming.api.operators.StreamOperator;
import org.apache.flink.streaming.api.watermark.Watermark;
import org.apache.flink.streaming.runtime.partitioner.ForwardPartitioner;
import org.apache.flink.streaming.runtime.streamrecord.LatencyMarker;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.apache.flink.streaming.runtime.watermarkstatus.WatermarkStatus;
import org.apache.flink.streaming.util.AbstractStreamOperatorTestHarness;
import org.apache.flink.streaming.util.MultiInputStreamOperatorTestHarness;
import org.apache.flink.streaming.util.OneInputStreamOperatorTestHarness;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.runtime.typeutils.RowDataSerializer;
import org.apache.flink.table.types.logical.RowType;

/**
 * A fragment's operator in Flink's operator harness. What leaves is read as text: {@code +I(1, a)},
 * {@code W(1000)}, {@code IDLE}, {@code ACTIVE}.
 */
public final class FragmentHarness implements AutoCloseable {

  private final AbstractStreamOperatorTestHarness<RowData> harness;
  private final RowType output;

  private FragmentHarness(AbstractStreamOperatorTestHarness<RowData> harness, RowType output) {
    this.harness = harness;
    this.output = output;
  }

  /** An operator of the only subtask, with options of the job; not opened. */
  public static FragmentHarness create(
      FragmentOperatorFactory factory, Consumer<Configuration> jobOptions) throws Exception {
    return create(factory, 1, 1, 0, jobOptions);
  }

  public static FragmentHarness create(
      FragmentOperatorFactory factory,
      int maxParallelism,
      int parallelism,
      int subtask,
      Consumer<Configuration> jobOptions)
      throws Exception {
    AbstractStreamOperatorTestHarness<RowData> harness =
        factory.spec().inputs().size() == 1
            ? new OneInputStreamOperatorTestHarness<RowData, RowData>(
                factory, maxParallelism, parallelism, subtask)
            : new MultiInputStreamOperatorTestHarness<>(
                factory, maxParallelism, parallelism, subtask);
    jobOptions.accept(harness.getEnvironment().getJobConfiguration());
    return new FragmentHarness(harness, factory.spec().output().rowType());
  }

  /** An operator with one input in a task of the test's. */
  public static FragmentHarness create(
      OneInputFragmentFactory factory, MockEnvironment task, Consumer<Configuration> jobOptions)
      throws Exception {
    jobOptions.accept(task.getJobConfiguration());
    return new FragmentHarness(
        new OneInputStreamOperatorTestHarness<RowData, RowData>(factory, task),
        factory.spec().output().rowType());
  }

  /** Lets so many tasks read what leaves, with so many key groups. */
  public FragmentHarness readBy(int tasks, int keyGroups) {
    List<NonChainedOutput> outputs =
        List.of(
            new NonChainedOutput(
                true,
                0,
                tasks,
                keyGroups,
                0,
                false,
                new IntermediateDataSetID(),
                null,
                new ForwardPartitioner<>(),
                ResultPartitionType.PIPELINED));
    harness.getStreamConfig().setVertexNonChainedOutputs(outputs);
    harness.getStreamConfig().setOperatorNonChainedOutputs(outputs);
    harness.getStreamConfig().serializeAllConfigs();
    harness.getEnvironment().addOutputs(List.of(new Readers(tasks, keyGroups)));
    return this;
  }

  /** Makes the operator; what a test changes about the harness comes before. */
  private void setUp() {
    harness.setup(new RowDataSerializer(output));
  }

  public FragmentHarness open() throws Exception {
    setUp();
    harness.open();
    return this;
  }

  public void restore(OperatorSubtaskState state) throws Exception {
    setUp();
    harness.initializeState(state);
    harness.open();
  }

  public AbstractStreamOperatorTestHarness<RowData> harness() {
    return harness;
  }

  /** The operator; the harness' own accessor wants one of another base class. */
  public StreamOperator<RowData> operator() {
    setUp();
    return oneInput().getOneInputOperator();
  }

  public MockEnvironment environment() {
    return harness.getEnvironment();
  }

  public void row(RowData row) throws Exception {
    // A timestamp as a source would set it.
    oneInput().processElement(new StreamRecord<>(row, 77L));
  }

  public void row(int port, RowData row) throws Exception {
    multiInput().processElement(port, new StreamRecord<>(row));
  }

  public void watermark(long timestamp) throws Exception {
    oneInput().processWatermark(timestamp);
  }

  public void watermark(int port, long timestamp) throws Exception {
    multiInput().processWatermark(port, new Watermark(timestamp));
  }

  public void status(boolean active) throws Exception {
    oneInput().processWatermarkStatus(toStatus(active));
  }

  public void status(int port, boolean active) throws Exception {
    multiInput().processWatermarkStatus(port, toStatus(active));
  }

  public void latencyMarker(LatencyMarker marker) throws Exception {
    oneInput().getOneInputOperator().processLatencyMarker(marker);
  }

  public void processingTime(long millis) throws Exception {
    harness.setProcessingTime(millis);
  }

  public void barrier(long checkpointId) throws Exception {
    harness.prepareSnapshotPreBarrier(checkpointId);
  }

  /** Phase one on this thread, phase two as Flink's asynchronous part does. */
  public OperatorSubtaskState snapshot(long checkpointId) throws Exception {
    barrier(checkpointId);
    return harness.snapshot(checkpointId, 0L);
  }

  public void finish() throws Exception {
    operator().finish();
  }

  /** What left since the last call. */
  public List<String> output() {
    return texts(harness, output);
  }

  /** What left an operator since the last call, as text. */
  public static List<String> texts(
      AbstractStreamOperatorTestHarness<RowData> harness, RowType type) {
    List<String> events = new ArrayList<>();
    for (Object event = harness.getOutput().poll();
        event != null;
        event = harness.getOutput().poll()) {
      events.add(text(event, type));
    }
    return events;
  }

  private static String text(Object event, RowType type) {
    if (event instanceof StreamRecord<?> record) {
      return text((RowData) record.getValue(), type) + (record.hasTimestamp() ? "@" : "");
    }
    if (event instanceof Watermark watermark) {
      return "W(" + watermark.getTimestamp() + ")";
    }
    if (event instanceof WatermarkStatus status) {
      return status.isActive() ? "ACTIVE" : "IDLE";
    }
    return event.getClass().getSimpleName();
  }

  private static String text(RowData row, RowType type) {
    StringBuilder text = new StringBuilder(row.getRowKind().shortString()).append('(');
    for (int i = 0; i < type.getFieldCount(); i++) {
      Object value = RowData.createFieldGetter(type.getTypeAt(i), i).getFieldOrNull(row);
      text.append(i == 0 ? "" : ", ").append(value);
    }
    return text.append(')').toString();
  }

  private static WatermarkStatus toStatus(boolean active) {
    return active ? WatermarkStatus.ACTIVE : WatermarkStatus.IDLE;
  }

  @SuppressWarnings("unchecked")
  private OneInputStreamOperatorTestHarness<RowData, RowData> oneInput() {
    return (OneInputStreamOperatorTestHarness<RowData, RowData>) harness;
  }

  private MultiInputStreamOperatorTestHarness<RowData> multiInput() {
    return (MultiInputStreamOperatorTestHarness<RowData>) harness;
  }

  /** What the engine asks about the tasks that read. */
  private static final class Readers extends MockResultPartitionWriter {
    private final int tasks;
    private final int keyGroups;

    Readers(int tasks, int keyGroups) {
      this.tasks = tasks;
      this.keyGroups = keyGroups;
    }

    @Override
    public int getNumberOfSubpartitions() {
      return tasks;
    }

    @Override
    public int getNumTargetKeyGroups() {
      return keyGroups;
    }
  }

  /** Closes the operator as Flink does on every way out, with or without {@link #finish}. */
  @Override
  public void close() throws Exception {
    if (harness instanceof OneInputStreamOperatorTestHarness<?, ?>) {
      operator().close();
    } else {
      harness.close();
    }
  }
}
