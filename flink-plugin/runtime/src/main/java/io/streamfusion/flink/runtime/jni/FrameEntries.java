package io.streamfusion.flink.runtime.jni;

/**
 * Reads the table of a frames event.
 *
 * <p>The offsets are those of {@code sf_runtime::abi::FrameEntry}; {@code docs/architecture.md} has
 * the table.
 */
final class FrameEntries {

  static final int KIND_OFFSET = 0;
  static final int ROWS_OFFSET = 4;
  static final int VALUE_OFFSET = 8;
  static final int DATA_START_OFFSET = 16;
  static final int DATA_LENGTH_OFFSET = 24;
  static final int FIRST_KEY_GROUP_OFFSET = 32;
  static final int LAST_KEY_GROUP_OFFSET = 36;
  static final int SIZE = 40;

  private FrameEntries() {}

  /** Hands out frames and the signals between them, in their order. */
  static void emit(long block, FragmentHandle.EventHandler handler) throws Exception {
    int output = ControlBlock.eventOutput(block);
    long data = ControlBlock.eventData(block);
    long entry = ControlBlock.eventTable(block);
    long end = entry + (long) SIZE * ControlBlock.eventRows(block);
    for (; entry < end; entry += SIZE) {
      EventKind kind = EventKind.fromCode(OffHeap.getInt(entry + KIND_OFFSET));
      switch (kind) {
        case FRAMES:
          handler.frame(output, frame(entry, data));
          break;
        case WATERMARK:
          handler.watermark(output, OffHeap.getLong(entry + VALUE_OFFSET));
          break;
        case STATUS:
          handler.status(output, OffHeap.getLong(entry + VALUE_OFFSET) != 0);
          break;
        case NONE:
        case BINARY_ROWS:
        case COLUMNS:
          throw new NativeEngineException(
              "UNKNOWN_EVENT",
              NativeEngineException.ErrorClass.INTERNAL,
              "The engine announced " + kind + " among frames.");
      }
    }
  }

  private static FragmentHandle.Frame frame(long entry, long data) {
    return new FragmentHandle.Frame(
        OffHeap.getInt(entry + FIRST_KEY_GROUP_OFFSET),
        OffHeap.getInt(entry + LAST_KEY_GROUP_OFFSET),
        OffHeap.getInt(entry + ROWS_OFFSET),
        OffHeap.wrap(
            data + OffHeap.getLong(entry + DATA_START_OFFSET),
            Math.toIntExact(OffHeap.getLong(entry + DATA_LENGTH_OFFSET))));
  }
}
