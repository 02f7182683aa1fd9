package io.streamfusion.flink.runtime.edge;

import io.streamfusion.flink.runtime.jni.NativeEngineException;
import io.streamfusion.flink.runtime.jni.OffHeap;
import java.nio.charset.StandardCharsets;
import org.apache.flink.core.memory.MemorySegment;
import org.apache.flink.table.data.ArrayData;
import org.apache.flink.table.data.DecimalData;
import org.apache.flink.table.data.GenericRowData;
import org.apache.flink.table.data.MapData;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.data.TimestampData;
import org.apache.flink.table.data.binary.BinaryArrayData;
import org.apache.flink.table.data.binary.BinaryMapData;
import org.apache.flink.table.data.binary.BinaryRowData;
import org.apache.flink.table.data.binary.BinarySection;
import org.apache.flink.table.data.binary.BinarySegmentUtils;
import org.apache.flink.table.data.binary.BinaryStringData;
import org.apache.flink.table.data.binary.NestedRowData;

/**
 * Writes rows into a column slab.
 *
 * <p>Each row is looked at once: its class decides between reading objects ({@link
 * GenericRowData}), reading raw memory (binary rows and what lies inside them) and calling getters
 * (every other row). The two final classes are what operators exchange; getters on a binary row
 * would allocate. A row is neither kept nor changed: text that is held as a {@link String} is
 * encoded without materializing it in the row.
 */
public final class SlabWriter {

  private static final int NULL_BITS_OF_FIRST_WORD = 64 - BinaryRowData.HEADER_SIZE_IN_BITS;
  private static final long INLINE_MARK = 0x80L << 56;
  private static final long MAX_MICROS_MILLIS = Long.MAX_VALUE / 1000 - 1;

  private final SlabMemory memory;
  private final SlabColumn[] columns;
  private final boolean insertOnly;
  private final long batchBytes;
  private final int fixedBytesPerRow;

  private long kinds;
  private int capacityRows;
  private int rows;
  private long variableBytes;

  /**
   * @param insertOnly whether all rows are insertions, so that no row kinds are written
   * @param batchBytes size at which a batch is handed over
   */
  public SlabWriter(SlabLayout layout, SlabMemory memory, boolean insertOnly, long batchBytes) {
    this.memory = memory;
    this.columns = SlabColumn.of(layout);
    this.insertOnly = insertOnly;
    this.batchBytes = batchBytes;
    int fixed = insertOnly ? 0 : 1;
    for (SlabColumn column : columns) {
      fixed += column.field.kind().width();
    }
    this.fixedBytesPerRow = fixed;
    begin();
  }

  /** Starts a batch in the slab that the memory now shows. */
  public void begin() {
    rows = 0;
    variableBytes = 0;
    kinds = memory.address(0);
    capacityRows = memory.capacityRows();
    for (SlabColumn column : columns) {
      column.bind(memory);
    }
  }

  public int rows() {
    return rows;
  }

  /** Publishes null counts and rows; the slab is then ready to be pushed. */
  public void finish() {
    for (SlabColumn column : columns) {
      column.finish(memory, rows);
    }
    memory.finish(rows, !insertOnly);
  }

  /** Writes a row; true if the slab is full then and has to be pushed. */
  public boolean write(RowData row) {
    int n = rows;
    if (row instanceof GenericRowData) {
      GenericRowData generic = (GenericRowData) row;
      if (!insertOnly) {
        OffHeap.putByte(kinds + n, generic.getRowKind().toByteValue());
      }
      writeGeneric(columns, n, generic);
    } else if (row instanceof BinaryRowData) {
      writeBinaryRow(n, (BinaryRowData) row);
    } else {
      if (!insertOnly) {
        OffHeap.putByte(kinds + n, row.getRowKind().toByteValue());
      }
      writeFields(columns, n, row);
    }
    rows = n + 1;
    return rows == capacityRows || variableBytes + (long) fixedBytesPerRow * rows >= batchBytes;
  }

