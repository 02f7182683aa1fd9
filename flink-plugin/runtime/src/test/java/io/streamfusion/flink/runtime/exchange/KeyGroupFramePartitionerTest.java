package io.streamfusion.flink.runtime.exchange;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import org.apache.flink.core.memory.MemorySegmentFactory;
import org.apache.flink.runtime.plugable.SerializationDelegate;
import org.apache.flink.runtime.state.KeyGroupRange;
import org.apache.flink.runtime.state.KeyGroupRangeAssignment;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.apache.flink.table.data.RowData;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Frames of one parallelism, sent at the same and offered at another one. */
class KeyGroupFramePartitionerTest {

  private static final int KEY_GROUPS = 128;

  @AfterEach
  void endTask() {
    RestoredSubtask.ended();
  }

  @Test
  void aSenderNeedsNoTask() {
    for (int readers = 1; readers <= 5; readers++) {
      for (int reader = 0; reader < readers; reader++) {
        assertThat(channel(readers, keyGroups(readers, reader))).isEqualTo(reader);
      }
    }
  }

  @Test
  void everySubtaskWithSomeOfItsKeyGroupsTakesAFrame() {
    for (int before = 1; before <= 5; before++) {
      for (int after = 1; after <= 5; after++) {
        for (int reader = 0; reader < before; reader++) {
          KeyGroupRange frame = keyGroups(before, reader);
          List<Integer> expected = new ArrayList<>();
          List<Integer> takers = new ArrayList<>();
          for (int subtask = 0; subtask < after; subtask++) {
            if (keyGroups(after, subtask).getIntersection(frame).getNumberOfKeyGroups() > 0) {
              expected.add(subtask);
            }
            RestoredSubtask.is(subtask);
            if (channel(after, frame) == subtask) {
              takers.add(subtask);
            }
          }
          assertThat(takers).as("%s at %d", frame, after).isEqualTo(expected).isNotEmpty();
        }
      }
    }
  }

  @Test
  void nobodyElseIsAskedForAFrameOfSeveralSubtasks() {
    assertThatThrownBy(() -> channel(3, keyGroups(2, 0)))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("subtasks 0 to 1");
  }

  private static KeyGroupRange keyGroups(int parallelism, int subtask) {
    return KeyGroupRangeAssignment.computeKeyGroupRangeForOperatorIndex(
        KEY_GROUPS, parallelism, subtask);
  }

  private static int channel(int channels, KeyGroupRange keyGroups) {
    KeyGroupFramePartitioner partitioner = new KeyGroupFramePartitioner();
    partitioner.configure(KEY_GROUPS);
    partitioner.setup(channels);
    SerializationDelegate<StreamRecord<RowData>> record = new SerializationDelegate<>(null);
    record.setInstance(
        new StreamRecord<>(
            FrameRow.of(
                keyGroups.getStartKeyGroup(),
                keyGroups.getEndKeyGroup(),
                1,
                MemorySegmentFactory.wrap(new byte[0]))));
    return partitioner.selectChannel(record);
  }
}
