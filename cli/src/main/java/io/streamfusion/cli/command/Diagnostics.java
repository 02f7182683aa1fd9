package io.streamfusion.cli.command;

import io.streamfusion.cli.report.StatementReport;
import io.streamfusion.translator.TranslationResult;
import java.io.PrintWriter;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Model.CommandSpec;

/** Prints the errors of statements, and mistakes of ours, to standard error. */
final class Diagnostics {

  private final PrintWriter err;
  private final boolean stacktrace;

  private Diagnostics(CommandSpec spec) {
    this.err = spec.commandLine().getErr();
    this.stacktrace = CommonFlags.stacktrace(spec);
  }

  static void print(CommandSpec spec, Map<String, List<StatementReport>> files) {
    Diagnostics diagnostics = new Diagnostics(spec);
    files.forEach(
        (file, reports) -> reports.forEach(report -> diagnostics.statement(file, report)));
    diagnostics.err.flush();
  }

  private void statement(String file, StatementReport report) {
    if (!report.isAsExpected()) {
      report.planned().error().ifPresent(error -> print(error.text(), error.cause()));
    }
    report
        .translation()
        .flatMap(TranslationResult::failure)
        .ifPresent(
            failure ->
                print(
                    String.format(
                        "%s:%d:%d: internal error: %s%n  hint: %s",
                        file,
                        report.planned().statement().line(),
                        report.planned().statement().column(),
                        failure,
                        "please report it with the output of --stacktrace"),
                    failure));
  }

  private void print(String text, Throwable cause) {
    err.println(text);
    if (stacktrace) {
      cause.printStackTrace(err);
    }
  }
}
