package io.streamfusion.parity.fuzz;

import java.util.List;
import java.util.function.Consumer;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.runtime.checkpoint.CheckpointOptions;
import org.apache.flink.runtime.checkpoint.OperatorSubtaskState;
import org.apache.flink.runtime.event.WatermarkEvent;
import org.apache.flink.runtime.io.disk.iomanager.IOManager;
import org.apache.flink.runtime.io.disk.iomanager.IOManagerAsync;
import org.apache.flink.runtime.io.network.partition.MockResultPartitionWriter;
import org.apache.flink.runtime.io.network.partition.ResultPartitionType;
import org.apache.flink.runtime.jobgraph.IntermediateDataSetID;
import org.apache.flink.runtime.memory.MemoryManager;
import org.apache.flink.runtime.metrics.groups.TaskMetricGroup;
import org.apache.flink.runtime.operators.testutils.MockEnvironment;
import org.apache.flink.runtime.operators.testutils.MockEnvironmentBuilder;
import org.apache.flink.runtime.state.memory.MemCheckpointStreamFactory;
import org.apache.flink.streaming.api.graph.NonChainedOutput;
import org.apache.flink.streaming.api.operators.Input;
import org.apache.flink.streaming.api.operators.OperatorSnapshotFinalizer;
import org.apache.flink.streaming.api.operators.OperatorSnapshotFutures;
import org.apache.flink.streaming.api.operators.Output;
import org.apache.flink.streaming.api.watermark.Watermark;
import org.apache.flink.streaming.runtime.partitioner.ForwardPartitioner;
import org.apache.flink.streaming.runtime.streamrecord.LatencyMarker;
import org.apache.flink.streaming.runtime.streamrecord.RecordAttributes;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.apache.flink.streaming.runtime.watermarkstatus.WatermarkStatus;
import org.apache.flink.streaming.util.AbstractStreamOperatorTestHarness;
import org.apache.flink.table.data.RowData;
import org.apache.flink.util.OutputTag;

/** One subtask of an operator, in Flink's operator harness. */
final class Subtask extends AbstractStreamOperatorTestHarness<RowData> {
  private static final int MEMORY_BYTES = 64 << 20;
  private static final int MAX_STATE_BYTES = 16 << 20;

  /** Shared: it starts threads and makes folders, which no operator here needs. */
  private static final IOManager IO = new IOManagerAsync();

  /**
   * Where a subtask is.
   *
   * @param stage its operator
   * @param index its number
   * @param parallelism how many there are
   * @param targets how many subtasks the next operator has, 0 if it is in the same task
   * @param maxParallelism max parallelism of all operators
   */
  record Place(Stage stage, int index, int parallelism, int targets, int maxParallelism) {}

  Subtask(Place place, Configuration job, TaskMetricGroup metrics, Consumer<RowData> output)
      throws Exception {
    super(place.stage().newFactory(), environment(place, metrics));
    // Only now: for unaligned checkpoints the harness would start a thread that nothing ends.
    getEnvironment().getJobConfiguration().addAll(job);
    getExecutionConfig().configure(job, Subtask.class.getClassLoader());
    if (place.stage().keySelector() != null) {
      config.setStatePartitioner(0, place.stage().keySelector());
      config.setStateKeySerializer(
          place
              .stage()
              .transformation()
              .getStateKeyType()
              .createSerializer(executionConfig.getSerializerConfig()));
    }
    if (place.targets() > 0) {
      List<NonChainedOutput> outputs = List.of(toTasks(place));
      config.setVertexNonChainedOutputs(outputs);
      config.setOperatorNonChainedOutputs(outputs);
      getEnvironment().addOutputs(List.of(new Writer(place)));
    }
    config.serializeAllConfigs();
    setOutputCreator(serializer -> new Rows(output));
    setup(place.stage().outputSerializer());
  }

  private static MockEnvironment environment(Place place, TaskMetricGroup metrics) {
    return new MockEnvironmentBuilder()
        .setTaskName("fuzz")
        .setIOManager(IO)
        .setMemoryManager(MemoryManager.create(MEMORY_BYTES, 1 << 15))
        .setMaxParallelism(place.maxParallelism())
        .setParallelism(place.parallelism())
        .setSubtaskIndex(place.index())
        .setMetricGroup(metrics)
        .setUserCodeClassLoader(Subtask.class.getClassLoader())
        .build();
  }

  private static NonChainedOutput toTasks(Place place) {
    return new NonChainedOutput(
        true,
        0,
        place.targets(),
        place.maxParallelism(),
        0,
        false,
        new IntermediateDataSetID(),
        null,
        new ForwardPartitioner<>(),
        ResultPartitionType.PIPELINED);
  }

  @SuppressWarnings("unchecked")
  void element(RowData row) throws Exception {
    StreamRecord<RowData> record = new StreamRecord<>(row);
    Input<RowData> input = (Input<RowData>) operator;
    input.setKeyContextElement(record);
    input.processElement(record);
  }

  /** Takes the state of a barrier; {@link #write} completes it, later changes must not show. */
  OperatorSnapshotFutures view(long checkpointId) throws Exception {
    return operator.snapshotState(
        checkpointId,
        0,
        CheckpointOptions.forCheckpointWithDefaultLocation(),
        new MemCheckpointStreamFactory(MAX_STATE_BYTES));
  }

  static OperatorSubtaskState write(OperatorSnapshotFutures view) throws Exception {
    return OperatorSnapshotFinalizer.create(view).getJobManagerOwnedState();
  }

  /** Frees the operator as a task that failed does. */
  @Override
  public void close() throws Exception {
    operator.close();
    processingTimeService.shutdownService();
  }

  /** What the engine asks about the tasks that read. */
  private static final class Writer extends MockResultPartitionWriter {
    private final Place place;

    Writer(Place place) {
      this.place = place;
    }

    @Override
    public int getNumberOfSubpartitions() {
      return place.targets();
    }

    @Override
    public int getNumTargetKeyGroups() {
      return place.maxParallelism();
    }
  }

  /** Hands rows on; nothing else leaves the operators that are tested here. */
  private record Rows(Consumer<RowData> target) implements Output<StreamRecord<RowData>> {
    @Override
    public void collect(StreamRecord<RowData> record) {
      target.accept(record.getValue());
    }

    @Override
    public <X> void collect(OutputTag<X> tag, StreamRecord<X> record) {
      throw new IllegalStateException("a side output " + tag);
    }

    @Override
    public void emitWatermark(Watermark watermark) {}

    @Override
    public void emitWatermark(WatermarkEvent watermark) {}

    @Override
    public void emitWatermarkStatus(WatermarkStatus status) {}

    @Override
    public void emitLatencyMarker(LatencyMarker marker) {}

    @Override
    public void emitRecordAttributes(RecordAttributes attributes) {}

    @Override
    public void close() {}
  }
}
