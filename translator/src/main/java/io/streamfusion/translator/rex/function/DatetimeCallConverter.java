package io.streamfusion.translator.rex.function;

import io.streamfusion.translator.rex.CallConverter;
import io.streamfusion.translator.rex.Invocations;
import io.streamfusion.translator.rex.Operands;
import io.streamfusion.translator.type.FlinkTypes;
import io.substrait.expression.Expression;
import io.substrait.expression.ExpressionCreator;
import java.util.List;
import java.util.Optional;
import org.apache.calcite.avatica.util.TimeUnitRange;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.flink.table.planner.functions.sql.FlinkSqlOperatorTable;

/** Date and time: interval arithmetic, EXTRACT, FLOOR and CEIL to a unit, DATE_FORMAT. */
final class DatetimeCallConverter implements CallConverter {
  static final String FAMILY = "datetime";

  @Override
  public Optional<Expression> convert(RexCall call, Operands operands) {
    if (call.getOperator() == FlinkSqlOperatorTable.EXTRACT) {
      return unit(call.getOperands().get(0))
          .flatMap(
              unit ->
                  Invocations.of(
                      FAMILY,
                      "extract",
                      FlinkTypes.toSubstrait(call.getType()),
                      List.of(unit, operands.convert(call.getOperands().get(1)))));
    }
    if (call.getOperator() == FlinkSqlOperatorTable.DATE_FORMAT) {
      return Invocations.ofCall(FAMILY, "date_format", call, operands);
    }
    if (call.getOperands().size() != 2 || !isDatetime(call)) {
      return Optional.empty();
    }
    if (call.getOperator() == FlinkSqlOperatorTable.FLOOR) {
      return roundTo("floor", call, operands);
    }
    if (call.getOperator() == FlinkSqlOperatorTable.CEIL) {
      return roundTo("ceil", call, operands);
    }
    if (call.getOperator() == FlinkSqlOperatorTable.PLUS
        || call.getOperator() == FlinkSqlOperatorTable.DATETIME_PLUS) {
      return Invocations.ofCall(FAMILY, "plus", call, operands);
    }
    if (call.getOperator() == FlinkSqlOperatorTable.MINUS
        || call.getOperator() == FlinkSqlOperatorTable.MINUS_DATE) {
      return Invocations.ofCall(FAMILY, "minus", call, operands);
    }
    return Optional.empty();
  }

  private static boolean isDatetime(RexCall call) {
    return SqlTypeName.DATETIME_TYPES.contains(call.getType().getSqlTypeName())
        || SqlTypeName.INTERVAL_TYPES.contains(call.getType().getSqlTypeName());
  }

  private static Optional<Expression> roundTo(String name, RexCall call, Operands operands) {
    return unit(call.getOperands().get(1))
        .flatMap(
            unit ->
                Invocations.of(
                    FAMILY,
                    name,
                    FlinkTypes.toSubstrait(call.getType()),
                    List.of(operands.convert(call.getOperands().get(0)), unit)));
  }

  /** The unit is a symbol in Calcite and text in the contract. */
  private static Optional<Expression> unit(RexNode node) {
    return node instanceof RexLiteral literal && literal.getValue() instanceof TimeUnitRange range
        ? Optional.of(ExpressionCreator.string(false, range.name()))
        : Optional.empty();
  }
}
