use sf_runtime::{
    ChangelogBatch, EngineError, Mark, MarkHandling, Output, ProcessingClock, Signal,
    StreamOperator,
};

use super::END_OF_TIME;

/// Flink's ProcTimeMiniBatchAssignerOperator.
pub(super) struct ProcessingTimeAssigner {
    interval_millis: i64,
    clock: ProcessingClock,
    current_watermark: i64,
    deadline: i64,
}

impl ProcessingTimeAssigner {
    pub(super) fn new(interval_millis: i64, now: i64, clock: ProcessingClock) -> Self {
        let deadline = now.saturating_add(interval_millis);
        Self { interval_millis, clock, current_watermark: 0, deadline }
    }

    /// The start of the batch at hand.
    fn batch_start(&self, now: i64) -> i64 {
        now - now % self.interval_millis
    }

    /// The watermark to emit now, if a batch began since the last one.
    fn advance(&mut self, now: i64) -> Option<i64> {
        let start = self.batch_start(now);
        if start <= self.current_watermark {
            return None;
        }
        self.current_watermark = start;
        Some(start)
    }

    /// Whether a watermark from upstream passes.
    fn passes(&mut self, timestamp: i64) -> bool {
        let passes = timestamp == END_OF_TIME && self.current_watermark != END_OF_TIME;
        if passes {
            self.current_watermark = END_OF_TIME;
        }
        passes
    }
}

impl StreamOperator for ProcessingTimeAssigner {
    fn mark_handling(&self) -> MarkHandling {
        MarkHandling::Carried
    }

    fn reads_processing_time(&self) -> bool {
        true
    }

    fn process(
        &mut self,
        _port: usize,
        mut batch: ChangelogBatch,
        out: &mut Output<'_>,
    ) -> Result<(), EngineError> {
        let first = batch.selected().next();
        let mut start = first.and_then(|row| {
            let watermark = self.advance(self.clock.now_millis())?;
            Some(Mark { position: row, signal: Signal::Watermark(watermark) })
        });
        let mut marks = Vec::new();
        for mark in batch.take_marks() {
            if let Some(before) = start.take_if(|start| start.position < mark.position) {
                marks.push(before);
            }
            match mark.signal {
                Signal::Watermark(timestamp) if !self.passes(timestamp) => {}
                Signal::Watermark(_) | Signal::Status(_) => marks.push(mark),
            }
        }
        marks.extend(start);
        out.batch(batch.with_marks(marks)?)
    }

    fn watermark(
        &mut self,
        _port: usize,
        timestamp: i64,
        out: &mut Output<'_>,
    ) -> Result<(), EngineError> {
        if self.passes(timestamp) { out.watermark(timestamp) } else { Ok(()) }
    }

    fn deadline(&self) -> Option<i64> {
        Some(self.deadline)
    }

    fn processing_time(
        &mut self,
        _due: i64,
        now: i64,
        out: &mut Output<'_>,
    ) -> Result<(), EngineError> {
        self.deadline = self.batch_start(now).saturating_add(self.interval_millis);
        match self.advance(now) {
            Some(watermark) => out.watermark(watermark),
            None => Ok(()),
        }
    }
}
