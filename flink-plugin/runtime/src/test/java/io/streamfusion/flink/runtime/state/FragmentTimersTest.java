package io.streamfusion.flink.runtime.state;

import static io.streamfusion.flink.runtime.state.TimerPair.createFragment;
import static org.assertj.core.api.Assertions.assertThat;

import io.streamfusion.flink.runtime.testing.FragmentHarness;
import io.streamfusion.flink.runtime.testing.TimedFunction;
import java.util.List;
import org.apache.flink.runtime.checkpoint.OperatorSubtaskState;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.apache.flink.table.data.GenericRowData;
import org.apache.flink.table.data.RowData;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Timers of a fragment beside those of a KeyedProcessFunction that gets the same rows, watermarks
 * and clock: the same sequence leaves, and per key also after checkpoints and at other
 * parallelisms, where Flink itself gives equal timestamps another order.
 */
class FragmentTimersTest {

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
  void fireInTheSequenceOfStockFlink(long seed) throws Exception {
    TimerPair.Fired fired = TimerPair.inOneSubtask(seed);

    assertThat(fired.stockRows()).filteredOn(row -> row.contains(", 0, ")).hasSizeGreaterThan(60);
    assertThat(fired.stockRows()).filteredOn(row -> row.contains(", 1, ")).hasSizeGreaterThan(60);
    assertThat(fired.fragment()).isEqualTo(fired.stock());
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
  void fireAlsoAfterCheckpointsAndAtOtherParallelisms(long seed) throws Exception {
    TimerPair.Fired fired = TimerPair.acrossRestores(seed);

    assertThat(fired.pendingAtRestore())
        .hasSize(6)
        .allSatisfy(pending -> assertThat(pending).isGreaterThanOrEqualTo(TimerPair.KEYS / 3));
    assertThat(fired.stockRows()).hasSizeGreaterThan(200);
    assertThat(fired.fragment()).isEqualTo(fired.stock());
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
      fragment.processingTime(TimerPair.CLOCK_STEP);
      assertThat(fragment.harness().getProcessingTimeService().getNumActiveTimers()).isEqualTo(1);

      fragment.processingTime(10_500);

      assertThat(fragment.output()).hasSize(51);
      assertThat(fragment.harness().getProcessingTimeService().getNumActiveTimers()).isEqualTo(1);
    }
  }

  /** Rows that wait for their batch keep the time at which each of them arrived. */
  @Test
  void rowsOfABatchHaveTheTimeAtWhichTheyArrived() throws Exception {
    TimerPair.Stock stock = new TimerPair.Stock(1, 0);
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

      stock.harness.setProcessingTime(TimerPair.CLOCK_STEP);
      fragment.processingTime(TimerPair.CLOCK_STEP);

      List<String> expected = stock.output();
      assertThat(expected).hasSizeGreaterThanOrEqualTo(30).contains("+I(1001, 1, 104, 1)");
      assertThat(fragment.output()).isEqualTo(expected);
    } finally {
      stock.harness.close();
    }
  }
}
