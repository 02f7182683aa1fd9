package io.streamfusion.flink.runtime.jni;

/**
 * The only class with native methods: the interface between a fragment's operator and the engine.
 *
 * <p>A handle is the address of the fragment's {@code ControlBlock} (see docs/architecture.md,
 * "Native interface"), through which results travel without a call. All methods but the three
 * marked "any thread" are called on the task thread only. A failure arrives as a Java exception:
 * Flink's own class for an error in user data, {@link NativeEngineException} for everything else.
 *
 * <p>A new operator adds no method here.
 */
final class NativeEngine {

  private NativeEngine() {}

  /**
   * Opens fragment {@code fragment} of a plan for one task.
   *
   * @param plan bytes of the {@code substrait.Plan}; the engine decodes equal bytes once per
   *     process
   * @param fragment ordinal of the fragment in {@code Plan.relations}
   * @param taskContext bytes of a {@code TaskContext} message
   * @param host receives host calls and log lines
   * @return the handle
   */
  static native long open(byte[] plan, int fragment, byte[] taskContext, HostCallbacks host);

  /**
   * Grows buffer {@code buffer} of the port's current input slab to at least {@code minBytes},
   * keeping its content. The slab's header then has the new address and capacity.
   */
  static native void grow(long handle, int port, int buffer, long minBytes);

  /**
   * Processes the rows written into the port's current slab; the first event is in the control
   * block.
   */
  static native void push(long handle, int port);

  /** Advances event time on one port. The slab must have been pushed before. */
  static native void watermark(long handle, int port, long timestamp);

  /** Tells that a port became idle or active. */
  static native void status(long handle, int port, boolean active);

  /**
   * Tells that processing time reached {@code nowMillis}, at or after the deadline asked for.
   *
   * @param activeMillis reading of the clock that idle timeouts are measured with, which stands
   *     still while the task is backpressured
   */
  static native void timer(long handle, long nowMillis, long activeMillis);

  /** Flushes what operators hold back; {@code kind} is a code of {@link FlushKind}. */
  static native void flush(long handle, int kind);

  /** Moves the next output event, or the next chunk of it, into the control block. */
  static native void takeOutput(long handle);

  /** Takes a copy-on-write view of all state for a checkpoint and returns the snapshot's handle. */
  static native long snapshotBegin(long handle, long checkpointId);

  /**
   * Writes the next bytes of one key group of a snapshot; any thread.
   *
   * @return the number of bytes written into {@code target}, 0 when the key group is complete
   */
  static native int snapshotWrite(long snapshot, int keyGroup, byte[] target);

  /** Frees a snapshot; any thread, also after {@link #close}. */
  static native void snapshotRelease(long snapshot);

  /** Feeds bytes of one key group's snapshot; {@code last} completes the key group. */
  static native void restore(long handle, int keyGroup, byte[] source, int length, boolean last);

  /**
   * Reads all counters of the fragment, in the order of {@link NativeMetric}, then rows and bytes
   * of each state table in the order of the control block; any thread.
   */
  static native long[] metrics(long handle);

  /** Frees the fragment. Memory that a taken output event refers to stays until this call. */
  static native void close(long handle);
}
