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
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.flink.table.planner.functions.sql.FlinkSqlOperatorTable;

/** Arithmetic on integers and floats, and on decimals, which have a family of their own. */
final class ArithmeticCallConverter implements CallConverter {
  private static final String FAMILY = "arithmetic";
  private static final String DECIMAL_FAMILY = "decimal";

  /** The dividend of a remainder keeps its own type. */
  private static final String MODULO = "mod";

  private static final OperatorNames NAMES =
      new OperatorNames(
          Map.ofEntries(
              Map.entry(FlinkSqlOperatorTable.PLUS, "add"),
              Map.entry(FlinkSqlOperatorTable.MINUS, "subtract"),
              Map.entry(FlinkSqlOperatorTable.MULTIPLY, "multiply"),
              Map.entry(FlinkSqlOperatorTable.DIVIDE, "divide"),
              Map.entry(FlinkSqlOperatorTable.DIVIDE_INTEGER, "divide"),
              Map.entry(FlinkSqlOperatorTable.MOD, MODULO),
              Map.entry(FlinkSqlOperatorTable.PERCENT_REMAINDER, MODULO),
              Map.entry(FlinkSqlOperatorTable.UNARY_MINUS, "negate"),
              Map.entry(FlinkSqlOperatorTable.ABS, "abs"),
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
    if (isApproximate(call.getType()) && hasDecimal(call)) {
      return approximate(name, call, operands);
    }
    boolean decimal = call.getType().getSqlTypeName() == SqlTypeName.DECIMAL || hasDecimal(call);
    return Invocations.ofCall(decimal ? DECIMAL_FAMILY : FAMILY, name, call, operands);
  }

  /** Flink casts a DECIMAL operand to the FLOAT or DOUBLE of the result before it computes. */
  private static Optional<Expression> approximate(String name, RexCall call, Operands operands) {
    List<Expression> arguments = new ArrayList<>();
    for (RexNode operand : call.getOperands()) {
      Optional<Expression> cast =
          Casts.castTo(operands.convert(operand), operand.getType(), call.getType());
      if (cast.isEmpty() || MODULO.equals(name)) {
        return Optional.empty();
      }
      arguments.add(cast.get());
    }
    return Invocations.of(FAMILY, name, FlinkTypes.toSubstrait(call.getType()), arguments);
  }

  private static boolean hasDecimal(RexCall call) {
    return call.getOperands().stream()
        .anyMatch(operand -> operand.getType().getSqlTypeName() == SqlTypeName.DECIMAL);
  }

  private static boolean isApproximate(RelDataType type) {
    return type.getSqlTypeName() == SqlTypeName.FLOAT
        || type.getSqlTypeName() == SqlTypeName.DOUBLE;
  }

  private static boolean isNumber(RexNode operand) {
    return SqlTypeName.NUMERIC_TYPES.contains(operand.getType().getSqlTypeName());
  }
}
