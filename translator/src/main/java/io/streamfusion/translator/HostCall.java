package io.streamfusion.translator;

import java.util.List;
import java.util.OptionalInt;
import org.apache.calcite.rex.RexNode;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.RowType;

/**
 * Expressions that Flink's generated code evaluates over a batch.
 *
 * @param id unique in the plan; the plan names the call by it
 * @param digest ties the generated code to the plan
 * @param kind what the code returns
 * @param nodeId the plan node that makes the call
 * @param expressions over {@code argumentType} by position: one for a value or a condition, all
 *     projected columns for a projection, the condition and then columns for a Calc
 * @param argumentType the row of argument columns that crosses to the host
 * @param resultType what crosses back: the value's type, BOOLEAN, or a row
 * @param watermarkPort the fragment's input whose watermark CURRENT_WATERMARK is; empty if nothing
 *     reads it
 */
public record HostCall(
    int id,
    String digest,
    Kind kind,
    String nodeId,
    List<RexNode> expressions,
    RowType argumentType,
    LogicalType resultType,
    OptionalInt watermarkPort) {
  public HostCall {
    expressions = List.copyOf(expressions);
  }

  /** The same call, whose code sees the watermarks of an input of its fragment. */
  public HostCall withWatermarkPort(int port) {
    return new HostCall(
        id, digest, kind, nodeId, expressions, argumentType, resultType, OptionalInt.of(port));
  }

  /** What a host call computes. */
  public enum Kind {
    /** One value per row. */
    SCALAR,
    /** Whether the row passes: never NULL on the way back, as in Flink's generated filter. */
    CONDITION,
    /** All columns of a projection. */
    PROJECTION,
    /**
     * A condition, the first expression, and columns of a projection: per row whether it passes,
     * then the columns, NULL where it does not pass.
     */
    CALC,
    /**
     * One value per row, for the batches that a kernel hands back; its arguments are the operands
     * of the kernel's call.
     */
    STANDBY
  }
}
