package io.streamfusion.translator.rex.function;

import io.streamfusion.translator.rex.CallConverter;
import io.streamfusion.translator.rex.Invocations;
import io.streamfusion.translator.rex.Operands;
import io.streamfusion.translator.type.FlinkTypes;
import io.substrait.expression.Expression;
import io.substrait.expression.ExpressionCreator;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.fun.SqlTrimFunction;
import org.apache.flink.table.planner.functions.sql.FlinkSqlOperatorTable;

/** Functions on text. */
final class StringCallConverter implements CallConverter {
  static final String FAMILY = "string";

  static final OperatorNames NAMES =
      new OperatorNames(
          Map.ofEntries(
              Map.entry(FlinkSqlOperatorTable.CHAR_LENGTH, "char_length"),
              Map.entry(FlinkSqlOperatorTable.CHARACTER_LENGTH, "char_length"),
              Map.entry(FlinkSqlOperatorTable.CONCAT, "concat_operator"),
              Map.entry(FlinkSqlOperatorTable.CONCAT_FUNCTION, "concat"),
              Map.entry(FlinkSqlOperatorTable.CONCAT_WS, "concat_ws"),
              Map.entry(FlinkSqlOperatorTable.SUBSTRING, "substring"),
              Map.entry(FlinkSqlOperatorTable.SUBSTR, "substring"),
              Map.entry(FlinkSqlOperatorTable.LTRIM, "ltrim"),
              Map.entry(FlinkSqlOperatorTable.RTRIM, "rtrim"),
              Map.entry(FlinkSqlOperatorTable.LEFT, "left"),
              Map.entry(FlinkSqlOperatorTable.RIGHT, "right"),
              Map.entry(FlinkSqlOperatorTable.LOWER, "lower"),
              Map.entry(FlinkSqlOperatorTable.UPPER, "upper"),
              Map.entry(FlinkSqlOperatorTable.LIKE, "like"),
              Map.entry(FlinkSqlOperatorTable.POSITION, "position"),
              Map.entry(FlinkSqlOperatorTable.SPLIT_INDEX, "split_index"),
              Map.entry(FlinkSqlOperatorTable.REGEXP_EXTRACT, "regexp_extract")));

  @Override
  public Optional<Expression> convert(RexCall call, Operands operands) {
    if (call.getOperator() == FlinkSqlOperatorTable.TRIM) {
      return trim(call, operands);
    }
    return NAMES.find(call).flatMap(name -> Invocations.ofCall(FAMILY, name, call, operands));
  }

  /** TRIM(flag, set, text): the flag is a symbol in Calcite and text in the contract. */
  private static Optional<Expression> trim(RexCall call, Operands operands) {
    List<RexNode> nodes = call.getOperands();
    if (!(nodes.get(0) instanceof RexLiteral flag)
        || flag.getValueAs(SqlTrimFunction.Flag.class) == null) {
      return Optional.empty();
    }
    List<Expression> arguments = new ArrayList<>();
    arguments.add(
        ExpressionCreator.string(false, flag.getValueAs(SqlTrimFunction.Flag.class).name()));
    arguments.addAll(Invocations.arguments(nodes.subList(1, nodes.size()), operands));
    return Invocations.of(FAMILY, "trim", FlinkTypes.toSubstrait(call.getType()), arguments);
  }
}
