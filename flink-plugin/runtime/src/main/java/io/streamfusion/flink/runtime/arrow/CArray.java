package io.streamfusion.flink.runtime.arrow;

import io.streamfusion.flink.runtime.edge.ColumnarRows;
import io.streamfusion.flink.runtime.jni.OffHeap;
import org.apache.flink.table.types.logical.ArrayType;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.MapType;
import org.apache.flink.table.types.logical.MultisetType;
import org.apache.flink.table.types.logical.RowType;
import org.apache.flink.table.types.logical.utils.LogicalTypeChecks;

/**
 * Reads {@code struct ArrowArray} of the Arrow C data interface and writes the column entries from
 * which {@link ColumnarRows} reads.
 */
final class CArray {

  private static final int LENGTH = 0;
  private static final int NULL_COUNT = 8;
  private static final int OFFSET = 16;
  private static final int BUFFERS = 40;
  private static final int CHILDREN = 48;

  private CArray() {}

  static long length(long array) {
    return OffHeap.getLong(array + LENGTH);
  }

  static long entryBytes(RowType rowType) {
    long bytes = 0;
    for (LogicalType field : rowType.getChildren()) {
      bytes += entryBytes(field);
    }
    return bytes;
  }

  private static long entryBytes(LogicalType type) {
    return switch (type.getTypeRoot()) {
      case ROW -> ColumnarRows.ENTRY_SIZE + entryBytes((RowType) type);
      case ARRAY -> ColumnarRows.ENTRY_SIZE + entryBytes(((ArrayType) type).getElementType());
      case MAP ->
          ColumnarRows.ENTRY_SIZE
              + entryBytes(((MapType) type).getKeyType())
              + entryBytes(((MapType) type).getValueType());
      case MULTISET ->
          2L * ColumnarRows.ENTRY_SIZE + entryBytes(((MultisetType) type).getElementType());
      default -> ColumnarRows.ENTRY_SIZE;
    };
  }

  /** Writes the entries of the fields of a struct array, in preorder. */
  static void writeEntries(long struct, RowType rowType, long entries) {
    writeFields(struct, OffHeap.getLong(struct + OFFSET), rowType, entries);
  }

  private static long writeFields(long struct, long offset, RowType rowType, long entry) {
    long next = entry;
    for (int i = 0; i < rowType.getFieldCount(); i++) {
      // A field of a struct begins where the struct does, on top of its own offset.
      next = write(child(struct, i), offset, rowType.getTypeAt(i), next);
    }
    return next;
  }

