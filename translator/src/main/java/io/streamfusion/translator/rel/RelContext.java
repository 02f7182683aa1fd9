package io.streamfusion.translator.rel;

import io.streamfusion.translator.PlanExtensions;
import io.streamfusion.translator.TranslationOptions;
import io.streamfusion.translator.rex.ColumnLayout;
import io.streamfusion.translator.rex.ExpressionMessageConverter;
import io.streamfusion.translator.rex.ExpressionTranslator;
import io.streamfusion.translator.rex.HostCalls;
import io.streamfusion.translator.rex.function.CallConverters;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rex.RexBuilder;
import org.apache.flink.table.api.config.ExecutionConfigOptions;

/**
 * What a translation shares between nodes. A check works on a context of its own, so that nothing
 * it tries gets into the plan.
 */
public final class RelContext {
  private static final String LEGACY_CASTS =
      ExecutionConfigOptions.TABLE_EXEC_LEGACY_CAST_BEHAVIOUR.key();

  private final TranslationOptions options;
  private final CallConverters converters;
  private final HostCalls hostCalls = new HostCalls();
  private final PlanExtensions extensions = new PlanExtensions();
  private final ExpressionMessageConverter messages = new ExpressionMessageConverter(extensions);
  private final NodeIds nodeIds;

  public RelContext(TranslationOptions options, NodeIds nodeIds) {
    this.options = options;
    this.nodeIds = nodeIds;
    this.converters =
        new CallConverters("ENABLED".equalsIgnoreCase(options.headerOptions().get(LEGACY_CASTS)));
  }

  /** A context in which something can be tried without a trace in the plan. */
  public RelContext scratch() {
    return new RelContext(options, nodeIds);
  }

  public TranslationOptions options() {
    return options;
  }

  public HostCalls hostCalls() {
    return hostCalls;
  }

  public PlanExtensions extensions() {
    return extensions;
  }

  /** Writes expressions and types into this plan. */
  public ExpressionMessageConverter messages() {
    return messages;
  }

  public String nodeId(RelNode rel) {
    return nodeIds.of(rel);
  }

  /** The id of an operator of its own that runs one step of a node. */
  String stepId(RelNode rel, String step) {
    return nodeIds.ofStep(rel, step);
  }

  /** The traits of a node as a message. */
  public StreamNodes streamNodes() {
    return new StreamNodes(this);
  }

  /** A translator for a node's expressions over one of its inputs. */
  public ExpressionTranslator expressions(RelNode rel, ColumnLayout input) {
    return new ExpressionTranslator(rexBuilder(rel), converters, hostCalls, nodeIds.of(rel), input);
  }

  public static RexBuilder rexBuilder(RelNode rel) {
    return rel.getCluster().getRexBuilder();
  }
}
