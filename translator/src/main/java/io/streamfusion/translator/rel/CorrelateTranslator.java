package io.streamfusion.translator.rel;

import io.streamfusion.substrait.proto.v1.CorrelateJoinType;
import io.streamfusion.substrait.proto.v1.StreamCorrelateRel;
import io.streamfusion.translator.Evaluation;
import io.streamfusion.translator.NodeStatus;
import io.streamfusion.translator.rex.ColumnLayout;
import io.streamfusion.translator.rex.FieldPath;
import io.streamfusion.translator.rex.FieldPaths;
import io.streamfusion.translator.rex.Projection;
import io.streamfusion.translator.support.FallbackReason;
import io.streamfusion.translator.support.ReasonCode;
import io.streamfusion.translator.type.FlinkTypes;
import io.substrait.proto.Expression;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import org.apache.calcite.rel.core.JoinRelType;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexCorrelVariable;
import org.apache.calcite.rex.RexFieldAccess;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexShuttle;
import org.apache.calcite.rex.RexUtil;
import org.apache.flink.configuration.PipelineOptions;
import org.apache.flink.table.functions.BuiltInFunctionDefinitions;
import org.apache.flink.table.functions.FunctionDefinition;
import org.apache.flink.table.planner.functions.bridging.BridgingSqlFunction;
import org.apache.flink.table.planner.plan.nodes.physical.stream.StreamPhysicalCorrelate;
import org.apache.flink.table.planner.utils.ShortcutUtils;

/** Correlate with UNNEST; every other table function stays on Flink. */
final class CorrelateTranslator implements RelTranslator<StreamPhysicalCorrelate> {
  private static final String NAME = "Correlate";

  @Override
  public Class<StreamPhysicalCorrelate> nodeClass() {
    return StreamPhysicalCorrelate.class;
  }

  @Override
  public NodeStatus check(StreamPhysicalCorrelate rel, RelContext context) {
    Optional<Unnest> unnest = Unnest.of(rel);
    if (unnest.isEmpty()) {
      return fallback(
          ReasonCode.OPERATOR_VARIANT_NOT_SUPPORTED,
          "only UNNEST runs natively, not " + rel.scan().getCall());
    }
    List<String> types = FlinkTypes.unsupportedFields(rightType(rel));
    if (!types.isEmpty()) {
      return fallback(ReasonCode.TYPE_NOT_SUPPORTED, String.join("; ", types));
    }
    if (unnest.get().joinType() == JoinRelType.LEFT && unnest.get().condition().isPresent()) {
      return fallback(
          ReasonCode.OPERATOR_VARIANT_NOT_SUPPORTED,
          "a left join with a condition on the elements: " + unnest.get().condition().get());
    }
    if (unnest.get().nullRowsShowInOrdinality()
        && (unnest.get().condition().isPresent()
            || ShortcutUtils.unwrapTableConfig(rel).get(PipelineOptions.OBJECT_REUSE))) {
      return fallback(
          ReasonCode.REPRESENTATION_DEPENDENT,
          "for a NULL ROW element, WITH ORDINALITY makes a row that is too short; with object reuse or a"
              + " condition it depends on what reads it whether Flink fails");
    }
    RexBuilder builder = RelContext.rexBuilder(rel);
    ColumnLayout left = ColumnLayout.whole(builder, rel.getInput().getRowType());
    ColumnLayout joined = ColumnLayout.whole(builder, rel.getRowType());
    Projection collection = context.expressions(rel, left).kernelOnly(unnest.get().collection());
    if (collection instanceof Projection.Rejected rejected) {
      return fallback(rejected.code(), rejected.text());
    }
    if (unnest.get().condition().isPresent()
        && context.expressions(rel, joined).kernelOnly(unnest.get().condition().get())
            instanceof Projection.Rejected rejected) {
      return fallback(rejected.code(), rejected.text());
    }
    return new NodeStatus.Native(Evaluation.KERNEL);
  }

  private static NodeStatus fallback(ReasonCode code, String text) {
    return NodeStatus.Fallback.of(new FallbackReason(code, NAME, text));
  }

  private static int leftColumns(StreamPhysicalCorrelate rel) {
    return rel.getInput().getRowType().getFieldCount();
  }

  private static RelDataType rightType(StreamPhysicalCorrelate rel) {
    return rel.getCluster()
        .getTypeFactory()
        .createStructType(
            rel.getRowType()
                .getFieldList()
                .subList(leftColumns(rel), rel.getRowType().getFieldCount()));
  }

