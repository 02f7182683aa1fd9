package io.streamfusion.flink.loader;

import org.apache.flink.table.api.TableException;

/** Our jar is on the class path, but the Flink planner it extends is not. */
public final class StockPlannerNotFoundException extends TableException {

  private static final long serialVersionUID = 1L;

  StockPlannerNotFoundException(String className) {
    this(className, null);
  }

  StockPlannerNotFoundException(String className, Throwable cause) {
    super(
        "Flink's own "
            + className
            + " is not on the class path. flink-table-planner-loader or flink-table-planner_2.12 must be"
            + " in Flink's lib folder beside flink-streamfusion.",
        cause);
  }
}
