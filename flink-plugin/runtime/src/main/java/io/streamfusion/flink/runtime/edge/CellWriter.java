package io.streamfusion.flink.runtime.edge;

import io.streamfusion.flink.runtime.jni.NativeEngineException;
import io.streamfusion.flink.runtime.jni.OffHeap;
import java.nio.charset.StandardCharsets;
import org.apache.flink.core.memory.MemorySegment;
import org.apache.flink.table.data.DecimalData;
import org.apache.flink.table.data.binary.BinarySection;
import org.apache.flink.table.data.binary.BinarySegmentUtils;
import org.apache.flink.table.data.binary.BinaryStringData;

/** Puts single values that take more than one store into a slab, whatever row they come from. */
final class CellWriter {

  private static final long MAX_MICROS_MILLIS = Long.MAX_VALUE / 1000 - 1;

  final SlabMemory memory;

  /** Bytes of the current batch that do not lie in buffers of a fixed width per row. */
  long variableBytes;

  CellWriter(SlabMemory memory) {
    this.memory = memory;
  }

  /** The array of a segment on the heap, null for one off the heap. */
  static byte[] base(MemorySegment segment) {
    return segment.isOffHeap() ? null : segment.getArray();
  }

  /** Where a section starts in its first segment, counted from {@link #base}. */
  static long offset(MemorySegment segment, BinarySection section) {
    long start = segment.isOffHeap() ? segment.getAddress() : OffHeap.BYTE_ARRAY_OFFSET;
    return start + section.getOffset();
  }

  void bytes(SlabColumn column, int n, byte[] value) {
    bytes(column, n, value, OffHeap.BYTE_ARRAY_OFFSET, value.length);
  }

  void bytes(SlabColumn column, int n, byte[] base, long offset, int length) {
    int start = column.end;
    int end = start + length;
    if (end < 0 || end > column.dataCapacity || length > OffHeap.SHORT_BYTES || base == null) {
      // The last thing done here, so that the usual way keeps nothing for the time after a call.
      unusualBytes(column, n, base, offset, length);
      return;
    }
    OffHeap.copyShort(base, offset, column.data + start, length);
    endBytes(column, n, end, length);
  }

  /** Writes bytes off the heap, many bytes, or bytes for which there is no room yet. */
  private void unusualBytes(SlabColumn column, int n, byte[] base, long offset, int length) {
    int start = column.end;
    int end = start + length;
    if (end < 0 || end > column.dataCapacity) {
      column.ensureData(memory, end);
    }
    OffHeap.copyFrom(base, offset, column.data + start, length);
    endBytes(column, n, end, length);
  }

  private void endBytes(SlabColumn column, int n, int end, int length) {
    OffHeap.putInt(column.second + 4L * n + 4, end);
    column.end = end;
    variableBytes += length;
  }

  void string(SlabColumn column, int n, BinaryStringData value) {
    BinarySection section = value.getBinarySection();
    if (section == null) {
      text(column, n, value.getJavaObject());
      return;
    }
    MemorySegment[] segments = section.getSegments();
    if (segments.length == 1) {
      MemorySegment segment = segments[0];
      bytes(column, n, base(segment), offset(segment, section), section.getSizeInBytes());
    } else {
      int length = section.getSizeInBytes();
      bytes(column, n, BinarySegmentUtils.copyToBytes(segments, section.getOffset(), length));
    }
  }

  /** Encodes a text as StringUtf8Utils does, but the row that holds it keeps what it has. */
  private void text(SlabColumn column, int n, String text) {
    byte[] latin1 = OffHeap.latin1(text);
    if (latin1 != null) {
      int start = column.end;
      int end = start + latin1.length;
      if (end >= 0
          && end <= column.dataCapacity
          && OffHeap.copyAscii(latin1, column.data + start)) {
        endBytes(column, n, end, latin1.length);
        return;
      }
    }
    bytes(column, n, text.getBytes(StandardCharsets.UTF_8));
  }

  void timestamp(SlabColumn column, int n, long millis, int nanoOfMilli) {
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

  void decimal(SlabColumn column, int n, DecimalData value) {
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
      decimal(column, n, value.toUnscaledLong());
    } else {
      byte[] bytes = value.toUnscaledBytes();
      decimal(column, n, bytes, OffHeap.BYTE_ARRAY_OFFSET, bytes.length);
    }
  }

  void decimal(SlabColumn column, int n, long unscaled) {
    decimal(column, n, unscaled >> 63, unscaled);
  }

  /** Puts a DECIMAL whose unscaled value is held as {@code BigInteger.toByteArray} gives it. */
  void decimal(SlabColumn column, int n, byte[] base, long offset, int length) {
    long low = length > 0 && OffHeap.getByte(base, offset) < 0 ? -1 : 0;
    long high = low;
    for (int i = 0; i < length; i++) {
      high = (high << 8) | (low >>> 56);
      low = (low << 8) | (OffHeap.getByte(base, offset + i) & 0xff);
    }
    decimal(column, n, high, low);
  }

  private static void decimal(SlabColumn column, int n, long high, long low) {
    OffHeap.putLong(column.values + 16L * n, low);
    OffHeap.putLong(column.values + 16L * n + 8, high);
  }

  /** Completes row {@code n} of a collection whose {@code size} children were appended. */
  void endCollection(SlabColumn column, int n, int size) {
    column.end += size;
    OffHeap.putInt(column.second + 4L * n + 4, column.end);
  }

  /** Makes room for {@code size} elements after row {@code start} of a collection's child. */
  void reserve(SlabColumn element, int start, int size) {
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
