package io.streamfusion.flink.runtime.operator;

import static io.streamfusion.flink.runtime.testing.TestPlan.bigintType;
import static io.streamfusion.flink.runtime.testing.TestPlan.field;
import static io.streamfusion.flink.runtime.testing.TestPlan.project;
import static io.streamfusion.flink.runtime.testing.TestPlan.read;
import static io.streamfusion.flink.runtime.testing.TestPlan.timestampType;
import static io.streamfusion.flink.runtime.testing.TestPlan.watermarks;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.streamfusion.flink.runtime.config.StreamFusionOptions;
import io.streamfusion.flink.runtime.testing.FragmentHarness;
import io.streamfusion.flink.runtime.testing.TestPlan;
import java.time.Duration;
import java.util.List;
import org.apache.flink.runtime.metrics.groups.TaskIOMetricGroup;
import org.apache.flink.table.data.GenericRowData;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.data.TimestampData;
import org.apache.flink.table.types.logical.BigIntType;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.RowType;
import org.apache.flink.table.types.logical.TimestampType;
import org.junit.jupiter.api.Test;

/** Watermarks and timers that arise inside a fragment. */
class WatermarkAssignerFragmentTest {

  private static final long INTERVAL = 200;
  private static final long IDLE_TIMEOUT = 1_000;
  private static final RowType INPUT =
      RowType.of(new LogicalType[] {new BigIntType(), new TimestampType(3)});
  private static final RowType OUTPUT = RowType.of(new LogicalType[] {new BigIntType()});

  @Test
  void watermarkLeavesBetweenTheRowsOfABatch() throws Exception {
    try (FragmentHarness fragment = open()) {
      fragment.row(row(1, 1_000));
      fragment.row(row(2, 5_000));
      fragment.row(row(3, 5_001));
      fragment.barrier(1);

      // A watermark is emitted at once when it jumps by more than the interval.
      assertThat(fragment.output())
          .containsExactly("+I(1)", "W(1000)", "+I(2)", "W(5000)", "+I(3)");
    }
  }

  @Test
  void periodicWatermarkComesFromATimer() throws Exception {
    try (FragmentHarness fragment = open()) {
      fragment.row(row(1, 1_000));
      fragment.row(row(2, 1_100));
      fragment.barrier(1);
      fragment.output();

      fragment.processingTime(INTERVAL + 1);

      assertThat(fragment.output()).contains("W(1100)");
    }
  }

  /** The timer sees rows that wait for their batch. */
  @Test
  void rowsThatWaitLeaveBeforeTheTimersWatermark() throws Exception {
    try (FragmentHarness fragment = open()) {
      fragment.row(row(1, 1_000));
      fragment.barrier(1);
      fragment.output();
      fragment.row(row(2, 1_100));

      fragment.processingTime(INTERVAL + 1);

      assertThat(fragment.output()).containsExactly("+I(2)", "W(1100)");
    }
  }

  @Test
  void silenceMakesTheOutputIdle() throws Exception {
    try (FragmentHarness fragment = open()) {
      fragment.row(row(1, 1_000));
      fragment.barrier(1);
      fragment.output();
      for (long now = INTERVAL; now <= 3 * IDLE_TIMEOUT; now += INTERVAL) {
        fragment.processingTime(now);
      }
      assertThat(fragment.output()).contains("IDLE").doesNotContain("ACTIVE");

      fragment.row(row(2, 1_000));
      fragment.barrier(2);

      assertThat(fragment.output()).containsExactly("ACTIVE", "+I(2)");
    }
  }

  /** As in Flink, where a task that cannot get rid of its rows is not told that none come. */
  @Test
  void backpressureIsNoSilence() throws Exception {
    try (FragmentHarness fragment = open()) {
      TaskIOMetricGroup task = fragment.environment().getMetricGroup().getIOMetricGroup();
      fragment.row(row(1, 1_000));
      fragment.barrier(1);
      fragment.processingTime(INTERVAL);
      task.getHardBackPressuredTimePerSecond().markStart();
      for (long now = INTERVAL; now <= 5 * IDLE_TIMEOUT; now += INTERVAL) {
        fragment.processingTime(now);
      }
      assertThat(fragment.output()).doesNotContain("IDLE");

      task.getHardBackPressuredTimePerSecond().markEnd();
      for (long now = 5 * IDLE_TIMEOUT; now <= 7 * IDLE_TIMEOUT; now += INTERVAL) {
        fragment.processingTime(now);
      }
      assertThat(fragment.output()).contains("IDLE");
    }
  }

  @Test
  void endOfInputEndsEventTime() throws Exception {
    try (FragmentHarness fragment = open()) {
      fragment.row(row(1, 1_000));
      fragment.finish();

      assertThat(fragment.output())
          .containsExactly("+I(1)", "W(1000)", "W(" + Long.MAX_VALUE + ")");
    }
  }

  @Test
  void nullRowtimeFailsAsInFlink() throws Exception {
    try (FragmentHarness fragment = open()) {
      fragment.row(row(1, 1_000));
      fragment.row(GenericRowData.of(2L, null));

      assertThatThrownBy(() -> fragment.barrier(1))
          .isExactlyInstanceOf(RuntimeException.class)
          .hasMessageStartingWith("RowTime field should not be null");
      assertThat(fragment.output()).containsExactly("+I(1)", "W(1000)");
    }
  }

  private static RowData row(long id, long millis) {
    return GenericRowData.of(id, TimestampData.fromEpochMillis(millis));
  }

  private static FragmentHarness open() throws Exception {
    byte[] plan =
        new TestPlan()
            .fragment(
                project(
                    "calc-1",
                    watermarks(
                        "watermark_assigner-1",
                        read(0, bigintType(), timestampType(3)),
                        1,
                        IDLE_TIMEOUT),
                    2,
                    field(0)))
            .toBytes();
    FragmentSpec spec =
        new FragmentSpec(
            0,
            "NativeWatermarkAssigner",
            List.of(FragmentInput.rows(INPUT, new int[][] {{0}, {1}}, true)),
            new FragmentOutput(EdgeKind.ROWS, OUTPUT),
            List.of("s0/watermark_assigner-1", "s0/calc-1"),
            List.of(),
            "UTC",
            false);
    FragmentHarness fragment =
        FragmentHarness.create(
            new OneInputFragmentFactory(spec, PlanBytes.ofSingleFragment(plan)),
            options -> {
              options.set(StreamFusionOptions.BATCH_SIZE.option(), 100);
              // Out of the way of the timers that are tested here.
              options.set(StreamFusionOptions.BATCH_MAX_DELAY.option(), Duration.ofHours(1));
            });
    fragment.harness().getExecutionConfig().setAutoWatermarkInterval(INTERVAL);
    return fragment.open();
  }
}
