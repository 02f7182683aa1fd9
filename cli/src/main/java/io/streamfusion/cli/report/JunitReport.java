package io.streamfusion.cli.report;

import java.util.List;
import java.util.stream.Collectors;

/**
 * JUnit's XML, which most CI systems display: a suite per file, a case per statement that moves
 * rows, a failure per finding, an error per statement that could not be planned.
 */
public final class JunitReport {

  private static final String POLICY = "policy";
  private static final String FAILURE = "failure";

  private final JunitXml xml = new JunitXml();
  private final CheckResult result;

  private JunitReport(CheckResult result) {
    this.result = result;
  }

  /** Writes a result. */
  public static String of(CheckResult result) {
    JunitReport report = new JunitReport(result);
    result.files().forEach(report::suite);
    report.policy(result.violations());
    return report.xml.end();
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
    xml.open(file, cases.size(), findings - errors, errors);
    cases.forEach(report -> statement(file, report));
    xml.close();
  }

  private void policy(List<String> violations) {
    if (violations.isEmpty()) {
      return;
    }
    xml.open(POLICY, violations.size(), violations.size(), 0);
    for (String violation : violations) {
      xml.failed(POLICY, violation, FAILURE, POLICY, violation);
    }
    xml.close();
  }

  private void statement(String file, StatementReport report) {
    String name =
        "line " + report.planned().statement().line() + ": " + report.planned().statement().title();
    if (report.expected().isPresent()) {
      String contradiction = report.expected().get().contradiction().orElse("");
      if (contradiction.isEmpty()) {
        xml.passed(file, name);
      } else {
        xml.failed(
            file,
            name,
            FAILURE,
            "expectation",
            "expected " + report.expected().get().text() + ", but " + contradiction);
      }
    } else if (report.planned().error().isPresent()) {
      xml.failed(file, name, "error", "SQL", report.planned().error().get().text());
    } else if (report.routing() == StatementReport.Routing.FALLBACK
        && result.policy().isFinding(report)) {
      xml.failed(
          file,
          name,
          FAILURE,
          report.reasons().get(0).code().name(),
          report.reasons().stream().map(Object::toString).collect(Collectors.joining("\n")));
    } else {
      xml.passed(file, name);
    }
  }
}
