package io.streamfusion.flink.planner.testing;

import org.apache.flink.table.api.DataTypes;
import org.apache.flink.table.legacy.api.TableSchema;
import org.apache.flink.table.types.DataType;

/** The columns of the test tables of Flink's old interfaces: (n BIGINT, name STRING). */
@SuppressWarnings("deprecation")
final class LegacySchema {

  private LegacySchema() {}

  static DataType dataType() {
    return DataTypes.ROW(
        DataTypes.FIELD("n", DataTypes.BIGINT()), DataTypes.FIELD("name", DataTypes.STRING()));
  }

  static TableSchema tableSchema() {
    return TableSchema.builder()
        .field("n", DataTypes.BIGINT())
        .field("name", DataTypes.STRING())
        .build();
  }
}
