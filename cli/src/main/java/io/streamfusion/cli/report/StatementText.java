package io.streamfusion.cli.report;

import io.streamfusion.substrait.text.PlanText;
import io.streamfusion.translator.TranslationResult;
import io.streamfusion.translator.explain.ExplainText;
import io.substrait.proto.Plan;
import java.util.Optional;
import java.util.regex.Pattern;

/** The text of a statement that {@code explain} prints and golden plans hold. */
public final class StatementText {

  /** Flink numbers the sinks of bare SELECTs per process. */
  private static final Pattern ANONYMOUS = Pattern.compile("\\*anonymous_(\\w+)\\$\\d+\\*");

  private StatementText() {}

  /** Which of the two plans of a statement are shown. */
  public enum Side {
    /** Flink's tree, with what became of each node. */
    FLINK,
    /** The Substrait plan. */
    SUBSTRAIT,
    BOTH
  }

  /**
   * Title, routing, reasons, and what is asked for; empty for a statement that moves no rows.
   *
   * @param level how much is said of Flink's plan
   */
  public static String explain(StatementReport report, ExplainText.Level level, Side side) {
    String head = head(report);
    if (head.isEmpty()) {
      return "";
    }
    StringBuilder text = new StringBuilder(head);
    if (side != Side.SUBSTRAIT) {
      report
          .translation()
          .ifPresent(
              translation -> text.append(withoutCounters(ExplainText.of(translation, level))));
      text.append('\n');
    }
    Optional<Plan> plan = report.translation().flatMap(TranslationResult::plan);
    if (side != Side.FLINK && plan.isPresent()) {
      text.append(PlanText.of(plan.get())).append('\n');
    } else if (side == Side.SUBSTRAIT) {
      report.reasons().forEach(reason -> text.append("no plan: ").append(reason).append('\n'));
      text.append('\n');
    }
    return text.toString();
  }

  private static String head(StatementReport report) {
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
    if (report.planned().onFlink().isPresent()) {
      report.reasons().forEach(reason -> text.append(reason).append('\n'));
    }
    return text.toString();
  }

  /** Without the numbers that Flink gives to sinks of bare SELECTs. */
  public static String withoutCounters(String tree) {
    return ANONYMOUS.matcher(tree).replaceAll("*anonymous_$1*");
  }

  /** What a golden plan holds: both sides. */
  public static String golden(StatementReport report) {
    return explain(report, ExplainText.Level.PLAN, Side.BOTH);
  }
}
