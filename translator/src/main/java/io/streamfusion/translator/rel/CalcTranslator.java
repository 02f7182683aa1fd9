package io.streamfusion.translator.rel;

import io.streamfusion.substrait.proto.v1.HostCallKind;
import io.streamfusion.substrait.proto.v1.StreamHostProjectRel;
import io.streamfusion.substrait.proto.v1.StreamNode;
import io.streamfusion.translator.Evaluation;
import io.streamfusion.translator.NodeStatus;
import io.streamfusion.translator.Policy;
import io.streamfusion.translator.rex.ColumnLayout;
import io.streamfusion.translator.rex.CurrentWatermark;
import io.streamfusion.translator.rex.ExpressionTranslator;
import io.streamfusion.translator.rex.FieldPath;
import io.streamfusion.translator.rex.FieldPaths;
import io.streamfusion.translator.rex.Projection;
import io.streamfusion.translator.support.FallbackReason;
import io.streamfusion.translator.support.ReasonCode;
import io.streamfusion.translator.type.FlinkTypes;
import io.substrait.proto.Expression;
import io.substrait.proto.Rel;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.SortedSet;
import java.util.TreeSet;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexProgram;
import org.apache.flink.table.planner.plan.nodes.physical.stream.StreamPhysicalCalc;

/**
 * Calc: a FilterRel, if it has a condition, then a ProjectRel. Columns that only pass on a column
 * or a nested field are pruned to what consumers need; computed columns are always computed,
 * because computing them may fail. Where condition and projection call one instance of a function,
 * the host computes both in one call below.
 */
final class CalcTranslator implements RelTranslator<StreamPhysicalCalc> {

  @Override
  public Class<StreamPhysicalCalc> nodeClass() {
    return StreamPhysicalCalc.class;
  }

  @Override
  public NodeStatus check(StreamPhysicalCalc rel, RelContext context) {
    Parts parts = Parts.of(rel);
    ColumnLayout input =
        ColumnLayout.whole(RelContext.rexBuilder(rel), rel.getInput().getRowType());
    ExpressionTranslator expressions = context.expressions(rel, input);
    if (isGrouped(rel, parts, context)) {
      return checkGrouped(rel, parts, expressions, context);
    }
    List<FallbackReason> reasons = new ArrayList<>();
    boolean host = false;
    if (parts.condition().isPresent()) {
      Projection condition = expressions.condition(parts.condition().get());
      reject(condition).ifPresent(reasons::add);
      host = condition instanceof Projection.Columns columns && columns.hostColumns() > 0;
    }
    Projection projection = expressions.projection(parts.projects(), rel.getRowType());
    reject(projection).ifPresent(reasons::add);
    if (reasons.isEmpty() && isAllHost(projection) && context.options().policy() != Policy.ALWAYS) {
      reasons.add(allHost(parts));
    }
    if (!reasons.isEmpty()) {
      return new NodeStatus.Fallback(reasons);
    }
    boolean hostProjection =
        !(projection instanceof Projection.Columns columns) || columns.hostColumns() > 0;
    return new NodeStatus.Native(host || hostProjection ? Evaluation.HOST : Evaluation.KERNEL);
  }

  @Override
  public boolean readsWatermark(StreamPhysicalCalc rel) {
    Parts parts = Parts.of(rel);
    return CurrentWatermark.isReadBy(parts.projects())
        || CurrentWatermark.isReadBy(parts.condition().stream().toList());
  }

  private static Optional<FallbackReason> reject(Projection projection) {
    return projection instanceof Projection.Rejected rejected
        ? Optional.of(new FallbackReason(rejected.code(), "Calc", rejected.text()))
        : Optional.empty();
  }

  private static NodeStatus checkGrouped(
      StreamPhysicalCalc rel, Parts parts, ExpressionTranslator expressions, RelContext context) {
    Projection grouped = expressions.withCondition(conditionOrTrue(rel, parts), parts.projects());
    if (!(grouped instanceof Projection.WithCondition group)) {
      return NodeStatus.Fallback.of(reject(grouped).orElseThrow());
    }
    List<RexNode> behind = new ArrayList<>();
    for (int i = 0; i < parts.projects().size(); i++) {
      if (group.columns().get(i).isEmpty()) {
        behind.add(parts.projects().get(i));
      }
    }
    Optional<FallbackReason> rejected = reject(expressions.projection(behind, rel.getRowType()));
    if (rejected.isPresent()) {
      return NodeStatus.Fallback.of(rejected.get());
    }
    if (behind.isEmpty() && context.options().policy() != Policy.ALWAYS) {
      return NodeStatus.Fallback.of(allHost(parts));
    }
    return new NodeStatus.Native(Evaluation.HOST);
  }

  private static FallbackReason allHost(Parts parts) {
    return new FallbackReason(
        ReasonCode.ALL_OUTPUTS_HOST_EVALUATED,
        "Calc",
        "every output runs through the host evaluator: " + parts.projects());
  }

