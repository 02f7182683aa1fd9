package io.streamfusion.flink.planner;

import io.streamfusion.translator.Fragment;
import io.streamfusion.translator.FragmentNode;
import io.streamfusion.translator.TranslationResult;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import org.apache.calcite.rel.RelNode;
import org.apache.flink.table.planner.plan.nodes.physical.stream.StreamPhysicalRel;

/**
 * The optimized plan of one job with its native regions marked: a {@link NativeRel} for each node
 * that a fragment runs, a {@link HostRel} for each node of Flink's above one, every other node as
 * Flink made it.
 */
final class NativePlan {

  private final TranslationResult translation;
  private final List<RelNode> roots = new ArrayList<>();
  private final Map<RelNode, RelNode> standIns = new IdentityHashMap<>();
  private final Map<RelNode, Placement> placements = new IdentityHashMap<>();

  /** Where a native node runs. */
  private record Placement(Fragment fragment, FragmentNode node) {}

  NativePlan(TranslationResult translation, List<? extends RelNode> optimizedRoots) {
    this.translation = translation;
    for (Fragment fragment : translation.fragments()) {
      for (FragmentNode node : fragment.nodes()) {
        placements.put(node.rel(), new Placement(fragment, node));
      }
    }
    for (RelNode root : optimizedRoots) {
      roots.add(standIn(root));
    }
  }

  TranslationResult translation() {
    return translation;
  }

  List<RelNode> roots() {
    return List.copyOf(roots);
  }

  /** What stands for {@code rel} in this plan; {@code rel} itself where nothing changed. */
  RelNode standIn(RelNode rel) {
    RelNode known = standIns.get(rel);
    if (known != null) {
      return known;
    }
    List<RelNode> inputs = new ArrayList<>();
    boolean changed = false;
    for (RelNode input : rel.getInputs()) {
      RelNode standIn = standIn(input);
      changed |= standIn != input;
      inputs.add(standIn);
    }
    Placement placement = placements.get(rel);
    RelNode result;
    if (placement != null) {
      result =
          new NativeRel((StreamPhysicalRel) rel, inputs, placement.fragment(), placement.node());
    } else if (changed) {
      result = new HostRel((StreamPhysicalRel) rel, inputs);
    } else {
      result = rel;
    }
    standIns.put(rel, result);
    return result;
  }
}
