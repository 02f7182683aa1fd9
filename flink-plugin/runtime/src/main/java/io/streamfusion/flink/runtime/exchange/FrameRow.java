package io.streamfusion.flink.runtime.exchange;

import io.streamfusion.flink.runtime.jni.FragmentHandle.Frame;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.table.data.GenericRowData;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.runtime.typeutils.InternalTypeInfo;
import org.apache.flink.table.types.logical.IntType;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.RowType;
import org.apache.flink.table.types.logical.VarBinaryType;

/**
 * A batch on its way from one fragment to another, as the record that Flink sees: the key groups of
 * the subtask it is for, or -1 if its rows are not keyed, their number, and the engine's columnar
 * frame.
 *
 * <p>It is an ordinary row, so that Flink's serializers, network and in-flight checkpoint data
 * treat it like any other record.
 */
public final class FrameRow {

  public static final RowType TYPE =
      RowType.of(
          new LogicalType[] {
            new IntType(false),
            new IntType(false),
            new IntType(false),
            new VarBinaryType(false, VarBinaryType.MAX_LENGTH)
          },
          new String[] {"first_key_group", "last_key_group", "rows", "frame"});

  private FrameRow() {}

  public static TypeInformation<RowData> typeInfo() {
    return InternalTypeInfo.of(TYPE);
  }

  /** Copies the frame out of the engine's memory. */
  public static RowData of(Frame frame) {
    byte[] bytes = new byte[frame.bytes().remaining()];
    frame.bytes().get(bytes);
    return GenericRowData.of(frame.firstKeyGroup(), frame.lastKeyGroup(), frame.rows(), bytes);
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

  public static byte[] frame(RowData record) {
    return record.getBinary(3);
  }
}
