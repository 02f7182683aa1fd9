package io.streamfusion.parity.fuzz;

import java.util.ArrayList;
import java.util.List;
import org.apache.flink.runtime.checkpoint.OperatorSubtaskState;
import org.apache.flink.streaming.api.operators.OperatorSnapshotFutures;
import org.apache.flink.streaming.util.AbstractStreamOperatorTestHarness;
import org.apache.flink.table.data.RowData;

/** A checkpoint of all subtasks of a running query, with the rows on their way. */
final class Snapshot {
  /**
   * A row that was on its way when an unaligned barrier overtook it.
   *
   * @param stage the operator that it goes to
   * @param row the row
   */
  record InFlight(int stage, RowData row) {}

  private final List<List<OperatorSnapshotFutures>> views = new ArrayList<>();
  private final List<List<OperatorSubtaskState>> written = new ArrayList<>();
  private final List<InFlight> inFlight = new ArrayList<>();
  private final int maxParallelism;

  Snapshot(int maxParallelism) {
    this.maxParallelism = maxParallelism;
  }

  void add(List<OperatorSnapshotFutures> stage) {
    views.add(stage);
  }

  void add(InFlight row) {
    inFlight.add(row);
  }

  List<InFlight> inFlight() {
    return inFlight;
  }

  /** Writes all state, if that was not done yet. */
  void write() throws Exception {
    for (int stage = written.size(); stage < views.size(); stage++) {
      List<OperatorSubtaskState> states = new ArrayList<>();
      for (OperatorSnapshotFutures view : views.get(stage)) {
        states.add(Subtask.write(view));
      }
      written.add(states);
    }
  }

  /** The part of a subtask of a job that may have another parallelism. */
  OperatorSubtaskState share(int stage, int parallelism, int subtask) throws Exception {
    List<OperatorSubtaskState> states = written.get(stage);
    OperatorSubtaskState all =
        AbstractStreamOperatorTestHarness.repackageState(
            states.toArray(new OperatorSubtaskState[0]));
    return AbstractStreamOperatorTestHarness.repartitionOperatorState(
        all, maxParallelism, states.size(), parallelism, subtask);
  }
}
