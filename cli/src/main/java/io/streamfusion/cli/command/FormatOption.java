package io.streamfusion.cli.command;

import io.streamfusion.cli.report.ReportFormat;
import picocli.CommandLine.Option;

/** The form in which a command writes what it found. */
public final class FormatOption {

  @Option(
      names = "--format",
      defaultValue = "text",
      description = "text, json, github or junit (default: ${DEFAULT-VALUE}).")
  private ReportFormat format;

  ReportFormat format() {
    return format;
  }
}
