package io.streamfusion.translator.rel;

import io.streamfusion.substrait.proto.v1.CorrelateJoinType;
import io.streamfusion.substrait.proto.v1.StreamCorrelateRel;
import io.streamfusion.translator.Evaluation;
import io.streamfusion.translator.NodeStatus;
import io.streamfusion.translator.rex.ColumnLayout;
import io.streamfusion.translator.rex.CurrentWatermark;
import io.streamfusion.translator.rex.ExpressionTranslator;
import io.streamfusion.translator.rex.FieldPath;
import io.streamfusion.translator.rex.FieldPaths;
import io.streamfusion.translator.rex.Projection;
import io.streamfusion.translator.support.FallbackReason;
import io.streamfusion.translator.support.ReasonCode;
import io.streamfusion.translator.type.FlinkTypes;
import io.substrait.expression.FieldReference;
import io.substrait.proto.Expression;
import io.substrait.proto.Rel;
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

/**
 * Correlate with UNNEST; every other table function stays on Flink. A collection without kernels is
 * computed by the host in a projection below, such a condition in a filter above.
 */
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
    RexNode collection = unnest.get().collection();
    List<RexNode> computed = new ArrayList<>(List.of(collection));
    unnest.get().condition().ifPresent(computed::add);
    if (CurrentWatermark.isReadBy(computed)) {
      return fallback(
          ReasonCode.EXPRESSION_NOT_SUPPORTED, "the current watermark is read: " + computed);
    }
    List<Projection> projections = new ArrayList<>();
    projections.add(context.expressions(rel, left).value(collection));
    unnest
        .get()
        .condition()
        .map(condition -> elementCondition(condition, context.expressions(rel, joined)))
        .ifPresent(projections::add);
    for (Projection projection : projections) {
      if (projection instanceof Projection.Rejected rejected) {
        return fallback(rejected.code(), rejected.text());
      }
    }
    return new NodeStatus.Native(
        projections.stream().allMatch(CorrelateTranslator::isKernel)
            ? Evaluation.KERNEL
            : Evaluation.HOST);
  }

  /** Flink opens what the condition calls and never closes it, which a host call would do. */
  private static Projection elementCondition(RexNode condition, ExpressionTranslator expressions) {
    return ExpressionTranslator.callsUserFunction(condition)
        ? expressions.kernelOnly(condition)
        : expressions.condition(condition);
  }

  private static boolean isKernel(Projection projection) {
    return projection instanceof Projection.Columns columns && columns.hostColumns() == 0;
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
    Projection.Columns collection =
        columns(context.expressions(rel, input.layout()).value(unnest.collection()));
    boolean computedBelow = !isKernel(collection);
    ColumnLayout layout =
        joined(
            rel,
            input.layout().columns(),
            Optional.of(unnest.collection().getType()).filter(type -> computedBelow));
    StreamCorrelateRel.Builder message =
        StreamCorrelateRel.newBuilder()
            .setNode(context.streamNodes().of(rel, inputs, layout))
            .setJoinType(
                unnest.joinType() == JoinRelType.LEFT
                    ? CorrelateJoinType.CORRELATE_JOIN_TYPE_LEFT
                    : CorrelateJoinType.CORRELATE_JOIN_TYPE_INNER)
            .setWithOrdinality(unnest.withOrdinality())
            .setLeftArity(leftColumns(rel));
    Rel below = input.rel();
    Expression value = context.messages().toProto(collection.expressions().get(0));
    if (computedBelow) {
      below = withCollection(rel, input, value, context);
      message.setCollection(collectionColumn(unnest, input.layout().columns().size(), context));
    } else {
      message.setCollection(value);
    }
    Optional<Expression> conditionAbove = Optional.empty();
    if (unnest.condition().isPresent()) {
      Projection.Columns condition =
          columns(elementCondition(unnest.condition().get(), context.expressions(rel, layout)));
      Expression expression = context.messages().toProto(condition.expressions().get(0));
      if (isKernel(condition)) {
        message.setCondition(expression);
      } else {
        conditionAbove = Optional.of(expression);
      }
    }
    Rel correlate = Relations.extension(below, message.build());
    if (!computedBelow && conditionAbove.isEmpty()) {
      return new TranslatedRel(correlate, layout);
    }
    return above(rel, correlate, layout, conditionAbove, computedBelow, context);
  }

  /**
   * The columns of the joined row.
   *
   * @param computed the collection's type if it is a column behind those of the left row
   */
  private static ColumnLayout joined(
      StreamPhysicalCorrelate rel, List<ColumnLayout.Column> left, Optional<RelDataType> computed) {
    List<ColumnLayout.Column> columns = new ArrayList<>(left);
    computed.ifPresent(
        type -> columns.add(new ColumnLayout.Column(collectionPath(rel), "collection", type)));
    List<FieldPath> right = new ArrayList<>();
    for (int i = leftColumns(rel); i < rel.getRowType().getFieldCount(); i++) {
      right.add(FieldPath.ofColumn(i));
    }
    columns.addAll(ColumnLayout.of(RelContext.rexBuilder(rel), rel.getRowType(), right).columns());
    return new ColumnLayout(rel.getRowType(), columns);
  }

  /** The path of a column that Flink's row does not have. */
  private static FieldPath collectionPath(StreamPhysicalCorrelate rel) {
    return FieldPath.ofColumn(rel.getRowType().getFieldCount());
  }

  /** The left row with the collection, which the host computes, behind it. */
  private static Rel withCollection(
      StreamPhysicalCorrelate rel, TranslatedRel input, Expression collection, RelContext context) {
    List<Expression> expressions = new ArrayList<>();
    for (FieldPath path : input.layout().paths()) {
      expressions.add(context.streamNodes().reference(path, input.layout()).orElseThrow());
    }
    expressions.add(collection);
    return Relations.project(
        input.rel(),
        input.layout().columns().size(),
        expressions,
        context
            .streamNodes()
            .ofInput(context.stepId(rel, "collection"), rel, input, input.layout()));
  }

  private static Expression collectionColumn(Unnest unnest, int column, RelContext context) {
    return context
        .messages()
        .toProto(
            FieldReference.newRootStructReference(
                column, FlinkTypes.toSubstrait(unnest.collection().getType())));
  }

  /** The condition that the host evaluates, and the columns without the collection. */
  private static TranslatedRel above(
      StreamPhysicalCorrelate rel,
      Rel correlate,
      ColumnLayout joined,
      Optional<Expression> condition,
      boolean dropCollection,
      RelContext context) {
    TranslatedRel below = new TranslatedRel(correlate, joined);
    // A filter and a projection of one id are one operator.
    String id = context.stepId(rel, "output");
    Rel current = correlate;
    if (condition.isPresent()) {
      current =
          Relations.filter(
              current, condition.get(), context.streamNodes().ofOutput(id, rel, below, joined));
    }
    if (!dropCollection) {
      return new TranslatedRel(current, joined);
    }
    FieldPath dropped = collectionPath(rel);
    ColumnLayout layout =
        new ColumnLayout(
            rel.getRowType(),
            joined.columns().stream().filter(column -> !column.path().equals(dropped)).toList());
    List<Expression> expressions = new ArrayList<>();
    for (FieldPath path : layout.paths()) {
      expressions.add(context.streamNodes().reference(path, joined).orElseThrow());
    }
    return new TranslatedRel(
        Relations.project(
            current,
            joined.columns().size(),
            expressions,
            context.streamNodes().ofOutput(id, rel, below, layout)),
        layout);
  }

  private static Projection.Columns columns(Projection projection) {
    if (projection instanceof Projection.Columns columns) {
      return columns;
    }
    throw new IllegalStateException("A checked Correlate cannot be translated: " + projection);
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
