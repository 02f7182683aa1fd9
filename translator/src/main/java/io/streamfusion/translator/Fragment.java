package io.streamfusion.translator;

import java.util.List;

/**
 * One entry of the plan's {@code relations}: a tree of native operators between exchanges and host
 * edges. Flink runs it as one operator.
 *
 * @param ordinal position in {@code relations}; a fragment reads only fragments before it
 * @param id a stable id from which uids are derived, unique in the plan
 * @param inputs in port order
 * @param output the fragment's only output
 * @param nodes the nodes that it runs, inputs before consumers
 * @param hostCalls the calls that its nodes make, by ascending id
 */
public record Fragment(
    int ordinal,
    String id,
    List<FragmentInput> inputs,
    FragmentOutput output,
    List<FragmentNode> nodes,
    List<HostCall> hostCalls) {
  public Fragment {
    inputs = List.copyOf(inputs);
    nodes = List.copyOf(nodes);
    hostCalls = List.copyOf(hostCalls);
  }
}
