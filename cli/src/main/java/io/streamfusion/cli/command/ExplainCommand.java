package io.streamfusion.cli.command;

import io.streamfusion.cli.report.Coverage;
import io.streamfusion.cli.report.StatementReport;
import io.streamfusion.cli.report.StatementText;
import io.streamfusion.translator.explain.ExplainText;
import java.io.PrintWriter;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code sf-plan explain}: the plan of each statement as a tree. */
@Command(
    name = "explain",
    description =
        "Prints each statement's plan as a tree: engine per node, changelog mode, state, reasons.",
    mixinStandardHelpOptions = true)
public final class ExplainCommand implements Callable<Integer> {

  @Spec private CommandSpec spec;
  @Mixin private SqlFileArguments files;

  @Option(
      names = "--level",
      defaultValue = "plan",
      description =
          "summary: where each query runs, and its native nodes; plan: the tree and the fragments;"
              + " full: with the columns of every node (default: ${DEFAULT-VALUE}).")
  private ExplainText.Level level;

  @Option(
      names = "--side",
      defaultValue = "flink",
      description =
          "flink: Flink's plan, with what became of each node; substrait: the plan for the engine;"
              + " both (default: ${DEFAULT-VALUE}).")
  private StatementText.Side side;

  @Override
  public Integer call() {
    PrintWriter out = spec.commandLine().getOut();
    Map<String, List<StatementReport>> reports =
        files.report(
            (file, statements) -> {
              out.println(file.name() + ":");
              statements.stream()
                  .map(statement -> StatementText.explain(statement, level, side))
                  .forEach(out::print);
            });
    out.println(Coverage.of(reports.values()).text());
    out.flush();
    Diagnostics.print(spec, reports);
    return Findings.exitCode(
        reports,
        report -> report.routing() == StatementReport.Routing.ERROR && !report.isAsExpected());
  }
}
