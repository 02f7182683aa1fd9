package io.streamfusion.flink.runtime.jni;

import java.nio.charset.StandardCharsets;

/**
 * Reads the control block that a fragment's handle points at.
 *
 * <p>The offsets are those of {@code sf_runtime::abi::ControlBlock}; {@code docs/architecture.md}
 * has the table. The block is written by the engine during native calls only, on the task thread;
 * the processing time by the host between them.
 */
final class ControlBlock {

  static final int MAGIC = 0x53464342;
  static final int ABI_VERSION = 4;

  /** Flags of {@link #MORE_EVENTS_OFFSET}. */
  private static final int MORE_EVENTS = 1;

  private static final int WATERMARK_FOLLOWS = 2;

  /** Flag of {@link #FLAGS_OFFSET}. */
  private static final int READS_PROCESSING_TIME = 1;

  static final int MAGIC_OFFSET = 0;
  static final int ABI_VERSION_OFFSET = 4;
  static final int ENGINE_OFFSET = 8;
  static final int INPUT_PORTS_OFFSET = 16;
  static final int OUTPUTS_OFFSET = 20;
  static final int DEADLINE_OFFSET = 24;
  static final int EVENT_KIND_OFFSET = 32;
  static final int EVENT_OUTPUT_OFFSET = 36;
  static final int EVENT_ROWS_OFFSET = 40;
  static final int MORE_EVENTS_OFFSET = 44;
  static final int EVENT_VALUE_OFFSET = 48;
  static final int EVENT_DATA_OFFSET = 56;
  static final int EVENT_DATA_LENGTH_OFFSET = 64;
  static final int EVENT_TABLE_OFFSET = 72;
  static final int SLABS_OFFSET = 80;
  static final int ROW_IDS_OFFSET = 88;
  static final int PROCESSING_TIME_OFFSET = 96;
  static final int TIMERS_FIRED_OFFSET = 104;
  static final int TABLES_OFFSET = 112;
  static final int TABLES_LENGTH_OFFSET = 120;
  static final int FLAGS_OFFSET = 128;
  static final int SIZE = 136;

  private ControlBlock() {}

  /** Checks that the library speaks this version of the interface. */
  static void verify(long handle) {
    int magic = OffHeap.getInt(handle + MAGIC_OFFSET);
    int version = OffHeap.getInt(handle + ABI_VERSION_OFFSET);
    if (magic != MAGIC || version != ABI_VERSION) {
      throw new NativeEngineException(
          "ABI_MISMATCH",
          NativeEngineException.ErrorClass.INTERNAL,
          String.format(
              "The native library has control block version %d (magic %08x), expected %d.",
              version, magic, ABI_VERSION));
    }
  }

  static int inputPorts(long handle) {
    return OffHeap.getInt(handle + INPUT_PORTS_OFFSET);
  }

  static int outputs(long handle) {
    return OffHeap.getInt(handle + OUTPUTS_OFFSET);
  }

  static long deadline(long handle) {
    return OffHeap.getLong(handle + DEADLINE_OFFSET);
  }

  static int eventKind(long handle) {
    return OffHeap.getInt(handle + EVENT_KIND_OFFSET);
  }

  static int eventOutput(long handle) {
    return OffHeap.getInt(handle + EVENT_OUTPUT_OFFSET);
  }

  static int eventRows(long handle) {
    return OffHeap.getInt(handle + EVENT_ROWS_OFFSET);
  }

  /** Whether another event, or an error, waits behind the current one. */
  static boolean moreEvents(long handle) {
    return (OffHeap.getInt(handle + MORE_EVENTS_OFFSET) & MORE_EVENTS) != 0;
  }

  /** Whether a watermark, the event's value, follows the event's rows. */
  static boolean watermarkFollows(long handle) {
    return (OffHeap.getInt(handle + MORE_EVENTS_OFFSET) & WATERMARK_FOLLOWS) != 0;
  }

  static long eventValue(long handle) {
    return OffHeap.getLong(handle + EVENT_VALUE_OFFSET);
  }

  static long eventData(long handle) {
    return OffHeap.getLong(handle + EVENT_DATA_OFFSET);
  }

  static long eventDataLength(long handle) {
    return OffHeap.getLong(handle + EVENT_DATA_LENGTH_OFFSET);
  }

  static long eventTable(long handle) {
    return OffHeap.getLong(handle + EVENT_TABLE_OFFSET);
  }

  static long slab(long handle, int port) {
    return OffHeap.getLong(OffHeap.getLong(handle + SLABS_OFFSET) + 8L * port);
  }

  /** Address of the {@code i32} row numbers of a columns event, 0 when rows are 0, 1, 2, ... */
  static long rowIds(long handle) {
    return OffHeap.getLong(handle + ROW_IDS_OFFSET);
  }

  /** Whether the engine wants {@link #processingTime} before each call. */
  static boolean readsProcessingTime(long handle) {
    return (OffHeap.getInt(handle + FLAGS_OFFSET) & READS_PROCESSING_TIME) != 0;
  }

  /** When what the next call hands over arrived, in epoch milliseconds. */
  static void processingTime(long handle, long millis) {
    OffHeap.putLong(handle + PROCESSING_TIME_OFFSET, millis);
  }

  /** Timers that fired since the fragment was opened. */
  static long timersFired(long handle) {
    return OffHeap.getLong(handle + TIMERS_FIRED_OFFSET);
  }

  /** The state tables, a line each: node, table and what its rows are called, with tabs between. */
  static String tables(long handle) {
    int length = Math.toIntExact(OffHeap.getLong(handle + TABLES_LENGTH_OFFSET));
    if (length == 0) {
      return "";
    }
    return StandardCharsets.UTF_8
        .decode(OffHeap.wrap(OffHeap.getLong(handle + TABLES_OFFSET), length))
        .toString();
  }
}
