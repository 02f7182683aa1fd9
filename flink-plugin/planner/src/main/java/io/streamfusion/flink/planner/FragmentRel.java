package io.streamfusion.flink.planner;

import io.streamfusion.translator.Fragment;
import java.util.List;
import org.apache.calcite.plan.RelTraitSet;
import org.apache.calcite.rel.RelNode;
import org.apache.flink.table.planner.plan.nodes.exec.ExecNode;
import org.apache.flink.table.planner.plan.nodes.physical.stream.StreamPhysicalRel;

/**
 * A whole fragment, whose inputs are its ports in order. Exists between optimized plan and
 * execution graph only: Flink's generator makes one execution node of each node it meets.
 */
final class FragmentRel extends StandInRel {

  private final NativePlan plan;
  private final JobScope job;
  private final Fragment fragment;

  FragmentRel(List<? extends RelNode> inputs, NativePlan plan, JobScope job, Fragment fragment) {
    super((StreamPhysicalRel) FragmentSpecs.top(fragment), inputs);
    this.plan = plan;
    this.job = job;
    this.fragment = fragment;
  }

  @Override
  public String getRelTypeName() {
    return "StreamPhysicalNativeFragment";
  }

  @Override
  public RelNode copy(RelTraitSet traitSet, List<RelNode> inputs) {
    return new FragmentRel(inputs, plan, job, fragment);
  }

  @Override
  public ExecNode<?> translateToExecNode() {
    return NativeExecNode.of(plan, job, fragment);
  }
}