  private void writeBinaryRow(int n, BinaryRowData row) {
    MemorySegment[] segments = row.getSegments();
    MemorySegment segment = segments[0];
    long start;
    Object base;
    if (segment.isOffHeap()) {
      base = null;
      start = segment.getAddress() + row.getOffset();
    } else {
      base = segment.getArray();
      start = OffHeap.BYTE_ARRAY_OFFSET + row.getOffset();
    }
    if (!insertOnly) {
      OffHeap.putByte(kinds + n, OffHeap.getByte(base, start));
    }
    if (segments.length == 1) {
      writeBinary(columns, n, base, start, row.getArity());
    } else {
      writeGetters(columns, n, row);
    }
  }

  /** Writes one frame into a port laid out by {@link SlabLayout#ofFrames()}. */
  public boolean writeFrame(byte[] frame, int start, int length) {
    writeBytes(columns[0], rows, frame, OffHeap.BYTE_ARRAY_OFFSET + start, length);
    rows++;
    return rows == capacityRows || variableBytes >= batchBytes;
  }

  // ------------------------------------------------------------------------------------------
  // Rows
  // ------------------------------------------------------------------------------------------

  private void writeFields(SlabColumn[] targets, int n, RowData row) {
    if (row instanceof GenericRowData) {
      writeGeneric(targets, n, (GenericRowData) row);
    } else if (row instanceof BinaryRowData || row instanceof NestedRowData) {
      BinarySection section = (BinarySection) row;
      MemorySegment[] segments = section.getSegments();
      if (segments.length == 1) {
        writeBinary(targets, n, base(segments[0]), offset(segments[0], section), row.getArity());
      } else {
        writeGetters(targets, n, row);
      }
    } else {
      writeGetters(targets, n, row);
    }
  }

  private void writeGeneric(SlabColumn[] targets, int n, GenericRowData row) {
    for (SlabColumn column : targets) {
      Object value = row.getField(column.position);
      if (value == null) {
        column.setNull(memory, n);
      } else if (column.path == null) {
        writeObject(column, n, value);
      } else {
        writePath(column, n, 1, (RowData) value);
      }
    }
  }

  private void writeBinary(SlabColumn[] targets, int n, Object base, long row, int arity) {
    long firstField = row + BinaryRowData.calculateBitSetWidthInBytes(arity);
    // The row kind is the lowest byte; null bits follow.
    boolean nullsPossible =
        arity > NULL_BITS_OF_FIRST_WORD
            || OffHeap.getLong(base, row) >>> BinaryRowData.HEADER_SIZE_IN_BITS != 0;
    for (SlabColumn column : targets) {
      int position = column.position;
      if (nullsPossible && isNull(base, row, position)) {
        column.setNull(memory, n);
      } else if (column.path == null) {
        writeRaw(column, n, base, row, firstField + 8L * position);
      } else {
        long nested = row + (OffHeap.getLong(base, firstField + 8L * position) >>> 32);
        writeRawPath(column, n, 1, base, nested);
      }
    }
  }

  private void writeGetters(SlabColumn[] targets, int n, RowData row) {
    for (SlabColumn column : targets) {
      int position = column.position;
      if (row.isNullAt(position)) {
        column.setNull(memory, n);
      } else if (column.path == null) {
        writeGot(column, n, row, position);
      } else {
        writePath(column, n, 1, row.getRow(position, column.pathArities[1]));
      }
    }
  }

  /** Follows the rest of a nested column's path below a row that is not NULL. */
  private void writePath(SlabColumn column, int n, int depth, RowData row) {
    int[] path = column.path;
    RowData current = row;
    for (int i = depth; i < path.length; i++) {
      if (current.isNullAt(path[i])) {
        column.setNull(memory, n);
        return;
      }
      if (i == path.length - 1) {
        if (current instanceof GenericRowData) {
          writeObject(column, n, ((GenericRowData) current).getField(path[i]));
        } else {
          writeLastOfPath(column, n, current, path[i], column.pathArities[i]);
        }
        return;
      }
      current = current.getRow(path[i], column.pathArities[i + 1]);
    }
  }

