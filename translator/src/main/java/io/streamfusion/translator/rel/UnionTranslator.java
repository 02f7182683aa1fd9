package io.streamfusion.translator.rel;

import io.streamfusion.translator.Evaluation;
import io.streamfusion.translator.NodeStatus;
import io.streamfusion.translator.rex.ColumnLayout;
import io.streamfusion.translator.rex.FieldPath;
import io.streamfusion.translator.support.FallbackReason;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedSet;
import org.apache.flink.table.planner.plan.nodes.physical.stream.StreamPhysicalUnion;

/** UNION ALL: a SetRel whose inputs are brought to the same columns. */
final class UnionTranslator implements RelTranslator<StreamPhysicalUnion> {

  @Override
  public Class<StreamPhysicalUnion> nodeClass() {
    return StreamPhysicalUnion.class;
  }

  @Override
  public NodeStatus check(StreamPhysicalUnion rel, RelContext context) {
    // The planner rewrites UNION without ALL; the node refuses it itself.
    if (context.options().unevenUnions().contains(context.nodeId(rel))) {
      return NodeStatus.Fallback.of(
          FallbackReason.ofVariant(
              "Union",
              "an input's rows come through a shuffle, because it runs with another parallelism or is"
                  + " partitioned; Flink's union combines the watermarks of all channels at once"));
    }
    return new NodeStatus.Native(Evaluation.KERNEL);
  }

  @Override
  public boolean passesRecords() {
    return true;
  }

  @Override
  public List<SortedSet<FieldPath>> requiredOfInputs(
      StreamPhysicalUnion rel, SortedSet<FieldPath> required, RelContext context) {
    return rel.getInputs().stream().map(input -> required).toList();
  }

  @Override
  public TranslatedRel translate(
      StreamPhysicalUnion rel,
      List<TranslatedRel> inputs,
      SortedSet<FieldPath> required,
      RelContext context) {
    List<TranslatedRel> aligned = new ArrayList<>();
    for (int i = 0; i < inputs.size(); i++) {
      aligned.add(Alignment.align(rel.getInput(i), inputs.get(i), List.copyOf(required), context));
    }
    ColumnLayout layout = ColumnLayout.of(RelContext.rexBuilder(rel), rel.getRowType(), required);
    return new TranslatedRel(
        Relations.unionAll(
            aligned.stream().map(TranslatedRel::rel).toList(),
            context.streamNodes().of(rel, aligned, layout)),
        layout);
  }
}
