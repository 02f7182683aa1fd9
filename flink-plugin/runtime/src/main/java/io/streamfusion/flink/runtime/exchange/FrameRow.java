package io.streamfusion.flink.runtime.exchange;

import io.streamfusion.flink.runtime.jni.FragmentHandle.Frame;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.core.memory.MemorySegment;
import org.apache.flink.core.memory.MemorySegmentFactory;
import org.apache.flink.table.data.GenericRowData;
import org.apache.flink.table.data.RowData;

/**
 * A batch on its way from one fragment to another, as the record that Flink sees: the key groups of
 * the subtask it is for, or -1 if its rows are not keyed, their number, and the engine's columnar
 * frame.
 *
 * <p>To Flink's network and in-flight checkpoint data it is a record like any other; {@link
 * FrameSerializer} writes it.
 */
public final class FrameRow {

  private FrameRow() {}

  public static TypeInformation<RowData> typeInfo() {
    return FrameTypeInfo.INSTANCE;
  }

  /** Points at the engine's memory: serialized, or written into a slab, before that changes. */
  public static RowData of(Frame frame) {
    return of(
        frame.firstKeyGroup(),
        frame.lastKeyGroup(),
        frame.rows(),
        MemorySegmentFactory.wrapOffHeapMemory(frame.bytes()));
  }

  static RowData of(int firstKeyGroup, int lastKeyGroup, int rows, MemorySegment frame) {
    return GenericRowData.of(firstKeyGroup, lastKeyGroup, rows, frame);
  }

  /** The first key group of the subtask for which the engine made the frame. */
  static int firstKeyGroup(RowData record) {
    return record.getInt(0);
  }

  /** The last key group of the subtask for which the engine made the frame. */
  static int lastKeyGroup(RowData record) {
    return record.getInt(1);
  }

  public static int rows(RowData record) {
    return record.getInt(2);
  }

  public static MemorySegment frame(RowData record) {
    return (MemorySegment) ((GenericRowData) record).getField(3);
  }
}