  private void writeLastOfPath(SlabColumn column, int n, RowData row, int position, int arity) {
    if (row instanceof BinaryRowData || row instanceof NestedRowData) {
      BinarySection section = (BinarySection) row;
      MemorySegment[] segments = section.getSegments();
      if (segments.length == 1) {
        long start = offset(segments[0], section);
        long field = start + BinaryRowData.calculateBitSetWidthInBytes(arity) + 8L * position;
        writeRaw(column, n, base(segments[0]), start, field);
        return;
      }
    }
    writeGot(column, n, row, position);
  }

  private void writeRawPath(SlabColumn column, int n, int depth, Object base, long row) {
    int[] path = column.path;
    long current = row;
    for (int i = depth; i < path.length; i++) {
      if (isNull(base, current, path[i])) {
        column.setNull(memory, n);
        return;
      }
      int bitSet = BinaryRowData.calculateBitSetWidthInBytes(column.pathArities[i]);
      long field = current + bitSet + 8L * path[i];
      if (i == path.length - 1) {
        writeRaw(column, n, base, current, field);
        return;
      }
      current += OffHeap.getLong(base, field) >>> 32;
    }
  }

  private static boolean isNull(Object base, long row, int position) {
    int bit = position + BinaryRowData.HEADER_SIZE_IN_BITS;
    return (OffHeap.getByte(base, row + (bit >>> 3)) & (1 << (bit & 7))) != 0;
  }

  private static Object base(MemorySegment segment) {
    return segment.isOffHeap() ? null : segment.getArray();
  }

  private static long offset(MemorySegment segment, BinarySection section) {
    long start = segment.isOffHeap() ? segment.getAddress() : OffHeap.BYTE_ARRAY_OFFSET;
    return start + section.getOffset();
  }

  // ------------------------------------------------------------------------------------------
  // Values
  // ------------------------------------------------------------------------------------------

