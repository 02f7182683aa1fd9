package io.streamfusion.cli.command;

import io.streamfusion.cli.report.Coverage;
import io.streamfusion.cli.report.ExplainJson;
import io.streamfusion.cli.report.Judgement;
import io.streamfusion.cli.report.Judgements;
import io.streamfusion.cli.report.ReportFormat;
import io.streamfusion.cli.report.StatementReport;
import io.streamfusion.cli.report.StatementText;
import io.streamfusion.translator.explain.ExplainText;
import java.io.PrintWriter;
import java.util.ArrayList;
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
  @Mixin private FormatOption form;

  @Option(
      names = "--level",
      description =
          "summary: where each query runs, and its native nodes; plan: the tree and the fragments;"
              + " full: with the columns of every node (default: plan; summary with -q, full with"
              + " -v).")
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
    ExplainText.Level shown = level();
    ReportFormat format = form.format();
    boolean hasText = format == ReportFormat.TEXT || format == ReportFormat.GITHUB;
    StringBuilder text = new StringBuilder();
    Map<String, List<StatementReport>> reports =
        files.report(
            (file, statements) -> {
              if (!hasText) {
                return;
              }
              text.append(file.name()).append(":\n");
              statements.stream()
                  .map(statement -> StatementText.explain(statement, shown, side))
                  .forEach(text::append);
              if (format == ReportFormat.TEXT) {
                // As soon as there is something to read.
                out.print(text);
                out.flush();
                text.setLength(0);
              }
            });
    text.append(Coverage.of(reports.values()).text()).append('\n');
    out.print(
        format == ReportFormat.JSON
            ? ExplainJson.of(reports, side)
            : Judgements.write(
                format, files.project().directory(), judgements(reports, shown), text.toString()));
    out.flush();
    Diagnostics.print(spec, reports);
    return Findings.exitCode(reports, ExplainCommand::isFinding);
  }

  /** A plan is no finding, wherever it runs. */
  private static boolean isFinding(StatementReport report) {
    return report.routing() == StatementReport.Routing.ERROR && !report.isAsExpected();
  }

  private List<Judgement> judgements(
      Map<String, List<StatementReport>> reports, ExplainText.Level shown) {
    List<Judgement> judgements = new ArrayList<>();
    reports.forEach(
        (file, statements) ->
            statements.stream()
                .filter(report -> report.routing() != StatementReport.Routing.NONE)
                .forEach(
                    report ->
                        judgements.add(
                            Judgement.ofStatement(
                                file,
                                report,
                                // Only of a finding more is said than what it is.
                                isFinding(report) ? StatementText.explain(report, shown, side) : "",
                                isFinding(report)))));
    return judgements;
  }

  private ExplainText.Level level() {
    if (level != null) {
      return level;
    }
    return switch (CommonFlags.verbosity(spec)) {
      case QUIET -> ExplainText.Level.SUMMARY;
      case NORMAL -> ExplainText.Level.PLAN;
      case VERBOSE -> ExplainText.Level.FULL;
    };
  }
}
