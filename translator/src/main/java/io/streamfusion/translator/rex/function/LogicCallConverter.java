package io.streamfusion.translator.rex.function;

import io.streamfusion.translator.rex.CallConverter;
import io.streamfusion.translator.rex.Invocations;
import io.streamfusion.translator.rex.Operands;
import io.streamfusion.translator.type.FlinkTypes;
import io.substrait.expression.Expression;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.SqlKind;
import org.apache.flink.table.planner.functions.sql.FlinkSqlOperatorTable;

/** AND, OR (flat, later operands guarded) and the tests of a BOOLEAN. */
final class LogicCallConverter implements CallConverter {
  static final String FAMILY = "logic";

  static final OperatorNames TESTS =
      new OperatorNames(
          Map.of(
              FlinkSqlOperatorTable.NOT, "not",
              FlinkSqlOperatorTable.IS_TRUE, "is_true",
              FlinkSqlOperatorTable.IS_NOT_TRUE, "is_not_true",
              FlinkSqlOperatorTable.IS_FALSE, "is_false",
              FlinkSqlOperatorTable.IS_NOT_FALSE, "is_not_false"));

  @Override
  public Optional<Expression> convert(RexCall call, Operands operands) {
    if (call.getOperator() == FlinkSqlOperatorTable.AND) {
      return junction("and", call, operands);
    }
    if (call.getOperator() == FlinkSqlOperatorTable.OR) {
      return junction("or", call, operands);
    }
    return TESTS
        .find(call)
        .flatMap(
            name ->
                Invocations.of(
                    FAMILY,
                    name,
                    FlinkTypes.toSubstrait(call.getType()),
                    List.of(operands.convert(call.getOperands().get(0)))));
  }

  private static Optional<Expression> junction(String name, RexCall call, Operands operands) {
    List<RexNode> flat = new ArrayList<>();
    flatten(call, call.getKind(), flat);
    List<Expression> converted = new ArrayList<>();
    for (RexNode operand : flat) {
      // Flink evaluates the right side only for rows that the left side does not decide.
      converted.add(
          converted.isEmpty() ? operands.convert(operand) : operands.convertGuarded(operand));
    }
    return Optional.of(
        Invocations.lowered(FAMILY, name, FlinkTypes.toSubstrait(call.getType()), converted));
  }

  private static void flatten(RexCall call, SqlKind kind, List<RexNode> flat) {
    for (RexNode operand : call.getOperands()) {
      if (operand.getKind() == kind && operand instanceof RexCall nested) {
        flatten(nested, kind, flat);
      } else {
        flat.add(operand);
      }
    }
  }
}
