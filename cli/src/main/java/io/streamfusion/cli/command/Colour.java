package io.streamfusion.cli.command;

import io.streamfusion.cli.report.StatementReport;
import java.util.stream.Collectors;

/** What is written in colour, for people who look at a terminal. */
public final class Colour {

  private static final int RED = 31;
  private static final int GREEN = 32;
  private static final int YELLOW = 33;

  private final When when;

  /** When to write in colour. */
  public enum When {
    /** If a person looks on: standard output is a terminal, and NO_COLOR is not set. */
    AUTO,
    ALWAYS,
    NEVER
  }

  Colour(When when) {
    this.when = when;
  }

  /** How a statement's routing is written. */
  String routing(StatementReport report) {
    return of(
        switch (report.routing()) {
          case KERNEL -> GREEN;
          case HOST -> 36;
          case FALLBACK -> YELLOW;
          case ERROR -> RED;
          case NONE -> 2;
        },
        report.routing().text());
  }

  /** Lines of a difference: red what is gone, green what is new. */
  String difference(String text) {
    return lines(text, "- ", RED, "+ ", GREEN);
  }

  /** Lines of an examination: yellow what could be better, red what fails. */
  String findings(String text) {
    return lines(text, "warn ", YELLOW, "fail ", RED);
  }

  private String lines(String text, String one, int colourOfOne, String other, int colourOfOther) {
    if (!isOn()) {
      return text;
    }
    return text.lines()
        .map(
            line ->
                line.strip().startsWith(one)
                    ? of(colourOfOne, line)
                    : line.strip().startsWith(other) ? of(colourOfOther, line) : line)
        .map(line -> line + "\n")
        .collect(Collectors.joining());
  }

  private String of(int colour, String text) {
    return isOn() ? "\u001b[" + colour + "m" + text + "\u001b[0m" : text;
  }

  private boolean isOn() {
    return switch (when) {
      case ALWAYS -> true;
      case NEVER -> false;
      case AUTO -> Terminal.isThere() && System.getenv("NO_COLOR") == null;
    };
  }
}