  @Override
  public List<SortedSet<FieldPath>> requiredOfInputs(
      StreamPhysicalCorrelate rel, SortedSet<FieldPath> required, RelContext context) {
    Unnest unnest = Unnest.of(rel).orElseThrow();
    SortedSet<FieldPath> paths = new TreeSet<>(FieldPaths.readBy(unnest.collection()));
    List<FieldPath> ofOutput = new ArrayList<>(required);
    unnest.condition().ifPresent(condition -> ofOutput.addAll(FieldPaths.readBy(condition)));
    ofOutput.stream().filter(path -> path.column() < leftColumns(rel)).forEach(paths::add);
    return List.of(FieldPaths.withoutDescendants(paths));
  }

  @Override
  public TranslatedRel translate(
      StreamPhysicalCorrelate rel,
      List<TranslatedRel> inputs,
      SortedSet<FieldPath> required,
      RelContext context) {
    Unnest unnest = Unnest.of(rel).orElseThrow();
    TranslatedRel input = inputs.get(0);
    List<FieldPath> paths = new ArrayList<>(input.layout().paths());
    for (int i = leftColumns(rel); i < rel.getRowType().getFieldCount(); i++) {
      paths.add(FieldPath.ofColumn(i));
    }
    ColumnLayout layout = ColumnLayout.of(RelContext.rexBuilder(rel), rel.getRowType(), paths);
    StreamCorrelateRel.Builder message =
        StreamCorrelateRel.newBuilder()
            .setNode(context.streamNodes().of(rel, inputs, layout))
            .setCollection(kernel(rel, unnest.collection(), input.layout(), context))
            .setJoinType(
                unnest.joinType() == JoinRelType.LEFT
                    ? CorrelateJoinType.CORRELATE_JOIN_TYPE_LEFT
                    : CorrelateJoinType.CORRELATE_JOIN_TYPE_INNER)
            .setWithOrdinality(unnest.withOrdinality())
            .setLeftArity(leftColumns(rel));
    unnest
        .condition()
        .ifPresent(condition -> message.setCondition(kernel(rel, condition, layout, context)));
    return new TranslatedRel(Relations.extension(input.rel(), message.build()), layout);
  }

  private static Expression kernel(
      StreamPhysicalCorrelate rel, RexNode node, ColumnLayout layout, RelContext context) {
    if (context.expressions(rel, layout).kernelOnly(node) instanceof Projection.Columns columns) {
      return context.messages().toProto(columns.expressions().get(0));
    }
    throw new IllegalStateException("A checked expression cannot be translated: " + node);
  }

  /**
   * What an UNNEST is made of.
   *
   * @param collection over the left row
   * @param condition over the joined row
   */
  private record Unnest(
      RexNode collection,
      boolean withOrdinality,
      JoinRelType joinType,
      Optional<RexNode> condition) {

    /**
     * Whether the operator behind would read {@code (NULL, position)} where the element has more
     * than one field.
     */
    boolean nullRowsShowInOrdinality() {
      RelDataType element = collection.getType().getComponentType();
      return withOrdinality
          && element != null
          && element.isStruct()
          && element.isNullable()
          && element.getFieldCount() > 1;
    }

    static Optional<Unnest> of(StreamPhysicalCorrelate rel) {
      if (!(rel.scan().getCall() instanceof RexCall call)
          || !(call.getOperator() instanceof BridgingSqlFunction function)) {
        return Optional.empty();
      }
      FunctionDefinition definition = function.getDefinition();
      boolean ordinality =
          definition == BuiltInFunctionDefinitions.INTERNAL_UNNEST_ROWS_WITH_ORDINALITY;
      if (!ordinality && definition != BuiltInFunctionDefinitions.INTERNAL_UNNEST_ROWS) {
        return Optional.empty();
      }
      RexBuilder builder = RelContext.rexBuilder(rel);
      RexNode collection =
          call.getOperands().get(0).accept(new LeftRow(builder, rel.getInput().getRowType()));
      Optional<RexNode> condition =
          rel.condition().isDefined()
              ? Optional.of(RexUtil.shift(rel.condition().get(), leftColumns(rel)))
              : Optional.empty();
      return ExplainTerms.find(rel, "joinType", JoinRelType.class)
          .map(joinType -> new Unnest(collection, ordinality, joinType, condition));
    }
  }

  /** The correlation variable is the left row. */
  private static final class LeftRow extends RexShuttle {
    private final RexBuilder builder;
    private final RelDataType rowType;

    LeftRow(RexBuilder builder, RelDataType rowType) {
      this.builder = builder;
      this.rowType = rowType;
    }

    @Override
    public RexNode visitFieldAccess(RexFieldAccess access) {
      if (access.getReferenceExpr() instanceof RexCorrelVariable) {
        return FieldPath.ofColumn(access.getField().getIndex()).toRex(builder, rowType);
      }
      return super.visitFieldAccess(access);
    }
  }
}
