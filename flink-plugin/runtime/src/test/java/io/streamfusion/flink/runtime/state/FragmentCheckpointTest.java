package io.streamfusion.flink.runtime.state;

import static io.streamfusion.flink.runtime.testing.TestPlan.bigintType;
import static io.streamfusion.flink.runtime.testing.TestPlan.count;
import static io.streamfusion.flink.runtime.testing.TestPlan.read;
import static io.streamfusion.flink.runtime.testing.TestPlan.upgradedCount;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.streamfusion.flink.runtime.jni.NativeEngineException;
import io.streamfusion.flink.runtime.operator.EdgeKind;
import io.streamfusion.flink.runtime.operator.FragmentInput;
import io.streamfusion.flink.runtime.operator.FragmentOutput;
import io.streamfusion.flink.runtime.operator.FragmentSpec;
import io.streamfusion.flink.runtime.operator.OneInputFragmentFactory;
import io.streamfusion.flink.runtime.operator.PlanBytes;
import io.streamfusion.flink.runtime.testing.FragmentHarness;
import io.streamfusion.flink.runtime.testing.TestPlan;
import io.substrait.proto.Rel;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.RunnableFuture;
import org.apache.flink.runtime.checkpoint.CheckpointOptions;
import org.apache.flink.runtime.checkpoint.OperatorSubtaskState;
import org.apache.flink.runtime.checkpoint.StateObjectCollection;
import org.apache.flink.runtime.state.KeyGroupRange;
import org.apache.flink.runtime.state.KeyGroupRangeAssignment;
import org.apache.flink.runtime.state.KeyGroupsStateHandle;
import org.apache.flink.runtime.state.KeyedStateHandle;
import org.apache.flink.runtime.state.SnapshotResult;
import org.apache.flink.runtime.state.memory.MemCheckpointStreamFactory;
import org.apache.flink.streaming.api.operators.OperatorSnapshotFutures;
import org.apache.flink.streaming.util.AbstractStreamOperatorTestHarness;
import org.apache.flink.table.data.GenericRowData;
import org.apache.flink.table.runtime.typeutils.RowDataSerializer;
import org.apache.flink.table.types.logical.BigIntType;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.RowType;
import org.junit.jupiter.api.Test;

/** State of a fragment that counts rows per key, in and out of Flink's raw keyed state. */
class FragmentCheckpointTest {

  private static final int MAX_PARALLELISM = 128;
  private static final int KEYS = 1_000;
  private static final RowType INPUT = RowType.of(new LogicalType[] {new BigIntType()});
  private static final RowType OUTPUT =
      RowType.of(new LogicalType[] {new BigIntType(), new BigIntType()});

  @Test
  void restoredFragmentGoesOnCounting() throws Exception {
    OperatorSubtaskState state;
    try (FragmentHarness fragment = create(1, 0).open()) {
      fragment.row(GenericRowData.of(7L));
      fragment.row(GenericRowData.of(7L));
      fragment.row(GenericRowData.of(8L));
      state = fragment.snapshot(1);
      assertThat(fragment.output()).containsExactly("+I(7, 1)", "+I(7, 2)", "+I(8, 1)");
    }

    try (FragmentHarness fragment = create(1, 0)) {
      fragment.restore(state);
      fragment.row(GenericRowData.of(7L));
      fragment.row(GenericRowData.of(9L));
      fragment.barrier(2);

      assertThat(fragment.output()).containsExactly("+I(7, 3)", "+I(9, 1)");
    }
  }

  /** What arrives between the two phases is not in the snapshot, however late it is written. */
  @Test
  void snapshotIsWrittenLaterFromTheViewOfItsBarrier() throws Exception {
    RunnableFuture<SnapshotResult<KeyedStateHandle>> write;
    FragmentHarness fragment = create(1, 0).open();
    fragment.row(GenericRowData.of(7L));
    fragment.barrier(1);
    write = phaseOne(fragment);
    fragment.row(GenericRowData.of(7L));
    fragment.barrier(2);
    fragment.close();

    Thread asynchronous = new Thread(write, "async snapshot");
    asynchronous.start();
    asynchronous.join();

    assertThat(restoredCount(write.get().getJobManagerOwnedSnapshot(), 7L)).isEqualTo(2);
  }