  private static long write(long array, long inherited, LogicalType type, long entry) {
    long offset = OffHeap.getLong(array + OFFSET) + inherited;
    long validity = OffHeap.getLong(array + NULL_COUNT) == 0 ? 0 : buffer(array, 0);
    // The bitmap is addressed by its byte, so that the bit index fits an int.
    OffHeap.putLong(
        entry + ColumnarRows.ENTRY_VALIDITY, validity == 0 ? 0 : validity + (offset >>> 3));
    OffHeap.putInt(entry + ColumnarRows.ENTRY_VALIDITY_BIT, (int) (offset & 7));
    OffHeap.putLong(entry + ColumnarRows.ENTRY_VALUES, 0);
    OffHeap.putInt(entry + ColumnarRows.ENTRY_VALUE_BIT, 0);
    OffHeap.putLong(entry + ColumnarRows.ENTRY_SECOND, 0);
    OffHeap.putLong(entry + ColumnarRows.ENTRY_DATA, 0);
    OffHeap.putLong(entry + ColumnarRows.ENTRY_DATA_BYTES, 0);
    long next = entry + ColumnarRows.ENTRY_SIZE;
    switch (type.getTypeRoot()) {
      case BOOLEAN -> {
        OffHeap.putLong(entry + ColumnarRows.ENTRY_VALUES, buffer(array, 1) + (offset >>> 3));
        OffHeap.putInt(entry + ColumnarRows.ENTRY_VALUE_BIT, (int) (offset & 7));
      }
      case TINYINT -> writeValues(array, offset, Byte.BYTES, entry);
      case SMALLINT -> writeValues(array, offset, Short.BYTES, entry);
      case INTEGER, DATE, TIME_WITHOUT_TIME_ZONE, INTERVAL_YEAR_MONTH, FLOAT ->
          writeValues(array, offset, Integer.BYTES, entry);
      case BIGINT, INTERVAL_DAY_TIME, DOUBLE -> writeValues(array, offset, Long.BYTES, entry);
      case DECIMAL -> writeValues(array, offset, 2 * Long.BYTES, entry);
      case CHAR, VARCHAR, BINARY, VARBINARY -> {
        long offsets = buffer(array, 1) + Integer.BYTES * offset;
        OffHeap.putLong(entry + ColumnarRows.ENTRY_SECOND, offsets);
        OffHeap.putLong(entry + ColumnarRows.ENTRY_DATA, buffer(array, 2));
        OffHeap.putLong(
            entry + ColumnarRows.ENTRY_DATA_BYTES,
            OffHeap.getInt(offsets + Integer.BYTES * length(array)));
      }
      case TIMESTAMP_WITHOUT_TIME_ZONE, TIMESTAMP_WITH_LOCAL_TIME_ZONE -> {
        if (LogicalTypeChecks.getPrecision(type) <= 6) {
          writeValues(array, offset, Long.BYTES, entry);
        } else {
          writeNanos(array, offset, entry);
        }
      }
      case ROW -> next = writeFields(array, offset, (RowType) type, next);
      case ARRAY -> {
        writeOffsets(array, offset, entry);
        next = write(child(array, 0), 0, ((ArrayType) type).getElementType(), next);
      }
      case MAP -> {
        writeOffsets(array, offset, entry);
        MapType map = (MapType) type;
        next = writePair(array, map.getKeyType(), map.getValueType(), next);
      }
      case MULTISET -> {
        writeOffsets(array, offset, entry);
        LogicalType element = ((MultisetType) type).getElementType();
        next = writePair(array, element, ArrowTypes.MULTIPLICITY, next);
      }
      default -> throw ArrowTypes.unsupported(type);
    }
    return next;
  }

  private static void writeValues(long array, long offset, int width, long entry) {
    OffHeap.putLong(entry + ColumnarRows.ENTRY_VALUES, buffer(array, 1) + width * offset);
  }

  /** Milliseconds and nanoseconds of milli, the two fields of a struct array, in one entry. */
  private static void writeNanos(long array, long offset, long entry) {
    long millis = child(array, 0);
    long nanos = child(array, 1);
    OffHeap.putLong(
        entry + ColumnarRows.ENTRY_VALUES,
        buffer(millis, 1) + Long.BYTES * (offset + OffHeap.getLong(millis + OFFSET)));
    OffHeap.putLong(
        entry + ColumnarRows.ENTRY_SECOND,
        buffer(nanos, 1) + Integer.BYTES * (offset + OffHeap.getLong(nanos + OFFSET)));
  }

  private static void writeOffsets(long array, long offset, long entry) {
    OffHeap.putLong(entry + ColumnarRows.ENTRY_SECOND, buffer(array, 1) + Integer.BYTES * offset);
  }

  /** Keys and values of a map: the fields of the struct that is its only child. */
  private static long writePair(long map, LogicalType key, LogicalType value, long entry) {
    long pairs = child(map, 0);
    long offset = OffHeap.getLong(pairs + OFFSET);
    long next = write(child(pairs, 0), offset, key, entry);
    return write(child(pairs, 1), offset, value, next);
  }

  private static long buffer(long array, int index) {
    return OffHeap.getLong(OffHeap.getLong(array + BUFFERS) + (long) Long.BYTES * index);
  }

  private static long child(long array, int index) {
    return OffHeap.getLong(OffHeap.getLong(array + CHILDREN) + (long) Long.BYTES * index);
  }
}
