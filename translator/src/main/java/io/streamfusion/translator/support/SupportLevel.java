package io.streamfusion.translator.support;

/** How well something of Flink is reproduced. */
public enum SupportLevel {
  /** A native kernel gives Flink's result for every input. */
  EXACT_KERNEL("exact kernel"),
  /** Flink's own generated code runs over the batch, inside the native region. */
  EXACT_HOST("exact through the host evaluator"),
  /** Stays a Flink operator whose rows enter or leave the engine. */
  ROW_EDGE("row edge"),
  /** A native implementation differs; off unless allowed by an option. */
  INCOMPATIBLE("differs, needs allowIncompatible"),
  /** The query stays on Flink. */
  UNSUPPORTED("stays on Flink");

  private final String text;

  SupportLevel(String text) {
    this.text = text;
  }

  public String text() {
    return text;
  }
}
