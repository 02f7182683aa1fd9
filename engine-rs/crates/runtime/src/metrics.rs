use crate::batch::Piece;

/// Counters of a fragment. All of them count rows but the two that say so.
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
}

impl Metrics {
    /// Names in the order of [`Self::values`].
    pub const NAMES: [&'static str; 6] =
        ["rowsIn", "rowsOut", "hostRows", "hostCalls", "batchesIn", "nativeCalls"];

    /// The counters in the order of [`Self::NAMES`].
    pub fn values(&self) -> [u64; 6] {
        [self.rows_in, self.rows_out, self.host_rows, self.host_calls, self.batches_in, self.calls]
    }

    pub(crate) fn piece_out(&mut self, piece: &Piece) {
        if let Piece::Rows(batch) = piece {
            self.rows_out += batch.selected_rows() as u64;
        }
    }
}
