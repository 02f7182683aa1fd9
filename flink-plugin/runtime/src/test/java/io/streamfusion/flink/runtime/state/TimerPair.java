package io.streamfusion.flink.runtime.state;

import static io.streamfusion.flink.runtime.testing.TestPlan.bigintType;
import static io.streamfusion.flink.runtime.testing.TestPlan.read;
import static io.streamfusion.flink.runtime.testing.TestPlan.timed;

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

/**
 * The subtasks of a fragment with timers and of a KeyedProcessFunction, which get the same random
 * rows, watermarks and steps of the clock.
 */
final class TimerPair {

  static final int KEYS = 30;

  /** Steps of a clock are wider than the delay of a batch. */
  static final long CLOCK_STEP = 1_000;

  private static final int MAX_PARALLELISM = 128;
  private static final int STEPS = 400;

  /**
   * What fired.
   *
   * @param stock rows of the KeyedProcessFunction: all in order, or by key
   * @param fragment those of the fragment
   * @param pendingAtRestore event-time and processing-time timers of stock at each restore
   */
  record Fired(
      Map<String, List<String>> stock,
      Map<String, List<String>> fragment,
      List<Integer> pendingAtRestore) {

    List<String> stockRows() {
      return stock.values().stream().flatMap(List::stream).toList();
    }

    boolean agrees() {
      return fragment.equals(stock);
    }
  }

  private final Random random;
  private final List<Stock> stock = new ArrayList<>();
  private final List<FragmentHarness> fragments = new ArrayList<>();
  private final Map<String, List<String>> stockRows = new TreeMap<>();
  private final Map<String, List<String>> fragmentRows = new TreeMap<>();
  private final List<Integer> pendingAtRestore = new ArrayList<>();
  private int parallelism;
  private long watermark;
  private long now;

  private TimerPair(Random random) {
    this.random = random;
  }

  /** All that fires in one subtask without a restore, in order. */
  static Fired inOneSubtask(long seed) throws Exception {
    TimerPair pair = new TimerPair(new Random(seed));
    try {
      pair.open(1, null, null);
      pair.run(STEPS);
      pair.clock(pair.now + 2 * CLOCK_STEP);
      return new Fired(
          Map.of("all", pair.stock.get(0).output()),
          Map.of("all", pair.fragments.get(0).output()),
          List.of());
    } finally {
      pair.close();
    }
  }

  /** What fires for each key while the job is restored at other parallelisms. */
  static Fired acrossRestores(long seed) throws Exception {
    TimerPair pair = new TimerPair(new Random(seed));
    try {
      pair.open(1, null, null);
      for (int parallelism : new int[] {1, 3, 2}) {
        pair.run(STEPS / 4);
        pair.leavePending();
        pair.reopen(parallelism);
      }
      pair.run(STEPS / 4);
      pair.clock(pair.now + 2 * CLOCK_STEP);
      pair.collect();
      return new Fired(pair.stockRows, pair.fragmentRows, pair.pendingAtRestore);
    } finally {
      pair.close();
    }
  }

  private void open(
      int parallelism, OperatorSubtaskState stockState, OperatorSubtaskState fragmentState)
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

  private void reopen(int parallelism) throws Exception {
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

  private void run(int steps) throws Exception {
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
  private void leavePending() throws Exception {
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
  private void collect() {
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

  private void close() throws Exception {
    for (Stock one : stock) {
      one.harness.close();
    }
    for (FragmentHarness fragment : fragments) {
      fragment.close();
    }
    stock.clear();
    fragments.clear();
  }

  static FragmentHarness createFragment(int parallelism, int subtask) throws Exception {
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
  static final class Stock {

    final KeyedOneInputStreamOperatorTestHarness<RowData, RowData, RowData> harness;

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
}
