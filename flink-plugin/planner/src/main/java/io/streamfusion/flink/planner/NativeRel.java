package io.streamfusion.flink.planner;

import io.streamfusion.translator.Fragment;
import io.streamfusion.translator.FragmentNode;
import java.util.List;
import org.apache.calcite.plan.RelTraitSet;
import org.apache.calcite.rel.RelNode;
import org.apache.flink.table.planner.plan.nodes.exec.ExecNode;
import org.apache.flink.table.planner.plan.nodes.physical.stream.StreamPhysicalRel;

/**
 * A node that the engine runs, one per node of Flink's, so that EXPLAIN shows the same tree as
 * before with {@code NativeCalc} for {@code Calc}. {@link FragmentGraph} turns all nodes of a
 * fragment into one execution node.
 */
final class NativeRel extends StandInRel {

  /** Flink's plan writers accept and cut off only the prefixes of its own classes. */
  private static final String TYPE_NAME_PREFIX = "StreamPhysical";

  private final Fragment fragment;
  private final FragmentNode node;

  NativeRel(
      StreamPhysicalRel original,
      List<? extends RelNode> inputs,
      Fragment fragment,
      FragmentNode node) {
    super(original, inputs);
    this.fragment = fragment;
    this.node = node;
  }

  Fragment fragment() {
    return fragment;
  }

  @Override
  public String getRelTypeName() {
    String originalName = original().getRelTypeName();
    String name =
        originalName.startsWith(TYPE_NAME_PREFIX)
            ? originalName.substring(TYPE_NAME_PREFIX.length())
            : originalName;
    return TYPE_NAME_PREFIX + "Native" + name;
  }

  @Override
  public RelNode copy(RelTraitSet traitSet, List<RelNode> inputs) {
    return new NativeRel(original(), inputs, fragment, node);
  }

  @Override
  public ExecNode<?> translateToExecNode() {
    throw new IllegalStateException(
        node.id() + " runs inside fragment " + fragment.id() + " and has no execution node");
  }
}
