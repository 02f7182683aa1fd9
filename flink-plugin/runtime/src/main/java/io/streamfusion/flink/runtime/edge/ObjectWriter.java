package io.streamfusion.flink.runtime.edge;

import io.streamfusion.flink.runtime.jni.OffHeap;
import org.apache.flink.table.data.ArrayData;
import org.apache.flink.table.data.DecimalData;
import org.apache.flink.table.data.GenericRowData;
import org.apache.flink.table.data.MapData;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.data.TimestampData;
import org.apache.flink.table.data.binary.BinaryStringData;

/** Writes values held as Flink's internal objects: the fields of a {@link GenericRowData}. */
final class ObjectWriter {

  private final CellWriter cells;
  private final NestedWriter nested;

  ObjectWriter(CellWriter cells, NestedWriter nested) {
    this.cells = cells;
    this.nested = nested;
  }

  void write(SlabColumn[] columns, int n, GenericRowData row) {
    for (SlabColumn column : columns) {
      Object value = row.getField(column.position);
      if (value == null) {
        column.setNull(cells.memory, n);
      } else if (column.objectForm == ValueCode.BIGINT) {
        OffHeap.putLong(column.values + 8L * n, (Long) value);
      } else if (column.objectForm == ValueCode.STRING) {
        cells.string(column, n, (BinaryStringData) value);
      } else if (column.path == null) {
        writeValue(column, n, value);
      } else {
        nested.writePath(column, n, (RowData) value);
      }
    }
  }

  /** Writes a value that is not NULL. */
  void writeValue(SlabColumn column, int n, Object value) {
    switch (column.code) {
      case ValueCode.BOOLEAN:
        OffHeap.putByte(column.values + n, (Boolean) value ? (byte) 1 : (byte) 0);
        return;
      case ValueCode.TINYINT:
        OffHeap.putByte(column.values + n, (Byte) value);
        return;
      case ValueCode.SMALLINT:
        OffHeap.putShort(column.values + 2L * n, (Short) value);
        return;
      case ValueCode.INT:
        OffHeap.putInt(column.values + 4L * n, (Integer) value);
        return;
      case ValueCode.FLOAT:
        OffHeap.putInt(column.values + 4L * n, Float.floatToRawIntBits((Float) value));
        return;
      case ValueCode.BIGINT:
        OffHeap.putLong(column.values + 8L * n, (Long) value);
        return;
      case ValueCode.DOUBLE:
        OffHeap.putLong(column.values + 8L * n, Double.doubleToRawLongBits((Double) value));
        return;
      case ValueCode.TIMESTAMP_MILLIS:
        OffHeap.putLong(column.values + 8L * n, ((TimestampData) value).getMillisecond());
        return;
      default:
        writePart(column, n, value);
        return;
    }
  }

  private void writePart(SlabColumn column, int n, Object value) {
    switch (column.code) {
      case ValueCode.STRING:
        cells.string(column, n, (BinaryStringData) value);
        return;
      case ValueCode.BINARY:
        cells.bytes(column, n, (byte[]) value);
        return;
      case ValueCode.TIMESTAMP_MICROS:
      case ValueCode.TIMESTAMP_NANOS:
        TimestampData timestamp = (TimestampData) value;
        cells.timestamp(column, n, timestamp.getMillisecond(), timestamp.getNanoOfMillisecond());
        return;
      case ValueCode.DECIMAL:
        cells.decimal(column, n, (DecimalData) value);
        return;
      case ValueCode.ROW:
        nested.writeRow(column.children, n, (RowData) value);
        return;
      case ValueCode.LIST:
        nested.writeArray(column, n, (ArrayData) value);
        return;
      default:
        nested.writeMap(column, n, (MapData) value);
        return;
    }
  }
}
