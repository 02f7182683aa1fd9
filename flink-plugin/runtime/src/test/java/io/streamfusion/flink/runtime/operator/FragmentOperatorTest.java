package io.streamfusion.flink.runtime.operator;

import static io.streamfusion.flink.runtime.testing.TestPlan.bigintType;
import static io.streamfusion.flink.runtime.testing.TestPlan.booleanType;
import static io.streamfusion.flink.runtime.testing.TestPlan.field;
import static io.streamfusion.flink.runtime.testing.TestPlan.filter;
import static io.streamfusion.flink.runtime.testing.TestPlan.project;
import static io.streamfusion.flink.runtime.testing.TestPlan.read;
import static io.streamfusion.flink.runtime.testing.TestPlan.stringType;
import static io.streamfusion.flink.runtime.testing.TestPlan.timestampType;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.streamfusion.flink.runtime.config.StreamFusionOptions;
import io.streamfusion.flink.runtime.edge.ColumnarRowView;
import io.streamfusion.flink.runtime.jni.NativeEngineException;
import io.streamfusion.flink.runtime.testing.FragmentHarness;
import io.streamfusion.flink.runtime.testing.TestPlan;
import io.substrait.proto.Expression;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.Consumer;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.core.memory.ManagedMemoryUseCase;
import org.apache.flink.runtime.jobgraph.OperatorID;
import org.apache.flink.streaming.runtime.streamrecord.LatencyMarker;
import org.apache.flink.table.data.GenericRowData;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.data.StringData;
import org.apache.flink.table.data.TimestampData;
import org.apache.flink.table.data.binary.BinaryRowData;
import org.apache.flink.table.types.logical.BigIntType;
import org.apache.flink.table.types.logical.BooleanType;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.RowType;
import org.apache.flink.table.types.logical.TimestampType;
import org.apache.flink.table.types.logical.VarCharType;
import org.apache.flink.types.RowKind;
import org.junit.jupiter.api.Test;

/** What an operator around {@code SELECT f0 FROM host WHERE f1} passes on, when, in which order. */
class FragmentOperatorTest {

  private static final RowType INPUT =
      RowType.of(new LogicalType[] {new BigIntType(), new BooleanType()});
  private static final RowType OUTPUT = RowType.of(new LogicalType[] {new BigIntType()});
  private static final long DELAY = 20;

  @Test
  void rowsLeaveWhenTheBatchIsFull() throws Exception {
    try (FragmentHarness fragment = open(batchSize(3))) {
      fragment.row(keep(1));
      fragment.row(drop(2));
      assertThat(fragment.output()).isEmpty();

      fragment.row(keep(3));

      assertThat(fragment.output()).containsExactly("+I(1)", "+I(3)");
    }
  }

  @Test
  void rowsLeaveBeforeAWatermark() throws Exception {
    try (FragmentHarness fragment = open(batchSize(100))) {
      fragment.row(keep(1));
      fragment.watermark(1000);
      fragment.row(keep(2));
      fragment.watermark(2000);

      assertThat(fragment.output()).containsExactly("+I(1)", "W(1000)", "+I(2)", "W(2000)");
    }
  }

  @Test
  void rowsLeaveBeforeAStatus() throws Exception {
    try (FragmentHarness fragment = open(batchSize(100))) {
      fragment.row(keep(1));
      fragment.status(false);
      fragment.status(true);
      fragment.row(keep(2));
      fragment.watermark(1000);

      assertThat(fragment.output()).containsExactly("+I(1)", "IDLE", "ACTIVE", "+I(2)", "W(1000)");
    }
  }

  @Test
  void rowsLeaveBeforeABarrier() throws Exception {
    try (FragmentHarness fragment = open(batchSize(100))) {
      fragment.row(keep(1));
      fragment.barrier(1);

      assertThat(fragment.output()).containsExactly("+I(1)");
    }
  }

