package io.streamfusion.translator.rel;

import io.streamfusion.substrait.Contract;
import io.streamfusion.substrait.proto.v1.StreamExchange;
import io.streamfusion.translator.Evaluation;
import io.streamfusion.translator.NodeStatus;
import io.streamfusion.translator.rex.ColumnLayout;
import io.streamfusion.translator.rex.FieldPath;
import io.streamfusion.translator.support.FallbackReason;
import io.substrait.proto.ExchangeRel;
import io.substrait.proto.Expression;
import io.substrait.proto.Rel;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import org.apache.calcite.rel.RelDistribution;
import org.apache.flink.table.planner.plan.nodes.physical.stream.StreamPhysicalExchange;

/** Hash by key and singleton exchanges: an ExchangeRel at the top of a fragment of its own. */
final class ExchangeTranslator implements RelTranslator<StreamPhysicalExchange> {
  private static final String NAME = "Exchange";

  @Override
  public Class<StreamPhysicalExchange> nodeClass() {
    return StreamPhysicalExchange.class;
  }

  @Override
  public NodeStatus check(StreamPhysicalExchange rel, RelContext context) {
    RelDistribution.Type type = rel.getDistribution().getType();
    if (type != RelDistribution.Type.SINGLETON && type != RelDistribution.Type.HASH_DISTRIBUTED) {
      String text = "its distribution is " + rel.getDistribution();
      return NodeStatus.Fallback.of(FallbackReason.ofVariant(NAME, text));
    }
    return Keys.unsupported(NAME, rel.getInput(), keys(rel))
        .<NodeStatus>map(NodeStatus.Fallback::of)
        .orElseGet(() -> new NodeStatus.Native(Evaluation.KERNEL));
  }

  /** The key columns; none for a singleton, as Flink's StreamPhysicalExchange sees it. */
  private static List<Integer> keys(StreamPhysicalExchange rel) {
    return rel.getDistribution().getType() == RelDistribution.Type.HASH_DISTRIBUTED
        ? List.copyOf(rel.getDistribution().getKeys())
        : List.of();
  }

  /** Whether all rows go to one task. */
  static boolean isSingleton(StreamPhysicalExchange rel) {
    return keys(rel).isEmpty();
  }

  @Override
  public List<SortedSet<FieldPath>> requiredOfInputs(
      StreamPhysicalExchange rel, SortedSet<FieldPath> required, RelContext context) {
    SortedSet<FieldPath> paths = new TreeSet<>(required);
    keys(rel).forEach(key -> paths.add(FieldPath.ofColumn(key)));
    return List.of(paths);
  }

  @Override
  public TranslatedRel translate(
      StreamPhysicalExchange rel,
      List<TranslatedRel> inputs,
      SortedSet<FieldPath> required,
      RelContext context) {
    TranslatedRel input = inputs.get(0);
    ColumnLayout layout =
        ColumnLayout.of(RelContext.rexBuilder(rel), rel.getRowType(), input.layout().paths());
    ExchangeRel.Builder exchange =
        ExchangeRel.newBuilder()
            .setCommon(Relations.direct())
            .setInput(input.rel())
            .setAdvancedExtension(
                Contract.enhancement(
                    StreamExchange.newBuilder()
                        .setNode(context.streamNodes().of(rel, inputs, layout))
                        .build()));
    if (isSingleton(rel)) {
      exchange.setSingleTarget(
          ExchangeRel.SingleBucketExpression.newBuilder()
              .setExpression(
                  Expression.newBuilder().setLiteral(Expression.Literal.newBuilder().setI32(0))));
    } else {
      exchange.setScatterByFields(
          ExchangeRel.ScatterFields.newBuilder().addAllFields(fields(rel, input, context)));
    }
    return new TranslatedRel(Rel.newBuilder().setExchange(exchange).build(), layout);
  }

  private static List<Expression.FieldReference> fields(
      StreamPhysicalExchange rel, TranslatedRel input, RelContext context) {
    List<Expression.FieldReference> fields = new ArrayList<>();
    for (int key : keys(rel)) {
      fields.add(context.streamNodes().column(key, input.layout()).getSelection());
    }
    return fields;
  }
}
