package io.streamfusion.runner;

import java.util.Optional;

/** The first difference found between a stock and a native result. */
public record Difference(String text) {
  public static Optional<Difference> of(String text) {
    return Optional.of(new Difference(text));
  }

  public static Optional<Difference> none() {
    return Optional.empty();
  }
}
