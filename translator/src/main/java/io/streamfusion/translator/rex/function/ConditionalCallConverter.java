package io.streamfusion.translator.rex.function;

import io.streamfusion.translator.rex.CallConverter;
import io.streamfusion.translator.rex.Invocations;
import io.streamfusion.translator.rex.Operands;
import io.streamfusion.translator.type.FlinkTypes;
import io.substrait.expression.Expression;
import io.substrait.type.Type;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexNode;
import org.apache.flink.table.functions.BuiltInFunctionDefinitions;
import org.apache.flink.table.planner.functions.sql.FlinkSqlOperatorTable;

/**
 * CASE and IF as Substrait's IfThen: per row, the first condition that is TRUE chooses its branch,
 * and a NULL condition does not. Flink's generated code casts the branches to the result type.
 */
final class ConditionalCallConverter implements CallConverter {

  @Override
  public Optional<Expression> convert(RexCall call, Operands operands) {
    if (call.getOperator() == FlinkSqlOperatorTable.CASE
        || call.getOperator() == FlinkSqlOperatorTable.IF) {
      return ifThen(call, operands);
    }
    if (OperatorNames.BuiltIns.is(call, BuiltInFunctionDefinitions.COALESCE)
        || OperatorNames.BuiltIns.is(call, BuiltInFunctionDefinitions.IF_NULL)) {
      return coalesce(call, operands);
    }
    return Optional.empty();
  }

  /** COALESCE and IFNULL evaluate all of their operands: Flink's functions get them all. */
  private static Optional<Expression> coalesce(RexCall call, Operands operands) {
    Type type = FlinkTypes.toSubstrait(call.getType());
    List<Expression> arguments = Invocations.arguments(call.getOperands(), operands);
    return arguments.stream()
            .allMatch(argument -> Casts.sameIgnoringNullability(argument.getType(), type))
        ? Optional.of(Invocations.lowered("conditional", "coalesce", type, arguments))
        : Optional.empty();
  }

  private static Optional<Expression> ifThen(RexCall call, Operands operands) {
    List<RexNode> nodes = call.getOperands();
    int last = nodes.size() - 1;
    List<Expression.IfClause> clauses = new ArrayList<>();
    for (int i = 0; i < last; i += 2) {
      // Only the first condition is evaluated for every row.
      Expression condition =
          i == 0 ? operands.convert(nodes.get(i)) : operands.convertGuarded(nodes.get(i));
      Optional<Expression> branch = branch(nodes.get(i + 1), call.getType(), operands);
      if (branch.isEmpty()) {
        return Optional.empty();
      }
      clauses.add(Expression.IfClause.builder().condition(condition).then(branch.get()).build());
    }
    return branch(nodes.get(last), call.getType(), operands)
        .map(
            otherwise ->
                Expression.IfThen.builder().addAllIfClauses(clauses).elseClause(otherwise).build());
  }

  private static Optional<Expression> branch(RexNode node, RelDataType type, Operands operands) {
    return Casts.castTo(operands.convertGuarded(node), node.getType(), type);
  }
}
