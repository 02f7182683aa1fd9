package io.streamfusion.translator.rex;

import java.util.Collection;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexVisitorImpl;
import org.apache.calcite.util.Util;
import org.apache.flink.table.functions.BuiltInFunctionDefinitions;
import org.apache.flink.table.planner.functions.bridging.BridgingSqlFunction;

/** CURRENT_WATERMARK: the last watermark that reached the operator before the row. */
public final class CurrentWatermark {
  private static final RexVisitorImpl<Void> FINDER =
      new RexVisitorImpl<>(true) {
        @Override
        public Void visitCall(RexCall call) {
          if (call.getOperator() instanceof BridgingSqlFunction function
              && function.getDefinition() == BuiltInFunctionDefinitions.CURRENT_WATERMARK) {
            throw Util.FoundOne.NULL;
          }
          return super.visitCall(call);
        }
      };

  private CurrentWatermark() {}

  /** Whether one of the expressions calls it. */
  public static boolean isReadBy(Collection<? extends RexNode> nodes) {
    try {
      nodes.forEach(node -> node.accept(FINDER));
      return false;
    } catch (Util.FoundOne found) {
      return true;
    }
  }
}
