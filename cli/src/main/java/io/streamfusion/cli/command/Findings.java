package io.streamfusion.cli.command;

import io.streamfusion.cli.report.ExitCode;
import io.streamfusion.cli.report.StatementReport;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;

/** Turns what was found into an exit code. */
final class Findings {

  private Findings() {}

  /** Whether any statement is a finding. */
  static int exitCode(
      Map<String, List<StatementReport>> reports, Predicate<StatementReport> finding) {
    return exitCode(reports.values().stream().flatMap(List::stream).anyMatch(finding));
  }

  static int exitCode(boolean findings) {
    return (findings ? ExitCode.FINDINGS : ExitCode.CLEAN).code();
  }
}
