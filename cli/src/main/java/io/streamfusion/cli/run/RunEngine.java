package io.streamfusion.cli.run;

/** What executes the statements; stock first, as what native is compared with. */
public enum RunEngine {
  STOCK("stock"),
  NATIVE("native");

  private final String text;

  RunEngine(String text) {
    this.text = text;
  }

  public String text() {
    return text;
  }
}
