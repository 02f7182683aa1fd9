package io.streamfusion.flink.runtime.operator;

import static io.streamfusion.flink.runtime.testing.TestPlan.bigintType;
import static io.streamfusion.flink.runtime.testing.TestPlan.booleanType;
import static io.streamfusion.flink.runtime.testing.TestPlan.hostProject;
import static io.streamfusion.flink.runtime.testing.TestPlan.read;
import static io.streamfusion.flink.runtime.testing.TestPlan.stringType;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.streamfusion.flink.runtime.config.StreamFusionOptions;
import io.streamfusion.flink.runtime.testing.FragmentHarness;
import io.streamfusion.flink.runtime.testing.TestPlan;
import io.substrait.proto.Type;
import java.util.List;
import org.apache.flink.streaming.api.functions.ProcessFunction;
import org.apache.flink.table.data.GenericRowData;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.data.StringData;
import org.apache.flink.table.runtime.generated.GeneratedFunction;
import org.apache.flink.table.types.logical.BigIntType;
import org.apache.flink.table.types.logical.BooleanType;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.RowType;
import org.apache.flink.table.types.logical.VarCharType;
import org.apache.flink.types.RowKind;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A projection that runs as generated code, compiled as Flink compiles its own. */
public class HostCallsTest {

  private static final RowType ROW =
      RowType.of(new LogicalType[] {new BigIntType(), new VarCharType(VarCharType.MAX_LENGTH)});

  /** What generated code did, for it cannot be reached otherwise. */
  public static final StringBuilder LIFE = new StringBuilder();

  @BeforeEach
  void reset() {
    LIFE.setLength(0);
  }

  @Test
  void rowsAreProjectedInOrderAndKeepTheirKind() throws Exception {
    try (FragmentHarness fragment = open("row.setField(0, in.getLong(0) * 10);", 100)) {
      fragment.row(GenericRowData.of(1L, text("a")));
      fragment.row(GenericRowData.ofKind(RowKind.DELETE, 2L, text("ä")));
      fragment.row(GenericRowData.of(3L, null));
      fragment.watermark(1);

      assertThat(fragment.output())
          .containsExactly("+I(10, a)", "-D(20, ä)", "+I(30, null)", "W(1)");
    }
  }

  @Test
  void functionIsOpenedAndClosedOnce() throws Exception {
    try (FragmentHarness fragment = open("row.setField(0, in.getLong(0));", 1)) {
      fragment.row(GenericRowData.of(1L, text("a")));
      fragment.row(GenericRowData.of(2L, text("b")));
    }

    assertThat(LIFE).hasToString("open close ");
  }

  /** Rows in front of the failing one leave, it fails as in Flink, no row is evaluated twice. */
  @Test
  void failureOfARowComesAfterTheRowsBeforeIt() throws Exception {
    String body = LIFE_APPEND + "row.setField(0, 100L / in.getLong(0));";
    try (FragmentHarness fragment = open(body, 4)) {
      fragment.row(GenericRowData.of(1L, text("a")));
      fragment.row(GenericRowData.of(2L, text("b")));
      fragment.row(GenericRowData.of(0L, text("c")));

      assertThatThrownBy(() -> fragment.row(GenericRowData.of(4L, text("d"))))
          .isExactlyInstanceOf(ArithmeticException.class)
          .hasMessage("/ by zero");

      assertThat(fragment.output()).containsExactly("+I(100, a)", "+I(50, b)");
      assertThat(LIFE).hasToString("open 1 2 0 ");
    }
  }

  /** A row that the condition drops is one row of the result, without columns. */
  @Test
  void aCalcSaysWhichRowsPass() throws Exception {
    RowType result =
        RowType.of(new BooleanType(), new BigIntType(), new VarCharType(VarCharType.MAX_LENGTH));
    String body = "if (in.isNullAt(1)) { return; } row.setField(0, 100L / in.getLong(0));";
    HostCall call = new HostCall(7, HostCall.Kind.CALC, "digest-7", ROW, result, 0, function(body));
    try (FragmentHarness fragment = open(call, 4)) {
      fragment.row(GenericRowData.of(1L, text("a")));
      fragment.row(GenericRowData.of(0L, null));
      fragment.row(GenericRowData.of(2L, text("b")));

      assertThatThrownBy(() -> fragment.row(GenericRowData.of(0L, text("d"))))
          .isExactlyInstanceOf(ArithmeticException.class);
      assertThat(fragment.output())
          .containsExactly("+I(true, 100, a)", "+I(false, null, null)", "+I(true, 50, b)");
    }
  }

