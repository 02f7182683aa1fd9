package io.streamfusion.translator.rex.function;

import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.sql.SqlOperator;
import org.apache.flink.table.functions.BuiltInFunctionDefinition;
import org.apache.flink.table.functions.FunctionDefinition;
import org.apache.flink.table.planner.functions.bridging.BridgingSqlFunction;

/**
 * Recognizes an operator by identity: a user's function with the name of a built-in one is another
 * operator.
 */
final class OperatorNames {
  private final Map<SqlOperator, String> operators;
  private final Map<FunctionDefinition, String> definitions;

  OperatorNames(Map<SqlOperator, String> operators) {
    this(operators, Map.of());
  }

  OperatorNames(
      Map<SqlOperator, String> operators, Map<BuiltInFunctionDefinition, String> definitions) {
    this.operators = Map.copyOf(operators);
    this.definitions = Map.copyOf(definitions);
  }

  /** The catalogue's name for the operator of a call. */
  Optional<String> find(RexCall call) {
    return BuiltIns.definition(call)
        .map(definitions::get)
        .or(
            () ->
                operators.entrySet().stream()
                    .filter(entry -> entry.getKey() == call.getOperator())
                    .map(Map.Entry::getValue)
                    .findFirst());
  }

  /** The operators that the catalogue calls so. */
  List<SqlOperator> operators(String name) {
    return operators.entrySet().stream()
        .filter(entry -> entry.getValue().equals(name))
        .map(Map.Entry::getKey)
        .sorted(Comparator.comparing(SqlOperator::getName))
        .toList();
  }

  /** Flink's built-in functions that Calcite does not know. */
  static final class BuiltIns {
    private BuiltIns() {}

    static Optional<FunctionDefinition> definition(RexCall call) {
      return call.getOperator() instanceof BridgingSqlFunction function
          ? Optional.of(function.getDefinition())
          : Optional.empty();
    }

    static boolean is(RexCall call, BuiltInFunctionDefinition definition) {
      return definition(call).filter(found -> found == definition).isPresent();
    }
  }
}
