package io.streamfusion.parity.udf;

import org.apache.flink.table.functions.ScalarFunction;

/** How many calls its instance has had: what it returns shows the order of the calls. */
public final class CallNumber extends ScalarFunction {
  private static final long serialVersionUID = 1L;

  private transient int calls;

  public Integer eval(Integer value) {
    calls++;
    return value == null ? null : calls;
  }

  @Override
  public boolean isDeterministic() {
    return false;
  }
}
