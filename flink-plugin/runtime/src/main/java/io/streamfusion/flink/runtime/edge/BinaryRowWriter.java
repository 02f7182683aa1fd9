package io.streamfusion.flink.runtime.edge;

import io.streamfusion.flink.runtime.jni.OffHeap;
import org.apache.flink.table.data.binary.BinaryArrayData;
import org.apache.flink.table.data.binary.BinaryRowData;

/**
 * Writes rows, arrays and maps in Flink's binary layout, read raw: getters of a {@link
 * BinaryRowData} would allocate an object per value.
 *
 * <p>A place is a {@code byte[]} and an Unsafe offset into it, or null and an address. Variable
 * parts count from the row or array that holds them.
 */
final class BinaryRowWriter {

  private static final int NULL_BITS_OF_FIRST_WORD = 64 - BinaryRowData.HEADER_SIZE_IN_BITS;
  private static final long INLINE_MARK = 0x80L << 56;

  private final CellWriter cells;

  BinaryRowWriter(CellWriter cells) {
    this.cells = cells;
  }

  void write(SlabColumn[] columns, int n, byte[] base, long row, int arity) {
    long firstField = row + BinaryRowData.calculateBitSetWidthInBytes(arity);
    // The row kind is the lowest byte; null bits follow.
    boolean nullsPossible =
        arity > NULL_BITS_OF_FIRST_WORD
            || OffHeap.getLong(base, row) >>> BinaryRowData.HEADER_SIZE_IN_BITS != 0;
    for (SlabColumn column : columns) {
      long slot = firstField + 8L * column.position;
      if (nullsPossible && isNull(base, row, column.position)) {
        column.setNull(cells.memory, n);
      } else if (column.binaryForm == SlabColumn.WORD) {
        OffHeap.putLong(column.values + 8L * n, OffHeap.getLong(base, slot));
      } else if (column.binaryForm == SlabColumn.BYTES) {
        writeBytes(column, n, base, row, slot);
      } else if (column.path == null) {
        writeValue(column, n, base, row, slot);
      } else {
        writePath(column, n, base, row + (OffHeap.getLong(base, slot) >>> 32));
      }
    }
  }

  /** Follows a column's path below the row field that it starts with, which is not NULL. */
  private void writePath(SlabColumn column, int n, byte[] base, long row) {
    int[] path = column.path;
    long current = row;
    for (int i = 1; i < path.length; i++) {
      if (isNull(base, current, path[i])) {
        column.setNull(cells.memory, n);
        return;
      }
      int bitSet = BinaryRowData.calculateBitSetWidthInBytes(column.pathArities[i]);
      long field = current + bitSet + 8L * path[i];
      if (i == path.length - 1) {
        writeValue(column, n, base, current, field);
        return;
      }
      current += OffHeap.getLong(base, field) >>> 32;
    }
  }

  private static boolean isNull(byte[] base, long row, int position) {
    int bit = position + BinaryRowData.HEADER_SIZE_IN_BITS;
    return (OffHeap.getByte(base, row + (bit >>> 3)) & (1 << (bit & 7))) != 0;
  }

  private void writeBytes(SlabColumn column, int n, byte[] base, long container, long slot) {
    long word = OffHeap.getLong(base, slot);
    if ((word & INLINE_MARK) == 0) {
      cells.bytes(column, n, base, container + (word >>> 32), (int) word);
    } else {
      cells.bytes(column, n, base, slot, (int) (word >>> 56) & 0x7f);
    }
  }

  /**
   * Writes a value that is not NULL.
   *
   * @param container start of the row or array, from which variable parts count
   * @param slot the value's place in the fixed part
   */
  void writeValue(SlabColumn column, int n, byte[] base, long container, long slot) {
    switch (column.code) {
      case ValueCode.BOOLEAN:
      case ValueCode.TINYINT:
        OffHeap.putByte(column.values + n, OffHeap.getByte(base, slot));
        return;
      case ValueCode.SMALLINT:
        OffHeap.putShort(column.values + 2L * n, OffHeap.getShort(base, slot));
        return;
      case ValueCode.INT:
      case ValueCode.FLOAT:
        OffHeap.putInt(column.values + 4L * n, OffHeap.getInt(base, slot));
        return;
      case ValueCode.BIGINT:
      case ValueCode.DOUBLE:
      case ValueCode.TIMESTAMP_MILLIS:
        OffHeap.putLong(column.values + 8L * n, OffHeap.getLong(base, slot));
        return;
      case ValueCode.STRING:
      case ValueCode.BINARY:
        writeBytes(column, n, base, container, slot);
        return;
      default:
        writePart(column, n, base, container, OffHeap.getLong(base, slot));
        return;
    }
  }

  /** Writes a value by its slot's word, which mostly points at a variable part. */
  private void writePart(SlabColumn column, int n, byte[] base, long container, long word) {
    long part = container + (word >>> 32);
    switch (column.code) {
      case ValueCode.TIMESTAMP_MICROS:
      case ValueCode.TIMESTAMP_NANOS:
        cells.timestamp(column, n, OffHeap.getLong(base, part), (int) word);
        return;
      case ValueCode.DECIMAL:
        if (column.compactDecimal()) {
          cells.decimal(column, n, word);
        } else {
          cells.decimal(column, n, base, part, (int) word);
        }
        return;
      case ValueCode.ROW:
        write(column.children, n, base, part, column.arity);
        return;
      case ValueCode.LIST:
        int size = writeElements(column.children[0], column.end, base, part);
        cells.endCollection(column, n, size);
        return;
      default:
        writeMap(column, n, base, part);
        return;
    }
  }

  /** Writes a map: the size of the key array in bytes, the key array, the value array. */
  void writeMap(SlabColumn column, int n, byte[] base, long map) {
    long keys = map + 4;
    int size = writeElements(column.children[0], column.end, base, keys);
    writeElements(column.children[1], column.end, base, keys + OffHeap.getInt(base, map));
    cells.endCollection(column, n, size);
  }

  /** Appends elements after row {@code start} of a collection's child and returns their number. */
  int writeElements(SlabColumn element, int start, byte[] base, long array) {
    int size = OffHeap.getInt(base, array);
    cells.reserve(element, start, size);
    long slot = array + BinaryArrayData.calculateHeaderInBytes(size);
    for (int i = 0; i < size; i++, slot += element.elementWidth) {
      if ((OffHeap.getByte(base, array + 4 + (i >>> 3)) & (1 << (i & 7))) != 0) {
        element.setNull(cells.memory, start + i);
      } else {
        writeValue(element, start + i, base, array, slot);
      }
    }
    return size;
  }
}
