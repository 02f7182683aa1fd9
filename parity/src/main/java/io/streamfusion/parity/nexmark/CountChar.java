package io.streamfusion.parity.nexmark;

import java.nio.charset.StandardCharsets;
import org.apache.flink.table.functions.ScalarFunction;

/**
 * The function {@code count_char} of q14: how many bytes of a text equal the first byte of a
 * character.
 */
public final class CountChar extends ScalarFunction {
  private static final long serialVersionUID = 1L;

  public long eval(String text, String character) {
    if (text == null || character == null || character.isEmpty()) {
      return 0;
    }
    byte wanted = character.getBytes(StandardCharsets.UTF_8)[0];
    long count = 0;
    for (byte b : text.getBytes(StandardCharsets.UTF_8)) {
      if (b == wanted) {
        count++;
      }
    }
    return count;
  }
}
