package io.streamfusion.translator.rel;

import io.streamfusion.substrait.proto.v1.HostCallKind;
import io.streamfusion.substrait.proto.v1.StreamHostProjectRel;
import io.streamfusion.substrait.proto.v1.StreamNode;
import io.streamfusion.translator.Evaluation;
import io.streamfusion.translator.NodeStatus;
import io.streamfusion.translator.Policy;
import io.streamfusion.translator.rex.ColumnLayout;
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
import java.util.List;
import java.util.Optional;
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
 * because computing them may fail.
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
    List<FallbackReason> reasons = new ArrayList<>();
    boolean host = false;
    if (parts.condition().isPresent()) {
      Projection condition = expressions.condition(parts.condition().get());
      reject(condition).ifPresent(reasons::add);
      host = condition instanceof Projection.Columns columns && columns.hostColumns() > 0;
    }
    Projection projection = expressions.projection(parts.projects(), rel.getRowType());
    reject(projection).ifPresent(reasons::add);
    if (reasons.isEmpty()) {
      sharedInstance(parts, expressions).ifPresent(reasons::add);
    }
    if (reasons.isEmpty() && isAllHost(projection) && context.options().policy() != Policy.ALWAYS) {
      ReasonCode code = ReasonCode.ALL_OUTPUTS_HOST_EVALUATED;
      reasons.add(
          new FallbackReason(
              code, "Calc", "every output runs through the host evaluator: " + parts.projects()));
    }
    if (!reasons.isEmpty()) {
      return new NodeStatus.Fallback(reasons);
    }
    boolean hostProjection =
        !(projection instanceof Projection.Columns columns) || columns.hostColumns() > 0;
    return new NodeStatus.Native(host || hostProjection ? Evaluation.HOST : Evaluation.KERNEL);
  }

  private static Optional<FallbackReason> reject(Projection projection) {
    return projection instanceof Projection.Rejected rejected
        ? Optional.of(new FallbackReason(rejected.code(), "Calc", rejected.text()))
        : Optional.empty();
  }

  private static Optional<FallbackReason> sharedInstance(
      Parts parts, ExpressionTranslator expressions) {
    return parts
        .condition()
        .flatMap(condition -> expressions.sharedUserFunction(condition, parts.projects()))
        .map(
            name ->
                new FallbackReason(
                    ReasonCode.FUNCTION_INSTANCE_SHARED,
                    "Calc",
                    "condition and projection both call " + name));
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
    Rel current = input.rel();
    if (parts.condition().isPresent()) {
      Projection condition = expressions.condition(parts.condition().get());
      current =
          Relations.filter(
              current,
              messages(condition, context).get(0),
              context.streamNodes().ofFilter(rel, input));
    }
    StreamNode node = context.streamNodes().of(rel, inputs, layout);
    Projection projection =
        expressions.projection(outputs.stream().map(Output::expression).toList(), rel.getRowType());
    if (projection instanceof Projection.WholeHost whole) {
      return new TranslatedRel(
          Relations.extension(current, hostProject(whole, layout, node, context)), layout);
    }
    return new TranslatedRel(
        Relations.project(
            current, input.layout().columns().size(), messages(projection, context), node),
        layout);
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
    RelContext scratch = context.scratch();
    ColumnLayout input =
        ColumnLayout.whole(RelContext.rexBuilder(rel), rel.getInput().getRowType());
    return scratch.expressions(rel, input).projection(parts.projects(), rel.getRowType())
        instanceof Projection.WholeHost;
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
  }
}