  @Test
  void cancelledSnapshotIsReleased() throws Exception {
    try (FragmentHarness fragment = create(1, 0).open()) {
      fragment.row(GenericRowData.of(7L));
      fragment.barrier(1);
      RunnableFuture<SnapshotResult<KeyedStateHandle>> write = phaseOne(fragment);

      write.cancel(true);
      write.run();

      assertThat(write.isCancelled()).isTrue();
    }
  }

  @Test
  void keyGroupsWithoutStateAreAbsent() throws Exception {
    try (FragmentHarness fragment = create(1, 0).open()) {
      assertThat(fragment.snapshot(1).getRawKeyedState()).isEmpty();
      fragment.row(GenericRowData.of(7L));

      OperatorSubtaskState state = fragment.snapshot(2);

      KeyGroupsStateHandle handle =
          (KeyGroupsStateHandle) state.getRawKeyedState().iterator().next();
      long present =
          KeyGroupRange.of(0, MAX_PARALLELISM - 1).getNumberOfKeyGroups() - absent(handle);
      assertThat(present).isEqualTo(1);
    }
  }

  @Test
  void scalesOutAndInWithoutLosingOrDoublingACount() throws Exception {
    OperatorSubtaskState one = counted(1, 0, null);

    List<OperatorSubtaskState> three = new ArrayList<>();
    for (int subtask = 0; subtask < 3; subtask++) {
      three.add(
          counted(
              3,
              subtask,
              AbstractStreamOperatorTestHarness.repartitionOperatorState(
                  one, MAX_PARALLELISM, 1, 3, subtask)));
    }
    OperatorSubtaskState merged =
        AbstractStreamOperatorTestHarness.repackageState(
            three.toArray(new OperatorSubtaskState[0]));
    for (int subtask = 0; subtask < 2; subtask++) {
      OperatorSubtaskState share =
          AbstractStreamOperatorTestHarness.repartitionOperatorState(
              merged, MAX_PARALLELISM, 3, 2, subtask);
      try (FragmentHarness fragment = create(2, subtask)) {
        fragment.restore(share);
        List<String> expected = new ArrayList<>();
        for (long key : keysOf(2, subtask)) {
          fragment.row(GenericRowData.of(key));
          expected.add("+I(" + key + ", 3)");
        }
        fragment.barrier(9);
        assertThat(fragment.output()).isEqualTo(expected);
      }
    }
  }

  @Test
  void stateThatIsNotOursIsRefused() throws Exception {
    OperatorSubtaskState state;
    try (FragmentHarness fragment = create(1, 0).open()) {
      fragment.row(GenericRowData.of(7L));
      state = fragment.snapshot(1);
    }

    try (FragmentHarness other = create(1, 0, "other-1")) {
      assertThatThrownBy(() -> other.restore(state))
          .isInstanceOf(NativeEngineException.class)
          .hasMessageContaining("s0/count-1");
    }
  }

  @Test
  void stateOfAnOlderVersionIsUpgradedAndOfALaterOneRefused() throws Exception {
    OperatorSubtaskState first;
    try (FragmentHarness fragment = create(1, 0).open()) {
      fragment.row(GenericRowData.of(7L));
      fragment.row(GenericRowData.of(7L));
      first = fragment.snapshot(1);
    }

    OperatorSubtaskState second;
    try (FragmentHarness fragment = createUpgraded()) {
      fragment.restore(first);
      fragment.row(GenericRowData.of(7L));
      fragment.row(GenericRowData.of(8L));
      second = fragment.snapshot(2);

      assertThat(fragment.output()).containsExactly("+I(7, 3, 2)", "+I(8, 1, 0)");
    }
    try (FragmentHarness fragment = create(1, 0)) {
      assertThatThrownBy(() -> fragment.restore(second))
          .isInstanceOf(NativeEngineException.class)
          .hasMessageContaining(
              "table counts of node s0/count-1 is of version 2, this engine reads up to 1");
    }
  }