  @Test
  void rowsLeaveAtTheEndOfInput() throws Exception {
    try (FragmentHarness fragment = open(batchSize(100))) {
      fragment.row(keep(1));
      fragment.finish();

      assertThat(fragment.output()).containsExactly("+I(1)");
    }
  }

  @Test
  void rowsBeforeOneThatCannotCrossLeaveFirst() throws Exception {
    RowType input =
        RowType.of(
            new LogicalType[] {
              VarCharType.STRING_TYPE, new BigIntType(), new BooleanType(), new TimestampType(6)
            });
    byte[] plan =
        new TestPlan()
            .fragment(
                project(
                    "calc-1",
                    filter(
                        "calc-1",
                        read(0, stringType(), bigintType(), booleanType(), timestampType(6)),
                        field(2)),
                    4,
                    field(1)))
            .toBytes();
    FragmentInput rows = FragmentInput.rows(input, new int[][] {{0}, {1}, {2}, {3}}, false);
    TimestampData tooLate = TimestampData.fromEpochMillis(Long.MAX_VALUE / 10);
    try (FragmentHarness fragment = create(plan, rows, batchSize(100)).open()) {
      StringData text = StringData.fromString("text");
      TimestampData time = TimestampData.fromEpochMillis(1);
      fragment.row(GenericRowData.of(text, 1L, true, time));
      fragment.row(GenericRowData.of(null, null, true, time));

      // NULLs and text of the row are in the batch when its timestamp turns out not to fit.
      assertThatThrownBy(() -> fragment.row(GenericRowData.of(text, null, true, tooLate)))
          .isInstanceOfSatisfying(
              NativeEngineException.class,
              e -> assertThat(e.code()).isEqualTo("TIMESTAMP_OUT_OF_RANGE"));

      assertThat(fragment.output()).containsExactly("+I(1)", "+I(null)");
    }
  }

  @Test
  void anErrorOfARowComesBeforeThatOfALaterRowThatCannotCross() throws Exception {
    RowType input =
        RowType.of(new LogicalType[] {new BigIntType(), new BooleanType(), new TimestampType(6)});
    TestPlan plan = new TestPlan();
    Expression inverse =
        plan.call("arithmetic", "divide", bigintType(), TestPlan.bigint(6), field(0));
    plan.fragment(
        project("calc-1", read(0, bigintType(), booleanType(), timestampType(6)), 3, inverse));
    FragmentInput rows = FragmentInput.rows(input, new int[][] {{0}, {1}, {2}}, false);
    TimestampData tooLate = TimestampData.fromEpochMillis(Long.MAX_VALUE / 10);
    try (FragmentHarness fragment = create(plan.toBytes(), rows, batchSize(100)).open()) {
      TimestampData time = TimestampData.fromEpochMillis(1);
      fragment.row(GenericRowData.of(2L, true, time));
      fragment.row(GenericRowData.of(0L, true, time));

      assertThatThrownBy(() -> fragment.row(GenericRowData.of(3L, true, tooLate)))
          .isInstanceOf(ArithmeticException.class);

      assertThat(fragment.output()).containsExactly("+I(3)");
    }
  }

  @Test
  void rowsLeaveAfterTheDelayOfTheFirstOfThem() throws Exception {
    try (FragmentHarness fragment = open(batchSize(100))) {
      fragment.processingTime(1_000);
      fragment.row(keep(1));
      fragment.processingTime(1_000 + DELAY / 2);
      fragment.row(keep(2));
      fragment.processingTime(1_000 + DELAY - 1);
      assertThat(fragment.output()).isEmpty();

      fragment.processingTime(1_000 + DELAY);

      assertThat(fragment.output()).containsExactly("+I(1)", "+I(2)");
    }
  }

  /**
   * The timer of a batch that left early finds the next batch waiting and must not cut it short.
   */
  @Test
  void delayStartsAnewForEachBatch() throws Exception {
    try (FragmentHarness fragment = open(batchSize(100))) {
      fragment.processingTime(1_000);
      fragment.row(keep(1));
      fragment.watermark(5);
      fragment.processingTime(1_000 + DELAY / 2);
      fragment.row(keep(2));
      fragment.output();

      fragment.processingTime(1_000 + DELAY);
      assertThat(fragment.output()).isEmpty();
      fragment.processingTime(1_000 + DELAY / 2 + DELAY);
      assertThat(fragment.output()).containsExactly("+I(2)");
    }
  }

