package io.streamfusion.flink.runtime.edge;

import io.streamfusion.flink.runtime.jni.OffHeap;
import java.math.BigInteger;
import java.util.List;
import org.apache.flink.core.memory.MemorySegment;
import org.apache.flink.core.memory.MemorySegmentFactory;
import org.apache.flink.table.data.DecimalData;
import org.apache.flink.table.data.TimestampData;
import org.apache.flink.table.data.binary.BinaryStringData;
import org.apache.flink.table.types.logical.DecimalType;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.RowType;

/** Reads the values of one Arrow column in place; bound anew for every batch. */
final class ColumnReader {

  final int code;
  final LogicalType type;
  final ColumnReader[] children;
  private final int precision;
  private final int scale;

  /** Address of the validity bitmap, 0 without NULLs. */
  private long validity;

  private int validityBit;
  private long values;
  private int valueBit;

  /** Offsets of BYTES, LIST and MAP; nanoseconds of TIMESTAMP_NANOS. */
  private long second;

  private long data;
  private int dataBytes;

  /** Wraps {@link #data} when the first text of a batch is read. */
  private MemorySegment[] segments;

  ColumnReader(LogicalType type) {
    this.type = type;
    this.code = ValueCode.of(type);
    this.precision = type instanceof DecimalType ? ((DecimalType) type).getPrecision() : 0;
    this.scale = type instanceof DecimalType ? ((DecimalType) type).getScale() : 0;
    List<LogicalType> childTypes = SlabField.childTypes(type);
    this.children = new ColumnReader[childTypes.size()];
    for (int i = 0; i < children.length; i++) {
      children[i] = new ColumnReader(childTypes.get(i));
    }
  }

  static ColumnReader[] of(RowType rowType) {
    ColumnReader[] readers = new ColumnReader[rowType.getFieldCount()];
    for (int i = 0; i < readers.length; i++) {
      readers[i] = new ColumnReader(rowType.getTypeAt(i));
    }
    return readers;
  }

  void bindValidity(long address, int bit) {
    validity = address;
    validityBit = bit;
  }

  void bindValues(long address, int bit) {
    values = address;
    valueBit = bit;
  }

  void bindSecond(long address) {
    second = address;
  }

  void bindData(long address, long bytes) {
    if (address != data || bytes != dataBytes) {
      data = address;
      dataBytes = Math.toIntExact(bytes);
      segments = null;
    }
  }

  boolean isNull(int row) {
    if (validity == 0) {
      return false;
    }
    int bit = row + validityBit;
    return (OffHeap.getByte(validity + (bit >>> 3)) & (1 << (bit & 7))) == 0;
  }

  boolean getBoolean(int row) {
    int bit = row + valueBit;
    return (OffHeap.getByte(values + (bit >>> 3)) & (1 << (bit & 7))) != 0;
  }

  byte getByte(int row) {
    return OffHeap.getByte(values + row);
  }

  short getShort(int row) {
    return OffHeap.getShort(values + 2L * row);
  }

  int getInt(int row) {
    return OffHeap.getInt(values + 4L * row);
  }

  long getLong(int row) {
    return OffHeap.getLong(values + 8L * row);
  }

  float getFloat(int row) {
    return OffHeap.getFloat(values + 4L * row);
  }

  double getDouble(int row) {
    return OffHeap.getDouble(values + 8L * row);
  }

  BinaryStringData getString(int row) {
    int start = start(row);
    return BinaryStringData.fromAddress(segments(), start, start(row + 1) - start);
  }

  byte[] getBinary(int row) {
    int start = start(row);
    byte[] bytes = new byte[start(row + 1) - start];
    OffHeap.copyTo(data + start, bytes, 0, bytes.length);
    return bytes;
  }

  DecimalData getDecimal(int row) {
    long low = OffHeap.getLong(values + 16L * row);
    if (DecimalData.isCompact(precision)) {
      return DecimalData.fromUnscaledLong(low, precision, scale);
    }
    long high = OffHeap.getLong(values + 16L * row + 8);
    byte[] bytes = new byte[16];
    for (int i = 0; i < 8; i++) {
      bytes[i] = (byte) (high >>> (56 - 8 * i));
      bytes[8 + i] = (byte) (low >>> (56 - 8 * i));
    }
    return DecimalData.fromUnscaledBytes(new BigInteger(bytes).toByteArray(), precision, scale);
  }

  TimestampData getTimestamp(int row) {
    long value = OffHeap.getLong(values + 8L * row);
    switch (code) {
      case ValueCode.TIMESTAMP_MILLIS:
        return TimestampData.fromEpochMillis(value);
      case ValueCode.TIMESTAMP_MICROS:
        long millis = Math.floorDiv(value, 1000L);
        return TimestampData.fromEpochMillis(millis, (int) (value - millis * 1000) * 1000);
      default:
        return TimestampData.fromEpochMillis(value, OffHeap.getInt(second + 4L * row));
    }
  }

  /** First child row (or data byte) of a row; with {@code row + 1} the end. */
  int start(int row) {
    return OffHeap.getInt(second + 4L * row);
  }

  ColumnarRowView getRow(int row) {
    ColumnarRowView view = new ColumnarRowView(children);
    view.pointTo(row);
    return view;
  }

  ColumnarArrayView getArray(int row) {
    int start = start(row);
    return new ColumnarArrayView(children[0], start, start(row + 1) - start);
  }

  ColumnarMapView getMap(int row) {
    int start = start(row);
    int size = start(row + 1) - start;
    return new ColumnarMapView(
        new ColumnarArrayView(children[0], start, size),
        new ColumnarArrayView(children[1], start, size));
  }

  private MemorySegment[] segments() {
    if (segments == null) {
      segments =
          new MemorySegment[] {
            MemorySegmentFactory.wrapOffHeapMemory(OffHeap.wrap(data, dataBytes))
          };
    }
    return segments;
  }
}
