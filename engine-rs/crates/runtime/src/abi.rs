//! The memory that both sides of the native interface read: docs/architecture.md, "Native
//! interface", has the tables. A test here and `AbiTest` on the Java side assert every offset.

/// First word of a control block.
pub const MAGIC: u32 = 0x5346_4342;
/// Version of the layouts in this module.
pub const ABI_VERSION: u32 = 4;

/// What an output event holds; the codes are those of Java's `EventKind`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(u32)]
pub enum EventKind {
    /// There is no event.
    None = 0,
    /// Rows in Flink's BinaryRow layout.
    BinaryRows = 1,
    /// Rows in Arrow buffers.
    Columns = 2,
    /// Frames for another fragment, and the signals between them.
    Frames = 3,
    /// A watermark.
    Watermark = 4,
    /// The output became idle or active.
    Status = 5,
}

/// Another event, another chunk or an error waits.
pub const MORE_EVENTS: u32 = 1;
/// A watermark follows the rows (binary rows or columns): a batch that is cut by watermarks then needs
/// one call a piece.
pub const WATERMARK_FOLLOWS: u32 = 2;

/// Through which results travel without a call; its address is the fragment's handle.
#[derive(Debug, Clone)]
#[repr(C)]
pub struct ControlBlock {
    /// [`MAGIC`].
    pub magic: u32,
    /// [`ABI_VERSION`].
    pub abi_version: u32,
    /// Address of the engine's object; opaque to the host.
    pub engine: u64,
    /// Number of input ports.
    pub input_ports: u32,
    /// Number of outputs.
    pub outputs: u32,
    /// Next processing-time deadline in epoch milliseconds, `i64::MAX` for none.
    pub deadline: i64,
    /// [`EventKind`] of the current event.
    pub event_kind: u32,
    /// Output of the event.
    pub event_output: u32,
    /// Rows of the event or chunk, entries of frames.
    pub event_rows: u32,
    /// [`MORE_EVENTS`] and [`WATERMARK_FOLLOWS`].
    pub more_events: u32,
    /// Watermark timestamp, also of one that follows rows; 0 idle, 1 active.
    pub event_value: i64,
    /// Address of the event's data.
    pub event_data: u64,
    /// Length of the data in bytes.
    pub event_data_bytes: u64,
    /// Address of the row offsets (binary rows), of the column entries (columns) or of the frame entries
    /// (frames).
    pub event_table: u64,
    /// Address of the current slab header of each port.
    pub slabs: u64,
    /// Columns: address of the physical row numbers, 0 when all rows count.
    pub row_ids: u64,
    /// Written by the host before a call, where [`READS_PROCESSING_TIME`] asks for it: when what it hands
    /// over arrived, in epoch milliseconds.
    pub processing_time: i64,
    /// Timers that fired since the fragment was opened.
    pub timers_fired: u64,
    /// Address of the list of the state tables, a line of UTF-8 each: node, table and kind of its rows,
    /// with tabs between them.
    pub tables: u64,
    /// Length of the list in bytes.
    pub tables_bytes: u64,
    /// [`READS_PROCESSING_TIME`].
    pub flags: u32,
    /// Nothing.
    pub reserved: u32,
}

/// Flag of a fragment: an operator reads the processing time, so rows of one batch have to have arrived in
/// the same millisecond.
pub const READS_PROCESSING_TIME: u32 = 1;

impl ControlBlock {
    /// A block without an event.
    pub fn new(input_ports: u32, outputs: u32) -> Self {
        Self {
            magic: MAGIC,
            abi_version: ABI_VERSION,
            engine: 0,
            input_ports,
            outputs,
            deadline: i64::MAX,
            event_kind: EventKind::None as u32,
            event_output: 0,
            event_rows: 0,
            more_events: 0,
            event_value: 0,
            event_data: 0,
            event_data_bytes: 0,
            event_table: 0,
            slabs: 0,
            row_ids: 0,
            processing_time: i64::MIN,
            timers_fired: 0,
            tables: 0,
            tables_bytes: 0,
            flags: 0,
            reserved: 0,
        }
    }
}

/// One field of a columns event.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
#[repr(C)]
pub struct ColumnEntry {
    /// Address of the validity bitmap, 0 without NULLs.
    pub validity: u64,
    /// Address of the values; a bitmap for BOOLEAN.
    pub values: u64,
    /// Address of the offsets of BYTES, LIST and MAP, or of the nanoseconds of TIMESTAMP_NANOS.
    pub second: u64,
    /// Address of the bytes.
    pub data: u64,
    /// Number of bytes.
    pub data_bytes: u64,
    /// Bit of the validity at which row 0 is.
    pub validity_bit: u32,
    /// Bit of the values at which row 0 is, for BOOLEAN.
    pub value_bit: u32,
}

