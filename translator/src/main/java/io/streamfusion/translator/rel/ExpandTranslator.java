package io.streamfusion.translator.rel;

import io.streamfusion.translator.Evaluation;
import io.streamfusion.translator.NodeStatus;
import io.streamfusion.translator.rex.ColumnLayout;
import io.streamfusion.translator.rex.FieldPath;
import io.streamfusion.translator.rex.FieldPaths;
import io.streamfusion.translator.rex.Projection;
import io.streamfusion.translator.support.FallbackReason;
import io.substrait.expression.Expression;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import org.apache.calcite.rex.RexNode;
import org.apache.flink.table.planner.plan.nodes.physical.stream.StreamPhysicalExpand;

/**
 * Expand: an ExpandRel of the columns that consumers need. Flink allows only columns and literals
 * in its projections, so that leaving one out cannot hide a failure.
 */
final class ExpandTranslator implements RelTranslator<StreamPhysicalExpand> {

  @Override
  public Class<StreamPhysicalExpand> nodeClass() {
    return StreamPhysicalExpand.class;
  }

  @Override
  public NodeStatus check(StreamPhysicalExpand rel, RelContext context) {
    ColumnLayout input =
        ColumnLayout.whole(RelContext.rexBuilder(rel), rel.getInput().getRowType());
    List<FallbackReason> reasons = new ArrayList<>();
    for (List<RexNode> project : rel.projects()) {
      for (RexNode expression : project) {
        if (context.expressions(rel, input).kernelOnly(expression)
            instanceof Projection.Rejected rejected) {
          reasons.add(new FallbackReason(rejected.code(), "Expand", rejected.text()));
        }
      }
    }
    return reasons.isEmpty()
        ? new NodeStatus.Native(Evaluation.KERNEL)
        : new NodeStatus.Fallback(reasons.stream().distinct().toList());
  }

  @Override
  public List<SortedSet<FieldPath>> requiredOfInputs(
      StreamPhysicalExpand rel, SortedSet<FieldPath> required, RelContext context) {
    SortedSet<FieldPath> paths = new TreeSet<>();
    for (int column : columns(required)) {
      copiesOf(rel, column).forEach(copy -> paths.addAll(FieldPaths.readBy(copy)));
    }
    return List.of(paths);
  }

  @Override
  public TranslatedRel translate(
      StreamPhysicalExpand rel,
      List<TranslatedRel> inputs,
      SortedSet<FieldPath> required,
      RelContext context) {
    TranslatedRel input = inputs.get(0);
    List<Integer> columns = columns(required);
    ColumnLayout layout =
        ColumnLayout.of(
            RelContext.rexBuilder(rel),
            rel.getRowType(),
            columns.stream().map(FieldPath::ofColumn).toList());
    List<List<Expression>> fields = new ArrayList<>();
    for (int column : columns) {
      fields.add(
          copiesOf(rel, column).stream()
              .map(copy -> kernel(rel, copy, input.layout(), context))
              .toList());
    }
    return new TranslatedRel(
        Relations.expand(
            input.rel(),
            fields.stream().map(copies -> context.messages().toProto(copies)).toList(),
            context.streamNodes().of(rel, inputs, layout)),
        layout);
  }

  /** Whole columns: a copy is a column or NULL, and the fields of NULL are not there to be read. */
  private static List<Integer> columns(SortedSet<FieldPath> required) {
    return required.stream().map(FieldPath::column).distinct().toList();
  }

  /** What a column is in each copy of a row. */
  private static List<RexNode> copiesOf(StreamPhysicalExpand rel, int column) {
    return rel.projects().stream().map(project -> project.get(column)).toList();
  }

  private static Expression kernel(
      StreamPhysicalExpand rel, RexNode node, ColumnLayout layout, RelContext context) {
    if (context.expressions(rel, layout).kernelOnly(node) instanceof Projection.Columns columns) {
      return columns.expressions().get(0);
    }
    throw new IllegalStateException("A checked expression cannot be translated: " + node);
  }
}
