use std::sync::Arc;

use arrow_array::ArrayRef;
use sf_runtime::{ChangelogBatch, EngineError, FlushKind, OperatorMemory, Output, StreamOperator};

use crate::window::{Piece, Progress, RowTime, Slices, WindowBuffer, WindowClock, ends_column};

pub(super) struct LocalWindowAggregateOperator {
    /// The columns that leave.
    columns: Vec<usize>,
    slices: Slices,
    time: RowTime,
    clock: WindowClock,
    progress: Progress,
    buffer: WindowBuffer,
    memory: OperatorMemory,
}

impl LocalWindowAggregateOperator {
    pub(super) fn new(
        columns: Vec<usize>,
        slices: Slices,
        time: RowTime,
        clock: WindowClock,
        memory: OperatorMemory,
    ) -> Self {
        // Flink's operator leaves its two fields at Java's zero.
        let progress = Progress::new(0, 0, slices.interval());
        Self { columns, slices, time, clock, progress, buffer: WindowBuffer::default(), memory }
    }

    /// Emits what waits.
    fn empty_buffer(&mut self, out: &mut Output<'_>) -> Result<(), EngineError> {
        for piece in self.buffer.take() {
            let rows = piece.slice_ends.len();
            let mut columns = piece.columns;
            columns.push(ends_column(piece.slice_ends));
            out.batch(ChangelogBatch::try_new(columns, rows)?)?;
        }
        self.account()
    }
}

impl StreamOperator for LocalWindowAggregateOperator {
    fn process(
        &mut self,
        _port: usize,
        batch: ChangelogBatch,
        out: &mut Output<'_>,
    ) -> Result<(), EngineError> {
        if batch.row_kinds().is_some() {
            return Err(EngineError::defect("a window aggregate over other rows than inserts"));
        }
        let batch = batch.compact()?;
        let ends = self.time.slice_ends(batch.columns(), &self.slices, &self.clock)?;
        let count = u32::try_from(ends.len())
            .map_err(|_| EngineError::defect("a batch beyond 2^32 rows"))?;
        let columns: Vec<ArrayRef> =
            self.columns.iter().map(|column| Arc::clone(&batch.columns()[*column])).collect();
        // What waits must not hold on to the input's memory.
        let piece = Piece::take(&columns, (0..count).collect(), ends)?;
        if self.buffer.add(piece) {
            return self.empty_buffer(out);
        }
        self.account()
    }

    fn watermark(
        &mut self,
        _port: usize,
        timestamp: i64,
        out: &mut Output<'_>,
    ) -> Result<(), EngineError> {
        if self.progress.advance(timestamp, &self.clock)
            && self.buffer.is_due(timestamp, &self.clock)
        {
            self.empty_buffer(out)?;
        }
        out.watermark(timestamp)
    }

    fn flush(&mut self, kind: FlushKind, out: &mut Output<'_>) -> Result<(), EngineError> {
        match kind {
            FlushKind::Barrier => self.empty_buffer(out),
            FlushKind::Bundle | FlushKind::EndOfInput => Ok(()),
        }
    }

    fn account(&self) -> Result<(), EngineError> {
        self.memory.resize(self.buffer.memory_bytes())
    }
}
