package io.streamfusion.parity.udf;

import io.streamfusion.parity.run.RunContext;
import io.streamfusion.runner.Recorder;
import org.apache.flink.table.functions.FunctionContext;
import org.apache.flink.table.functions.ScalarFunction;

/**
 * Returns its argument and records what happens to it, as if it were a sink; fails at a negative
 * argument. Finds the run by a job parameter, so it needs a FunctionContext that works.
 */
public final class Lifecycle extends ScalarFunction {
  private static final long serialVersionUID = 1L;

  private transient Recorder recorder;

  @Override
  public void open(FunctionContext context) {
    String run = context.getJobParameter(RunContext.RUN_ID.key(), "");
    recorder = RunContext.of(run).recorder(getClass().getSimpleName());
    // Registered like any metric of a user's function; it fails if the group is missing.
    context.getMetricGroup().counter("calls");
    recorder.note("open in task " + context.getTaskInfo().getIndexOfThisSubtask());
  }

  public Integer eval(Integer value) {
    recorder.note("call with " + value);
    if (value != null && value < 0) {
      throw new IllegalArgumentException("negative: " + value);
    }
    return value;
  }

  @Override
  public void close() {
    recorder.note("close");
  }
}
