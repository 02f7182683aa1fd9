package io.streamfusion.translator.rel;

import io.streamfusion.translator.type.FlinkTypes;
import java.util.List;
import java.util.Optional;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexFieldAccess;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexProgram;
import org.apache.calcite.sql.SqlKind;
import org.apache.flink.table.data.DecimalData;
import org.apache.flink.table.data.TimestampData;
import org.apache.flink.table.planner.plan.nodes.physical.stream.StreamPhysicalCalc;
import org.apache.flink.table.planner.plan.nodes.physical.stream.StreamPhysicalCorrelate;
import org.apache.flink.table.planner.plan.nodes.physical.stream.StreamPhysicalDropUpdateBefore;
import org.apache.flink.table.planner.plan.nodes.physical.stream.StreamPhysicalExchange;
import org.apache.flink.table.planner.plan.nodes.physical.stream.StreamPhysicalExpand;
import org.apache.flink.table.planner.plan.nodes.physical.stream.StreamPhysicalGroupAggregate;
import org.apache.flink.table.planner.plan.nodes.physical.stream.StreamPhysicalTableSourceScan;
import org.apache.flink.table.planner.plan.nodes.physical.stream.StreamPhysicalUnion;
import org.apache.flink.table.planner.plan.nodes.physical.stream.StreamPhysicalWatermarkAssigner;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.LogicalTypeFamily;
import org.apache.flink.table.types.logical.LogicalTypeRoot;
import org.apache.flink.table.types.logical.utils.LogicalTypeChecks;

/**
 * Which columns have one binary form per value, the one that Flink's serializers write and the
 * engine too. Flink copies a nested value that is in binary form byte by byte into keys, and its
 * generated code makes other bytes than its serializers in two places.
 *
 * <pre>
 * in a ROW               NULL of a DECIMAL beyond 18 digits      RowDataSerializer   no part
 *                        or a TIMESTAMP beyond milliseconds      ROW(...)            a part of zeros
 * in an ARRAY or a MAP   NaN                                     BinaryArrayWriter   Float.NaN, Double.NaN
 *                                                                ARRAY[...]          the bits that it had
 * </pre>
 */
final class BinaryForms {
  private BinaryForms() {}

  /**
   * Why the bytes of a column are not sure to be those that the engine writes; empty if they are.
   */
  static Optional<String> unsure(RelNode input, int column) {
    LogicalType type = logicalType(input, column);
    return dependsOnWriter(type, false) && !isFromSource(input, column)
        ? Optional.of(
            "the type "
                + type.asSummaryString()
                + ", of which Flink's generated code and its serializers write different bytes, and"
                + " is no column of a source")
        : Optional.empty();
  }

  private static LogicalType logicalType(RelNode input, int column) {
    return FlinkTypes.logicalType(input.getRowType().getFieldList().get(column).getType());
  }

  private static boolean dependsOnWriter(LogicalType type, boolean element) {
    boolean row = type.is(LogicalTypeRoot.ROW);
    for (LogicalType child : type.getChildren()) {
      if (dependsOnWriter(child, !row) || (row && child.isNullable() && leavesPart(child))) {
        return true;
      }
    }
    return element && type.is(LogicalTypeFamily.APPROXIMATE_NUMERIC);
  }

  /** Whether {@code CodeGenUtils.binaryWriterWriteNull} leaves room for a value. */
  private static boolean leavesPart(LogicalType type) {
    return switch (type.getTypeRoot()) {
      case DECIMAL -> !DecimalData.isCompact(LogicalTypeChecks.getPrecision(type));
      case TIMESTAMP_WITHOUT_TIME_ZONE, TIMESTAMP_WITH_LOCAL_TIME_ZONE ->
          !TimestampData.isCompact(LogicalTypeChecks.getPrecision(type));
      default -> false;
    };
  }

  /** Whether a column has values of a source's rows as they stand, or parts of them. */
  private static boolean isFromSource(RelNode rel, int column) {
    if (rel instanceof StreamPhysicalTableSourceScan) {
      return true;
    }
    if (rel instanceof StreamPhysicalExchange
        || rel instanceof StreamPhysicalWatermarkAssigner
        || rel instanceof StreamPhysicalDropUpdateBefore) {
      return isFromSource(rel.getInput(0), column);
    }
    if (rel instanceof StreamPhysicalUnion) {
      return rel.getInputs().stream().allMatch(input -> isFromSource(input, column));
    }
    if (rel instanceof StreamPhysicalCalc calc) {
      RexProgram program = calc.getProgram();
      RexNode expression = program.expandLocalRef(program.getProjectList().get(column));
      return isPartOfSource(expression, rel.getInput(0));
    }
    if (rel instanceof StreamPhysicalExpand expand) {
      List<List<RexNode>> copies = expand.projects();
      return copies.stream().allMatch(copy -> isPartOfSource(copy.get(column), rel.getInput(0)));
    }
    if (rel instanceof StreamPhysicalCorrelate correlate) {
      return column < correlate.getInput().getRowType().getFieldCount()
          && isFromSource(correlate.getInput(), column);
    }
    return rel instanceof StreamPhysicalGroupAggregate aggregate
        && column < aggregate.grouping().length
        && isFromSource(aggregate.getInput(), aggregate.grouping()[column]);
  }

  private static boolean isPartOfSource(RexNode node, RelNode input) {
    if (node instanceof RexInputRef reference) {
      return isFromSource(input, reference.getIndex());
    }
    if (node instanceof RexFieldAccess access) {
      return isPartOfSource(access.getReferenceExpr(), input);
    }
    if (node instanceof RexCall call && call.getKind() == SqlKind.ITEM) {
      return isPartOfSource(call.getOperands().get(0), input);
    }
    return RexLiteral.isNullLiteral(node);
  }
}
