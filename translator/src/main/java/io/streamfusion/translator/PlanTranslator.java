package io.streamfusion.translator;

import io.streamfusion.substrait.Contract;
import io.streamfusion.substrait.proto.v1.JobHeader;
import io.streamfusion.substrait.proto.v1.TableOption;
import io.streamfusion.translator.rel.FragmentBuilder;
import io.streamfusion.translator.rel.NodeIds;
import io.streamfusion.translator.rel.RelContext;
import io.streamfusion.translator.rel.RelTranslators;
import io.streamfusion.translator.rex.MessageDepth;
import io.streamfusion.translator.support.FallbackReason;
import io.streamfusion.translator.support.ReasonCode;
import io.substrait.proto.Plan;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.calcite.rel.RelNode;
import org.apache.flink.configuration.IllegalConfigurationException;

/**
 * Translates an optimized physical plan of Flink's stream planner: finds out what every node could
 * do, decides per query, and writes the native queries into one Substrait plan.
 */
public final class PlanTranslator {
  private final TranslationOptions options;

  public PlanTranslator(TranslationOptions options) {
    this.options = options;
  }

  /**
   * Translates the plan of one job. What cannot be translated is a reason in the result; so is a
   * mistake of ours, since it must not make a job fail that Flink can run.
   *
   * @param roots the optimized roots as the planner's {@code optimize} returns them; a node that
   *     several consumers share is one object
   * @throws IllegalConfigurationException if the value of an option of ours is no value
   */
  // Whatever the code below throws, and a class that cannot be linked, is a mistake of ours.
  public TranslationResult translate(List<? extends RelNode> roots) {
    try {
      return tryTranslate(roots);
    } catch (IllegalConfigurationException e) {
      throw e;
    } catch (RuntimeException | LinkageError e) {
      return TranslationResult.failed(roots, e);
    }
  }

  private TranslationResult tryTranslate(List<? extends RelNode> roots) {
    NodeIds ids = new NodeIds(roots);
    Map<RelNode, NodeStatus> statuses =
        new NodeStatuses(options, new RelContext(options, ids)).of(roots);
    List<SinkRouting> routings = new QueryRouting(options, statuses).route(roots);
    TranslationResult result = build(routings, statuses, new RelContext(options, ids));
    if (result.plan().map(MessageDepth::of).orElse(0) <= MessageDepth.MAX_PLAN_DEPTH) {
      return result;
    }
    return new TranslationResult(Optional.empty(), List.of(), tooDeep(routings), statuses);
  }

  private TranslationResult build(
      List<SinkRouting> routings, Map<RelNode, NodeStatus> statuses, RelContext context) {
    List<SinkRouting> nativeQueries = routings.stream().filter(SinkRouting::runsNatively).toList();
    if (nativeQueries.isEmpty()) {
      return new TranslationResult(Optional.empty(), List.of(), routings, statuses);
    }
    FragmentBuilder fragments =
        new FragmentBuilder(
            nativeQueries.stream().map(query -> RelTranslators.top(query.root())).toList(),
            statuses,
            context);
    nativeQueries.forEach(
        query -> fragments.addQuery(query.ordinal(), RelTranslators.top(query.root())));
    Plan.Builder plan =
        Plan.newBuilder()
            .setVersion(Contract.specVersion())
            .addAllRelations(fragments.relations())
            .setAdvancedExtensions(Contract.enhancement(header()));
    context.extensions().addExtensionsToPlan(plan);
    return new TranslationResult(
        Optional.of(plan.build()), fragments.fragments(), routings, statuses);
  }

  private JobHeader header() {
    JobHeader.Builder header =
        JobHeader.newBuilder()
            .setContractVersion(Contract.VERSION)
            .setFlinkVersion(options.flinkVersion())
            .setSessionTimeZone(options.sessionTimeZone());
    options
        .headerOptions()
        .forEach(
            (key, value) ->
                header.addOptions(TableOption.newBuilder().setKey(key).setValue(value)));
    return header.build();
  }

  private static List<SinkRouting> tooDeep(List<SinkRouting> routings) {
    List<SinkRouting> changed = new ArrayList<>();
    for (SinkRouting routing : routings) {
      FallbackReason reason =
          new FallbackReason(
              ReasonCode.EXPRESSION_TOO_DEEP,
              RelTranslators.displayName(routing.root()),
              "the plan nests deeper than " + MessageDepth.MAX_PLAN_DEPTH + " messages");
      changed.add(routing.runsNatively() ? routing.onFlink(List.of(reason)) : routing);
    }
    return changed;
  }
}
