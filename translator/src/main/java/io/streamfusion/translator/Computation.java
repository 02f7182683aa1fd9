package io.streamfusion.translator;

import java.util.Map;
import java.util.TreeMap;
import org.apache.calcite.plan.RelOptUtil;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexShuttle;
import org.apache.calcite.sql.SqlExplainLevel;
import org.apache.flink.table.api.TableException;
import org.apache.flink.table.catalog.ContextResolvedTable;
import org.apache.flink.table.planner.functions.bridging.BridgingSqlFunction;
import org.apache.flink.table.planner.plan.schema.TableSourceTable;

/**
 * A text that is the same only for trees that compute the same. A plan's own text leaves out what
 * is not written in its SQL: the types of expressions, the classes of functions, and of tables all
 * but their names.
 */
final class Computation {

  private final StringBuilder text = new StringBuilder();

  private Computation() {}

  /** Of a node and all that feeds it. */
  static String of(RelNode rel) {
    Computation computation = new Computation();
    computation.text.append(text(rel));
    computation.details(rel);
    return computation.text.toString();
  }

  /** What a plan says. */
  static String text(RelNode rel) {
    return RelOptUtil.toString(rel, SqlExplainLevel.EXPPLAN_ATTRIBUTES).replace("\r", "");
  }

  private void details(RelNode rel) {
    text.append(rel.getRowType().getFullTypeString()).append('\n');
    if (rel.getTable() instanceof TableSourceTable source) {
      table(source.contextResolvedTable());
    }
    rel.accept(
        new RexShuttle() {
          @Override
          public RexNode visitCall(RexCall call) {
            expression(call);
            if (call.getOperator() instanceof BridgingSqlFunction function) {
              text.append(function.getDefinition().getClass().getName()).append('\n');
            }
            return super.visitCall(call);
          }

          @Override
          public RexNode visitLiteral(RexLiteral literal) {
            expression(literal);
            return literal;
          }
        });
    rel.getInputs().forEach(this::details);
  }

  private void expression(RexNode expression) {
    text.append(expression)
        .append(' ')
        .append(expression.getType().getFullTypeString())
        .append('\n');
  }

  /** No option is known to be without meaning. */
  private void table(ContextResolvedTable table) {
    text.append(table.getResolvedSchema()).append('\n');
    if (!table.isAnonymous()) {
      text.append(options(table)).append('\n');
    }
  }

  private static Map<String, String> options(ContextResolvedTable table) {
    try {
      return new TreeMap<>(table.getResolvedTable().getOptions());
    } catch (TableException e) {
      // A DataStream behind a view has none, and there is no way to ask.
      return Map.of();
    }
  }
}
