package io.streamfusion.translator;

import io.streamfusion.translator.rel.Changelogs;
import io.streamfusion.translator.rel.RelContext;
import io.streamfusion.translator.rel.RelSupport;
import io.streamfusion.translator.rel.RelTranslators;
import io.streamfusion.translator.support.FallbackReason;
import io.streamfusion.translator.support.ReasonCode;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.calcite.rel.RelNode;

/** Finds out for every node of a plan, by itself, whether the engine can run it. */
final class NodeStatuses {
  private final TranslationOptions options;
  private final RelContext context;
  private final Map<RelNode, NodeStatus> statuses = new IdentityHashMap<>();

  NodeStatuses(TranslationOptions options, RelContext context) {
    this.options = options;
    this.context = context;
  }

  Map<RelNode, NodeStatus> of(List<? extends RelNode> roots) {
    roots.forEach(this::visit);
    return statuses;
  }

  private void visit(RelNode rel) {
    if (statuses.containsKey(rel)) {
      return;
    }
    rel.getInputs().forEach(this::visit);
    statuses.put(rel, check(rel));
  }

  private NodeStatus check(RelNode rel) {
    Optional<RelSupport> support = RelTranslators.find(rel);
    if (support.isEmpty()) {
      return fallback(
          ReasonCode.OPERATOR_NOT_SUPPORTED,
          rel,
          "this version of Flink is not known to have " + rel.getClass().getSimpleName());
    }
    switch (support.get().role()) {
      case HOST_SOURCE, HOST_SINK:
        return new NodeStatus.HostEdge();
      case UNSUPPORTED:
        return fallback(ReasonCode.OPERATOR_NOT_SUPPORTED, rel, support.get().note());
      case NATIVE:
        return checkNative(rel, support.get());
    }
    throw new IllegalStateException("Not a role: " + support.get().role());
  }

  private NodeStatus checkNative(RelNode rel, RelSupport support) {
    if (!options.operatorEnabled().test(support.optionName())) {
      return fallback(
          ReasonCode.OPERATOR_DISABLED,
          rel,
          "streamfusion.operator." + support.optionName() + ".enabled is false");
    }
    for (RelNode input : rel.getInputs()) {
      if (Changelogs.hasKeyOnlyDeletes(input)) {
        return NodeStatus.Fallback.of(
            FallbackReason.ofVariant(
                RelTranslators.displayName(rel),
                "its input has deletions that carry only the key"));
      }
    }
    return RelTranslators.check(rel, context);
  }

  private static NodeStatus fallback(ReasonCode code, RelNode rel, String text) {
    return NodeStatus.Fallback.of(new FallbackReason(code, RelTranslators.displayName(rel), text));
  }
}
