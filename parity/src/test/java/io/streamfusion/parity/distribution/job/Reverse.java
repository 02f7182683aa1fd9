package io.streamfusion.parity.distribution.job;

import org.apache.flink.table.functions.ScalarFunction;

/** Turns a text around. */
public final class Reverse extends ScalarFunction {

  private static final long serialVersionUID = 1L;

  public String eval(String text) {
    return text == null ? null : new StringBuilder(text).reverse().toString();
  }
}
