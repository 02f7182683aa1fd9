package io.streamfusion.flink.runtime.edge;

import io.streamfusion.flink.runtime.jni.NativeEngineException;
import io.streamfusion.flink.runtime.jni.OffHeap;
import org.apache.flink.table.data.ArrayData;
import org.apache.flink.table.data.DecimalData;
import org.apache.flink.table.data.binary.BinaryArrayData;
import org.apache.flink.table.types.logical.DecimalType;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.RowType;

/**
 * Where the values of one field go in the current slab.
 *
 * <p>One final class for all types: the writer switches on {@link #code} instead of calling through
 * an interface, which would be megamorphic. Addresses are refreshed for every slab.
 */
final class SlabColumn {

  /** A value that is the eight bytes of its slot in a binary row. */
  static final int WORD = 1;

  /** Bytes that lie in a slot or behind it in a binary row. */
  static final int BYTES = 2;

  private static final int OTHER = 0;

  final int code;

  /** {@link #WORD} or {@link #BYTES} for a plain column of the usual types, which is read first. */
  final int binaryForm;

  /** The code of a plain column, -1 of a nested one. */
  final int objectForm;

  final SlabField field;
  final SlabColumn[] children;

  /** Position in the row that holds the value, or in the row at the start of {@link #path}. */
  final int position;

  /** The whole path of a nested column, null for a plain one. */
  final int[] path;

  /** {@code pathArities[i]}: fields of the row that {@code path[i]} points into. */
  final int[] pathArities;

  /** Fields of a row type. */
  final int arity;

  final int precision;
  final int scale;

  /** Width of an element of this type in a binary array. */
  final int elementWidth;

  /** Reads elements of this type from arrays that are not binary; null outside collections. */
  final ArrayData.ElementGetter elementGetter;

  long validity;
  long values;

  /** {@code i32} offsets of BYTES, LIST and MAP; nanoseconds of TIMESTAMP_NANOS. */
  long second;

  long data;
  long dataCapacity;

  /** Rows that fit into the fixed buffers. */
  int capacityRows;

  /** End of the data written so far: bytes, or rows of the child. */
  int end;

  int nullCount;

  private SlabColumn(
      SlabField field, RowType rowType, int[] path, int position, boolean inCollection) {
    LogicalType type = field.type();
    this.field = field;
    this.code = ValueCode.of(type);
    this.position = position;
    this.path = path != null && path.length > 1 ? path : null;
    this.pathArities = this.path == null ? null : pathArities(rowType, path);
    this.binaryForm = this.path == null ? binaryForm(code) : OTHER;
    this.objectForm = this.path == null ? code : -1;
    this.arity = type instanceof RowType ? ((RowType) type).getFieldCount() : 0;
    this.precision = type instanceof DecimalType ? ((DecimalType) type).getPrecision() : 0;
    this.scale = type instanceof DecimalType ? ((DecimalType) type).getScale() : 0;
    this.elementWidth = BinaryArrayData.calculateFixLengthPartSize(type);
    this.elementGetter = inCollection ? ArrayData.createElementGetter(type) : null;
    this.children = new SlabColumn[field.children().size()];
    boolean collection = code == ValueCode.LIST || code == ValueCode.MAP;
    for (int i = 0; i < children.length; i++) {
      children[i] = new SlabColumn(field.children().get(i), null, null, i, collection);
    }
  }

  static SlabColumn[] of(SlabLayout layout) {
    SlabColumn[] columns = new SlabColumn[layout.columnCount()];
    for (int i = 0; i < columns.length; i++) {
      int[] path = layout.path(i);
      columns[i] = new SlabColumn(layout.column(i), layout.rowType(), path, path[0], false);
    }
    return columns;
  }

  private static int binaryForm(int code) {
    switch (code) {
      case ValueCode.BIGINT:
      case ValueCode.DOUBLE:
      case ValueCode.TIMESTAMP_MILLIS:
        return WORD;
      case ValueCode.STRING:
      case ValueCode.BINARY:
        return BYTES;
      default:
        return OTHER;
    }
  }

  private static int[] pathArities(RowType rowType, int[] path) {
    int[] arities = new int[path.length];
    LogicalType type = rowType;
    for (int i = 0; i < path.length; i++) {
      arities[i] = ((RowType) type).getFieldCount();
      type = ((RowType) type).getTypeAt(path[i]);
    }
    return arities;
  }

  boolean compactDecimal() {
    return DecimalData.isCompact(precision);
  }

  /** Points at the buffers of a fresh slab. */
  void bind(SlabMemory memory) {
    refresh(memory);
    end = 0;
    nullCount = 0;
    if (hasOffsets()) {
      OffHeap.putInt(second, 0);
    }
    for (SlabColumn child : children) {
      child.bind(memory);
    }
  }

  private boolean hasOffsets() {
    return code == ValueCode.STRING
        || code == ValueCode.BINARY
        || code == ValueCode.LIST
        || code == ValueCode.MAP;
  }

