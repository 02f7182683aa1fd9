package io.streamfusion.parity.source;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.TreeSet;
import org.apache.flink.api.connector.source.SplitEnumerator;
import org.apache.flink.api.connector.source.SplitEnumeratorContext;
import org.apache.flink.core.io.SimpleVersionedSerializer;

/**
 * Gives split i to subtask i mod parallelism, always: results are compared per subtask, so who
 * reads what must not depend on who asks first.
 */
final class SequenceEnumerator implements SplitEnumerator<SequenceSplit, List<SequenceSplit>> {
  private final SplitEnumeratorContext<SequenceSplit> context;
  private final TreeSet<Integer> registered = new TreeSet<>();
  private final List<SequenceSplit> unassigned;

  SequenceEnumerator(
      SplitEnumeratorContext<SequenceSplit> context, Collection<SequenceSplit> splits) {
    this.context = context;
    this.unassigned = new ArrayList<>(splits);
  }

  @Override
  public void start() {}

  @Override
  public void handleSplitRequest(int subtaskId, String requesterHostname) {}

  @Override
  public void addSplitsBack(List<SequenceSplit> splits, int subtaskId) {
    unassigned.addAll(splits);
    registered.remove(subtaskId);
  }

  @Override
  public void addReader(int subtaskId) {
    if (!registered.add(subtaskId)) {
      return;
    }
    List<SequenceSplit> mine = new ArrayList<>();
    for (SequenceSplit split : unassigned) {
      if (split.index() % context.currentParallelism() == subtaskId) {
        mine.add(split);
      }
    }
    unassigned.removeAll(mine);
    mine.forEach(split -> context.assignSplit(split, subtaskId));
    context.signalNoMoreSplits(subtaskId);
  }

  @Override
  public List<SequenceSplit> snapshotState(long checkpointId) {
    return List.copyOf(unassigned);
  }

  @Override
  public void close() {}

  /** Unassigned splits as (index, position) pairs. */
  static final class StateSerializer implements SimpleVersionedSerializer<List<SequenceSplit>> {
    private static final int ENTRY_BYTES = Integer.BYTES + Long.BYTES;

    @Override
    public int getVersion() {
      return 1;
    }

    @Override
    public byte[] serialize(List<SequenceSplit> splits) {
      ByteBuffer buffer = ByteBuffer.allocate(splits.size() * ENTRY_BYTES);
      splits.forEach(split -> buffer.putInt(split.index()).putLong(split.position()));
      return buffer.array();
    }

    @Override
    public List<SequenceSplit> deserialize(int version, byte[] serialized) {
      ByteBuffer buffer = ByteBuffer.wrap(serialized);
      List<SequenceSplit> splits = new ArrayList<>();
      while (buffer.hasRemaining()) {
        splits.add(new SequenceSplit(buffer.getInt(), buffer.getLong()));
      }
      return splits;
    }
  }
}
