package io.streamfusion.flink.runtime.state;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.StreamCorruptedException;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class KeyedSnapshotCodecTest {

  private final byte[] buffer = new byte[KeyedSnapshotCodec.CHUNK_BYTES];

  @ParameterizedTest
  @ValueSource(
      ints = {
        1,
        100,
        KeyedSnapshotCodec.CHUNK_BYTES,
        KeyedSnapshotCodec.CHUNK_BYTES + 1,
        3 * KeyedSnapshotCodec.CHUNK_BYTES
      })
  void keyGroupComesBackWhatFollowsItIsNotRead(int size) throws IOException {
    byte[] state = new byte[size];
    new Random(size).nextBytes(state);
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    write(state, out);
    out.write(42);

    ByteArrayInputStream in = new ByteArrayInputStream(out.toByteArray());

    assertThat(read(in)).isEqualTo(state);
    assertThat(in.read()).isEqualTo(42);
  }

  @Test
  void onlyTheFinalBytesAreCalledLast() throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    write(new byte[2 * KeyedSnapshotCodec.CHUNK_BYTES], out);
    StringBuilder calls = new StringBuilder();

    KeyedSnapshotCodec.read(
        new ByteArrayInputStream(out.toByteArray()),
        buffer,
        (source, length, last) -> calls.append(length).append(last ? " last" : ", "));

    assertThat(calls).hasToString("65536, 65536 last");
  }

  @Test
  void chunkThatCannotBeOursIsRefused() {
    assertThatThrownBy(() -> read(new ByteArrayInputStream(new byte[] {127, 0, 0, 0})))
        .isInstanceOf(StreamCorruptedException.class)
        .hasMessage("Native state has a chunk of 2130706432 bytes.");
  }

  @Test
  void truncatedStateIsRefused() throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    write(new byte[100], out);
    byte[] truncated = Arrays.copyOf(out.toByteArray(), 50);

    assertThatThrownBy(() -> read(new ByteArrayInputStream(truncated)))
        .isInstanceOf(EOFException.class);
  }

  private void write(byte[] state, ByteArrayOutputStream out) throws IOException {
    ByteArrayInputStream source = new ByteArrayInputStream(state);
    KeyedSnapshotCodec.Source chunks = target -> Math.max(0, source.read(target, 0, target.length));
    KeyedSnapshotCodec.write(chunks.next(buffer), buffer, chunks, out);
  }

  private byte[] read(ByteArrayInputStream in) throws IOException {
    ByteArrayOutputStream state = new ByteArrayOutputStream();
    KeyedSnapshotCodec.read(in, buffer, (source, length, last) -> state.write(source, 0, length));
    return state.toByteArray();
  }
}