  @Test
  void manyBatchesKeepOneTimer() throws Exception {
    try (FragmentHarness fragment = open(batchSize(1))) {
      fragment.processingTime(1_000);
      for (int i = 0; i < 100; i++) {
        fragment.row(keep(i));
      }

      assertThat(fragment.harness().getProcessingTimeService().getNumActiveTimers())
          .isLessThanOrEqualTo(1);
    }
  }

  @Test
  void rowKindsAreKept() throws Exception {
    try (FragmentHarness fragment = open(batchSize(4))) {
      for (RowKind kind : RowKind.values()) {
        fragment.row(GenericRowData.ofKind(kind, (long) kind.toByteValue(), true));
      }

      assertThat(fragment.output()).containsExactly("+I(0)", "-U(1)", "+U(2)", "-D(3)");
    }
  }

  /** Stock Flink's Calc emits records without the timestamp of its input. */
  @Test
  void recordTimestampsAreDropped() throws Exception {
    try (FragmentHarness fragment = open(batchSize(1))) {
      fragment.row(keep(1));

      assertThat(fragment.output()).containsExactly("+I(1)");
    }
  }

  @Test
  void latencyMarkersPass() throws Exception {
    try (FragmentHarness fragment = open(batchSize(100))) {
      fragment.latencyMarker(new LatencyMarker(1, new OperatorID(), 0));

      assertThat(fragment.output()).containsExactly("LatencyMarker");
    }
  }

  @Test
  void outputDoesNotDependOnBatches() throws Exception {
    List<String> expected = randomRun(1);

    assertThat(expected).hasSizeGreaterThan(1_000);
    assertThat(randomRun(7)).isEqualTo(expected);
    assertThat(randomRun(8_192)).isEqualTo(expected);
  }

  private static List<String> randomRun(int batchSize) throws Exception {
    Random random = new Random(3);
    List<String> output = new ArrayList<>();
    try (FragmentHarness fragment = open(batchSize(batchSize))) {
      for (int i = 0; i < 5_000; i++) {
        switch (random.nextInt(20)) {
          case 0 -> fragment.watermark(i);
          case 1 -> fragment.barrier(i);
          case 2 -> fragment.status(false);
          case 3 -> fragment.status(true);
          case 4 -> fragment.row(GenericRowData.of(null, null));
          default ->
              fragment.row(
                  GenericRowData.ofKind(
                      RowKind.fromByteValue((byte) random.nextInt(4)),
                      random.nextLong(),
                      random.nextBoolean()));
        }
        output.addAll(fragment.output());
      }
      fragment.finish();
      output.addAll(fragment.output());
    }
    return output;
  }

  @Test
  void rowsAreBinaryWithoutObjectReuse() throws Exception {
    assertThat(classOfEmittedRow(false)).isEqualTo(BinaryRowData.class);
  }

  @Test
  void rowsAreColumnarViewsWithObjectReuse() throws Exception {
    assertThat(classOfEmittedRow(true)).isEqualTo(ColumnarRowView.class);
  }

  private static Class<?> classOfEmittedRow(boolean objectReuse) throws Exception {
    try (FragmentHarness fragment = create(plan(), batchSize(1))) {
      if (objectReuse) {
        fragment.harness().getExecutionConfig().enableObjectReuse();
      }
      RowClassOutput output = new RowClassOutput();
      fragment.harness().setOutputCreator(serializer -> output);
      fragment.open();
      fragment.row(keep(1));
      return output.rowClass;
    }
  }

  @Test
  void countersCountRows() throws Exception {
    try (FragmentHarness fragment = open(batchSize(2))) {
      for (int i = 0; i < 10; i++) {
        fragment.row(i < 7 ? keep(i) : drop(i));
      }

      assertThat(fragment.output()).hasSize(7);
    }
  }

