package io.streamfusion.flink.runtime.state;

import static io.streamfusion.flink.runtime.testing.TestPlan.bigintType;
import static io.streamfusion.flink.runtime.testing.TestPlan.read;
import static io.streamfusion.flink.runtime.testing.TestPlan.timed;
import static org.assertj.core.api.Assertions.assertThat;

import io.streamfusion.flink.runtime.operator.EdgeKind;
import io.streamfusion.flink.runtime.operator.FragmentInput;
import io.streamfusion.flink.runtime.operator.FragmentOutput;
import io.streamfusion.flink.runtime.operator.FragmentSpec;
import io.streamfusion.flink.runtime.operator.OneInputFragmentFactory;
import io.streamfusion.flink.runtime.operator.PlanBytes;
import io.streamfusion.flink.runtime.testing.FragmentHarness;
import io.streamfusion.flink.runtime.testing.TestPlan;
import io.streamfusion.flink.runtime.testing.TimedFunction;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.apache.flink.runtime.checkpoint.OperatorSubtaskState;
import org.apache.flink.runtime.state.KeyGroupRangeAssignment;
import org.apache.flink.streaming.api.operators.KeyedProcessOperator;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.apache.flink.streaming.util.AbstractStreamOperatorTestHarness;
import org.apache.flink.streaming.util.KeyedOneInputStreamOperatorTestHarness;
import org.apache.flink.table.data.GenericRowData;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.runtime.typeutils.InternalTypeInfo;
import org.apache.flink.table.runtime.typeutils.RowDataSerializer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Timers of a fragment beside those of a KeyedProcessFunction that gets the same rows, watermarks
 * and clock: the same sequence leaves, and per key also after checkpoints and at other
 * parallelisms, where Flink itself gives equal timestamps another order.
 */
class FragmentTimersTest {

  private static final int MAX_PARALLELISM = 128;
  private static final int KEYS = 30;
  private static final int STEPS = 400;

