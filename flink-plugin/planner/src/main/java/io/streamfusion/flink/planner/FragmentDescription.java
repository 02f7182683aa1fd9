package io.streamfusion.flink.planner;

import io.streamfusion.translator.Fragment;
import io.streamfusion.translator.FragmentNode;
import java.util.ArrayList;
import java.util.List;

/**
 * How a fragment is called in execution plans, in Flink's web interface and in metrics.
 *
 * @param simplified the operator names, for {@code table.exec.simplify-operator-name-enabled}
 * @param full the nodes as EXPLAIN prints them, consumers first as in the plan above
 */
record FragmentDescription(String simplified, String full) {

  static FragmentDescription of(NativePlan plan, Fragment fragment) {
    List<String> names = new ArrayList<>();
    List<String> details = new ArrayList<>();
    for (FragmentNode node : fragment.nodes()) {
      NativeRel rel = (NativeRel) plan.standIn(node.rel());
      String detail = rel.getRelDetailedDescription();
      int end = detail.indexOf('(');
      names.add(end < 0 ? detail : detail.substring(0, end));
      details.add(0, detail);
    }
    String simplified = String.join("-", names);
    return details.size() == 1
        ? new FragmentDescription(simplified, details.get(0))
        : new FragmentDescription(
            simplified, "NativeFragment(nodes=[" + String.join(" <- ", details) + "])");
  }
}
