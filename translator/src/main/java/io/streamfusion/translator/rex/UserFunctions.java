package io.streamfusion.translator.rex;

import java.util.Collection;
import java.util.SortedSet;
import java.util.TreeSet;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexVisitorImpl;
import org.apache.flink.table.functions.BuiltInFunctionDefinition;
import org.apache.flink.table.functions.FunctionDefinition;
import org.apache.flink.table.functions.SpecializedFunction;
import org.apache.flink.table.functions.UserDefinedFunction;
import org.apache.flink.table.planner.functions.bridging.BridgingSqlFunction;
import org.apache.flink.table.planner.functions.utils.ScalarSqlFunction;

/** The user-defined functions that expressions call. */
final class UserFunctions {
  /** What a specialized function runs is known where its code is generated. */
  private static final String SPECIALIZED = "a function specialized per call";

  private UserFunctions() {}

  /**
   * What Flink's generated code makes one instance of each, as {@code CodeGenUtils.udfFieldName}
   * names it: two functions of one class and equal fields are one instance.
   */
  static SortedSet<String> calledBy(Collection<? extends RexNode> nodes) {
    SortedSet<String> instances = new TreeSet<>();
    RexVisitorImpl<Void> visitor =
        new RexVisitorImpl<>(true) {
          @Override
          public Void visitCall(RexCall call) {
            if (call.getOperator() instanceof BridgingSqlFunction function) {
              addInstance(function.getDefinition(), call);
            } else if (call.getOperator() instanceof ScalarSqlFunction function) {
              instances.add(function.scalarFunction().functionIdentifier());
            }
            return super.visitCall(call);
          }

          private void addInstance(FunctionDefinition definition, RexCall call) {
            if (definition instanceof BuiltInFunctionDefinition) {
              return;
            }
            if (definition instanceof SpecializedFunction) {
              instances.add(SPECIALIZED);
            } else if (definition instanceof UserDefinedFunction function) {
              instances.add(function.functionIdentifier());
            } else {
              instances.add(call.getOperator().toString());
            }
          }
        };
    nodes.forEach(node -> node.accept(visitor));
    return instances;
  }
}