  /** Counts each key of a subtask once more and snapshots. */
  private static OperatorSubtaskState counted(
      int parallelism, int subtask, OperatorSubtaskState restored) throws Exception {
    try (FragmentHarness fragment = create(parallelism, subtask)) {
      if (restored == null) {
        fragment.open();
      } else {
        fragment.restore(restored);
      }
      for (long key : keysOf(parallelism, subtask)) {
        fragment.row(GenericRowData.of(key));
      }
      return fragment.snapshot(1);
    }
  }

  private static List<Long> keysOf(int parallelism, int subtask) {
    RowDataSerializer serializer = new RowDataSerializer(INPUT);
    KeyGroupRange range =
        KeyGroupRangeAssignment.computeKeyGroupRangeForOperatorIndex(
            MAX_PARALLELISM, parallelism, subtask);
    List<Long> keys = new ArrayList<>();
    for (long key = 0; key < KEYS; key++) {
      int hash = serializer.toBinaryRow(GenericRowData.of(key)).hashCode();
      if (range.contains(
          KeyGroupRangeAssignment.computeKeyGroupForKeyHash(hash, MAX_PARALLELISM))) {
        keys.add(key);
      }
    }
    return keys;
  }

  private static RunnableFuture<SnapshotResult<KeyedStateHandle>> phaseOne(FragmentHarness fragment)
      throws Exception {
    OperatorSnapshotFutures futures =
        fragment
            .operator()
            .snapshotState(
                1,
                0,
                CheckpointOptions.forCheckpointWithDefaultLocation(),
                new MemCheckpointStreamFactory(1 << 20));
    return futures.getKeyedStateRawFuture();
  }

  private static long restoredCount(KeyedStateHandle handle, long key) throws Exception {
    OperatorSubtaskState state =
        OperatorSubtaskState.builder()
            .setRawKeyedState(StateObjectCollection.singleton(handle))
            .build();
    try (FragmentHarness fragment = create(1, 0)) {
      fragment.restore(state);
      fragment.row(GenericRowData.of(key));
      fragment.barrier(1);
      String row = fragment.output().get(0);
      return Long.parseLong(row.substring(row.indexOf(' ') + 1, row.length() - 1));
    }
  }

  private static long absent(KeyGroupsStateHandle handle) {
    long absent = 0;
    for (int keyGroup : handle.getKeyGroupRange()) {
      absent += handle.getOffsetForKeyGroup(keyGroup) < 0 ? 1 : 0;
    }
    return absent;
  }

  private static FragmentHarness create(int parallelism, int subtask) throws Exception {
    return create(parallelism, subtask, "count-1");
  }

  private static FragmentHarness create(int parallelism, int subtask, String node)
      throws Exception {
    return create(parallelism, subtask, count(node, read(0, bigintType())), OUTPUT);
  }

  private static FragmentHarness createUpgraded() throws Exception {
    RowType output =
        RowType.of(new LogicalType[] {new BigIntType(), new BigIntType(), new BigIntType()});
    return create(1, 0, upgradedCount("count-1", read(0, bigintType())), output);
  }

  private static FragmentHarness create(int parallelism, int subtask, Rel rel, RowType output)
      throws Exception {
    FragmentSpec spec =
        new FragmentSpec(
            0,
            "NativeCount",
            List.of(FragmentInput.rows(INPUT, new int[][] {{0}}, true)),
            new FragmentOutput(EdgeKind.ROWS, output),
            List.of("s0/count-1"),
            List.of(),
            "UTC",
            true);
    return FragmentHarness.create(
        new OneInputFragmentFactory(
            spec, PlanBytes.ofSingleFragment(new TestPlan().fragment(rel).toBytes())),
        MAX_PARALLELISM,
        parallelism,
        subtask,
        options -> {});
  }
}
