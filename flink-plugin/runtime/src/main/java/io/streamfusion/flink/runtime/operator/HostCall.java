package io.streamfusion.flink.runtime.operator;

import java.io.Serializable;
import java.util.Objects;
import org.apache.flink.streaming.api.functions.ProcessFunction;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.runtime.generated.GeneratedFunction;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.RowType;

/**
 * Flink's own generated code for a projection, condition or call that the engine does not evaluate.
 *
 * <p>The function receives one row of {@code arguments} and collects exactly one row, or none for a
 * {@link Kind#CALC}.
 *
 * @param id what the plan calls it by
 * @param kind what the collected row means
 * @param digest ties the call in the plan to this code
 * @param arguments type of the rows that the function reads
 * @param result declared type of the result
 * @param watermarkPort the port whose watermark the code may ask for, or {@link #NO_PORT}
 * @param function the generated code
 */
public record HostCall(
    int id,
    Kind kind,
    String digest,
    RowType arguments,
    LogicalType result,
    int watermarkPort,
    GeneratedFunction<? extends ProcessFunction<RowData, RowData>> function)
    implements Serializable {

  /** The code asks for no watermark. */
  public static final int NO_PORT = -1;

  /** What the row that the function collects means. */
  public enum Kind {
    /** Field 0 is the result of the call. */
    SCALAR,
    /** Field 0 is a BOOLEAN that says whether the row passes; NULL does not. */
    CONDITION,
    /** The row is the projected row. */
    PROJECTION,
    /**
     * The function collects a row only if the argument row passes a condition. The result is
     * whether it does, then the collected fields; those are NULL where it does not.
     */
    CALC,
    /** Like SCALAR, for a call that the engine evaluates itself unless it hands a batch back. */
    STANDBY
  }

  public HostCall {
    Objects.requireNonNull(kind);
    Objects.requireNonNull(digest);
    Objects.requireNonNull(arguments);
    Objects.requireNonNull(result);
    Objects.requireNonNull(function);
  }

  /**
   * Whether the code reads the time, as Flink generates it for PROCTIME() and CURRENT_TIMESTAMP:
   * once for each record. Such code must see a record when it arrives, not when its batch is full.
   */
  boolean readsClock() {
    String code = function.getCode();
    return code.contains("currentProcessingTime()") || code.contains("currentTimeMillis()");
  }
}
