package io.streamfusion.translator.rex.function;

import io.streamfusion.translator.rex.CallConverter;
import io.streamfusion.translator.rex.Invocations;
import io.streamfusion.translator.rex.Operands;
import io.substrait.expression.Expression;
import java.util.Map;
import java.util.Optional;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.flink.table.planner.functions.sql.FlinkSqlOperatorTable;

/** Arithmetic on integers and floats, and on decimals, which have a family of their own. */
final class ArithmeticCallConverter implements CallConverter {
  static final String FAMILY = "arithmetic";
  static final String DECIMAL_FAMILY = "decimal";

  static final OperatorNames NAMES =
      new OperatorNames(
          Map.ofEntries(
              Map.entry(FlinkSqlOperatorTable.PLUS, "add"),
              Map.entry(FlinkSqlOperatorTable.MINUS, "subtract"),
              Map.entry(FlinkSqlOperatorTable.MULTIPLY, "multiply"),
              Map.entry(FlinkSqlOperatorTable.DIVIDE, "divide"),
              Map.entry(FlinkSqlOperatorTable.DIVIDE_INTEGER, "divide"),
              Map.entry(FlinkSqlOperatorTable.MOD, "mod"),
              Map.entry(FlinkSqlOperatorTable.PERCENT_REMAINDER, "mod"),
              Map.entry(FlinkSqlOperatorTable.UNARY_MINUS, "negate"),
              Map.entry(FlinkSqlOperatorTable.ABS, "abs"),
              Map.entry(FlinkSqlOperatorTable.SIGN, "sign"),
              Map.entry(FlinkSqlOperatorTable.FLOOR, "floor"),
              Map.entry(FlinkSqlOperatorTable.CEIL, "ceil")));

  @Override
  public Optional<Expression> convert(RexCall call, Operands operands) {
    return NAMES.find(call).flatMap(name -> numeric(name, call, operands));
  }

  private static Optional<Expression> numeric(String name, RexCall call, Operands operands) {
    if (!SqlTypeName.NUMERIC_TYPES.contains(call.getType().getSqlTypeName())
        || !call.getOperands().stream().allMatch(ArithmeticCallConverter::isNumber)) {
      return Optional.empty();
    }
    boolean decimal = call.getType().getSqlTypeName() == SqlTypeName.DECIMAL || hasDecimal(call);
    return Invocations.ofCall(decimal ? DECIMAL_FAMILY : FAMILY, name, call, operands);
  }

  private static boolean hasDecimal(RexCall call) {
    return call.getOperands().stream()
        .anyMatch(operand -> operand.getType().getSqlTypeName() == SqlTypeName.DECIMAL);
  }

  private static boolean isNumber(RexNode operand) {
    return SqlTypeName.NUMERIC_TYPES.contains(operand.getType().getSqlTypeName());
  }
}
