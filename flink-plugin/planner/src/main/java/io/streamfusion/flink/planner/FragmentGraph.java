package io.streamfusion.flink.planner;

import io.streamfusion.translator.Fragment;
import io.streamfusion.translator.FragmentInput;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import org.apache.calcite.rel.RelNode;

/**
 * Contracts the nodes of each fragment into one {@link FragmentRel}, so that Flink's own generator
 * builds the execution graph. Shared nodes stay shared: everything is remembered by identity.
 */
final class FragmentGraph {

  private final NativePlan plan;
  private final JobScope job;
  private final Map<RelNode, RelNode> contracted = new IdentityHashMap<>();
  private final Map<Integer, RelNode> fragmentRels = new HashMap<>();

  FragmentGraph(NativePlan plan, JobScope job) {
    this.plan = plan;
    this.job = job;
  }

  List<RelNode> contract() {
    List<RelNode> roots = new ArrayList<>();
    for (RelNode root : plan.roots()) {
      roots.add(contract(root));
    }
    return roots;
  }

  private RelNode contract(RelNode rel) {
    RelNode known = contracted.get(rel);
    if (known != null) {
      return known;
    }
    RelNode result;
    if (rel instanceof NativeRel) {
      result = fragment(((NativeRel) rel).fragment());
    } else if (rel instanceof HostRel) {
      List<RelNode> inputs = new ArrayList<>();
      for (RelNode input : rel.getInputs()) {
        inputs.add(contract(input));
      }
      result = new HostRel(((HostRel) rel).original(), inputs);
    } else {
      result = rel;
    }
    contracted.put(rel, result);
    return result;
  }

  private RelNode fragment(Fragment fragment) {
    RelNode known = fragmentRels.get(fragment.ordinal());
    if (known != null) {
      return known;
    }
    List<RelNode> inputs = new ArrayList<>();
    for (FragmentInput input : fragment.inputs()) {
      inputs.add(port(input));
    }
    RelNode result = new FragmentRel(inputs, plan, job, fragment);
    fragmentRels.put(fragment.ordinal(), result);
    return result;
  }

  private RelNode port(FragmentInput input) {
    if (input instanceof FragmentInput.HostRows rows) {
      return contract(plan.standIn(rows.rel()));
    }
    int source = ((FragmentInput.Frames) input).fragment();
    return fragment(plan.translation().fragments().get(source));
  }
}
