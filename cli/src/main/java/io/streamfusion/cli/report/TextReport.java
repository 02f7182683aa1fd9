package io.streamfusion.cli.report;

import io.streamfusion.translator.explain.ExplainText;
import java.util.List;
import java.util.function.Function;

/** The form of {@code check} for people. */
public final class TextReport {

  private final StringBuilder text = new StringBuilder();
  private final CheckResult result;
  private final Verbosity verbosity;
  private final Function<StatementReport, String> routing;

  private TextReport(
      CheckResult result, Verbosity verbosity, Function<StatementReport, String> routing) {
    this.result = result;
    this.verbosity = verbosity;
    this.routing = routing;
  }

  /**
   * Writes a result.
   *
   * @param routing how a statement's routing is written, perhaps in colour
   */
  public static String of(
      CheckResult result, Verbosity verbosity, Function<StatementReport, String> routing) {
    TextReport report = new TextReport(result, verbosity, routing);
    result
        .files()
        .forEach((file, statements) -> statements.forEach(s -> report.statement(file, s)));
    report.summary();
    return report.text.toString();
  }

  private void statement(String file, StatementReport report) {
    if (!isShown(report)) {
      return;
    }
    line(
        "%s:%d: %s  %s",
        file,
        report.planned().statement().line(),
        routing.apply(report),
        report.planned().statement().title());
    report.planned().notes().forEach(note -> line("    note: %s", note));
    report.reasons().forEach(reason -> line("    %s", reason));
    report.planned().error().ifPresent(error -> line("    %s", error.message()));
    report
        .expected()
        .ifPresent(
            said ->
                line(
                    "    %s: %s%s",
                    said.contradiction().isPresent() ? "not as expected" : "as expected",
                    said.text(),
                    said.contradiction().map(what -> ", but " + what).orElse("")));
    if (verbosity == Verbosity.VERBOSE) {
      report
          .translation()
          .filter(translation -> translation.hasNativeQuery())
          .ifPresent(
              translation ->
                  ExplainText.of(translation, ExplainText.Level.SUMMARY)
                      .lines()
                      .forEach(line -> line("    %s", StatementText.withoutCounters(line))));
    }
  }

  private boolean isShown(StatementReport report) {
    boolean silent =
        report.routing() == StatementReport.Routing.NONE
            && report.planned().notes().isEmpty()
            && !report.isFinding();
    return switch (verbosity) {
      case QUIET -> result.policy().isFinding(report);
      case NORMAL, VERBOSE -> !silent;
    };
  }

  private void summary() {
    List<ReasonSummary> obstacles = result.obstacles();
    if (!obstacles.isEmpty() && result.files().size() > 1 && verbosity != Verbosity.QUIET) {
      line("reasons, the most frequent first:");
      obstacles.forEach(obstacle -> line("%s", obstacle.text()));
    }
    result.violations().forEach(violation -> line("policy: %s", violation));
    line("%s", result.coverage().text());
  }

  private void line(String format, Object... arguments) {
    text.append(String.format(format, arguments)).append('\n');
  }
}