  private static boolean isAllHost(Projection projection) {
    if (projection instanceof Projection.Columns columns) {
      return columns.hostColumns() > 0 && columns.hostColumns() == columns.expressions().size();
    }
    return projection instanceof Projection.WholeHost;
  }

  @Override
  public List<SortedSet<FieldPath>> requiredOfInputs(
      StreamPhysicalCalc rel, SortedSet<FieldPath> required, RelContext context) {
    Parts parts = Parts.of(rel);
    SortedSet<FieldPath> paths = new TreeSet<>();
    parts.condition().ifPresent(condition -> paths.addAll(FieldPaths.readBy(condition)));
    for (Output output : outputs(rel, parts, required, context)) {
      paths.addAll(FieldPaths.readBy(output.expression()));
    }
    return List.of(FieldPaths.withoutDescendants(paths));
  }

  @Override
  public TranslatedRel translate(
      StreamPhysicalCalc rel,
      List<TranslatedRel> inputs,
      SortedSet<FieldPath> required,
      RelContext context) {
    Parts parts = Parts.of(rel);
    TranslatedRel input = inputs.get(0);
    ExpressionTranslator expressions = context.expressions(rel, input.layout());
    List<Output> outputs = outputs(rel, parts, required, context);
    ColumnLayout layout =
        ColumnLayout.of(
            RelContext.rexBuilder(rel),
            rel.getRowType(),
            outputs.stream().map(Output::path).toList());
    if (isGrouped(rel, parts, context)) {
      return translateGrouped(rel, parts, outputs, layout, input, context);
    }
    Optional<Projection> condition = parts.condition().map(expressions::condition);
    Projection projection =
        expressions.projection(outputs.stream().map(Output::expression).toList(), rel.getRowType());
    Rel current = input.rel();
    if (condition.isPresent()) {
      // A filter and a projection of one id are one operator.
      String id =
          projection instanceof Projection.WholeHost
              ? context.stepId(rel, "filter")
              : context.nodeId(rel);
      current =
          Relations.filter(
              current,
              messages(condition.get(), context).get(0),
              context.streamNodes().ofInput(id, rel, input, input.layout()));
    }
    StreamNode node = context.streamNodes().of(rel, inputs, layout);
    if (projection instanceof Projection.WholeHost whole) {
      return new TranslatedRel(
          Relations.extension(current, hostProject(whole, layout, node, context)), layout);
    }
    return new TranslatedRel(
        Relations.project(
            current, input.layout().columns().size(), messages(projection, context), node),
        layout);
  }

  /**
   * A projection that appends the host's row of condition and columns to the columns that are
   * needed behind it, then the filter and the projection on top of that.
   */
  private static TranslatedRel translateGrouped(
      StreamPhysicalCalc rel,
      Parts parts,
      List<Output> outputs,
      ColumnLayout layout,
      TranslatedRel input,
      RelContext context) {
    Projection grouped =
        context
            .expressions(rel, input.layout())
            .withCondition(
                conditionOrTrue(rel, parts), outputs.stream().map(Output::expression).toList());
    if (!(grouped instanceof Projection.WithCondition group)) {
      throw new IllegalStateException("A checked Calc cannot be translated: " + grouped);
    }
    List<RexNode> behind = new ArrayList<>();
    for (int i = 0; i < outputs.size(); i++) {
      if (group.columns().get(i).isEmpty()) {
        behind.add(outputs.get(i).expression());
      }
    }
    ColumnLayout carried = input.layout().restrictedTo(FieldPaths.readBy(behind));
    List<Expression> columns = new ArrayList<>();
    for (FieldPath path : carried.paths()) {
      columns.add(context.streamNodes().reference(path, input.layout()).orElseThrow());
    }
    columns.add(context.messages().toProto(group.call()));
    Rel called =
        Relations.project(
            input.rel(),
            input.layout().columns().size(),
            columns,
            context.streamNodes().ofInput(context.stepId(rel, "host_call"), rel, input, carried));
    TranslatedRel below = new TranslatedRel(called, carried);
    Rel filtered =
        Relations.filter(
            called,
            context.messages().toProto(group.passes(carried.columns().size())),
            context.streamNodes().ofInput(context.nodeId(rel), rel, below, carried));
    Iterator<Expression> computed =
        messages(context.expressions(rel, carried).projection(behind, rel.getRowType()), context)
            .iterator();
    List<Expression> expressions = new ArrayList<>();
    for (int i = 0; i < outputs.size(); i++) {
      OptionalInt place = group.columns().get(i);
      expressions.add(
          place.isPresent()
              ? context.messages().toProto(group.column(carried.columns().size(), place.getAsInt()))
              : computed.next());
    }
    Rel projected =
        Relations.project(
            filtered,
            carried.columns().size() + 1,
            expressions,
            context.streamNodes().of(rel, List.of(below), layout));
    return new TranslatedRel(projected, layout);
  }

