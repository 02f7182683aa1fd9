package io.streamfusion.flink.runtime.operator;

import static io.streamfusion.flink.runtime.testing.TestPlan.bigintType;
import static io.streamfusion.flink.runtime.testing.TestPlan.read;
import static io.streamfusion.flink.runtime.testing.TestPlan.union;
import static org.assertj.core.api.Assertions.assertThat;

import io.streamfusion.flink.runtime.config.StreamFusionOptions;
import io.streamfusion.flink.runtime.testing.FragmentHarness;
import io.streamfusion.flink.runtime.testing.TestPlan;
import java.time.Duration;
import java.util.List;
import org.apache.flink.table.data.GenericRowData;
import org.apache.flink.table.types.logical.BigIntType;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.RowType;
import org.junit.jupiter.api.Test;

/** An operator around a UNION ALL of two Flink inputs. */
class MultipleInputFragmentTest {

  private static final RowType ROW = RowType.of(new LogicalType[] {new BigIntType()});

  @Test
  void watermarkIsTheLowestOfAllInputs() throws Exception {
    try (FragmentHarness fragment = open(100)) {
      fragment.watermark(0, 10);
      assertThat(fragment.output()).isEmpty();
      fragment.watermark(1, 5);
      fragment.watermark(1, 20);

      assertThat(fragment.output()).containsExactly("W(5)", "W(10)");
    }
  }

  @Test
  void rowsOfEveryInputLeaveBeforeAWatermarkOfOne() throws Exception {
    try (FragmentHarness fragment = open(100)) {
      fragment.watermark(0, 1);
      fragment.row(0, GenericRowData.of(1L));
      fragment.row(1, GenericRowData.of(2L));
      fragment.watermark(1, 1);

      assertThat(fragment.output()).containsExactly("+I(1)", "+I(2)", "W(1)");
    }
  }

  @Test
  void idleInputDoesNotHoldBackTheWatermark() throws Exception {
    try (FragmentHarness fragment = open(100)) {
      fragment.watermark(0, 10);
      fragment.status(1, false);
      assertThat(fragment.output()).containsExactly("W(10)");

      fragment.status(0, false);
      fragment.status(1, true);

      assertThat(fragment.output()).containsExactly("IDLE", "ACTIVE");
    }
  }

  @Test
  void delayCountsFromTheFirstRowOfAnyInput() throws Exception {
    try (FragmentHarness fragment = open(100)) {
      fragment.processingTime(1_000);
      fragment.row(1, GenericRowData.of(1L));
      fragment.processingTime(1_015);
      fragment.row(0, GenericRowData.of(2L));
      assertThat(fragment.output()).isEmpty();

      fragment.processingTime(1_020);

      assertThat(fragment.output()).containsExactlyInAnyOrder("+I(1)", "+I(2)");
    }
  }

  @Test
  void batchesOfInputsFillApart() throws Exception {
    try (FragmentHarness fragment = open(2)) {
      fragment.row(0, GenericRowData.of(1L));
      fragment.row(1, GenericRowData.of(2L));
      assertThat(fragment.output()).isEmpty();

      fragment.row(1, GenericRowData.of(3L));

      assertThat(fragment.output()).containsExactly("+I(2)", "+I(3)");
    }
  }

  private static FragmentHarness open(int batchSize) throws Exception {
    byte[] plan =
        new TestPlan()
            .fragment(union("union-1", read(0, bigintType()), read(1, bigintType())))
            .toBytes();
    FragmentInput input = FragmentInput.rows(ROW, new int[][] {{0}}, false);
    FragmentSpec spec =
        new FragmentSpec(
            0,
            "NativeUnion",
            List.of(input, input),
            new FragmentOutput(EdgeKind.ROWS, ROW),
            List.of("s0/union-1"),
            List.of(),
            "UTC",
            false);
    return FragmentHarness.create(
            new MultipleInputFragmentFactory(spec, PlanBytes.ofSingleFragment(plan)),
            options -> {
              options.set(StreamFusionOptions.BATCH_SIZE.option(), batchSize);
              options.set(StreamFusionOptions.BATCH_MAX_DELAY.option(), Duration.ofMillis(20));
            })
        .open();
  }
}
