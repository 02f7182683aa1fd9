package io.streamfusion.flink.runtime.jni;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** The offsets that {@code sf_runtime::abi} asserts on the other side. */
class AbiTest {

  @Test
  void controlBlockLiesAsDocumented() {
    int[] offsets = {
      ControlBlock.MAGIC_OFFSET,
      ControlBlock.ABI_VERSION_OFFSET,
      ControlBlock.ENGINE_OFFSET,
      ControlBlock.INPUT_PORTS_OFFSET,
      ControlBlock.OUTPUTS_OFFSET,
      ControlBlock.DEADLINE_OFFSET,
      ControlBlock.EVENT_KIND_OFFSET,
      ControlBlock.EVENT_OUTPUT_OFFSET,
      ControlBlock.EVENT_ROWS_OFFSET,
      ControlBlock.MORE_EVENTS_OFFSET,
      ControlBlock.EVENT_VALUE_OFFSET,
      ControlBlock.EVENT_DATA_OFFSET,
      ControlBlock.EVENT_DATA_LENGTH_OFFSET,
      ControlBlock.EVENT_TABLE_OFFSET,
      ControlBlock.SLABS_OFFSET,
      ControlBlock.ROW_IDS_OFFSET,
      ControlBlock.PROCESSING_TIME_OFFSET,
      ControlBlock.TIMERS_FIRED_OFFSET,
      ControlBlock.TABLES_OFFSET,
      ControlBlock.TABLES_LENGTH_OFFSET,
      ControlBlock.FLAGS_OFFSET,
    };
    assertThat(offsets)
        .containsExactly(
            0, 4, 8, 16, 20, 24, 32, 36, 40, 44, 48, 56, 64, 72, 80, 88, 96, 104, 112, 120, 128);
    assertThat(ControlBlock.SIZE).isEqualTo(136);
  }

  @Test
  void slabHeaderLiesAsDocumented() {
    int[] offsets = {
      NativeSlab.ID_OFFSET,
      NativeSlab.CAPACITY_ROWS_OFFSET,
      NativeSlab.BUFFERS_OFFSET,
      NativeSlab.FIELDS_OFFSET,
      NativeSlab.ROWS_OFFSET,
      NativeSlab.FLAGS_OFFSET,
      NativeSlab.HEADER_SIZE,
    };
    assertThat(offsets).containsExactly(0, 8, 12, 16, 20, 24, 64);
    assertThat(NativeSlab.BUFFER_ENTRY_SIZE).isEqualTo(16);
    assertThat(NativeSlab.FIELD_ENTRY_SIZE).isEqualTo(8);
  }

  @Test
  void frameEntryLiesAsDocumented() {
    int[] offsets = {
      FrameEntries.KIND_OFFSET,
      FrameEntries.ROWS_OFFSET,
      FrameEntries.VALUE_OFFSET,
      FrameEntries.DATA_START_OFFSET,
      FrameEntries.DATA_LENGTH_OFFSET,
      FrameEntries.FIRST_KEY_GROUP_OFFSET,
      FrameEntries.LAST_KEY_GROUP_OFFSET,
    };
    assertThat(offsets).containsExactly(0, 4, 8, 16, 24, 32, 36);
    assertThat(FrameEntries.SIZE).isEqualTo(40);
  }

  @Test
  void eventKindsAreTheirCodes() {
    for (EventKind kind : EventKind.values()) {
      assertThat(EventKind.fromCode(kind.code())).isSameAs(kind);
    }
    assertThat(EventKind.STATUS.code()).isEqualTo(5);
  }
}