  @Test
  void timesAreThoseOfTheOperator() throws Exception {
    String body =
        "row.setField(0, ctx.timerService().currentProcessingTime() * 1000"
            + " + ctx.timerService().currentWatermark());";
    try (FragmentHarness fragment = open(body, 1)) {
      fragment.processingTime(5);
      fragment.watermark(7);
      fragment.row(GenericRowData.of(1L, text("a")));

      assertThat(fragment.output()).containsExactly("W(7)", "+I(5007, a)");
    }
  }

  /** PROCTIME() is one value per record, the time at which it arrived. */
  @Test
  void codeThatReadsTheClockDoesNotWaitForItsBatch() throws Exception {
    String body = "row.setField(0, ctx.timerService().currentProcessingTime());";
    try (FragmentHarness fragment = open(body, 100)) {
      fragment.processingTime(5);
      fragment.row(GenericRowData.of(1L, text("a")));
      fragment.processingTime(6);
      fragment.row(GenericRowData.of(2L, text("b")));

      assertThat(fragment.output()).containsExactly("+I(5, a)", "+I(6, b)");
    }
  }

  private static final String LIFE_APPEND =
      HostCallsTest.class.getName() + ".LIFE.append(in.getLong(0)).append(\" \");";

  private static FragmentHarness open(String body, int batchSize) throws Exception {
    return open(
        new HostCall(7, HostCall.Kind.PROJECTION, "digest-7", ROW, ROW, 0, function(body)),
        batchSize);
  }

  private static FragmentHarness open(HostCall call, int batchSize) throws Exception {
    RowType output = (RowType) call.result();
    byte[] plan =
        new TestPlan()
            .fragment(
                hostProject(
                    "calc-1",
                    read(0, bigintType(), stringType()),
                    2,
                    7,
                    output.getFieldCount() > 2
                        ? new Type[] {booleanType(), bigintType(), stringType()}
                        : new Type[] {bigintType(), stringType()}))
            .toBytes();
    FragmentSpec spec =
        new FragmentSpec(
            0,
            "NativeCalc",
            List.of(FragmentInput.rows(ROW, new int[][] {{0}, {1}}, false)),
            new FragmentOutput(EdgeKind.ROWS, output),
            List.of("s0/calc-1"),
            List.of(call),
            "UTC",
            false);
    return FragmentHarness.create(
            new OneInputFragmentFactory(spec, PlanBytes.ofSingleFragment(plan)),
            options -> options.set(StreamFusionOptions.BATCH_SIZE.option(), batchSize))
        .open();
  }

  private static GeneratedFunction<ProcessFunction<RowData, RowData>> function(String body) {
    String life = HostCallsTest.class.getName() + ".LIFE";
    String code =
        """
        public class TestProjection extends %1$s {
          private final %2$s row = new %2$s(2);
          public TestProjection(Object[] references) {}
          public void open(org.apache.flink.api.common.functions.OpenContext context) {
            %3$s.append("open ");
          }
          public void processElement(
              Object value, %1$s.Context ctx, org.apache.flink.util.Collector out) {
            %4$s in = (%4$s) value;
            row.setRowKind(in.getRowKind());
            row.setField(1, in.isNullAt(1) ? null : in.getString(1));
            %5$s
            out.collect(row);
          }
          public void close() {
            %3$s.append("close ");
          }
        }
        """
            .formatted(
                ProcessFunction.class.getName(),
                GenericRowData.class.getName(),
                life,
                RowData.class.getName(),
                body);
    return new GeneratedFunction<>("TestProjection", code, new Object[0]);
  }

  private static StringData text(String text) {
    return StringData.fromString(text);
  }
}
