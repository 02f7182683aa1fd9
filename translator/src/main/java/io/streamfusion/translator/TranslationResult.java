package io.streamfusion.translator;

import io.substrait.proto.Plan;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.calcite.rel.RelNode;

/**
 * The outcome of a translation: one plan for the native queries of the job, and what to say about
 * every node and every query.
 *
 * @param plan the plan, absent when no query is native
 * @param fragments in the order of the plan's relations
 * @param sinks the routing of each root, in root order
 * @param statuses by node identity, for every node reachable from a root
 */
public record TranslationResult(
    Optional<Plan> plan,
    List<Fragment> fragments,
    List<SinkRouting> sinks,
    Map<RelNode, NodeStatus> statuses) {

  public TranslationResult {
    fragments = List.copyOf(fragments);
    sinks = List.copyOf(sinks);
    IdentityHashMap<RelNode, NodeStatus> copy = new IdentityHashMap<>(statuses);
    statuses = Collections.unmodifiableMap(copy);
  }

  /** The serialized plan, the same bytes for the same SQL and options. */
  public byte[] planBytes() {
    return plan.map(Plan::toByteArray).orElseGet(() -> new byte[0]);
  }

  public boolean hasNativeQuery() {
    return plan.isPresent();
  }
}
