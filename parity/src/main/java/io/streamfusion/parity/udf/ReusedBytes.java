package io.streamfusion.parity.udf;

import org.apache.flink.table.functions.ScalarFunction;

/** Returns one array again and again, overwriting it. */
public final class ReusedBytes extends ScalarFunction {
  private static final long serialVersionUID = 1L;

  private final byte[] buffer = new byte[2];

  public byte[] eval(Integer value) {
    buffer[0] = value.byteValue();
    buffer[1] = (byte) (value * 2);
    return buffer;
  }
}
