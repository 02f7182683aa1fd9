package io.streamfusion.parity.fuzz;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import javax.annotation.Nullable;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.core.memory.DataInputDeserializer;
import org.apache.flink.core.memory.DataOutputSerializer;
import org.apache.flink.runtime.plugable.SerializationDelegate;
import org.apache.flink.streaming.api.operators.OperatorSnapshotFutures;
import org.apache.flink.streaming.runtime.partitioner.ConfigurableStreamPartitioner;
import org.apache.flink.streaming.runtime.partitioner.StreamPartitioner;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.apache.flink.table.data.RowData;
import org.apache.flink.util.IOUtils;

/** The subtasks of a query from start or restore to failure, driven by one thread. */
final class Pipeline implements AutoCloseable {

  /** What the processing-time timers of operators wait for at most. */
  private static final long TICK_MILLIS = 1_000_000;

  /** Takes what leaves. */
  interface Sink {
    void row(int subtask, RowData row);
  }

  private final Plan plan;
  private final Script script;
  private final Sink sink;
  private final List<List<Subtask>> subtasks = new ArrayList<>();
  private final List<TypeSerializer<RowData>> serializers = new ArrayList<>();

  /** Rows between tasks belong to this checkpoint and wait until all subtasks had its barrier. */
  @Nullable private Snapshot overtaking;

  private long processingTime;

  Pipeline(Plan plan, Script script, Sink sink) {
    this.plan = plan;
    this.script = script;
    this.sink = sink;
  }

  /** Opens all subtasks, with the state of a snapshot if there is one. */
  void open(int parallelism, long now, Optional<Snapshot> restored, NativeRows counter)
      throws Exception {
    Configuration job = new Configuration(plan.jobConfiguration());
    // Without an interval Flink takes checkpoints for aligned.
    job.setString("execution.checkpointing.interval", "1 h");
    job.setString(
        "execution.checkpointing.unaligned.enabled", Boolean.toString(script.unaligned()));
    List<Snapshot.InFlight> inFlight = restored.map(Snapshot::inFlight).orElse(List.of());
    List<List<Subtask>> takers =
        inFlight.stream().<List<Subtask>>map(r -> new ArrayList<>()).toList();
    for (int stage = 0; stage < plan.stages().size(); stage++) {
      serializers.add(plan.stages().get(stage).outputSerializer());
      configurePartitioner(stage, parallelism);
      List<Subtask> row = new ArrayList<>();
      subtasks.add(row);
      for (int index = 0; index < parallelism(stage, parallelism); index++) {
        Subtask subtask = open(stage, index, parallelism, now, job, restored, counter);
        row.add(subtask);
        // As Flink does where a task restores its channels: each subtask decides for itself.
        for (int i = 0; i < inFlight.size(); i++) {
          if (inFlight.get(i).stage() == stage && target(stage, inFlight.get(i).row()) == index) {
            takers.get(i).add(subtask);
          }
        }
      }
    }
    for (int i = 0; i < inFlight.size(); i++) {
      for (Subtask taker : takers.get(i)) {
        taker.element(inFlight.get(i).row());
      }
    }
  }

  private Subtask open(
      int stage,
      int index,
      int parallelism,
      long now,
      Configuration job,
      Optional<Snapshot> restored,
      NativeRows counter)
      throws Exception {
    boolean toTasks =
        stage + 1 < plan.stages().size() && plan.stages().get(stage + 1).partitioner().isPresent();
    int own = parallelism(stage, parallelism);
    Subtask.Place place =
        new Subtask.Place(
            plan.stages().get(stage),
            index,
            own,
            toTasks ? parallelism(stage + 1, parallelism) : 0,
            script.maxParallelism());
    Subtask subtask =
        new Subtask(place, job, counter.group(), output -> emitted(stage, index, output));
    subtask.setStateTtlProcessingTime(now);
    if (restored.isPresent()) {
      subtask.initializeState(restored.get().share(stage, own, index));
    }
    subtask.open();
    return subtask;
  }

