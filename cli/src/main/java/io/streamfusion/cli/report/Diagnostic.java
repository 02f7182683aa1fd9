package io.streamfusion.cli.report;

import java.util.Optional;

/**
 * A finding at a place in a SQL file; prints as {@code file:line:col: message}.
 *
 * @param line 1-based
 * @param column 1-based
 * @param hint what to do about it, if there is something to say
 */
public record Diagnostic(
    String file, int line, int column, String message, Optional<String> hint, Throwable cause) {

  /** The lines a person reads. */
  public String text() {
    return hint.map(h -> withoutHint() + "\n  hint: " + h).orElseGet(this::withoutHint);
  }

  /** The place and the message. */
  public String withoutHint() {
    return file + ":" + line + ":" + column + ": " + message;
  }
}
