package io.streamfusion.translator;

import io.streamfusion.translator.support.FallbackReason;
import io.streamfusion.translator.support.ReasonCode;
import io.substrait.proto.Plan;
import java.util.ArrayList;
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
 * @param failure what the translation stumbled over, a mistake of ours; every query is on Flink
 *     then
 */
public record TranslationResult(
    Optional<Plan> plan,
    List<Fragment> fragments,
    List<SinkRouting> sinks,
    Map<RelNode, NodeStatus> statuses,
    Optional<Throwable> failure) {

  public TranslationResult {
    fragments = List.copyOf(fragments);
    sinks = List.copyOf(sinks);
    IdentityHashMap<RelNode, NodeStatus> copy = new IdentityHashMap<>(statuses);
    statuses = Collections.unmodifiableMap(copy);
  }

  /** A finished translation. */
  public TranslationResult(
      Optional<Plan> plan,
      List<Fragment> fragments,
      List<SinkRouting> sinks,
      Map<RelNode, NodeStatus> statuses) {
    this(plan, fragments, sinks, statuses, Optional.empty());
  }

  /**
   * Leaves every query on Flink because of {@code cause}, with {@code INTERNAL_ERROR} as the
   * reason. It relies on nothing of ours, which may be what failed.
   */
  public static TranslationResult failed(List<? extends RelNode> roots, Throwable cause) {
    List<SinkRouting> sinks = new ArrayList<>();
    for (RelNode root : roots) {
      FallbackReason reason =
          new FallbackReason(
              ReasonCode.INTERNAL_ERROR,
              root.getRelTypeName().replace("StreamPhysical", ""),
              cause.toString().lines().findFirst().orElse(""));
      sinks.add(
          new SinkRouting(sinks.size(), root, SinkRouting.nameOf(root), false, List.of(reason)));
    }
    return new TranslationResult(Optional.empty(), List.of(), sinks, Map.of(), Optional.of(cause));
  }

  /** The serialized plan, the same bytes for the same SQL and options. */
  public byte[] planBytes() {
    return plan.map(Plan::toByteArray).orElseGet(() -> new byte[0]);
  }

  public boolean hasNativeQuery() {
    return plan.isPresent();
  }
}