  private int parallelism(int stage, int ofJob) {
    return plan.stages().get(stage).parallelism(ofJob);
  }

  private void configurePartitioner(int stage, int parallelism) {
    plan.stages()
        .get(stage)
        .partitioner()
        .ifPresent(
            partitioner -> {
              if (partitioner instanceof ConfigurableStreamPartitioner configurable) {
                configurable.configure(script.maxParallelism());
              }
              partitioner.setup(parallelism(stage, parallelism));
            });
  }

  /** A row of the source. */
  void element(int spread, RowData row) throws Exception {
    List<Subtask> first = subtasks.get(0);
    first.get(Math.floorMod(spread, first.size())).element(row);
  }

  private void emitted(int stage, int index, RowData row) {
    try {
      if (stage + 1 == plan.stages().size()) {
        sink.row(index, row);
      } else {
        // Operators reuse what they emit.
        deliver(stage + 1, index, overNetwork(serializers.get(stage), row));
      }
    } catch (Exception e) {
      throw new DownstreamException(e);
    }
  }

  private static RowData overNetwork(TypeSerializer<RowData> serializer, RowData row)
      throws IOException {
    DataOutputSerializer written = new DataOutputSerializer(128);
    serializer.serialize(row, written);
    return serializer.deserialize(new DataInputDeserializer(written.getCopyOfBuffer()));
  }

  private void deliver(int stage, int from, RowData row) throws Exception {
    Optional<StreamPartitioner<RowData>> partitioner = plan.stages().get(stage).partitioner();
    if (partitioner.isPresent() && overtaking != null) {
      overtaking.add(new Snapshot.InFlight(stage, row));
      return;
    }
    int target = partitioner.isPresent() ? target(stage, row) : from;
    subtasks.get(stage).get(target).element(row);
  }

  /** Where the partitioner in front of an operator sends a row. */
  private int target(int stage, RowData row) {
    SerializationDelegate<StreamRecord<RowData>> record = new SerializationDelegate<>(null);
    record.setInstance(new StreamRecord<>(row));
    return plan.stages().get(stage).partitioner().orElseThrow().selectChannel(record);
  }

  /** Lets timers fire that hand over waiting rows. */
  void tick() throws Exception {
    processingTime += TICK_MILLIS;
    for (List<Subtask> stage : subtasks) {
      for (Subtask subtask : stage) {
        subtask.setProcessingTime(processingTime);
      }
    }
  }

  /** Moves the clock by which state expires; rows that came before have been handed over. */
  void clock(long now) {
    subtasks.forEach(stage -> stage.forEach(subtask -> subtask.setStateTtlProcessingTime(now)));
  }

  /**
   * Sends a barrier through; {@code taken} runs when what left so far belongs to the checkpoint.
   */
  Snapshot checkpoint(long id, Runnable taken) throws Exception {
    Snapshot snapshot = new Snapshot(script.maxParallelism());
    barrier(id, snapshot);
    overtaking = null;
    taken.run();
    for (Snapshot.InFlight inFlight : snapshot.inFlight()) {
      deliver(inFlight.stage(), 0, inFlight.row());
    }
    return snapshot;
  }

  /** Takes the views of all subtasks; unaligned, rows between tasks become part of the snapshot. */
  private void barrier(long id, Snapshot snapshot) throws Exception {
    overtaking = script.unaligned() ? snapshot : null;
    for (List<Subtask> stage : subtasks) {
      for (Subtask subtask : stage) {
        subtask.prepareSnapshotPreBarrier(id);
      }
      List<OperatorSnapshotFutures> views = new ArrayList<>();
      for (Subtask subtask : stage) {
        views.add(subtask.view(id));
      }
      snapshot.add(views);
    }
  }

  @Override
  public void close() throws Exception {
    List<AutoCloseable> all = new ArrayList<>();
    subtasks.forEach(all::addAll);
    IOUtils.closeAll(all);
    subtasks.clear();
  }

  /** An operator failed on what another one emitted. */
  static final class DownstreamException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    DownstreamException(Exception cause) {
      super(cause);
    }
  }
}
