package io.streamfusion.cli.command;

import io.streamfusion.cli.report.StatementReport;
import java.io.PrintWriter;
import java.util.Collection;
import java.util.List;
import picocli.CommandLine.Model.CommandSpec;

/** Prints the errors of statements to standard error. */
final class Diagnostics {

  private Diagnostics() {}

  static void print(CommandSpec spec, Collection<List<StatementReport>> files) {
    PrintWriter err = spec.commandLine().getErr();
    boolean stacktrace = stacktrace(spec);
    for (List<StatementReport> reports : files) {
      for (StatementReport report : reports) {
        report
            .planned()
            .error()
            .ifPresent(
                error -> {
                  err.println(error.text());
                  if (stacktrace) {
                    error.cause().printStackTrace(err);
                  }
                });
      }
    }
    err.flush();
  }

  private static boolean stacktrace(CommandSpec spec) {
    return Boolean.TRUE.equals(spec.findOption("--stacktrace").getValue());
  }
}
