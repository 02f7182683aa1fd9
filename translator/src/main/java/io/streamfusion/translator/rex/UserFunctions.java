package io.streamfusion.translator.rex;

import java.util.Collection;
import java.util.SortedSet;
import java.util.TreeSet;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexVisitorImpl;
import org.apache.flink.table.functions.BuiltInFunctionDefinition;
import org.apache.flink.table.planner.functions.bridging.BridgingSqlFunction;
import org.apache.flink.table.planner.functions.utils.ScalarSqlFunction;

/** The user-defined functions that expressions call. */
final class UserFunctions {
  private UserFunctions() {}

  /** Their names; Flink's generated code makes one instance per function. */
  static SortedSet<String> calledBy(Collection<? extends RexNode> nodes) {
    SortedSet<String> names = new TreeSet<>();
    RexVisitorImpl<Void> visitor =
        new RexVisitorImpl<>(true) {
          @Override
          public Void visitCall(RexCall call) {
            if (isUserDefined(call)) {
              names.add(call.getOperator().toString());
            }
            return super.visitCall(call);
          }
        };
    nodes.forEach(node -> node.accept(visitor));
    return names;
  }

  private static boolean isUserDefined(RexCall call) {
    if (call.getOperator() instanceof BridgingSqlFunction function) {
      return !(function.getDefinition() instanceof BuiltInFunctionDefinition);
    }
    return call.getOperator() instanceof ScalarSqlFunction;
  }
}
