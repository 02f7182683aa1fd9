package io.streamfusion.cli.planning;

import io.streamfusion.cli.report.Diagnostic;
import io.streamfusion.cli.script.SqlStatement;
import io.streamfusion.translator.TranslationOptions;
import java.util.List;
import java.util.Optional;
import org.apache.calcite.rel.RelNode;

/**
 * A statement after Flink planned it.
 *
 * @param roots the optimized physical trees, one per sink; empty for statements that move no rows
 * @param batch whether the statement runs in batch mode, which is never translated
 * @param error why it could not be planned
 * @param notes remarks that are no findings, such as a table planned with a stand-in
 * @param options the session's choices when the statement was planned; a later SET does not count
 */
public record PlannedStatement(
    SqlStatement statement,
    List<RelNode> roots,
    boolean batch,
    Optional<Diagnostic> error,
    List<String> notes,
    TranslationOptions options) {

  /** Whether the statement is a query or an INSERT, so that it has an engine to run on. */
  public boolean movesRows() {
    return !roots.isEmpty() || batch;
  }
}
