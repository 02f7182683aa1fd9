package io.streamfusion.parity.udf;

import org.apache.flink.table.functions.ScalarFunction;

/** Fails at the value 3. */
public final class RefuseThree extends ScalarFunction {
  private static final long serialVersionUID = 1L;

  public Integer eval(Integer value) {
    if (value == 3) {
      throw new IllegalStateException("three is refused");
    }
    return value * 10;
  }
}
