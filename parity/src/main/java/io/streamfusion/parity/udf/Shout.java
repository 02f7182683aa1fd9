package io.streamfusion.parity.udf;

import org.apache.flink.table.functions.ScalarFunction;

/** Adds an exclamation mark; cases register it under the name of a built-in function. */
public final class Shout extends ScalarFunction {
  private static final long serialVersionUID = 1L;

  public String eval(String text) {
    return text + "!";
  }
}
