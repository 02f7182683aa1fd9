package io.streamfusion.translator.rel;

import io.streamfusion.substrait.proto.v1.StreamWatermarkAssignerRel;
import io.streamfusion.substrait.proto.v1.WatermarkScope;
import io.streamfusion.translator.Evaluation;
import io.streamfusion.translator.NodeStatus;
import io.streamfusion.translator.rex.ColumnLayout;
import io.streamfusion.translator.rex.FieldPath;
import io.streamfusion.translator.rex.Projection;
import io.streamfusion.translator.support.FallbackReason;
import io.streamfusion.translator.support.ReasonCode;
import io.substrait.proto.Expression;
import java.util.List;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;
import org.apache.flink.table.api.config.ExecutionConfigOptions;
import org.apache.flink.table.planner.functions.sql.FlinkSqlOperatorTable;
import org.apache.flink.table.planner.plan.nodes.calcite.WatermarkUtils;
import org.apache.flink.table.planner.plan.nodes.physical.stream.StreamPhysicalWatermarkAssigner;
import org.apache.flink.table.planner.utils.ShortcutUtils;

/**
 * WatermarkAssigner whose watermark is the rowtime column or lies a constant interval behind it.
 */
final class WatermarkAssignerTranslator implements RelTranslator<StreamPhysicalWatermarkAssigner> {

  @Override
  public Class<StreamPhysicalWatermarkAssigner> nodeClass() {
    return StreamPhysicalWatermarkAssigner.class;
  }

  @Override
  public NodeStatus check(StreamPhysicalWatermarkAssigner rel, RelContext context) {
    RexNode watermark = watermark(rel);
    if (!isConstantDelay(watermark, rel.rowtimeFieldIndex())) {
      return fallback(
          ReasonCode.OPERATOR_VARIANT_NOT_SUPPORTED,
          "the watermark is not the rowtime column minus a constant interval: " + watermark);
    }
    ColumnLayout input =
        ColumnLayout.whole(RelContext.rexBuilder(rel), rel.getInput().getRowType());
    Projection translated = context.expressions(rel, input).kernelOnly(watermark);
    return translated instanceof Projection.Rejected rejected
        ? fallback(rejected.code(), rejected.text())
        : new NodeStatus.Native(Evaluation.KERNEL);
  }

  private static NodeStatus fallback(ReasonCode code, String text) {
    return NodeStatus.Fallback.of(new FallbackReason(code, "WatermarkAssigner", text));
  }

  /** As Flink's translation takes it. */
  private static RexNode watermark(StreamPhysicalWatermarkAssigner rel) {
    return WatermarkUtils.simplify(rel.getCluster(), rel.watermarkExpr());
  }

  private static boolean isConstantDelay(RexNode watermark, int rowtime) {
    if (isRowtime(watermark, rowtime)) {
      return true;
    }
    return watermark instanceof RexCall call
        && (call.getOperator() == FlinkSqlOperatorTable.MINUS
            || call.getOperator() == FlinkSqlOperatorTable.MINUS_DATE)
        && isRowtime(call.getOperands().get(0), rowtime)
        && call.getOperands().get(1) instanceof RexLiteral delay
        && !delay.isNull();
  }

  private static boolean isRowtime(RexNode node, int rowtime) {
    return node instanceof RexInputRef ref && ref.getIndex() == rowtime;
  }

  @Override
  public boolean passesRecords() {
    return true;
  }

  @Override
  public List<SortedSet<FieldPath>> requiredOfInputs(
      StreamPhysicalWatermarkAssigner rel, SortedSet<FieldPath> required, RelContext context) {
    SortedSet<FieldPath> paths = new TreeSet<>(required);
    paths.add(FieldPath.ofColumn(rel.rowtimeFieldIndex()));
    return List.of(paths);
  }

  @Override
  public TranslatedRel translate(
      StreamPhysicalWatermarkAssigner rel,
      List<TranslatedRel> inputs,
      SortedSet<FieldPath> required,
      RelContext context) {
    TranslatedRel input = inputs.get(0);
    ColumnLayout layout =
        ColumnLayout.of(RelContext.rexBuilder(rel), rel.getRowType(), input.layout().paths());
    Projection watermark = context.expressions(rel, input.layout()).kernelOnly(watermark(rel));
    if (!(watermark instanceof Projection.Columns columns)) {
      throw new IllegalStateException("A checked watermark cannot be translated: " + watermark);
    }
    Optional<Expression> rowtime =
        context
            .streamNodes()
            .reference(FieldPath.ofColumn(rel.rowtimeFieldIndex()), input.layout());
    return new TranslatedRel(
        Relations.extension(
            input.rel(),
            StreamWatermarkAssignerRel.newBuilder()
                .setNode(context.streamNodes().of(rel, inputs, layout))
                .setRowtime(rowtime.orElseThrow())
                .setWatermark(context.messages().toProto(columns.expressions().get(0)))
                .setScope(WatermarkScope.WATERMARK_SCOPE_OPERATOR)
                .setIdleTimeoutMillis(
                    ShortcutUtils.unwrapTableConfig(rel)
                        .get(ExecutionConfigOptions.TABLE_EXEC_SOURCE_IDLE_TIMEOUT)
                        .toMillis())
                .build()),
        layout);
  }
}
