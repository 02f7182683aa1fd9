package io.streamfusion.parity.fuzz;

import java.util.List;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.table.types.logical.LogicalType;

/**
 * A query as one engine runs it.
 *
 * @param stages its operators, from the source on
 * @param jobConfiguration what tasks see of the job's configuration
 * @param inputTypes types of the source's columns
 * @param outputTypes types of the columns that leave
 * @param outputColumns the columns that leave, as in a table's definition
 */
record Plan(
    List<Stage> stages,
    Configuration jobConfiguration,
    List<LogicalType> inputTypes,
    List<LogicalType> outputTypes,
    List<String> outputColumns) {

  boolean isNative() {
    return stages.stream().allMatch(Stage::isNative);
  }

  boolean hasNative() {
    return stages.stream().anyMatch(Stage::isNative);
  }
}
