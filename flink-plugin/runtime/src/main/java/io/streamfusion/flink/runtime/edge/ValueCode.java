package io.streamfusion.flink.runtime.edge;

import org.apache.flink.table.data.TimestampData;
import org.apache.flink.table.types.logical.LogicalType;

/**
 * What a value is, for switches on the hot path. Several codes share a {@link PhysicalKind}: an INT
 * and a FLOAT lie alike but are read from a row in different ways.
 */
final class ValueCode {

  static final int BOOLEAN = 0;
  static final int TINYINT = 1;
  static final int SMALLINT = 2;
  static final int INT = 3;
  static final int FLOAT = 4;
  static final int BIGINT = 5;
  static final int DOUBLE = 6;
  static final int DECIMAL = 7;
  static final int STRING = 8;
  static final int BINARY = 9;
  static final int TIMESTAMP_MILLIS = 10;
  static final int TIMESTAMP_MICROS = 11;
  static final int TIMESTAMP_NANOS = 12;
  static final int ROW = 13;
  static final int LIST = 14;
  static final int MAP = 15;

  private ValueCode() {}

  static int of(LogicalType type) {
    switch (type.getTypeRoot()) {
      case BOOLEAN:
        return BOOLEAN;
      case TINYINT:
        return TINYINT;
      case SMALLINT:
        return SMALLINT;
      case INTEGER:
      case DATE:
      case TIME_WITHOUT_TIME_ZONE:
      case INTERVAL_YEAR_MONTH:
        return INT;
      case FLOAT:
        return FLOAT;
      case BIGINT:
      case INTERVAL_DAY_TIME:
        return BIGINT;
      case DOUBLE:
        return DOUBLE;
      case DECIMAL:
        return DECIMAL;
      case CHAR:
      case VARCHAR:
        return STRING;
      case BINARY:
      case VARBINARY:
        return BINARY;
      case TIMESTAMP_WITHOUT_TIME_ZONE:
      case TIMESTAMP_WITH_LOCAL_TIME_ZONE:
        int precision = SlabField.timestampPrecision(type);
        if (TimestampData.isCompact(precision)) {
          return TIMESTAMP_MILLIS;
        }
        return precision <= 6 ? TIMESTAMP_MICROS : TIMESTAMP_NANOS;
      case ROW:
        return ROW;
      case ARRAY:
        return LIST;
      case MAP:
      case MULTISET:
        return MAP;
      default:
        throw new IllegalArgumentException("SlabField accepted " + type.asSummaryString());
    }
  }
}