  /** Steps of a clock are wider than the delay of a batch. */
  private static final long CLOCK_STEP = 1_000;

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
  void fireInTheSequenceOfStockFlink(long seed) throws Exception {
    Pair pair = new Pair(new Random(seed));
    pair.open(1, null, null);

    pair.run(STEPS);
    pair.clock(pair.now + 2 * CLOCK_STEP);
    List<String> stock = pair.stock.get(0).output();
    List<String> fragment = pair.fragments.get(0).output();
    pair.close();

    assertThat(stock).filteredOn(row -> row.contains(", 0, ")).hasSizeGreaterThan(60);
    assertThat(stock).filteredOn(row -> row.contains(", 1, ")).hasSizeGreaterThan(60);
    assertThat(fragment).isEqualTo(stock);
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
  void fireAlsoAfterCheckpointsAndAtOtherParallelisms(long seed) throws Exception {
    Pair pair = new Pair(new Random(seed));
    pair.open(1, null, null);
    for (int parallelism : new int[] {1, 3, 2}) {
      pair.run(STEPS / 4);
      pair.leavePending();
      pair.reopen(parallelism);
    }
    pair.run(STEPS / 4);
    pair.clock(pair.now + 2 * CLOCK_STEP);
    pair.collect();
    pair.close();

    assertThat(pair.pendingAtRestore)
        .hasSize(6)
        .allSatisfy(pending -> assertThat(pending).isGreaterThanOrEqualTo(KEYS / 3));
    assertThat(pair.stockRows.values().stream().mapToInt(List::size).sum()).isGreaterThan(200);
    assertThat(pair.fragmentRows).isEqualTo(pair.stockRows);
  }

  /** A restored timer is due although no row, watermark or other call reaches the fragment. */
  @Test
  void restoredProcessingTimeTimerFiresByItself() throws Exception {
    OperatorSubtaskState state;
    try (FragmentHarness fragment = createFragment(1, 0).open()) {
      fragment.row(GenericRowData.of(7L, TimedFunction.REGISTER_PROCESSING, 2_000L));
      state = fragment.snapshot(1);
    }
    try (FragmentHarness fragment = createFragment(1, 0)) {
      fragment.restore(state);
      fragment.processingTime(1_999);
      assertThat(fragment.output()).isEmpty();

      fragment.processingTime(2_000);

      assertThat(fragment.output()).containsExactly("+I(7, 1, 2000, 1)");
    }
  }

  /** Flink's timer service has one entry for a fragment, however many timers there are. */
  @Test
  void oneDeadlineIsRegistered() throws Exception {
    try (FragmentHarness fragment = createFragment(1, 0).open()) {
      for (long key = 0; key < 100; key++) {
        fragment.row(GenericRowData.of(key, TimedFunction.REGISTER_PROCESSING, 10_000 + 10 * key));
      }
      fragment.barrier(1);
      // The delay of the batch is the other one.
      fragment.processingTime(CLOCK_STEP);
      assertThat(fragment.harness().getProcessingTimeService().getNumActiveTimers()).isEqualTo(1);

      fragment.processingTime(10_500);

      assertThat(fragment.output()).hasSize(51);
      assertThat(fragment.harness().getProcessingTimeService().getNumActiveTimers()).isEqualTo(1);
    }
  }

  /** Rows that wait for their batch keep the time at which each of them arrived. */
  @Test
  void rowsOfABatchHaveTheTimeAtWhichTheyArrived() throws Exception {
    Stock stock = new Stock(1, 0);
    stock.harness.open();
    try (FragmentHarness fragment = createFragment(1, 0).open()) {
      for (long millis = 100; millis < 110; millis++) {
        stock.harness.setProcessingTime(millis);
        fragment.processingTime(millis);
        for (long key = 0; key < 3; key++) {
          RowData row =
              GenericRowData.of(
                  10 * millis + key, TimedFunction.REGISTER_PROCESSING_LATER, 3 + key);
          stock.harness.processElement(new StreamRecord<>(row));
          fragment.row(row);
        }
      }

      stock.harness.setProcessingTime(CLOCK_STEP);
      fragment.processingTime(CLOCK_STEP);

      List<String> expected = stock.output();
      assertThat(expected).hasSizeGreaterThanOrEqualTo(30).contains("+I(1001, 1, 104, 1)");
      assertThat(fragment.output()).isEqualTo(expected);
    } finally {
      stock.harness.close();
    }
  }

  private static FragmentHarness createFragment(int parallelism, int subtask) throws Exception {
    byte[] plan =
        new TestPlan()
            .fragment(timed("timed-1", read(0, bigintType(), bigintType(), bigintType())))
            .toBytes();
    FragmentSpec spec =
        new FragmentSpec(
            0,
            "NativeTimed",
            List.of(FragmentInput.rows(TimedFunction.INPUT, new int[][] {{0}, {1}, {2}}, true)),
            new FragmentOutput(EdgeKind.ROWS, TimedFunction.OUTPUT),
            List.of("s0/timed-1"),
            List.of(),
            "UTC",
            true);
    return FragmentHarness.create(
        new OneInputFragmentFactory(spec, PlanBytes.ofSingleFragment(plan)),
        MAX_PARALLELISM,
        parallelism,
        subtask,
        options -> {});
  }

  /** A stock operator. */
  private static final class Stock {

    private final KeyedOneInputStreamOperatorTestHarness<RowData, RowData, RowData> harness;

    Stock(int parallelism, int subtask) throws Exception {
      harness =
          new KeyedOneInputStreamOperatorTestHarness<>(
              new KeyedProcessOperator<>(new TimedFunction()),
              new TimedFunction.Key(),
              InternalTypeInfo.of(TimedFunction.KEY),
              MAX_PARALLELISM,
              parallelism,
              subtask);
      harness.setup(new RowDataSerializer(TimedFunction.OUTPUT));
    }

    /** Without the timestamps of records, which the engine drops. */
    List<String> output() {
      List<String> rows = new ArrayList<>();
      for (String row : FragmentHarness.texts(harness, TimedFunction.OUTPUT)) {
        rows.add(row.replace("@", ""));
      }
      return rows;
    }
  }

  /** The subtasks of both, which get the same. */
  private static final class Pair {

    private final Random random;
    private final List<Stock> stock = new ArrayList<>();
    private final List<FragmentHarness> fragments = new ArrayList<>();
    private final Map<String, List<String>> stockRows = new TreeMap<>();
    private final Map<String, List<String>> fragmentRows = new TreeMap<>();
    private final List<Integer> pendingAtRestore = new ArrayList<>();
    private int parallelism;
    private long watermark;
    private long now;

    Pair(Random random) {
      this.random = random;
    }

    void open(int parallelism, OperatorSubtaskState stockState, OperatorSubtaskState fragmentState)
        throws Exception {
      int before = this.parallelism;
      this.parallelism = parallelism;
      for (int subtask = 0; subtask < parallelism; subtask++) {
        Stock one = new Stock(parallelism, subtask);
        FragmentHarness fragment = createFragment(parallelism, subtask);
        one.harness.setProcessingTime(now);
        fragment.processingTime(now);
        if (stockState == null) {
          fragment.open();
        } else {
          one.harness.initializeState(share(stockState, before, subtask));
          fragment.restore(share(fragmentState, before, subtask));
        }
        one.harness.open();
        stock.add(one);
        fragments.add(fragment);
      }
    }

    private OperatorSubtaskState share(OperatorSubtaskState state, int before, int subtask) {
      return AbstractStreamOperatorTestHarness.repartitionOperatorState(
          state, MAX_PARALLELISM, before, parallelism, subtask);
    }

    void reopen(int parallelism) throws Exception {
      collect();
      OperatorSubtaskState[] stockStates = new OperatorSubtaskState[stock.size()];
      OperatorSubtaskState[] fragmentStates = new OperatorSubtaskState[stock.size()];
      int event = 0;
      int processing = 0;
      for (int subtask = 0; subtask < stockStates.length; subtask++) {
        stockStates[subtask] = stock.get(subtask).harness.snapshot(1, 0);
        fragmentStates[subtask] = fragments.get(subtask).snapshot(1);
        event += stock.get(subtask).harness.numEventTimeTimers();
        processing += stock.get(subtask).harness.numProcessingTimeTimers();
      }
      pendingAtRestore.addAll(List.of(event, processing));
      collect();
      close();
      open(
          parallelism,
          AbstractStreamOperatorTestHarness.repackageState(stockStates),
          AbstractStreamOperatorTestHarness.repackageState(fragmentStates));
    }

    void run(int steps) throws Exception {
      for (int step = 0; step < steps; step++) {
        switch (random.nextInt(12)) {
          case 0 -> watermark(watermark + random.nextInt(60));
          case 1 -> clock(now + CLOCK_STEP + random.nextInt(60));
          default -> {
            long command = random.nextInt(10) == 0 ? random.nextInt(2) * 2 + 1 : 2L * (step % 3);
            // Event-time timers also behind the watermark; few different times, so that they meet.
            long later = random.nextInt(60) + (random.nextInt(3) == 0 ? CLOCK_STEP : 0);
            long time =
                command < TimedFunction.REGISTER_PROCESSING
                    ? watermark - 10 + random.nextInt(80)
                    : command == TimedFunction.REGISTER_PROCESSING_LATER ? later : now + later;
            row(GenericRowData.of((long) random.nextInt(KEYS), command, time));
          }
        }
      }
    }

    /** Timers of both kinds that cannot fire before the next step. */
    void leavePending() throws Exception {
      for (long key = 0; key < KEYS; key += 3) {
        row(GenericRowData.of(key, TimedFunction.REGISTER_EVENT, watermark + 10 + key));
        row(GenericRowData.of(key, TimedFunction.REGISTER_PROCESSING, now + 10 + key));
      }
    }

    private void row(RowData row) throws Exception {
      RowData key = new TimedFunction.Key().getKey(row);
      int subtask =
          KeyGroupRangeAssignment.assignKeyToParallelOperator(key, MAX_PARALLELISM, parallelism);
      stock.get(subtask).harness.processElement(new StreamRecord<>(row));
      fragments.get(subtask).row(row);
    }

    private void watermark(long timestamp) throws Exception {
      watermark = timestamp;
      for (int subtask = 0; subtask < parallelism; subtask++) {
        stock.get(subtask).harness.processWatermark(timestamp);
        fragments.get(subtask).watermark(timestamp);
      }
    }

    private void clock(long millis) throws Exception {
      now = millis;
      for (int subtask = 0; subtask < parallelism; subtask++) {
        stock.get(subtask).harness.setProcessingTime(millis);
        fragments.get(subtask).processingTime(millis);
      }
    }

    /** Takes what left, by key. */
    void collect() {
      for (int subtask = 0; subtask < parallelism; subtask++) {
        byKey(stock.get(subtask).output(), stockRows);
        byKey(fragments.get(subtask).output(), fragmentRows);
      }
    }

    private static void byKey(List<String> rows, Map<String, List<String>> target) {
      for (String row : rows) {
        if (row.startsWith("+I(")) {
          String key = row.substring(3, row.indexOf(','));
          target.computeIfAbsent(key, any -> new ArrayList<>()).add(row);
        }
      }
    }

    void close() throws Exception {
      for (Stock one : stock) {
        one.harness.close();
      }
      for (FragmentHarness fragment : fragments) {
        fragment.close();
      }
      stock.clear();
      fragments.clear();
    }
  }
}
