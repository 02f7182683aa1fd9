package io.streamfusion.translator;

import io.streamfusion.translator.support.FallbackReason;
import io.streamfusion.translator.support.ReasonCode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.calcite.rel.RelNode;

/** Translates an optimized physical plan of Flink's stream planner. */
public final class PlanTranslator {
  private final TranslationOptions options;

  public PlanTranslator(TranslationOptions options) {
    this.options = options;
  }

  /**
   * Translates the plan of one job.
   *
   * @param roots the optimized roots as the planner's {@code optimize} returns them; a node that
   *     several consumers share is one object
   */
  public TranslationResult translate(List<? extends RelNode> roots) {
    ReasonCode code =
        options.policy() == Policy.NEVER
            ? ReasonCode.POLICY_NEVER
            : ReasonCode.OPERATOR_NOT_SUPPORTED;
    List<SinkRouting> sinks = new ArrayList<>();
    for (RelNode root : roots) {
      FallbackReason reason = new FallbackReason(code, root.getRelTypeName(), code.documentation());
      sinks.add(new SinkRouting(sinks.size(), root, root.getRelTypeName(), false, List.of(reason)));
    }
    return new TranslationResult(Optional.empty(), List.of(), sinks, Map.of());
  }
}