  private static StreamHostProjectRel hostProject(
      Projection.WholeHost whole, ColumnLayout layout, StreamNode node, RelContext context) {
    StreamHostProjectRel.Builder message =
        StreamHostProjectRel.newBuilder()
            .setNode(node)
            .setKind(HostCallKind.HOST_CALL_KIND_SCALAR)
            .setCallId(whole.call().id())
            .setDigest(whole.call().digest())
            .setOutputType(
                context
                    .messages()
                    .types()
                    .toStruct(
                        layout.columns().stream()
                            .map(column -> FlinkTypes.toSubstrait(column.type()))
                            .toList()));
    whole
        .arguments()
        .forEach(argument -> message.addArguments(context.messages().toProto(argument)));
    return message.build();
  }

  private static List<Expression> messages(Projection projection, RelContext context) {
    if (projection instanceof Projection.Columns columns) {
      return context.messages().toProto(columns.expressions());
    }
    throw new IllegalStateException("A checked Calc cannot be translated: " + projection);
  }

  /** One column that leaves, as the path in Flink's row and the expression over the input. */
  private record Output(FieldPath path, RexNode expression) {}

  private static List<Output> outputs(
      StreamPhysicalCalc rel, Parts parts, SortedSet<FieldPath> required, RelContext context) {
    if (needsWholeRow(rel, parts, context)) {
      List<Output> all = new ArrayList<>();
      for (RexNode project : parts.projects()) {
        all.add(new Output(FieldPath.ofColumn(all.size()), project));
      }
      return all;
    }
    SortedSet<FieldPath> paths = new TreeSet<>();
    for (int i = 0; i < parts.projects().size(); i++) {
      RexNode project = parts.projects().get(i);
      if (FieldPath.of(project).isEmpty() && !(project instanceof RexLiteral)) {
        paths.add(FieldPath.ofColumn(i));
      }
    }
    for (FieldPath path : required) {
      boolean passedOn = FieldPath.of(parts.projects().get(path.column())).isPresent();
      paths.add(passedOn ? path : FieldPath.ofColumn(path.column()));
    }
    RexBuilder builder = RelContext.rexBuilder(rel);
    RelDataType inputType = rel.getInput().getRowType();
    return FieldPaths.withoutDescendants(paths).stream()
        .map(path -> new Output(path, expression(path, parts, builder, inputType)))
        .toList();
  }

  private static boolean needsWholeRow(StreamPhysicalCalc rel, Parts parts, RelContext context) {
    if (isGrouped(rel, parts, context)) {
      return false;
    }
    RelContext scratch = context.scratch();
    ColumnLayout input =
        ColumnLayout.whole(RelContext.rexBuilder(rel), rel.getInput().getRowType());
    return scratch.expressions(rel, input).projection(parts.projects(), rel.getRowType())
        instanceof Projection.WholeHost;
  }

  /**
   * Whether one host call computes the condition and columns: condition and projection call one
   * instance of a function, or several columns call functions that may be one instance while others
   * need not leave the engine.
   */
  private static boolean isGrouped(StreamPhysicalCalc rel, Parts parts, RelContext context) {
    if (parts.shareFunction()) {
      return true;
    }
    ColumnLayout input =
        ColumnLayout.whole(RelContext.rexBuilder(rel), rel.getInput().getRowType());
    ExpressionTranslator expressions = context.scratch().expressions(rel, input);
    return expressions.projection(parts.projects(), rel.getRowType())
            instanceof Projection.WholeHost
        && expressions.withCondition(conditionOrTrue(rel, parts), parts.projects())
            instanceof Projection.WithCondition group
        && group.columns().stream().anyMatch(OptionalInt::isEmpty);
  }

  private static RexNode conditionOrTrue(StreamPhysicalCalc rel, Parts parts) {
    return parts.condition().orElseGet(() -> RelContext.rexBuilder(rel).makeLiteral(true));
  }

  private static RexNode expression(
      FieldPath path, Parts parts, RexBuilder builder, RelDataType inputType) {
    RexNode project = parts.projects().get(path.column());
    return FieldPath.of(project)
        .filter(source -> path.positions().size() > 1)
        .map(source -> path.rebase(source).toRex(builder, inputType))
        .orElse(project);
  }

  /** The program with its shared subexpressions written out, as Flink's translation does. */
  private record Parts(List<RexNode> projects, Optional<RexNode> condition) {
    static Parts of(StreamPhysicalCalc rel) {
      RexProgram program = rel.getProgram();
      return new Parts(
          program.getProjectList().stream().map(program::expandLocalRef).toList(),
          Optional.ofNullable(program.getCondition()).map(program::expandLocalRef));
    }

    /** Whether condition and projection call one instance of a user-defined function. */
    boolean shareFunction() {
      return condition.isPresent() && ExpressionTranslator.shareFunction(condition.get(), projects);
    }
  }
}
