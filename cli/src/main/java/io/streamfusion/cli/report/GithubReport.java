package io.streamfusion.cli.report;

import io.streamfusion.cli.script.SqlStatement;
import java.nio.file.Path;
import java.util.stream.Collectors;

/**
 * Workflow commands of GitHub Actions, which show on the lines of a pull request: an error for each
 * finding, a notice for each fallback that the policy allows.
 */
public final class GithubReport {

  private final StringBuilder text = new StringBuilder();
  private final CheckResult result;

  private GithubReport(CheckResult result) {
    this.result = result;
  }

  /**
   * Writes a result.
   *
   * @param directory to which the names of the files are relative, from where the command runs
   */
  public static String of(CheckResult result, Path directory) {
    GithubReport report = new GithubReport(result);
    result
        .files()
        .forEach(
            (file, statements) ->
                statements.forEach(s -> report.statement(directory.resolve(file).toString(), s)));
    result
        .violations()
        .forEach(
            violation ->
                report.text.append(
                    GithubCommands.of(GithubCommands.Kind.ERROR, "policy", violation)));
    return report
        .text
        .append(GithubCommands.of(GithubCommands.Kind.NOTICE, "coverage", result.coverage().text()))
        .toString();
  }

  private void statement(String file, StatementReport report) {
    GithubCommands.Kind kind =
        result.policy().isFinding(report) ? GithubCommands.Kind.ERROR : GithubCommands.Kind.NOTICE;
    SqlStatement statement = report.planned().statement();
    report
        .expected()
        .filter(said -> said.contradiction().isPresent())
        .ifPresent(
            said ->
                text.append(
                    GithubCommands.at(
                        kind,
                        file,
                        statement.line(),
                        statement.column(),
                        "not as expected",
                        "expected " + said.text() + ", but " + said.contradiction().get())));
    report
        .planned()
        .error()
        .ifPresent(
            error ->
                text.append(
                    GithubCommands.at(
                        kind, file, error.line(), error.column(), "SQL error", error.message())));
    if (report.routing() == StatementReport.Routing.FALLBACK) {
      text.append(
          GithubCommands.at(
              kind,
              file,
              statement.line(),
              statement.column(),
              "stays on Flink",
              report.reasons().stream().map(Object::toString).collect(Collectors.joining("\n"))));
    }
  }
}
