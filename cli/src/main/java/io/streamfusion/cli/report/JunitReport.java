package io.streamfusion.cli.report;

import java.util.List;
import java.util.stream.Collectors;

/**
 * JUnit's XML, which most CI systems display: a suite per file, a case per statement that moves
 * rows, a failure per finding, an error per statement that could not be planned.
 */
public final class JunitReport {

  private static final String POLICY = "policy";

  private final StringBuilder text = new StringBuilder();
  private final CheckResult result;

  private JunitReport(CheckResult result) {
    this.result = result;
  }

  /** Writes a result. */
  public static String of(CheckResult result) {
    JunitReport report = new JunitReport(result);
    report.text.append("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n");
    result.files().forEach(report::suite);
    report.policy(result.violations());
    return report.text.append("</testsuites>\n").toString();
  }

  private void suite(String file, List<StatementReport> statements) {
    List<StatementReport> cases =
        statements.stream()
            .filter(
                report -> report.routing() != StatementReport.Routing.NONE || report.isFinding())
            .toList();
    long errors =
        cases.stream()
            .filter(report -> report.expected().isEmpty())
            .filter(report -> report.routing() == StatementReport.Routing.ERROR)
            .count();
    long findings = cases.stream().filter(result.policy()::isFinding).count();
    open(file, cases.size(), findings - errors, errors);
    cases.forEach(report -> statement(file, report));
    text.append("  </testsuite>\n");
  }

  private void policy(List<String> violations) {
    if (violations.isEmpty()) {
      return;
    }
    open(POLICY, violations.size(), violations.size(), 0);
    for (String violation : violations) {
      openCase(POLICY, violation);
      outcome("failure", POLICY, violation);
    }
    text.append("  </testsuite>\n");
  }

  private void statement(String file, StatementReport report) {
    openCase(
        file,
        "line "
            + report.planned().statement().line()
            + ": "
            + report.planned().statement().title());
    if (report.expected().isPresent()) {
      String contradiction = report.expected().get().contradiction().orElse("");
      if (contradiction.isEmpty()) {
        text.append("    </testcase>\n");
      } else {
        outcome(
            "failure",
            "expectation",
            "expected " + report.expected().get().text() + ", but " + contradiction);
      }
      return;
    }
    report.planned().error().ifPresent(error -> outcome("error", "SQL", error.text()));
    if (report.routing() == StatementReport.Routing.FALLBACK && result.policy().isFinding(report)) {
      outcome(
          "failure",
          report.reasons().get(0).code().name(),
          report.reasons().stream().map(Object::toString).collect(Collectors.joining("\n")));
    } else if (report.planned().error().isEmpty()) {
      text.append("    </testcase>\n");
    }
  }

  private void open(String name, long tests, long failures, long errors) {
    text.append(
        String.format(
            "  <testsuite name=\"%s\" tests=\"%d\" failures=\"%d\" errors=\"%d\">%n",
            escaped(name), tests, failures, errors));
  }

  private void openCase(String suite, String name) {
    text.append(
        String.format(
            "    <testcase classname=\"%s\" name=\"%s\">%n", escaped(suite), escaped(name)));
  }

  private void outcome(String element, String type, String message) {
    text.append(
        String.format(
            "      <%s type=\"%s\">%s</%s>%n    </testcase>%n",
            element, escaped(type), escaped(message), element));
  }

  private static String escaped(String value) {
    return value
        .replace("&", "&amp;")
        .replace("<", "&lt;")
        .replace(">", "&gt;")
        .replace("\"", "&quot;")
        // XML has no form for most control characters.
        .replaceAll("[\\x00-\\x08\\x0B\\x0C\\x0E-\\x1F]", "?");
  }
}
