package io.streamfusion.flink.runtime.exchange;

import java.io.IOException;
import org.apache.flink.api.common.typeutils.SimpleTypeSerializerSnapshot;
import org.apache.flink.api.common.typeutils.TypeSerializerSnapshot;
import org.apache.flink.api.common.typeutils.base.TypeSerializerSingleton;
import org.apache.flink.core.memory.DataInputView;
import org.apache.flink.core.memory.DataOutputView;
import org.apache.flink.core.memory.MemorySegment;
import org.apache.flink.core.memory.MemorySegmentFactory;
import org.apache.flink.core.memory.MemorySegmentWritable;
import org.apache.flink.table.data.RowData;

/**
 * Writes {@link FrameRow}s: four ints, the last of them the frame's length in bytes, and the frame.
 *
 * <p>A frame goes from the engine's memory into Flink's buffer, and from there into one array; as a
 * field of a binary row it would be copied twice more on each side.
 */
public final class FrameSerializer extends TypeSerializerSingleton<RowData> {

  private static final long serialVersionUID = 1L;

  static final FrameSerializer INSTANCE = new FrameSerializer();

  private static final int HEAD_INTS = 3;

  @Override
  public boolean isImmutableType() {
    return false;
  }

  @Override
  public RowData createInstance() {
    return FrameRow.of(-1, -1, 0, MemorySegmentFactory.wrap(new byte[0]));
  }

  @Override
  public RowData copy(RowData from) {
    MemorySegment frame = FrameRow.frame(from);
    return FrameRow.of(
        FrameRow.firstKeyGroup(from),
        FrameRow.lastKeyGroup(from),
        FrameRow.rows(from),
        MemorySegmentFactory.wrap(bytes(frame)));
  }

  @Override
  public RowData copy(RowData from, RowData reuse) {
    return copy(from);
  }

  @Override
  public int getLength() {
    return -1;
  }

  @Override
  public void serialize(RowData record, DataOutputView target) throws IOException {
    MemorySegment frame = FrameRow.frame(record);
    target.writeInt(FrameRow.firstKeyGroup(record));
    target.writeInt(FrameRow.lastKeyGroup(record));
    target.writeInt(FrameRow.rows(record));
    target.writeInt(frame.size());
    if (target instanceof MemorySegmentWritable buffer) {
      buffer.write(frame, 0, frame.size());
    } else {
      target.write(bytes(frame));
    }
  }

  @Override
  public RowData deserialize(DataInputView source) throws IOException {
    int firstKeyGroup = source.readInt();
    int lastKeyGroup = source.readInt();
    int rows = source.readInt();
    byte[] frame = new byte[source.readInt()];
    source.readFully(frame);
    return FrameRow.of(firstKeyGroup, lastKeyGroup, rows, MemorySegmentFactory.wrap(frame));
  }

  @Override
  public RowData deserialize(RowData reuse, DataInputView source) throws IOException {
    return deserialize(source);
  }

  @Override
  public void copy(DataInputView source, DataOutputView target) throws IOException {
    for (int i = 0; i < HEAD_INTS; i++) {
      target.writeInt(source.readInt());
    }
    int length = source.readInt();
    target.writeInt(length);
    target.write(source, length);
  }

  private static byte[] bytes(MemorySegment frame) {
    byte[] bytes = new byte[frame.size()];
    frame.get(0, bytes);
    return bytes;
  }

  @Override
  public TypeSerializerSnapshot<RowData> snapshotConfiguration() {
    return new Snapshot();
  }

  /** Flink makes it by its name. */
  public static final class Snapshot extends SimpleTypeSerializerSnapshot<RowData> {

    public Snapshot() {
      super(() -> INSTANCE);
    }
  }
}
