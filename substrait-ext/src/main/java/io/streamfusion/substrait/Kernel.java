package io.streamfusion.substrait;

import java.util.List;

/**
 * A function with an exact kernel in the engine.
 *
 * @param family the part of its URN after {@code functions_flink_}
 * @param name the name in the family's YAML
 * @param signatures the argument and result types that it takes, for people
 * @param needsHost whether the kernel may hand a batch back to the host evaluator
 */
public record Kernel(String family, String name, List<String> signatures, boolean needsHost) {
  public Kernel {
    signatures = List.copyOf(signatures);
  }
}
