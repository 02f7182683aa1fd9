package io.streamfusion.cli.command;

import io.streamfusion.cli.report.ExitCode;
import io.streamfusion.cli.report.StatementReport;
import io.streamfusion.cli.report.StatementText;
import io.streamfusion.cli.script.SqlFiles;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code sf-plan explain}: the plan of each statement as a tree. */
@Command(
    name = "explain",
    description =
        "Prints each statement's plan as a tree: engine per node, changelog mode, reasons.",
    mixinStandardHelpOptions = true)
public final class ExplainCommand implements Callable<Integer> {

  @Spec private CommandSpec spec;
  @Mixin private CommonOptions common;

  @Parameters(
      arity = "1..*",
      paramLabel = "FILE",
      description = "SQL files, directories or quoted globs.")
  private List<String> files;

  @Override
  public Integer call() {
    common.applyLib();
    PrintWriter out = spec.commandLine().getOut();
    List<List<StatementReport>> all = new ArrayList<>();
    for (Path file : SqlFiles.resolve(files)) {
      List<StatementReport> reports = common.report(file, List.of());
      all.add(reports);
      out.println(file + ":");
      reports.stream().map(StatementText::explain).forEach(out::print);
    }
    Diagnostics.print(spec, all);
    boolean errors =
        all.stream()
            .flatMap(List::stream)
            .anyMatch(report -> report.routing() == StatementReport.Routing.ERROR);
    return (errors ? ExitCode.FINDINGS : ExitCode.CLEAN).code();
  }
}