/// A frame, or a signal between frames, in their order.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
#[repr(C)]
pub struct FrameEntry {
    /// [`EventKind`]: frames (for one), watermark or status.
    pub kind: u32,
    /// Rows of the frame.
    pub rows: u32,
    /// Watermark timestamp; 0 idle, 1 active.
    pub value: i64,
    /// Where the frame starts in the event's data; a multiple of 8.
    pub offset: u64,
    /// Length of the frame.
    pub bytes: u64,
    /// First key group of the frame's target, [`Self::NOT_KEYED`] without a key.
    pub first_key_group: i32,
    /// Last key group of the frame's target, [`Self::NOT_KEYED`] without a key.
    pub last_key_group: i32,
}

impl FrameEntry {
    /// In place of a key group.
    pub const NOT_KEYED: i32 = -1;
}

/// Offsets inside a slab's header, which is written and read as bytes because the host shares it.
pub mod slab_header {
    /// u64: number of the slab.
    pub const ID: usize = 0;
    /// u32: rows that fit.
    pub const CAPACITY_ROWS: usize = 8;
    /// u32: number of buffers.
    pub const BUFFERS: usize = 12;
    /// u32: number of fields.
    pub const FIELDS: usize = 16;
    /// u32: rows written.
    pub const ROWS: usize = 20;
    /// u32: [`FLAG_ROW_KINDS`].
    pub const FLAGS: usize = 24;
    /// Where the buffer entries start: u64 address, u64 capacity in bytes.
    pub const SIZE: usize = 64;
    /// Size of a buffer entry.
    pub const BUFFER_ENTRY: usize = 16;
    /// Size of a field entry, after the buffer entries: u32 null count, u32 rows.
    pub const FIELD_ENTRY: usize = 8;
    /// Buffer 0 holds row kinds.
    pub const FLAG_ROW_KINDS: u32 = 1;
}

#[cfg(test)]
mod tests {
    use std::mem::{offset_of, size_of};

    use super::*;

    #[test]
    fn control_block_lies_as_documented() {
        let offsets = [
            offset_of!(ControlBlock, magic),
            offset_of!(ControlBlock, abi_version),
            offset_of!(ControlBlock, engine),
            offset_of!(ControlBlock, input_ports),
            offset_of!(ControlBlock, outputs),
            offset_of!(ControlBlock, deadline),
            offset_of!(ControlBlock, event_kind),
            offset_of!(ControlBlock, event_output),
            offset_of!(ControlBlock, event_rows),
            offset_of!(ControlBlock, more_events),
            offset_of!(ControlBlock, event_value),
            offset_of!(ControlBlock, event_data),
            offset_of!(ControlBlock, event_data_bytes),
            offset_of!(ControlBlock, event_table),
            offset_of!(ControlBlock, slabs),
            offset_of!(ControlBlock, row_ids),
            offset_of!(ControlBlock, processing_time),
            offset_of!(ControlBlock, timers_fired),
            offset_of!(ControlBlock, tables),
            offset_of!(ControlBlock, tables_bytes),
            offset_of!(ControlBlock, flags),
        ];
        assert_eq!(offsets[..16], [0, 4, 8, 16, 20, 24, 32, 36, 40, 44, 48, 56, 64, 72, 80, 88]);
        assert_eq!(offsets[16..], [96, 104, 112, 120, 128]);
        assert_eq!(size_of::<ControlBlock>(), 136);
    }

    #[test]
    fn column_entry_lies_as_documented() {
        let offsets = [
            offset_of!(ColumnEntry, validity),
            offset_of!(ColumnEntry, values),
            offset_of!(ColumnEntry, second),
            offset_of!(ColumnEntry, data),
            offset_of!(ColumnEntry, data_bytes),
            offset_of!(ColumnEntry, validity_bit),
            offset_of!(ColumnEntry, value_bit),
        ];
        assert_eq!(offsets, [0, 8, 16, 24, 32, 40, 44]);
        assert_eq!(size_of::<ColumnEntry>(), 48);
    }

    #[test]
    fn frame_entry_lies_as_documented() {
        let offsets = [
            offset_of!(FrameEntry, kind),
            offset_of!(FrameEntry, rows),
            offset_of!(FrameEntry, value),
            offset_of!(FrameEntry, offset),
            offset_of!(FrameEntry, bytes),
            offset_of!(FrameEntry, first_key_group),
            offset_of!(FrameEntry, last_key_group),
        ];
        assert_eq!(offsets, [0, 4, 8, 16, 24, 32, 36]);
        assert_eq!(size_of::<FrameEntry>(), 40);
    }
}
