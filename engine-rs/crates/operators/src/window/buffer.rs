use std::sync::Arc;

use arrow_array::{Array, ArrayRef, Int64Array, UInt32Array};
use arrow_select::take::take;
use sf_runtime::EngineError;

use super::WindowClock;

/// Bytes of rows that wait. Flink empties its buffer when its share of managed memory is full.
const FULL_BYTES: usize = 16 << 20;

/// How far event time came and when Flink looks next whether rows are due. Where the grid of these moments is
/// not that of the windows, windows fire without rows that still wait, as in Flink.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Progress {
    current: i64,
    next_look: i64,
    interval: i64,
}

impl Progress {
    /// Progress that starts from these watermarks.
    pub(crate) fn new(current: i64, next_look: i64, interval: i64) -> Self {
        Self { current, next_look, interval }
    }

    /// The watermark so far.
    pub(crate) fn current(&self) -> i64 {
        self.current
    }

    /// Goes on to a watermark and answers whether waiting rows are to be looked at.
    pub(crate) fn advance(&mut self, watermark: i64, clock: &WindowClock) -> bool {
        if watermark <= self.current {
            return false;
        }
        self.current = watermark;
        let looks = watermark >= self.next_look;
        if looks {
            self.next_look = clock.next_look(watermark, self.interval);
        }
        looks
    }
}

/// Rows that wait until a window is due. Follows Flink's RecordsWindowBuffer.
#[derive(Debug)]
pub(crate) struct WindowBuffer {
    pieces: Vec<Piece>,
    bytes: usize,
    /// The earliest end of a slice that waits.
    first_end: i64,
}

/// Rows with the end of each one's slice.
#[derive(Debug)]
pub(crate) struct Piece {
    pub(crate) columns: Vec<ArrayRef>,
    pub(crate) slice_ends: Vec<i64>,
}

impl Piece {
    /// The rows of all columns at these places, with the end of each one's slice.
    pub(crate) fn take(
        columns: &[ArrayRef],
        rows: Vec<u32>,
        slice_ends: Vec<i64>,
    ) -> Result<Self, EngineError> {
        let rows = UInt32Array::from(rows);
        let taken = columns.iter().map(|column| take(column.as_ref(), &rows, None));
        Ok(Self { columns: taken.collect::<Result<_, _>>()?, slice_ends })
    }
}

impl Default for WindowBuffer {
    fn default() -> Self {
        Self { pieces: Vec::new(), bytes: 0, first_end: i64::MAX }
    }
}

impl WindowBuffer {
    /// Adds rows that hold on to nothing else, and answers whether the buffer is full.
    pub(crate) fn add(&mut self, piece: Piece) -> bool {
        let first = piece.slice_ends.iter().copied().min().unwrap_or(i64::MAX);
        self.first_end = self.first_end.min(first);
        let columns = piece.columns.iter().map(|column| column.get_array_memory_size());
        self.bytes += columns.sum::<usize>() + size_of_val(piece.slice_ends.as_slice());
        self.pieces.push(piece);
        self.bytes >= FULL_BYTES
    }

    /// Whether a window is due that has rows here.
    pub(crate) fn is_due(&self, progress: i64, clock: &WindowClock) -> bool {
        clock.is_fired(self.first_end, progress)
    }

    /// Takes the rows out, in order.
    pub(crate) fn take(&mut self) -> Vec<Piece> {
        let Self { pieces, .. } = std::mem::take(self);
        pieces
    }

    /// Bytes of memory.
    pub(crate) fn memory_bytes(&self) -> usize {
        self.bytes
    }
}

/// A column of slice ends.
pub(crate) fn ends_column(ends: Vec<i64>) -> ArrayRef {
    Arc::new(Int64Array::from(ends))
}