  private void refresh(SlabMemory memory) {
    int buffer = field.firstBuffer();
    validity = memory.address(buffer);
    long rows = memory.capacity(buffer) * 8;
    switch (field.kind()) {
      case ROW:
        break;
      case BYTES:
        second = memory.address(buffer + 1);
        rows = Math.min(rows, memory.capacity(buffer + 1) / 4 - 1);
        data = memory.address(buffer + 2);
        dataCapacity = memory.capacity(buffer + 2);
        break;
      case LIST:
      case MAP:
        second = memory.address(buffer + 1);
        rows = Math.min(rows, memory.capacity(buffer + 1) / 4 - 1);
        break;
      case TIMESTAMP_NANOS:
        values = memory.address(buffer + 1);
        second = memory.address(buffer + 2);
        rows = Math.min(rows, memory.capacity(buffer + 1) / 8);
        rows = Math.min(rows, memory.capacity(buffer + 2) / 4);
        break;
      default:
        values = memory.address(buffer + 1);
        rows = Math.min(rows, memory.capacity(buffer + 1) / field.kind().width());
        break;
    }
    capacityRows = (int) Math.min(rows, Integer.MAX_VALUE - 8);
  }

  /** Makes room for {@code rows} rows, for columns whose number of rows is not the slab's. */
  void ensureRows(SlabMemory memory, int rows) {
    if (rows > capacityRows) {
      growRows(memory, rows);
    }
    if (code == ValueCode.ROW) {
      for (SlabColumn child : children) {
        child.ensureRows(memory, rows);
      }
    }
  }

  private void growRows(SlabMemory memory, int rows) {
    long wanted = Math.max(rows, 2L * capacityRows);
    int buffer = field.firstBuffer();
    long oldValidityBytes = memory.capacity(buffer);
    memory.grow(buffer, (wanted + 7) / 8);
    switch (field.kind()) {
      case ROW:
        break;
      case BYTES:
      case LIST:
      case MAP:
        memory.grow(buffer + 1, 4 * (wanted + 1));
        break;
      case TIMESTAMP_NANOS:
        memory.grow(buffer + 1, 8 * wanted);
        memory.grow(buffer + 2, 4 * wanted);
        break;
      default:
        memory.grow(buffer + 1, field.kind().width() * wanted);
        break;
    }
    refresh(memory);
    long validityBytes = memory.capacity(buffer);
    if (nullCount > 0 && validityBytes > oldValidityBytes) {
      OffHeap.fill(validity + oldValidityBytes, validityBytes - oldValidityBytes, (byte) 0xff);
    }
  }

  /** Makes room for data up to {@code newEnd}, which is negative when it passed 2 GB. */
  void ensureData(SlabMemory memory, int newEnd) {
    if (newEnd < 0) {
      throw new NativeEngineException(
          "BATCH_TOO_LARGE",
          NativeEngineException.ErrorClass.RESOURCE,
          "The values of one column in one batch exceed 2 GB.");
    }
    if (newEnd > dataCapacity) {
      memory.grow(field.firstBuffer() + 2, Math.max(newEnd, 2 * dataCapacity));
      refresh(memory);
    }
  }

  void setNull(SlabMemory memory, int row) {
    if (nullCount++ == 0) {
      OffHeap.fill(validity, memory.capacity(field.firstBuffer()), (byte) 0xff);
    }
    long address = validity + (row >>> 3);
    OffHeap.putByte(address, (byte) (OffHeap.getByte(address) & ~(1 << (row & 7))));
    switch (field.kind()) {
      case FIXED1:
        OffHeap.putByte(values + row, (byte) 0);
        break;
      case FIXED2:
        OffHeap.putShort(values + 2L * row, (short) 0);
        break;
      case FIXED4:
        OffHeap.putInt(values + 4L * row, 0);
        break;
      case FIXED8:
        OffHeap.putLong(values + 8L * row, 0);
        break;
      case FIXED16:
        OffHeap.putLong(values + 16L * row, 0);
        OffHeap.putLong(values + 16L * row + 8, 0);
        break;
      case TIMESTAMP_NANOS:
        OffHeap.putLong(values + 8L * row, 0);
        OffHeap.putInt(second + 4L * row, 0);
        break;
      case ROW:
        for (SlabColumn child : children) {
          child.setNull(memory, row);
        }
        break;
      default:
        OffHeap.putInt(second + 4L * row + 4, end);
        break;
    }
  }

  /** Keeps the first {@code rows} rows only; for the rare row that was not written to its end. */
  void truncate(SlabMemory memory, int rows) {
    if (nullCount > 0) {
      int kept = 0;
      for (int row = 0; row < rows; row++) {
        kept += 1 - ((OffHeap.getByte(validity + (row >>> 3)) >>> (row & 7)) & 1);
      }
      nullCount = kept;
      for (int row = rows; (row & 7) != 0; row++) {
        setValid(row);
      }
      long firstByte = (rows + 7L) >>> 3;
      OffHeap.fill(
          validity + firstByte, memory.capacity(field.firstBuffer()) - firstByte, (byte) 0xff);
    }
    if (hasOffsets()) {
      end = OffHeap.getInt(second + 4L * rows);
    }
    int childRows = code == ValueCode.ROW ? rows : end;
    for (SlabColumn child : children) {
      child.truncate(memory, childRows);
    }
  }

  private void setValid(int row) {
    long address = validity + (row >>> 3);
    OffHeap.putByte(address, (byte) (OffHeap.getByte(address) | (1 << (row & 7))));
  }

  /** Publishes null counts and rows of this field and those below it. */
  void finish(SlabMemory memory, int rows) {
    memory.finishField(field.index(), nullCount, rows);
    int childRows = code == ValueCode.ROW ? rows : end;
    for (SlabColumn child : children) {
      child.finish(memory, childRows);
    }
  }
}
