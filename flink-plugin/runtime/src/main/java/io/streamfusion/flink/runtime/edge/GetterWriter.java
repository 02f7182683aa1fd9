package io.streamfusion.flink.runtime.edge;

import io.streamfusion.flink.runtime.jni.OffHeap;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.data.binary.BinaryStringData;

/** Writes rows of any class through their getters. */
final class GetterWriter {

  private final CellWriter cells;
  private final NestedWriter nested;

  GetterWriter(CellWriter cells, NestedWriter nested) {
    this.cells = cells;
    this.nested = nested;
  }

  void write(SlabColumn[] columns, int n, RowData row) {
    for (SlabColumn column : columns) {
      int position = column.position;
      if (row.isNullAt(position)) {
        column.setNull(cells.memory, n);
      } else if (column.path == null) {
        writeValue(column, n, row, position);
      } else {
        nested.writePath(column, n, row.getRow(position, column.pathArities[1]));
      }
    }
  }

  /** Writes a field that is not NULL. */
  void writeValue(SlabColumn column, int n, RowData row, int position) {
    switch (column.code) {
      case ValueCode.BOOLEAN:
        OffHeap.putByte(column.values + n, row.getBoolean(position) ? (byte) 1 : (byte) 0);
        return;
      case ValueCode.TINYINT:
        OffHeap.putByte(column.values + n, row.getByte(position));
        return;
      case ValueCode.SMALLINT:
        OffHeap.putShort(column.values + 2L * n, row.getShort(position));
        return;
      case ValueCode.INT:
        OffHeap.putInt(column.values + 4L * n, row.getInt(position));
        return;
      case ValueCode.FLOAT:
        OffHeap.putInt(column.values + 4L * n, Float.floatToRawIntBits(row.getFloat(position)));
        return;
      case ValueCode.BIGINT:
        OffHeap.putLong(column.values + 8L * n, row.getLong(position));
        return;
      case ValueCode.DOUBLE:
        OffHeap.putLong(
            column.values + 8L * n, Double.doubleToRawLongBits(row.getDouble(position)));
        return;
      case ValueCode.TIMESTAMP_MILLIS:
      case ValueCode.TIMESTAMP_MICROS:
      case ValueCode.TIMESTAMP_NANOS:
        int precision = SlabField.timestampPrecision(column.field.type());
        nested.writeObject(column, n, row.getTimestamp(position, precision));
        return;
      default:
        writePart(column, n, row, position);
        return;
    }
  }

  private void writePart(SlabColumn column, int n, RowData row, int position) {
    switch (column.code) {
      case ValueCode.STRING:
        cells.string(column, n, (BinaryStringData) row.getString(position));
        return;
      case ValueCode.BINARY:
        cells.bytes(column, n, row.getBinary(position));
        return;
      case ValueCode.DECIMAL:
        cells.decimal(column, n, row.getDecimal(position, column.precision, column.scale));
        return;
      case ValueCode.ROW:
        nested.writeRow(column.children, n, row.getRow(position, column.arity));
        return;
      case ValueCode.LIST:
        nested.writeArray(column, n, row.getArray(position));
        return;
      default:
        nested.writeMap(column, n, row.getMap(position));
        return;
    }
  }
}
