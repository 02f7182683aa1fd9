package io.streamfusion.flink.planner;

import java.util.List;
import org.apache.calcite.plan.RelTraitSet;
import org.apache.calcite.rel.RelNode;
import org.apache.flink.table.planner.plan.nodes.exec.ExecNode;
import org.apache.flink.table.planner.plan.nodes.physical.stream.StreamPhysicalRel;

/**
 * One of Flink's nodes above a native region: prints and translates as the original does, only its
 * inputs are replaced.
 */
final class HostRel extends StandInRel {

  HostRel(StreamPhysicalRel original, List<? extends RelNode> inputs) {
    super(original, inputs);
  }

  @Override
  public String getRelTypeName() {
    return original().getRelTypeName();
  }

  @Override
  public RelNode copy(RelTraitSet traitSet, List<RelNode> inputs) {
    return new HostRel(
        (StreamPhysicalRel) original().copy(traitSet, original().getInputs()), inputs);
  }

  @Override
  public ExecNode<?> translateToExecNode() {
    return original().translateToExecNode();
  }

  @Override
  public ExecNode<?> translateToExecNode(boolean isCompiled) {
    return original().translateToExecNode(isCompiled);
  }
}
