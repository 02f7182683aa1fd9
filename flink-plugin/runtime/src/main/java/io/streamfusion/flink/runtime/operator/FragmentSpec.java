package io.streamfusion.flink.runtime.operator;

import java.io.Serializable;
import java.util.List;
import java.util.Objects;

/**
 * What a task needs to run one fragment, apart from the plan's bytes. Travels in the operator
 * factory.
 *
 * @param ordinal the fragment's ordinal in {@code Plan.relations}
 * @param name the operator's name
 * @param inputs the input ports in port order
 * @param output what leaves
 * @param nodeIds ids of the plan's nodes inside the fragment, sources first
 * @param hostCalls generated code for what the host evaluates
 * @param sessionTimeZone the zone in the plan's job header, whose rules the task hands down
 * @param stateful whether the fragment keeps keyed state, which then is part of checkpoints
 */
public record FragmentSpec(
    int ordinal,
    String name,
    List<FragmentInput> inputs,
    FragmentOutput output,
    List<String> nodeIds,
    List<HostCall> hostCalls,
    String sessionTimeZone,
    boolean stateful)
    implements Serializable {

  public FragmentSpec {
    Objects.requireNonNull(name);
    inputs = List.copyOf(inputs);
    Objects.requireNonNull(output);
    nodeIds = List.copyOf(nodeIds);
    hostCalls = List.copyOf(hostCalls);
    Objects.requireNonNull(sessionTimeZone);
  }
}
