package io.streamfusion.flink.runtime.jni;

import org.apache.flink.core.memory.MemorySegment;
import org.apache.flink.core.memory.MemorySegmentFactory;
import org.apache.flink.table.data.binary.BinaryRowData;

/** Hands out the rows of a binary-rows event: one reused row, pointed at the engine's memory. */
final class BinaryRowsOutput {

  private final int output;
  private final BinaryRowData row;
  private MemorySegment[] segments;
  private long regionAddress;
  private int regionBytes;

  BinaryRowsOutput(int output, int arity) {
    this.output = output;
    this.row = new BinaryRowData(arity);
  }

  void emit(long handle, FragmentHandle.EventHandler handler) throws Exception {
    point(ControlBlock.eventData(handle), Math.toIntExact(ControlBlock.eventDataLength(handle)));
    int rows = ControlBlock.eventRows(handle);
    long offsets = ControlBlock.eventTable(handle);
    int start = OffHeap.getInt(offsets);
    for (int i = 1; i <= rows; i++) {
      int end = OffHeap.getInt(offsets + 4L * i);
      row.pointTo(segments, start, end - start);
      handler.row(output, row);
      start = end;
    }
  }

  /** Wraps the region anew when it moved or is used further than before. */
  private void point(long address, int bytes) {
    if (address != regionAddress || bytes > regionBytes) {
      regionAddress = address;
      regionBytes = bytes;
      segments =
          new MemorySegment[] {
            MemorySegmentFactory.wrapOffHeapMemory(OffHeap.wrap(address, bytes))
          };
    }
  }
}