  @Test
  void closesTwiceAndWithoutHavingBeenOpened() throws Exception {
    FragmentHarness fragment = create(plan(), batchSize(100));
    fragment.operator().close();
    fragment.open();
    fragment.row(keep(1));
    fragment.operator().close();
    fragment.operator().close();

    assertThat(fragment.output()).isEmpty();
  }

  @Test
  void timersThatFireAfterTheEndDoNothing() throws Exception {
    FragmentHarness fragment = open(batchSize(100));
    fragment.row(keep(1));
    fragment.operator().close();

    fragment.processingTime(1_000_000);

    assertThat(fragment.output()).isEmpty();
  }

  @Test
  void planThatIsNoneFailsTypedAndFreesItsMemory() throws Exception {
    try (FragmentHarness fragment = create(new byte[] {1, 2, 3}, batchSize(100))) {
      managedMemoryFraction(fragment, 1.0);

      assertThatThrownBy(fragment::open).isInstanceOf(NativeEngineException.class);

      assertThat(fragment.environment().getMemoryManager().verifyEmpty()).isTrue();
    }
  }

  @Test
  void managedMemoryIsReservedWhileTheFragmentIsOpen() throws Exception {
    FragmentHarness fragment = create(plan(), batchSize(100));
    managedMemoryFraction(fragment, 0.5);

    fragment.open();
    assertThat(fragment.environment().getMemoryManager().verifyEmpty()).isFalse();
    fragment.close();

    assertThat(fragment.environment().getMemoryManager().verifyEmpty()).isTrue();
  }

  @Test
  void withoutManagedMemoryTheFragmentRunsOnTheDefault() throws Exception {
    try (FragmentHarness fragment = create(plan(), batchSize(1))) {
      managedMemoryFraction(fragment, 0.0);
      fragment.open();
      fragment.row(keep(1));

      assertThat(fragment.output()).containsExactly("+I(1)");
      assertThat(fragment.environment().getMemoryManager().verifyEmpty()).isTrue();
    }
  }

  private static void managedMemoryFraction(FragmentHarness fragment, double fraction) {
    fragment
        .harness()
        .getStreamConfig()
        .setManagedMemoryFractionOperatorOfUseCase(ManagedMemoryUseCase.OPERATOR, fraction);
    fragment.harness().getStreamConfig().serializeAllConfigs();
  }

  private static byte[] plan() {
    return new TestPlan()
        .fragment(
            project(
                "calc-1",
                filter("calc-1", read(0, bigintType(), booleanType()), field(1)),
                2,
                field(0)))
        .toBytes();
  }

  private static FragmentHarness open(Consumer<Configuration> options) throws Exception {
    return create(plan(), options).open();
  }

  private static FragmentHarness create(byte[] plan, Consumer<Configuration> options)
      throws Exception {
    return create(plan, FragmentInput.rows(INPUT, new int[][] {{0}, {1}}, false), options);
  }

  private static FragmentHarness create(
      byte[] plan, FragmentInput input, Consumer<Configuration> options) throws Exception {
    FragmentSpec spec =
        new FragmentSpec(
            0,
            "NativeCalc",
            List.of(input),
            new FragmentOutput(EdgeKind.ROWS, OUTPUT),
            List.of("s0/calc-1"),
            List.of(),
            "UTC",
            false);
    return FragmentHarness.create(
        new OneInputFragmentFactory(spec, PlanBytes.ofSingleFragment(plan)), options);
  }

  private static Consumer<Configuration> batchSize(int rows) {
    return options -> {
      options.set(StreamFusionOptions.BATCH_SIZE.option(), rows);
      options.set(StreamFusionOptions.BATCH_MAX_DELAY.option(), Duration.ofMillis(DELAY));
    };
  }

  private static RowData keep(long id) {
    return GenericRowData.of(id, true);
  }

  private static RowData drop(long id) {
    return GenericRowData.of(id, false);
  }
}
