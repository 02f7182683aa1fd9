package io.streamfusion.cli.report;

import io.streamfusion.substrait.text.PlanText;
import io.streamfusion.translator.explain.ExplainText;
import java.util.regex.Pattern;

/** The text of a statement that {@code explain} prints and golden plans hold. */
public final class StatementText {

  /** Flink numbers the sinks of bare SELECTs per process. */
  private static final Pattern ANONYMOUS = Pattern.compile("\\*anonymous_(\\w+)\\$\\d+\\*");

  private StatementText() {}

  /** Title, routing, reasons and the physical tree; empty for a statement that moves no rows. */
  public static String explain(StatementReport report) {
    if (report.routing() == StatementReport.Routing.NONE && report.planned().notes().isEmpty()) {
      return "";
    }
    StringBuilder text = new StringBuilder();
    text.append("-- ").append(report.planned().statement().title()).append('\n');
    report.planned().notes().forEach(note -> text.append("note: ").append(note).append('\n'));
    report
        .planned()
        .error()
        .ifPresent(
            error ->
                text.append("error at ")
                    .append(error.line())
                    .append(':')
                    .append(error.column())
                    .append(": ")
                    .append(error.message())
                    .append('\n'));
    if (report.planned().batch()) {
      report.reasons().forEach(reason -> text.append(reason).append('\n'));
    }
    report
        .translation()
        .ifPresent(
            translation ->
                text.append(withoutCounters(ExplainText.of(translation, ExplainText.Level.PLAN))));
    return text.append('\n').toString();
  }

  /** Without the numbers that Flink gives to sinks of bare SELECTs. */
  public static String withoutCounters(String tree) {
    return ANONYMOUS.matcher(tree).replaceAll("*anonymous_$1*");
  }

  /** {@link #explain} followed by the Substrait plan. */
  public static String golden(StatementReport report) {
    String explained = explain(report);
    return report
        .translation()
        .flatMap(translation -> translation.plan())
        .map(plan -> explained + PlanText.of(plan) + "\n")
        .orElse(explained);
  }
}
