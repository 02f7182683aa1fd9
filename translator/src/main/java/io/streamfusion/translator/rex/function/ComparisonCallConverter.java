package io.streamfusion.translator.rex.function;

import io.streamfusion.translator.rex.CallConverter;
import io.streamfusion.translator.rex.Invocations;
import io.streamfusion.translator.rex.Operands;
import io.substrait.expression.Expression;
import java.util.Map;
import java.util.Optional;
import org.apache.calcite.rex.RexCall;
import org.apache.flink.table.planner.functions.sql.FlinkSqlOperatorTable;

/**
 * Comparisons. The kernels take the operands' own types and compare them as Flink's generated code
 * does; a pair that it refuses has no kernel either and reaches Flink's code generator through the
 * host evaluator.
 */
final class ComparisonCallConverter implements CallConverter {
  static final String FAMILY = "comparison";

  static final OperatorNames NAMES =
      new OperatorNames(
          Map.ofEntries(
              Map.entry(FlinkSqlOperatorTable.EQUALS, "equal"),
              Map.entry(FlinkSqlOperatorTable.NOT_EQUALS, "not_equal"),
              Map.entry(FlinkSqlOperatorTable.LESS_THAN, "less_than"),
              Map.entry(FlinkSqlOperatorTable.LESS_THAN_OR_EQUAL, "less_than_or_equal"),
              Map.entry(FlinkSqlOperatorTable.GREATER_THAN, "greater_than"),
              Map.entry(FlinkSqlOperatorTable.GREATER_THAN_OR_EQUAL, "greater_than_or_equal"),
              Map.entry(FlinkSqlOperatorTable.IS_DISTINCT_FROM, "is_distinct_from"),
              Map.entry(FlinkSqlOperatorTable.IS_NOT_DISTINCT_FROM, "is_not_distinct_from"),
              Map.entry(FlinkSqlOperatorTable.IS_NULL, "is_null"),
              Map.entry(FlinkSqlOperatorTable.IS_UNKNOWN, "is_null"),
              Map.entry(FlinkSqlOperatorTable.IS_NOT_NULL, "is_not_null"),
              Map.entry(FlinkSqlOperatorTable.IS_NOT_UNKNOWN, "is_not_null")));

  @Override
  public Optional<Expression> convert(RexCall call, Operands operands) {
    return NAMES.find(call).flatMap(name -> Invocations.ofCall(FAMILY, name, call, operands));
  }
}
