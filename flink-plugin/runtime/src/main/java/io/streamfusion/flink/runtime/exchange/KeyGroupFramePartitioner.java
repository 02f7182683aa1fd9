package io.streamfusion.flink.runtime.exchange;

import java.util.Objects;
import org.apache.flink.runtime.io.network.api.writer.SubtaskStateMapper;
import org.apache.flink.runtime.plugable.SerializationDelegate;
import org.apache.flink.runtime.state.KeyGroupRangeAssignment;
import org.apache.flink.streaming.runtime.partitioner.ConfigurableStreamPartitioner;
import org.apache.flink.streaming.runtime.partitioner.StreamPartitioner;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.apache.flink.table.data.RowData;

/**
 * Sends a frame to the subtask that it was made for. The engine has hashed the keys and split the
 * rows; follows Flink's {@code KeyGroupStreamPartitioner} from there.
 *
 * <p>Flink also asks a partitioner where a record of an unaligned checkpoint belongs after the job
 * was rescaled, so the channel always comes from the record itself. A frame belongs then to every
 * subtask that has some of its key groups, and the engine takes the rows of the subtask's own.
 */
public final class KeyGroupFramePartitioner extends StreamPartitioner<RowData>
    implements ConfigurableStreamPartitioner {

  private static final long serialVersionUID = 1L;

  private int maxParallelism = KeyGroupRangeAssignment.DEFAULT_LOWER_BOUND_MAX_PARALLELISM;

  @Override
  public int selectChannel(SerializationDelegate<StreamRecord<RowData>> record) {
    if (numberOfChannels == 1) {
      // Rows for a single reader are not split by key.
      return 0;
    }
    RowData frame = record.getInstance().getValue();
    int first = channelOf(FrameRow.firstKeyGroup(frame));
    int last = channelOf(FrameRow.lastKeyGroup(frame));
    return first == last ? first : RestoredSubtask.among(first, last);
  }

  private int channelOf(int keyGroup) {
    return KeyGroupRangeAssignment.computeOperatorIndexForKeyGroup(
        maxParallelism, numberOfChannels, keyGroup);
  }

  @Override
  public void configure(int newMaxParallelism) {
    KeyGroupRangeAssignment.checkParallelismPreconditions(newMaxParallelism);
    this.maxParallelism = newMaxParallelism;
  }

  @Override
  public SubtaskStateMapper getDownstreamSubtaskStateMapper() {
    return SubtaskStateMapper.RANGE;
  }

  @Override
  public StreamPartitioner<RowData> copy() {
    return this;
  }

  @Override
  public boolean isPointwise() {
    return false;
  }

  @Override
  public boolean equals(Object other) {
    return super.equals(other)
        && maxParallelism == ((KeyGroupFramePartitioner) other).maxParallelism;
  }

  @Override
  public int hashCode() {
    return Objects.hash(super.hashCode(), maxParallelism);
  }

  /** As Flink's own, which shows in the job graph. */
  @Override
  public String toString() {
    return "HASH";
  }
}
