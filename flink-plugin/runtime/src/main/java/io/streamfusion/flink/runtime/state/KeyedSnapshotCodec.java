package io.streamfusion.flink.runtime.state;

import java.io.DataInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.StreamCorruptedException;

/**
 * How the engine's bytes of one key group lie in Flink's raw keyed state: chunks, each with its
 * length in front as a big-endian i32, closed by a length of 0. A stream of raw keyed state runs on
 * into the next key group, so the end has to be marked. What the bytes mean, and their version, is
 * the engine's.
 */
final class KeyedSnapshotCodec {

  static final int CHUNK_BYTES = 64 * 1024;

  /** Gives the next bytes of a key group, 0 at its end. */
  @FunctionalInterface
  interface Source {
    int next(byte[] target) throws IOException;
  }

  /** Takes the next bytes of a key group; {@code last} comes with the final ones. */
  @FunctionalInterface
  interface Sink {
    void accept(byte[] source, int length, boolean last) throws IOException;
  }

  private KeyedSnapshotCodec() {}

  /**
   * Writes a key group.
   *
   * @param first bytes of the group that were taken from {@code source} already and are in {@code
   *     buffer}; a group is only started in a stream when it has any
   */
  static void write(int first, byte[] buffer, Source source, OutputStream out) throws IOException {
    for (int length = first; length > 0; length = source.next(buffer)) {
      writeLength(length, out);
      out.write(buffer, 0, length);
    }
    writeLength(0, out);
  }

  static void read(InputStream in, byte[] buffer, Sink sink) throws IOException {
    DataInputStream data = new DataInputStream(in);
    int length = readLength(data, buffer);
    do {
      data.readFully(buffer, 0, length);
      int next = length == 0 ? 0 : readLength(data, buffer);
      sink.accept(buffer, length, next == 0);
      length = next;
    } while (length > 0);
  }

  private static int readLength(DataInputStream data, byte[] buffer) throws IOException {
    int length = data.readInt();
    if (length < 0 || length > buffer.length) {
      throw new StreamCorruptedException("Native state has a chunk of " + length + " bytes.");
    }
    return length;
  }

  private static void writeLength(int length, OutputStream out) throws IOException {
    out.write(length >>> 24);
    out.write(length >>> 16);
    out.write(length >>> 8);
    out.write(length);
  }
}
