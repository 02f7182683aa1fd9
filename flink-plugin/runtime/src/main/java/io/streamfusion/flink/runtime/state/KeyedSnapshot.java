package io.streamfusion.flink.runtime.state;

import io.streamfusion.flink.runtime.jni.FragmentHandle;
import java.io.IOException;
import java.util.Arrays;
import org.apache.flink.runtime.state.AsyncSnapshotCallable;
import org.apache.flink.runtime.state.CheckpointStateOutputStream;
import org.apache.flink.runtime.state.CheckpointStreamFactory;
import org.apache.flink.runtime.state.CheckpointedStateScope;
import org.apache.flink.runtime.state.KeyGroupRange;
import org.apache.flink.runtime.state.KeyGroupRangeOffsets;
import org.apache.flink.runtime.state.KeyGroupStatePartitionStreamProvider;
import org.apache.flink.runtime.state.KeyGroupsStateHandle;
import org.apache.flink.runtime.state.KeyedStateHandle;
import org.apache.flink.runtime.state.SnapshotResult;
import org.apache.flink.runtime.state.StreamStateHandle;

/**
 * Writes the engine's view of a fragment's state into Flink's raw keyed state, off the task thread.
 *
 * <p>Flink itself writes raw keyed state on the task thread. The view is taken there (phase one)
 * and written here (phase two), while the fragment goes on; it is released when the write ends,
 * fails, or is cancelled, which may be after the fragment was closed.
 */
public final class KeyedSnapshot extends AsyncSnapshotCallable<SnapshotResult<KeyedStateHandle>> {

  /** Marks a key group without state, as Flink's own raw keyed output does. */
  private static final long ABSENT = -1L;

  private final FragmentSnapshot snapshot;
  private final KeyGroupRange keyGroups;
  private final CheckpointStreamFactory streams;

  public KeyedSnapshot(
      FragmentSnapshot snapshot, KeyGroupRange keyGroups, CheckpointStreamFactory streams) {
    this.snapshot = snapshot;
    this.keyGroups = keyGroups;
    this.streams = streams;
  }

  /** Feeds restored state into a fragment that was just opened. */
  public static void restore(
      Iterable<KeyGroupStatePartitionStreamProvider> keyGroups, FragmentHandle fragment)
      throws IOException {
    byte[] buffer = new byte[KeyedSnapshotCodec.CHUNK_BYTES];
    for (KeyGroupStatePartitionStreamProvider keyGroup : keyGroups) {
      int id = keyGroup.getKeyGroupId();
      KeyedSnapshotCodec.read(
          keyGroup.getStream(),
          buffer,
          (source, length, last) -> fragment.restore(id, source, length, last));
    }
  }

  @Override
  protected SnapshotResult<KeyedStateHandle> callInternal() throws Exception {
    CheckpointStateOutputStream stream =
        streams.createCheckpointStateOutputStream(CheckpointedStateScope.EXCLUSIVE);
    snapshotCloseableRegistry.registerCloseable(stream);

    long[] offsets = new long[keyGroups.getNumberOfKeyGroups()];
    Arrays.fill(offsets, ABSENT);
    boolean empty = true;
    byte[] buffer = new byte[KeyedSnapshotCodec.CHUNK_BYTES];
    for (int keyGroup : keyGroups) {
      int first = snapshot.write(keyGroup, buffer);
      if (first > 0) {
        empty = false;
        offsets[keyGroup - keyGroups.getStartKeyGroup()] = stream.getPos();
        KeyedSnapshotCodec.write(first, buffer, target -> snapshot.write(keyGroup, target), stream);
      }
    }

    if (empty || !snapshotCloseableRegistry.unregisterCloseable(stream)) {
      // Without state there is nothing to keep; a closed registry means that this was cancelled.
      return SnapshotResult.empty();
    }
    StreamStateHandle handle = stream.closeAndGetHandle();
    return SnapshotResult.of(
        new KeyGroupsStateHandle(new KeyGroupRangeOffsets(keyGroups, offsets), handle));
  }

  @Override
  protected void cleanupProvidedResources() {
    snapshot.close();
  }
}
