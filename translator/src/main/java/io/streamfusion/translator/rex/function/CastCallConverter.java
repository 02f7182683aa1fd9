package io.streamfusion.translator.rex.function;

import io.streamfusion.translator.rex.CallConverter;
import io.streamfusion.translator.rex.Operands;
import io.substrait.expression.Expression;
import java.util.Optional;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexNode;
import org.apache.flink.table.planner.functions.sql.FlinkSqlOperatorTable;

/** CAST, where the new cast behaviour is in force. TRY_CAST and legacy casts go to the host. */
final class CastCallConverter implements CallConverter {
  private final boolean legacyCasts;

  CastCallConverter(boolean legacyCasts) {
    this.legacyCasts = legacyCasts;
  }

  @Override
  public Optional<Expression> convert(RexCall call, Operands operands) {
    if (call.getOperator() != FlinkSqlOperatorTable.CAST || legacyCasts) {
      return Optional.empty();
    }
    RexNode operand = call.getOperands().get(0);
    if (operand.getType().isNullable() && !call.getType().isNullable()) {
      // What VAR_SAMP of a NOT NULL column becomes. For NULL, Flink's generated code leaves some
      // value of the type, which only that code knows.
      return Optional.empty();
    }
    return Casts.castTo(operands.convert(operand), operand.getType(), call.getType());
  }
}
