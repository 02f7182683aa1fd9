package io.streamfusion.flink.runtime.jni;

import io.streamfusion.flink.runtime.edge.SlabMemory;

/**
 * The input slab of one port: memory of the engine, described by a header that the control block
 * points at. After a push the header is that of the next slab.
 */
final class NativeSlab implements SlabMemory {

  static final int ID_OFFSET = 0;
  static final int CAPACITY_ROWS_OFFSET = 8;
  static final int BUFFERS_OFFSET = 12;
  static final int FIELDS_OFFSET = 16;
  static final int ROWS_OFFSET = 20;
  static final int FLAGS_OFFSET = 24;
  static final int HEADER_SIZE = 64;
  static final int BUFFER_ENTRY_SIZE = 16;
  static final int FIELD_ENTRY_SIZE = 8;
  static final int FLAG_ROW_KINDS = 1;

  private final long handle;
  private final int port;
  private final int buffers;

  NativeSlab(long handle, int port, int expectedBuffers, int expectedFields) {
    this.handle = handle;
    this.port = port;
    this.buffers = expectedBuffers;
    int nativeBuffers = OffHeap.getInt(header() + BUFFERS_OFFSET);
    int nativeFields = OffHeap.getInt(header() + FIELDS_OFFSET);
    if (nativeBuffers != expectedBuffers || nativeFields != expectedFields) {
      throw new NativeEngineException(
          "SLAB_LAYOUT_MISMATCH",
          NativeEngineException.ErrorClass.INTERNAL,
          String.format(
              "Port %d has %d buffers and %d fields in the engine, %d and %d in the operator.",
              port, nativeBuffers, nativeFields, expectedBuffers, expectedFields));
    }
  }

  private long header() {
    return ControlBlock.slab(handle, port);
  }

  @Override
  public int capacityRows() {
    return OffHeap.getInt(header() + CAPACITY_ROWS_OFFSET);
  }

  @Override
  public long address(int buffer) {
    return OffHeap.getLong(header() + HEADER_SIZE + (long) BUFFER_ENTRY_SIZE * buffer);
  }

  @Override
  public long capacity(int buffer) {
    return OffHeap.getLong(header() + HEADER_SIZE + (long) BUFFER_ENTRY_SIZE * buffer + 8);
  }

  @Override
  public void grow(int buffer, long minBytes) {
    NativeEngine.grow(handle, port, buffer, minBytes);
  }

  @Override
  public void finishField(int field, int nullCount, int rows) {
    long entry =
        header()
            + HEADER_SIZE
            + (long) BUFFER_ENTRY_SIZE * buffers
            + (long) FIELD_ENTRY_SIZE * field;
    OffHeap.putInt(entry, nullCount);
    OffHeap.putInt(entry + 4, rows);
  }

  @Override
  public void finish(int rows, boolean rowKinds) {
    OffHeap.putInt(header() + ROWS_OFFSET, rows);
    OffHeap.putInt(header() + FLAGS_OFFSET, rowKinds ? FLAG_ROW_KINDS : 0);
  }
}
