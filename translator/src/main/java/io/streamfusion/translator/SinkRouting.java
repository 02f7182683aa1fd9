package io.streamfusion.translator;

import io.streamfusion.translator.support.FallbackReason;
import java.util.List;
import org.apache.calcite.rel.RelNode;
import org.apache.flink.table.planner.plan.nodes.calcite.LegacySink;
import org.apache.flink.table.planner.plan.nodes.calcite.Sink;

/**
 * Where one query, everything that feeds one root of the plan, runs.
 *
 * @param ordinal the root's position in the plan
 * @param root the root: a sink, or any node when a bare SELECT is explained
 * @param name what the root writes to, for people
 * @param runsNatively whether the query runs natively, as a whole
 * @param reasons why not, in plan order; empty if it is native
 */
public record SinkRouting(
    int ordinal, RelNode root, String name, boolean runsNatively, List<FallbackReason> reasons) {
  public SinkRouting {
    reasons = List.copyOf(reasons);
  }

  /** What a root writes to: the table's name, {@code rows} if it writes to none. */
  static String nameOf(RelNode root) {
    if (root instanceof Sink sink) {
      return sink.contextResolvedTable().getIdentifier().getObjectName();
    }
    if (root instanceof LegacySink legacy) {
      return legacy.sinkName();
    }
    return "rows";
  }

  /** The same query on Flink. */
  SinkRouting onFlink(List<FallbackReason> why) {
    return new SinkRouting(ordinal, root, name, false, why);
  }
}
