package io.streamfusion.translator.coverage;

import io.streamfusion.translator.support.SupportLevel;

/**
 * What the engine does with one thing of Flink.
 *
 * @param kind what it is
 * @param name its name: a slug, a function, a type
 * @param level how well it is reproduced
 * @param note limits, or why not
 */
public record SupportEntry(Kind kind, String name, SupportLevel level, String note) {

  /** Kinds of things, in the order of the documentation. */
  public enum Kind {
    OPERATOR("Operators"),
    TYPE("Types"),
    FUNCTION("Functions with kernels"),
    EXPRESSION("Expressions that keep a query on Flink");

    private final String title;

    Kind(String title) {
      this.title = title;
    }

    public String title() {
      return title;
    }
  }
}
