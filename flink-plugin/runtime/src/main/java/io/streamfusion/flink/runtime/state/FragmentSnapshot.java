package io.streamfusion.flink.runtime.state;

import io.streamfusion.flink.runtime.jni.FragmentHandle;

/**
 * The engine's view of a fragment's state at one checkpoint. Taken on the task thread, then read by
 * one other thread; valid after the fragment was closed.
 */
public final class FragmentSnapshot implements AutoCloseable {

  private long handle;

  private FragmentSnapshot(long handle) {
    this.handle = handle;
  }

  public static FragmentSnapshot begin(FragmentHandle fragment, long checkpointId) {
    return new FragmentSnapshot(fragment.snapshotBegin(checkpointId));
  }

  /** Writes the next bytes of a key group into {@code target}; returns how many, 0 at its end. */
  int write(int keyGroup, byte[] target) {
    return FragmentHandle.snapshotWrite(handle, keyGroup, target);
  }

  @Override
  public void close() {
    long closing = handle;
    handle = 0;
    if (closing != 0) {
      FragmentHandle.snapshotRelease(closing);
    }
  }
}