  /** Writes a value held as Flink's internal object. */
  private void writeObject(SlabColumn column, int n, Object value) {
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
      case ValueCode.STRING:
        writeString(column, n, (BinaryStringData) value);
        return;
      case ValueCode.BINARY:
        byte[] bytes = (byte[]) value;
        writeBytes(column, n, bytes, OffHeap.BYTE_ARRAY_OFFSET, bytes.length);
        return;
      case ValueCode.TIMESTAMP_MILLIS:
        OffHeap.putLong(column.values + 8L * n, ((TimestampData) value).getMillisecond());
        return;
      case ValueCode.TIMESTAMP_MICROS:
      case ValueCode.TIMESTAMP_NANOS:
        TimestampData timestamp = (TimestampData) value;
        writeTimestamp(column, n, timestamp.getMillisecond(), timestamp.getNanoOfMillisecond());
        return;
      case ValueCode.DECIMAL:
        writeDecimal(column, n, (DecimalData) value);
        return;
      case ValueCode.ROW:
        writeFields(column.children, n, (RowData) value);
        return;
      case ValueCode.LIST:
        writeArray(column, n, (ArrayData) value);
        return;
      default:
        writeMap(column, n, (MapData) value);
        return;
    }
  }

  /**
   * Writes a value of a binary row or array.
   *
   * @param container start of the row or array, from which variable parts count
   * @param slot the value's place in the fixed part
   */
  private void writeRaw(SlabColumn column, int n, Object base, long container, long slot) {
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
      default:
        writeRawVariable(column, n, base, container, slot, OffHeap.getLong(base, slot));
        return;
    }
  }

  private void writeRawVariable(
      SlabColumn column, int n, Object base, long container, long slot, long word) {
    long part = container + (word >>> 32);
    switch (column.code) {
      case ValueCode.STRING:
      case ValueCode.BINARY:
        if ((word & INLINE_MARK) == 0) {
          writeBytes(column, n, base, part, (int) word);
        } else {
          writeBytes(column, n, base, slot, (int) ((word >>> 56) & 0x7f));
        }
        return;
      case ValueCode.TIMESTAMP_MICROS:
      case ValueCode.TIMESTAMP_NANOS:
        writeTimestamp(column, n, OffHeap.getLong(base, part), (int) word);
        return;
      case ValueCode.DECIMAL:
        if (column.compactDecimal()) {
          writeDecimal(column, n, word >> 63, word);
        } else {
          writeDecimalBytes(column, n, base, part, (int) word);
        }
        return;
      case ValueCode.ROW:
        writeBinary(column.children, n, base, part, column.arity);
        return;
      case ValueCode.LIST:
        int size = writeRawElements(column.children[0], column.end, base, part);
        endCollection(column, n, size);
        return;
      default:
        writeRawMap(column, n, base, part);
        return;
    }
  }

  /** Writes a value through the getters of a row of any class. */
  private void writeGot(SlabColumn column, int n, RowData row, int position) {
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
      case ValueCode.STRING:
        writeString(column, n, (BinaryStringData) row.getString(position));
        return;
      case ValueCode.BINARY:
        byte[] bytes = row.getBinary(position);
        writeBytes(column, n, bytes, OffHeap.BYTE_ARRAY_OFFSET, bytes.length);
        return;
      case ValueCode.TIMESTAMP_MILLIS:
      case ValueCode.TIMESTAMP_MICROS:
      case ValueCode.TIMESTAMP_NANOS:
        int precision = SlabField.timestampPrecision(column.field.type());
        writeObject(column, n, row.getTimestamp(position, precision));
        return;
      case ValueCode.DECIMAL:
        writeDecimal(column, n, row.getDecimal(position, column.precision, column.scale));
        return;
      case ValueCode.ROW:
        writeFields(column.children, n, row.getRow(position, column.arity));
        return;
      case ValueCode.LIST:
        writeArray(column, n, row.getArray(position));
        return;
      default:
        writeMap(column, n, row.getMap(position));
        return;
    }
  }

  private void writeString(SlabColumn column, int n, BinaryStringData value) {
    BinarySection section = value.getBinarySection();
    if (section == null) {
      // As StringUtf8Utils encodes, but the row keeps what it has.
      byte[] bytes = value.getJavaObject().getBytes(StandardCharsets.UTF_8);
      writeBytes(column, n, bytes, OffHeap.BYTE_ARRAY_OFFSET, bytes.length);
      return;
    }
    MemorySegment[] segments = section.getSegments();
    int length = section.getSizeInBytes();
    if (segments.length == 1) {
      writeBytes(column, n, base(segments[0]), offset(segments[0], section), length);
    } else {
      byte[] bytes = BinarySegmentUtils.copyToBytes(segments, section.getOffset(), length);
      writeBytes(column, n, bytes, OffHeap.BYTE_ARRAY_OFFSET, length);
    }
  }

  private void writeBytes(SlabColumn column, int n, Object base, long offset, int length) {
    int start = column.end;
    int end = start + length;
    if (end < 0 || end > column.dataCapacity) {
      column.ensureData(memory, end);
    }
    OffHeap.copyFrom(base, offset, column.data + start, length);
    OffHeap.putInt(column.second + 4L * n + 4, end);
    column.end = end;
    variableBytes += length;
  }

  private void writeTimestamp(SlabColumn column, int n, long millis, int nanoOfMilli) {
    if (column.code == ValueCode.TIMESTAMP_NANOS) {
      OffHeap.putLong(column.values + 8L * n, millis);
      OffHeap.putInt(column.second + 4L * n, nanoOfMilli);
      return;
    }
    if (millis > MAX_MICROS_MILLIS || millis < -MAX_MICROS_MILLIS) {
      throw new NativeEngineException(
          "TIMESTAMP_OUT_OF_RANGE",
          NativeEngineException.ErrorClass.USER,
          "The timestamp "
              + millis
              + " ms does not fit into "
              + column.field.type().asSummaryString()
              + ".");
    }
    OffHeap.putLong(column.values + 8L * n, millis * 1000 + nanoOfMilli / 1000);
  }

  private void writeDecimal(SlabColumn column, int n, DecimalData value) {
    if (value.scale() != column.scale) {
      throw new NativeEngineException(
          "DECIMAL_SCALE_MISMATCH",
          NativeEngineException.ErrorClass.USER,
          "A value of scale "
              + value.scale()
              + " arrived in a column of type "
              + column.field.type().asSummaryString()
              + ".");
    }
    if (value.isCompact()) {
      long unscaled = value.toUnscaledLong();
      writeDecimal(column, n, unscaled >> 63, unscaled);
    } else {
      byte[] bytes = value.toUnscaledBytes();
      writeDecimalBytes(column, n, bytes, OffHeap.BYTE_ARRAY_OFFSET, bytes.length);
    }
  }

  private void writeDecimalBytes(SlabColumn column, int n, Object base, long offset, int length) {
    long low = length > 0 && OffHeap.getByte(base, offset) < 0 ? -1 : 0;
    long high = low;
    for (int i = 0; i < length; i++) {
      high = (high << 8) | (low >>> 56);
      low = (low << 8) | (OffHeap.getByte(base, offset + i) & 0xff);
    }
    writeDecimal(column, n, high, low);
  }

  private static void writeDecimal(SlabColumn column, int n, long high, long low) {
    OffHeap.putLong(column.values + 16L * n, low);
    OffHeap.putLong(column.values + 16L * n + 8, high);
  }

  // ------------------------------------------------------------------------------------------
  // Collections
  // ------------------------------------------------------------------------------------------

  private void writeArray(SlabColumn column, int n, ArrayData array) {
    int size = writeElements(column.children[0], column.end, array);
    endCollection(column, n, size);
  }

  private void writeMap(SlabColumn column, int n, MapData map) {
    if (map instanceof BinaryMapData && ((BinarySection) map).getSegments().length == 1) {
      BinarySection section = (BinarySection) map;
      MemorySegment segment = section.getSegments()[0];
      writeRawMap(column, n, base(segment), offset(segment, section));
      return;
    }
    int size = writeElements(column.children[0], column.end, map.keyArray());
    writeElements(column.children[1], column.end, map.valueArray());
    endCollection(column, n, size);
  }

  private void writeRawMap(SlabColumn column, int n, Object base, long map) {
    long keys = map + 4;
    int size = writeRawElements(column.children[0], column.end, base, keys);
    writeRawElements(column.children[1], column.end, base, keys + OffHeap.getInt(base, map));
    endCollection(column, n, size);
  }

  private void endCollection(SlabColumn column, int n, int size) {
    column.end += size;
    OffHeap.putInt(column.second + 4L * n + 4, column.end);
  }

  /** Appends elements after row {@code start} of a collection's child and returns their number. */
  private int writeElements(SlabColumn element, int start, ArrayData array) {
    if (array instanceof BinaryArrayData && ((BinarySection) array).getSegments().length == 1) {
      BinarySection section = (BinarySection) array;
      MemorySegment segment = section.getSegments()[0];
      return writeRawElements(element, start, base(segment), offset(segment, section));
    }
    int size = array.size();
    reserve(element, start, size);
    for (int i = 0; i < size; i++) {
      if (array.isNullAt(i)) {
        element.setNull(memory, start + i);
      } else {
        writeObject(element, start + i, element.elementGetter.getElementOrNull(array, i));
      }
    }
    return size;
  }

  private int writeRawElements(SlabColumn element, int start, Object base, long array) {
    int size = OffHeap.getInt(base, array);
    reserve(element, start, size);
    long slot = array + BinaryArrayData.calculateHeaderInBytes(size);
    for (int i = 0; i < size; i++, slot += element.elementWidth) {
      if ((OffHeap.getByte(base, array + 4 + (i >>> 3)) & (1 << (i & 7))) != 0) {
        element.setNull(memory, start + i);
      } else {
        writeRaw(element, start + i, base, array, slot);
      }
    }
    return size;
  }

  private void reserve(SlabColumn element, int start, int size) {
    int end = start + size;
    if (end < 0) {
      throw new NativeEngineException(
          "BATCH_TOO_LARGE",
          NativeEngineException.ErrorClass.RESOURCE,
          "The collections of one column in one batch hold more than 2^31 elements.");
    }
    element.ensureRows(memory, end);
    variableBytes += (long) size * element.elementWidth;
  }
}
