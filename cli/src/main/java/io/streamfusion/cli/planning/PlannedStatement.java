package io.streamfusion.cli.planning;

import io.streamfusion.cli.report.Diagnostic;
import io.streamfusion.cli.script.SqlStatement;
import io.streamfusion.translator.TranslationOptions;
import io.streamfusion.translator.support.ReasonCode;
import java.util.List;
import java.util.Optional;
import org.apache.calcite.rel.RelNode;

/**
 * A statement after Flink planned it.
 *
 * @param roots the optimized physical trees, one per sink; empty for statements that move no rows
 *     and for those that are never translated
 * @param onFlink why the statement is never translated, whatever it computes
 * @param error why it could not be planned
 * @param notes remarks that are no findings, such as a table planned with a stand-in
 * @param options the session's choices when the statement was planned; a later SET does not count
 */
public record PlannedStatement(
    SqlStatement statement,
    List<RelNode> roots,
    Optional<ReasonCode> onFlink,
    Optional<Diagnostic> error,
    List<String> notes,
    TranslationOptions options) {

  /** Whether the statement is a query or an INSERT, so that it has an engine to run on. */
  public boolean movesRows() {
    return !roots.isEmpty() || onFlink.isPresent();
  }
}
