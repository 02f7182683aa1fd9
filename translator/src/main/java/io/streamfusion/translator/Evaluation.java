package io.streamfusion.translator;

/** Where the expressions of a native node run. */
public enum Evaluation {
  /** In native kernels only. */
  KERNEL("kernel"),
  /** Partly through the host evaluator. */
  HOST("host");

  private final String text;

  Evaluation(String text) {
    this.text = text;
  }

  public String text() {
    return text;
  }
}
