package io.streamfusion.cli.report;

import io.streamfusion.cli.script.SqlStatement;
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

  /** Writes a result. */
  public static String of(CheckResult result) {
    GithubReport report = new GithubReport(result);
    result
        .files()
        .forEach((file, statements) -> statements.forEach(s -> report.statement(file, s)));
    result
        .violations()
        .forEach(
            violation ->
                report.text.append("::error title=policy::").append(data(violation)).append('\n'));
    return report
        .text
        .append("::notice title=coverage::")
        .append(data(result.coverage().text()))
        .append('\n')
        .toString();
  }

  private void statement(String file, StatementReport report) {
    String command = result.policy().isFinding(report) ? "error" : "notice";
    SqlStatement statement = report.planned().statement();
    report
        .expected()
        .filter(said -> said.contradiction().isPresent())
        .ifPresent(
            said ->
                command(
                    command,
                    file,
                    statement.line(),
                    statement.column(),
                    "not as expected",
                    "expected " + said.text() + ", but " + said.contradiction().get()));
    report
        .planned()
        .error()
        .ifPresent(
            error ->
                command(command, file, error.line(), error.column(), "SQL error", error.message()));
    if (report.routing() == StatementReport.Routing.FALLBACK) {
      command(
          command,
          file,
          statement.line(),
          statement.column(),
          "stays on Flink",
          report.reasons().stream().map(Object::toString).collect(Collectors.joining("\n")));
    }
  }

  private void command(
      String command, String file, int line, int column, String title, String message) {
    text.append("::")
        .append(command)
        .append(" file=")
        .append(property(file))
        .append(",line=")
        .append(line)
        .append(",col=")
        .append(column)
        .append(",title=")
        .append(property(title))
        .append("::")
        .append(data(message))
        .append('\n');
  }

  private static String data(String value) {
    return value.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A");
  }

  private static String property(String value) {
    return data(value).replace(":", "%3A").replace(",", "%2C");
  }
}
