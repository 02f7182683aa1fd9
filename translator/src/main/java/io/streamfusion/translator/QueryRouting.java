package io.streamfusion.translator;

import io.streamfusion.translator.rel.RelRole;
import io.streamfusion.translator.rel.RelSupport;
import io.streamfusion.translator.rel.RelTranslators;
import io.streamfusion.translator.support.FallbackReason;
import io.streamfusion.translator.support.ReasonCode;
import io.streamfusion.translator.type.FlinkTypes;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.calcite.rel.RelNode;

/**
 * The policy: which queries run natively. A query is everything that feeds one root. It runs
 * natively as a whole, or stays on Flink as a whole, together with every query that it shares an
 * operator with.
 */
final class QueryRouting {
  private final TranslationOptions options;
  private final Map<RelNode, NodeStatus> statuses;

  QueryRouting(TranslationOptions options, Map<RelNode, NodeStatus> statuses) {
    this.options = options;
    this.statuses = statuses;
  }

  List<SinkRouting> route(List<? extends RelNode> roots) {
    List<SinkRouting> routings = new ArrayList<>();
    List<Set<RelNode>> operators = new ArrayList<>();
    for (RelNode root : roots) {
      Set<RelNode> nodes = operatorsOf(root);
      operators.add(nodes);
      List<FallbackReason> reasons = reasons(root, nodes);
      routings.add(
          new SinkRouting(
              routings.size(), root, SinkRouting.nameOf(root), reasons.isEmpty(), reasons));
    }
    return withSharedFallbacks(routings, operators);
  }

  /** Everything between sources and sink, inputs first. */
  private static Set<RelNode> operatorsOf(RelNode root) {
    // RelNodes compare by identity, so that a LinkedHashSet keeps plan order and nothing else.
    Set<RelNode> inOrder = new LinkedHashSet<>();
    collect(RelTranslators.top(root), inOrder);
    return inOrder;
  }

  private static void collect(RelNode rel, Set<RelNode> inOrder) {
    if (isSource(rel) || inOrder.contains(rel)) {
      return;
    }
    rel.getInputs().forEach(input -> collect(input, inOrder));
    inOrder.add(rel);
  }

  private static boolean isSource(RelNode rel) {
    return RelTranslators.find(rel)
        .map(RelSupport::role)
        .filter(RelRole.HOST_SOURCE::equals)
        .isPresent();
  }

  private List<FallbackReason> reasons(RelNode root, Set<RelNode> operators) {
    if (options.policy() == Policy.NEVER) {
      return List.of(
          new FallbackReason(
              ReasonCode.POLICY_NEVER,
              RelTranslators.displayName(root),
              ReasonCode.POLICY_NEVER.documentation()));
    }
    List<FallbackReason> reasons = new ArrayList<>();
    for (RelNode rel : operators) {
      if (statuses.get(rel) instanceof NodeStatus.Fallback fallback) {
        fallback.reasons().stream().filter(r -> !reasons.contains(r)).forEach(reasons::add);
      }
    }
    if (!reasons.isEmpty()) {
      return reasons;
    }
    RelNode top = RelTranslators.top(root);
    if (passesRecords(top)) {
      return List.of(
          new FallbackReason(
              ReasonCode.NOTHING_NATIVE,
              RelTranslators.displayName(root),
              "rows reach it from a source as they are"));
    }
    return unsupportedTypes(operators);
  }

  /** Whether some row reaches the sink without passing an operator that makes a new one. */
  private static boolean passesRecords(RelNode rel) {
    if (isSource(rel)) {
      return true;
    }
    return RelTranslators.passesRecords(rel)
        && rel.getInputs().stream().anyMatch(QueryRouting::passesRecords);
  }

  /** Columns that nodes only pass on are not looked at when a node is checked. */
  private static List<FallbackReason> unsupportedTypes(Set<RelNode> operators) {
    List<FallbackReason> reasons = new ArrayList<>();
    for (RelNode rel : operators) {
      List<String> columns =
          RelTranslators.passesRecords(rel)
              ? FlinkTypes.unsupportedFields(rel.getRowType())
              : List.of();
      if (!columns.isEmpty()) {
        reasons.add(
            new FallbackReason(
                ReasonCode.TYPE_NOT_SUPPORTED,
                RelTranslators.displayName(rel),
                String.join("; ", columns)));
      }
    }
    return reasons;
  }

  private static List<SinkRouting> withSharedFallbacks(
      List<SinkRouting> routings, List<Set<RelNode>> operators) {
    List<SinkRouting> current = new ArrayList<>(routings);
    boolean changed = true;
    while (changed) {
      changed = false;
      for (int i = 0; i < current.size(); i++) {
        for (int j = 0; j < current.size() && current.get(i).runsNatively(); j++) {
          if (!current.get(j).runsNatively()
              && !Collections.disjoint(operators.get(i), operators.get(j))) {
            current.set(i, current.get(i).onFlink(List.of(shared(current.get(i), current.get(j)))));
            changed = true;
          }
        }
      }
    }
    return current;
  }

  private static FallbackReason shared(SinkRouting routing, SinkRouting other) {
    return new FallbackReason(
        ReasonCode.SHARED_WITH_FALLBACK,
        RelTranslators.displayName(routing.root()),
        "shares operators with the query of " + other.name() + ", which stays on Flink");
  }
}
