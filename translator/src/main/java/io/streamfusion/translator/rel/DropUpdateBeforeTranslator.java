package io.streamfusion.translator.rel;

import io.streamfusion.substrait.proto.v1.StreamDropUpdateBeforeRel;
import io.streamfusion.translator.Evaluation;
import io.streamfusion.translator.NodeStatus;
import io.streamfusion.translator.rex.ColumnLayout;
import io.streamfusion.translator.rex.FieldPath;
import java.util.List;
import java.util.SortedSet;
import org.apache.flink.table.planner.plan.nodes.physical.stream.StreamPhysicalDropUpdateBefore;

/** DropUpdateBefore: rows of kind -U are dropped, columns pass. */
final class DropUpdateBeforeTranslator implements RelTranslator<StreamPhysicalDropUpdateBefore> {

  @Override
  public Class<StreamPhysicalDropUpdateBefore> nodeClass() {
    return StreamPhysicalDropUpdateBefore.class;
  }

  @Override
  public NodeStatus check(StreamPhysicalDropUpdateBefore rel, RelContext context) {
    return new NodeStatus.Native(Evaluation.KERNEL);
  }

  @Override
  public boolean passesRecords() {
    return true;
  }

  @Override
  public List<SortedSet<FieldPath>> requiredOfInputs(
      StreamPhysicalDropUpdateBefore rel, SortedSet<FieldPath> required, RelContext context) {
    return List.of(required);
  }

  @Override
  public TranslatedRel translate(
      StreamPhysicalDropUpdateBefore rel,
      List<TranslatedRel> inputs,
      SortedSet<FieldPath> required,
      RelContext context) {
    ColumnLayout layout =
        ColumnLayout.of(
            RelContext.rexBuilder(rel), rel.getRowType(), inputs.get(0).layout().paths());
    return new TranslatedRel(
        Relations.extension(
            inputs.get(0).rel(),
            StreamDropUpdateBeforeRel.newBuilder()
                .setNode(context.streamNodes().of(rel, inputs, layout))
                .build()),
        layout);
  }
}
