use crate::batch::{Piece, Signal};

/// Counters of a fragment. Those named for rows count rows, the others say what they count.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Metrics {
    /// Rows that came in.
    pub rows_in: u64,
    /// Rows that left.
    pub rows_out: u64,
    /// Rows that went through the host evaluator, once per host call.
    pub host_rows: u64,
    /// Host calls, each one upcall.
    pub host_calls: u64,
    /// Batches that came in.
    pub batches_in: u64,
    /// Calls into the engine: push, watermark, status, timer, flush and take output.
    pub calls: u64,
    /// Watermarks that left.
    pub watermarks_out: u64,
    /// Rows of state, over all tables of values: now, not so far.
    pub state_rows: u64,
    /// Timers that are pending now.
    pub timers: u64,
    /// Bytes of memory that the tables take now.
    pub state_bytes: u64,
    /// Frames that left.
    pub frames_out: u64,
}

impl Metrics {
    /// Names in the order of [`Self::values`].
    pub const NAMES: [&'static str; 11] = [
        "rowsIn",
        "rowsOut",
        "hostRows",
        "hostCalls",
        "batchesIn",
        "nativeCalls",
        "watermarksOut",
        "stateRows",
        "timers",
        "stateBytes",
        "framesOut",
    ];

    /// The counters in the order of [`Self::NAMES`].
    pub fn values(&self) -> [u64; 11] {
        [
            self.rows_in,
            self.rows_out,
            self.host_rows,
            self.host_calls,
            self.batches_in,
            self.calls,
            self.watermarks_out,
            self.state_rows,
            self.timers,
            self.state_bytes,
            self.frames_out,
        ]
    }

    pub(crate) fn piece_out(&mut self, piece: &Piece) {
        match piece {
            Piece::Rows(batch) => self.rows_out += batch.selected_rows() as u64,
            Piece::Signal(Signal::Watermark(_)) => self.watermarks_out += 1,
            Piece::Signal(Signal::Status(_)) => {}
        }
    }
}
