package io.streamfusion.cli.command;

import io.streamfusion.cli.report.StatementReport;
import io.streamfusion.cli.report.StatementText;
import java.io.PrintWriter;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code sf-plan explain}: the plan of each statement as a tree. */
@Command(
    name = "explain",
    description =
        "Prints each statement's plan as a tree: engine per node, changelog mode, reasons.",
    mixinStandardHelpOptions = true)
public final class ExplainCommand implements Callable<Integer> {

  @Spec private CommandSpec spec;
  @Mixin private SqlFileArguments files;

  @Override
  public Integer call() {
    PrintWriter out = spec.commandLine().getOut();
    Map<String, List<StatementReport>> reports =
        files.report(
            (file, statements) -> {
              out.println(file.name() + ":");
              statements.stream().map(StatementText::explain).forEach(out::print);
            });
    out.flush();
    Diagnostics.print(spec, reports);
    return Findings.exitCode(
        reports,
        report -> report.routing() == StatementReport.Routing.ERROR && !report.isAsExpected());
  }
}
