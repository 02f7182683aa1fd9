package io.streamfusion.cli.command;

import io.streamfusion.cli.report.StatementReport;
import picocli.CommandLine.Option;

/** Whether the routing of statements is written in colour. */
public final class Colour {

  /** When to write in colour. */
  enum When {
    /** If a person looks on: standard output is a terminal, and NO_COLOR is not set. */
    AUTO,
    ALWAYS,
    NEVER
  }

  @Option(
      names = "--color",
      paramLabel = "WHEN",
      defaultValue = "auto",
      description = "auto, always or never (default: ${DEFAULT-VALUE}); NO_COLOR means never.")
  private When when;

  /** How a statement's routing is written. */
  String routing(StatementReport report) {
    String text = report.routing().text();
    return isOn() ? "\u001b[" + code(report.routing()) + "m" + text + "\u001b[0m" : text;
  }

  private boolean isOn() {
    return switch (when) {
      case ALWAYS -> true;
      case NEVER -> false;
      case AUTO -> System.console() != null && System.getenv("NO_COLOR") == null;
    };
  }

  private static int code(StatementReport.Routing routing) {
    return switch (routing) {
      case KERNEL -> 32;
      case HOST -> 36;
      case FALLBACK -> 33;
      case ERROR -> 31;
      case NONE -> 2;
    };
  }
}
