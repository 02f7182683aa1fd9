package io.streamfusion.flink.runtime.operator;

import io.streamfusion.flink.runtime.arrow.ArrowBridge;
import io.streamfusion.flink.runtime.arrow.ArrowResult;
import io.streamfusion.flink.runtime.arrow.ArrowRows;
import org.apache.flink.api.common.functions.DefaultOpenContext;
import org.apache.flink.api.common.functions.RuntimeContext;
import org.apache.flink.api.common.functions.util.FunctionUtils;
import org.apache.flink.streaming.api.TimerService;
import org.apache.flink.streaming.api.functions.ProcessFunction;
import org.apache.flink.table.data.GenericRowData;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.data.utils.JoinedRowData;
import org.apache.flink.util.Collector;
import org.apache.flink.util.OutputTag;

/**
 * Runs Flink's generated code of one host call over batches.
 *
 * <p>Rows are evaluated one by one in order, as Flink would. When one fails, the results of the
 * rows in front of it are handed over before the failure is raised: the engine lets those rows
 * leave and then raises the same exception, and no row is evaluated twice.
 */
final class HostCallEvaluator {

  private final HostCall call;
  private final ArrowBridge bridge;
  private final ProcessFunction<RowData, RowData> function;
  private final ProcessFunction<RowData, RowData>.Context context;
  private final ResultCollector collector;

  HostCallEvaluator(
      HostCall call, ArrowBridge bridge, TimerService clock, RuntimeContext runtimeContext) {
    this.call = call;
    this.collector = new ResultCollector(call);
    this.bridge = bridge;
    this.function = call.function().newInstance(runtimeContext.getUserCodeClassLoader());
    this.context = new CallContext(function, clock);
    FunctionUtils.setFunctionRuntimeContext(function, runtimeContext);
  }

  void open() throws Exception {
    FunctionUtils.openFunction(function, DefaultOpenContext.INSTANCE);
  }

  void evaluate(long arrayIn, long schemaIn, long arrayOut, long schemaOut) throws Exception {
    try (ArrowRows rows = bridge.importRows(arrayIn, schemaIn, call.arguments());
        ArrowResult result = bridge.newResult(call.result(), rows.rows())) {
      collector.result = result;
      try {
        for (int i = 0; i < rows.rows(); i++) {
          function.processElement(rows.row(i), context, collector);
          collector.endOfRow();
        }
      } finally {
        collector.result = null;
        result.export(arrayOut, schemaOut);
      }
    }
  }

  void close() throws Exception {
    FunctionUtils.closeFunction(function);
  }

  private static final class ResultCollector implements Collector<RowData> {

    private final HostCall.Kind kind;
    private final RowData passed = GenericRowData.of(true);
    private final JoinedRowData passedRow = new JoinedRowData();
    private final GenericRowData dropped;
    private ArrowResult result;
    private boolean collected;

    ResultCollector(HostCall call) {
      this.kind = call.kind();
      this.dropped = new GenericRowData(call.result().getChildren().size());
      if (kind == HostCall.Kind.CALC) {
        dropped.setField(0, false);
      }
    }

    /** The function returned from a row. */
    void endOfRow() {
      if (kind == HostCall.Kind.CALC && !collected) {
        result.addRow(dropped);
      }
      collected = false;
    }

    @Override
    public void collect(RowData row) {
      collected = true;
      switch (kind) {
        case SCALAR, CONDITION, STANDBY -> result.addFirstField(row);
        case PROJECTION -> result.addRow(row);
        case CALC -> result.addRow(passedRow.replace(passed, row));
      }
    }

    @Override
    public void close() {}
  }

  private static final class CallContext extends ProcessFunction<RowData, RowData>.Context {

    private final TimerService clock;

    CallContext(ProcessFunction<RowData, RowData> function, TimerService clock) {
      function.super();
      this.clock = clock;
    }

    @Override
    public Long timestamp() {
      throw new UnsupportedOperationException("A record's timestamp does not reach a host call.");
    }

    @Override
    public TimerService timerService() {
      return clock;
    }

    @Override
    public <X> void output(OutputTag<X> outputTag, X value) {
      throw new UnsupportedOperationException("A host call has no side output.");
    }
  }
}
