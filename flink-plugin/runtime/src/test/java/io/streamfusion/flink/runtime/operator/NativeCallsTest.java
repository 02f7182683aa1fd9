package io.streamfusion.flink.runtime.operator;

import static io.streamfusion.flink.runtime.testing.TestPlan.bigintType;
import static io.streamfusion.flink.runtime.testing.TestPlan.booleanType;
import static io.streamfusion.flink.runtime.testing.TestPlan.field;
import static io.streamfusion.flink.runtime.testing.TestPlan.filter;
import static io.streamfusion.flink.runtime.testing.TestPlan.hashExchange;
import static io.streamfusion.flink.runtime.testing.TestPlan.hostProject;
import static io.streamfusion.flink.runtime.testing.TestPlan.project;
import static io.streamfusion.flink.runtime.testing.TestPlan.read;
import static io.streamfusion.flink.runtime.testing.TestPlan.reference;
import static io.streamfusion.flink.runtime.testing.TestPlan.timestampType;
import static io.streamfusion.flink.runtime.testing.TestPlan.watermarks;
import static org.assertj.core.api.Assertions.assertThat;

import io.streamfusion.flink.runtime.config.StreamFusionOptions;
import io.streamfusion.flink.runtime.exchange.FrameRow;
import io.streamfusion.flink.runtime.testing.FragmentHarness;
import io.streamfusion.flink.runtime.testing.TaskMetrics;
import io.streamfusion.flink.runtime.testing.TestPlan;
import io.substrait.proto.Rel;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.IntFunction;
import org.apache.flink.configuration.CheckpointingOptions;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.runtime.operators.testutils.MockEnvironment;
import org.apache.flink.streaming.api.functions.ProcessFunction;
import org.apache.flink.streaming.api.watermark.Watermark;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.apache.flink.table.data.GenericRowData;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.data.TimestampData;
import org.apache.flink.table.runtime.generated.GeneratedFunction;
import org.apache.flink.table.types.logical.BigIntType;
import org.apache.flink.table.types.logical.BooleanType;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.RowType;
import org.apache.flink.table.types.logical.TimestampType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * How often every single batch crosses into native code and back: at most {@link #CALLS} times, and
 * once more per 256 rows in BinaryRow form and per call of the host.
 */
class NativeCallsTest {

  private static final int CALLS = 3;
  private static final int ROWS_PER_CHUNK = 256;
  private static final int BATCH = 1_024;
  private static final int BATCHES = 5;
  private static final int ROWS = BATCH * BATCHES;
  private static final int KEY_GROUPS = 128;

  /** Flink's default. */
  private static final int WATERMARK_INTERVAL = 200;

  private static final RowType INPUT =
      RowType.of(new LogicalType[] {new BigIntType(), new BooleanType()});
  private static final RowType TIMED =
      RowType.of(new LogicalType[] {new BigIntType(), new TimestampType(3)});
  private static final RowType OUTPUT = RowType.of(new LogicalType[] {new BigIntType()});

  private final TaskMetrics metrics = new TaskMetrics();

  @ParameterizedTest(name = "watermark after the batch {0}")
  @CsvSource({"false", "true"})
  void columns(boolean watermark) throws Exception {
    try (FragmentHarness fragment = open(filterAndProject(), List.of(), true)) {
      assertThat(callsPerBatch(fragment, BATCH, watermark))
          .hasSize(BATCHES)
          .allMatch(c -> c <= CALLS);
    }
  }

  @ParameterizedTest(name = "watermark after the batch {0}")
  @CsvSource({"false", "true"})
  void binaryRows(boolean watermark) throws Exception {
    long chunks = BATCH / 2 / ROWS_PER_CHUNK;
    try (FragmentHarness fragment = open(filterAndProject(), List.of(), false)) {
      assertThat(callsPerBatch(fragment, BATCH, watermark))
          .hasSize(BATCHES)
          .allMatch(calls -> calls >= chunks && calls <= CALLS + chunks);
    }
  }

  /** A batch that a watermark cuts short costs no more than a full one. */
  @ParameterizedTest(name = "object reuse {0}")
  @CsvSource({"false", "true"})
  void smallBatches(boolean objectReuse) throws Exception {
    try (FragmentHarness fragment = open(filterAndProject(), List.of(), objectReuse)) {
      assertThat(callsPerBatch(fragment, 10, true)).hasSize(BATCHES).allMatch(c -> c <= CALLS);
    }
  }

  @ParameterizedTest(name = "object reuse {0}")
  @CsvSource({"false", "true"})
  void hostEvaluation(boolean objectReuse) throws Exception {
    Rel rel = hostProject("calc-1", read(0, bigintType(), booleanType()), 2, 7, bigintType());
    HostCall call =
        new HostCall(7, HostCall.Kind.PROJECTION, "digest-7", INPUT, OUTPUT, 0, projection());
    long chunks = objectReuse ? 0 : BATCH / ROWS_PER_CHUNK;
    try (FragmentHarness fragment = open(rel, List.of(call), objectReuse)) {
      assertThat(callsPerBatch(fragment, BATCH, true))
          .hasSize(BATCHES)
          .allMatch(calls -> calls <= CALLS + chunks + 1);
      assertThat(metrics.value("hostCalls")).isEqualTo(BATCHES);
      assertThat(metrics.value("hostRows")).isEqualTo((long) BATCHES * BATCH);
    }
  }

  @Test
  void frames() throws Exception {
    byte[] plan =
        new TestPlan()
            .innerFragment(filter("calc-1", read(0, bigintType(), booleanType()), field(1)))
            .toBytes();
    try (FragmentHarness fragment = openFrames(plan, INPUT, options -> {}, 1)) {
      assertThat(callsPerBatch(fragment, BATCH, true)).hasSize(BATCHES).allMatch(c -> c <= CALLS);
    }
  }

  /** The frames of all readers, and the watermarks between them, come with the batch's own call. */
  @ParameterizedTest(name = "{0} readers, a watermark every {1} rows")
  @CsvSource({"1, 10000", "4, 10000", "1, 100", "4, 100", "4, 1"})
  void framesOfAKeyedExchange(int readers, int rowsPerWatermark) throws Exception {
    int millisPerRow = 1 + WATERMARK_INTERVAL / rowsPerWatermark;
    try (FragmentHarness fragment = openExchange(readers, false)) {
      assertThat(callsPerBatch(fragment, BATCH, true, row -> timed(row, millisPerRow)))
          .hasSize(BATCHES)
          .allMatch(calls -> calls <= CALLS);
      assertThat(metrics.value("watermarksOut")).isGreaterThan(ROWS / rowsPerWatermark / 2);
    }
  }

  /** Whatever is on its way when an unaligned barrier comes, a frame is not smaller for it. */
  @ParameterizedTest(name = "{0} readers, unaligned checkpoints {1}")
  @CsvSource({"1, false", "1, true", "4, false", "4, true"})
  void aBatchLeavesInOneFrameForEachReader(int readers, boolean unaligned) throws Exception {
    try (FragmentHarness fragment = openExchange(readers, unaligned)) {
      callsPerBatch(fragment, BATCH, false, row -> timed(row, 0));

      assertThat(metrics.value("rowsOut")).isEqualTo(ROWS);
      assertThat(metrics.value("framesOut")).isEqualTo((long) BATCHES * readers);
    }
  }

  /** A batch behind an exchange is as full as in front of it; watermarks keep their place in it. */
  @Test
  @SuppressWarnings("unchecked")
  void watermarksBetweenFramesDoNotCutABatch() throws Exception {
    int millisPerRow = WATERMARK_INTERVAL / 10;
    List<Object> sent;
    try (FragmentHarness sender = openExchange(1, false)) {
      callsPerBatch(sender, BATCH, false, row -> timed(row, millisPerRow));
      sent = List.copyOf(sender.harness().getOutput());
    }
    TaskMetrics received = new TaskMetrics();
    FragmentSpec spec =
        new FragmentSpec(
            1,
            "NativeCalc",
            List.of(FragmentInput.frames(TIMED)),
            new FragmentOutput(EdgeKind.ROWS, OUTPUT),
            List.of("s0/calc-2"),
            List.of(),
            "UTC",
            false);
    byte[] plan =
        new TestPlan()
            .innerFragment(exchange())
            .fragment(project("calc-2", reference(0), 2, field(0)))
            .toBytes();
    try (FragmentHarness reader =
        FragmentHarness.create(
            new OneInputFragmentFactory(spec, PlanBytes.ofSingleFragment(plan)),
            received.environment(),
            options -> options.set(StreamFusionOptions.BATCH_SIZE.option(), BATCH))) {
      reader.open();
      for (Object event : sent) {
        if (event instanceof Watermark watermark) {
          reader.watermark(watermark.getTimestamp());
        } else {
          reader.row(((StreamRecord<RowData>) event).getValue());
        }
      }
      reader.barrier(1);
      assertThat(received.value("rowsIn")).isEqualTo(ROWS);
      assertThat(received.value("batchesIn")).isLessThanOrEqualTo(BATCHES + 1);
      assertThat(received.value("watermarksOut"))
          .isEqualTo(sent.stream().filter(Watermark.class::isInstance).count())
          .isGreaterThan(10 * BATCHES);
      assertThat(reader.output()).isEqualTo(withoutAnExchange(millisPerRow));
    }
  }

  /** What leaves when the same rows are not sent. */
  private List<String> withoutAnExchange(int millisPerRow) throws Exception {
    Rel rel = watermarks("watermark-1", read(0, bigintType(), timestampType(3)), 1, 0);
    byte[] plan = new TestPlan().fragment(project("calc-2", rel, 2, field(0))).toBytes();
    try (FragmentHarness fragment =
        FragmentHarness.create(
            factory(plan, List.of(), TIMED, new FragmentOutput(EdgeKind.ROWS, OUTPUT)),
            options -> options.set(StreamFusionOptions.BATCH_SIZE.option(), BATCH))) {
      fragment.open();
      for (int row = 0; row < ROWS; row++) {
        fragment.row(timed(row, millisPerRow));
      }
      fragment.barrier(1);
      return fragment.output();
    }
  }

  private static Rel exchange() {
    return hashExchange(
        "exchange-1", watermarks("watermark-1", read(0, bigintType(), timestampType(3)), 1, 0), 0);
  }

  private static RowData timed(int row, int millisPerRow) {
    return GenericRowData.of((long) row, TimestampData.fromEpochMillis((long) row * millisPerRow));
  }

  private FragmentHarness openExchange(int readers, boolean unaligned) throws Exception {
    return openFrames(
        new TestPlan().innerFragment(exchange()).toBytes(),
        TIMED,
        options -> {
          options.set(CheckpointingOptions.CHECKPOINTING_INTERVAL, Duration.ofHours(1));
          options.set(CheckpointingOptions.ENABLE_UNALIGNED, unaligned);
        },
        readers);
  }

  private FragmentHarness openFrames(
      byte[] plan, RowType type, Consumer<Configuration> jobOptions, int readers) throws Exception {
    MockEnvironment task = metrics.environment();
    FragmentHarness fragment =
        FragmentHarness.create(
            factory(plan, List.of(), type, new FragmentOutput(EdgeKind.FRAMES, type)),
            task,
            options -> {
              options.set(StreamFusionOptions.BATCH_SIZE.option(), BATCH);
              jobOptions.accept(options);
            });
    fragment
        .readBy(readers, KEY_GROUPS)
        .harness()
        .setup(
            FrameRow.typeInfo().createSerializer(task.getExecutionConfig().getSerializerConfig()));
    fragment.harness().open();
    return fragment;
  }

  /** Calls that each batch cost, up and down, with what follows it before the next. */
  private List<Long> callsPerBatch(FragmentHarness fragment, int rows, boolean watermark)
      throws Exception {
    return callsPerBatch(
        fragment, rows, watermark, row -> GenericRowData.of((long) row, row % 2 == 0));
  }

  private List<Long> callsPerBatch(
      FragmentHarness fragment, int rows, boolean watermark, IntFunction<RowData> rowData)
      throws Exception {
    List<Long> calls = new ArrayList<>();
    for (int batch = 0; batch < BATCHES; batch++) {
      long before = metrics.value("nativeCalls") + metrics.value("hostCalls");
      for (int row = 0; row < rows; row++) {
        fragment.row(rowData.apply(batch * rows + row));
      }
      if (watermark) {
        fragment.watermark(batch);
      }
      calls.add(metrics.value("nativeCalls") + metrics.value("hostCalls") - before);
    }
    assertThat(metrics.value("batchesIn")).isEqualTo(BATCHES);
    assertThat(metrics.value("rowsIn")).isEqualTo((long) BATCHES * rows);
    assertThat(metrics.value("rowsOut")).isPositive();
    assertThat(fragment.harness().getOutput()).anyMatch(StreamRecord.class::isInstance);
    return calls;
  }

  private FragmentHarness open(Rel rel, List<HostCall> calls, boolean objectReuse)
      throws Exception {
    byte[] plan = new TestPlan().fragment(rel).toBytes();
    FragmentHarness fragment =
        FragmentHarness.create(
            factory(plan, calls, INPUT, new FragmentOutput(EdgeKind.ROWS, OUTPUT)),
            metrics.environment(),
            options -> options.set(StreamFusionOptions.BATCH_SIZE.option(), BATCH));
    if (objectReuse) {
      fragment.harness().getExecutionConfig().enableObjectReuse();
    }
    return fragment.open();
  }

  private static Rel filterAndProject() {
    return project(
        "calc-1", filter("calc-1", read(0, bigintType(), booleanType()), field(1)), 2, field(0));
  }

  private static OneInputFragmentFactory factory(
      byte[] plan, List<HostCall> calls, RowType input, FragmentOutput output) {
    FragmentSpec spec =
        new FragmentSpec(
            0,
            "NativeCalc",
            List.of(FragmentInput.rows(input, new int[][] {{0}, {1}}, true)),
            output,
            List.of("s0/calc-1"),
            calls,
            "UTC",
            false);
    return new OneInputFragmentFactory(spec, PlanBytes.ofSingleFragment(plan));
  }

  private static GeneratedFunction<ProcessFunction<RowData, RowData>> projection() {
    String code =
        """
        public class TestProjection extends %1$s {
          private final %2$s row = new %2$s(1);
          public TestProjection(Object[] references) {}
          public void processElement(
              Object value, %1$s.Context ctx, org.apache.flink.util.Collector out) {
            %3$s in = (%3$s) value;
            row.setRowKind(in.getRowKind());
            row.setField(0, in.getLong(0) + 1);
            out.collect(row);
          }
        }
        """
            .formatted(
                ProcessFunction.class.getName(),
                GenericRowData.class.getName(),
                RowData.class.getName());
    return new GeneratedFunction<>("TestProjection", code, new Object[0]);
  }
}
