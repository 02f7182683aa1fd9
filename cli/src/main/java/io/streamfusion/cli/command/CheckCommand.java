package io.streamfusion.cli.command;

import io.streamfusion.cli.report.Coverage;
import io.streamfusion.cli.report.Diagnostic;
import io.streamfusion.cli.report.JsonReport;
import io.streamfusion.cli.report.ReportFormat;
import io.streamfusion.cli.report.StatementReport;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code sf-plan check}: per statement, whether it runs natively, and why not. */
@Command(
    name = "check",
    description = "Says per statement whether it runs natively, and why not.",
    mixinStandardHelpOptions = true)
public final class CheckCommand implements Callable<Integer> {

  @Spec private CommandSpec spec;
  @Mixin private SqlFileArguments files;

  @Option(
      names = "--format",
      defaultValue = "text",
      description = "text or json (default: ${DEFAULT-VALUE}).")
  private ReportFormat format;

  @Override
  public Integer call() {
    Map<Path, List<StatementReport>> reports = files.report((file, statements) -> {});
    Coverage coverage = Coverage.of(reports.values());
    PrintWriter out = spec.commandLine().getOut();
    if (format == ReportFormat.JSON) {
      out.println(JsonReport.of(reports, coverage));
    } else {
      reports.forEach((file, statements) -> print(out, file, statements));
      out.println(coverage.text());
    }
    return SqlFileArguments.finish(spec, reports, StatementReport::isFinding);
  }

  private static void print(PrintWriter out, Path file, List<StatementReport> statements) {
    for (StatementReport report : statements) {
      if (report.routing() == StatementReport.Routing.NONE && report.planned().notes().isEmpty()) {
        continue;
      }
      out.println(
          file
              + ":"
              + report.planned().statement().line()
              + ": "
              + report.routing().text()
              + "  "
              + report.planned().statement().title());
      report.planned().notes().forEach(note -> out.println("    note: " + note));
      report.reasons().forEach(reason -> out.println("    " + reason));
      report.planned().error().map(Diagnostic::message).ifPresent(m -> out.println("    " + m));
    }
  }
}
