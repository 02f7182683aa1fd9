use sf_runtime::{
    ChangelogBatch, EngineError, FlushKind, MarkHandling, Output, Signal, StreamOperator,
};

use super::END_OF_TIME;

/// Flink's RowTimeMiniBatchAssginerOperator.
pub(super) struct EventTimeAssigner {
    interval_millis: i64,
    /// The watermark so far, which may not have been emitted.
    current_watermark: i64,
    /// From which watermark on one is emitted.
    next_watermark: i64,
}

impl EventTimeAssigner {
    pub(super) fn new(interval_millis: i64) -> Self {
        Self { interval_millis, current_watermark: 0, next_watermark: interval_millis - 1 }
    }

    /// The watermark to emit now, if one from upstream is far enough.
    fn advance(&mut self, timestamp: i64) -> Option<i64> {
        if timestamp == END_OF_TIME && self.current_watermark != END_OF_TIME {
            self.current_watermark = END_OF_TIME;
            return Some(END_OF_TIME);
        }
        self.current_watermark = self.current_watermark.max(timestamp);
        (self.current_watermark >= self.next_watermark).then(|| self.emit())
    }

    fn emit(&mut self) -> i64 {
        let (watermark, interval) = (self.current_watermark, self.interval_millis);
        // getMiniBatchStart; in Java sums wrap.
        let start = watermark.wrapping_sub(watermark.wrapping_add(interval) % interval);
        let end = start.wrapping_add(interval - 1);
        self.next_watermark = if end > watermark { end } else { end.wrapping_add(interval) };
        watermark
    }
}

impl StreamOperator for EventTimeAssigner {
    fn mark_handling(&self) -> MarkHandling {
        MarkHandling::Carried
    }

    fn process(
        &mut self,
        _port: usize,
        mut batch: ChangelogBatch,
        out: &mut Output<'_>,
    ) -> Result<(), EngineError> {
        let mut marks = batch.take_marks();
        marks.retain_mut(|mark| match &mut mark.signal {
            Signal::Status(_) => true,
            Signal::Watermark(timestamp) => match self.advance(*timestamp) {
                Some(watermark) => {
                    *timestamp = watermark;
                    true
                }
                None => false,
            },
        });
        out.batch(batch.with_marks(marks)?)
    }

    fn watermark(
        &mut self,
        _port: usize,
        timestamp: i64,
        out: &mut Output<'_>,
    ) -> Result<(), EngineError> {
        match self.advance(timestamp) {
            Some(watermark) => out.watermark(watermark),
            None => Ok(()),
        }
    }

    fn flush(&mut self, kind: FlushKind, out: &mut Output<'_>) -> Result<(), EngineError> {
        match kind {
            // Once more, if it was emitted already.
            FlushKind::EndOfInput => {
                let watermark = self.emit();
                out.watermark(watermark)
            }
            FlushKind::Bundle | FlushKind::Barrier => Ok(()),
        }
    }
}
