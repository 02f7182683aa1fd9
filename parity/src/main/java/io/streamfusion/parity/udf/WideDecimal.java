package io.streamfusion.parity.udf;

import java.math.BigDecimal;
import org.apache.flink.table.annotation.DataTypeHint;
import org.apache.flink.table.functions.ScalarFunction;

/** Declares DECIMAL(3, 0) and returns whatever it is given. */
public final class WideDecimal extends ScalarFunction {
  private static final long serialVersionUID = 1L;

  @DataTypeHint("DECIMAL(3, 0)")
  public BigDecimal eval(Integer value) {
    return BigDecimal.valueOf(value);
  }
}
