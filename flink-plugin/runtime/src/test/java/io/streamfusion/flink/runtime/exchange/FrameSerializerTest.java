package io.streamfusion.flink.runtime.exchange;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import org.apache.flink.core.memory.DataInputDeserializer;
import org.apache.flink.core.memory.DataOutputSerializer;
import org.apache.flink.core.memory.DataOutputView;
import org.apache.flink.core.memory.DataOutputViewStreamWrapper;
import org.apache.flink.core.memory.MemorySegment;
import org.apache.flink.core.memory.MemorySegmentFactory;
import org.apache.flink.table.data.RowData;
import org.junit.jupiter.api.Test;

/** A frame is the same on the other side, wherever its memory is and whatever it is written to. */
class FrameSerializerTest {

  private static final FrameSerializer SERIALIZER = FrameSerializer.INSTANCE;
  private static final byte[] BYTES = {1, -2, 3, 0, 127};

  @Test
  void framesOnAndOffTheHeapArriveAsTheyWereSent() throws IOException {
    for (MemorySegment memory : List.of(onHeap(BYTES), offHeap(BYTES), onHeap(new byte[0]))) {
      RowData sent = FrameRow.of(3, 7, 11, memory);
      DataOutputSerializer buffer = new DataOutputSerializer(1);
      SERIALIZER.serialize(sent, buffer);
      ByteArrayOutputStream stream = new ByteArrayOutputStream();
      SERIALIZER.serialize(sent, new DataOutputViewStreamWrapper(stream));

      assertThat(stream.toByteArray()).isEqualTo(buffer.getCopyOfBuffer());
      assertEqual(SERIALIZER.deserialize(input(buffer)), sent);
      assertEqual(SERIALIZER.deserialize(SERIALIZER.createInstance(), input(buffer)), sent);
    }
  }

  @Test
  void aCopyDoesNotSeeWhatBecomesOfTheMemory() throws IOException {
    MemorySegment memory = offHeap(BYTES);
    RowData copy = SERIALIZER.copy(FrameRow.of(-1, -1, 2, memory));
    DataOutputSerializer written = new DataOutputSerializer(1);
    SERIALIZER.serialize(copy, written);
    DataOutputView target = new DataOutputSerializer(64);
    SERIALIZER.copy(input(written), target);

    memory.put(0, (byte) 99);

    RowData expected = FrameRow.of(-1, -1, 2, onHeap(BYTES));
    assertEqual(copy, expected);
    assertEqual(SERIALIZER.deserialize(input((DataOutputSerializer) target)), expected);
  }

  private static void assertEqual(RowData found, RowData expected) {
    assertThat(FrameRow.firstKeyGroup(found)).isEqualTo(FrameRow.firstKeyGroup(expected));
    assertThat(FrameRow.lastKeyGroup(found)).isEqualTo(FrameRow.lastKeyGroup(expected));
    assertThat(FrameRow.rows(found)).isEqualTo(FrameRow.rows(expected));
    assertThat(bytes(found)).isEqualTo(bytes(expected));
  }

  private static byte[] bytes(RowData record) {
    MemorySegment frame = FrameRow.frame(record);
    byte[] bytes = new byte[frame.size()];
    frame.get(0, bytes);
    return bytes;
  }

  private static DataInputDeserializer input(DataOutputSerializer written) {
    return new DataInputDeserializer(written.getCopyOfBuffer());
  }

  private static MemorySegment onHeap(byte[] bytes) {
    return MemorySegmentFactory.wrap(bytes.clone());
  }

  private static MemorySegment offHeap(byte[] bytes) {
    return MemorySegmentFactory.wrapOffHeapMemory(
        ByteBuffer.allocateDirect(bytes.length).put(bytes).flip());
  }
}
