package io.streamfusion.parity.source;

import java.io.IOException;
import java.nio.ByteBuffer;
import org.apache.flink.core.io.SimpleVersionedSerializer;

final class SequenceSplitSerializer implements SimpleVersionedSerializer<SequenceSplit> {
  private static final int VERSION = 1;

  @Override
  public int getVersion() {
    return VERSION;
  }

  @Override
  public byte[] serialize(SequenceSplit split) {
    return ByteBuffer.allocate(Integer.BYTES + Long.BYTES)
        .putInt(split.index())
        .putLong(split.position())
        .array();
  }

  @Override
  public SequenceSplit deserialize(int version, byte[] serialized) throws IOException {
    if (version != VERSION) {
      throw new IOException("Unknown split version " + version);
    }
    ByteBuffer buffer = ByteBuffer.wrap(serialized);
    return new SequenceSplit(buffer.getInt(), buffer.getLong());
  }
}
