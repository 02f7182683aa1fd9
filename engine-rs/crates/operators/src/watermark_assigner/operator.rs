use arrow_array::cast::AsArray;
use arrow_array::types::{Int64Type, TimestampMicrosecondType, TimestampMillisecondType};
use arrow_array::{Array, ArrayRef};
use arrow_schema::{DataType, TimeUnit};
use sf_faults::{Fault, is_on};
use sf_runtime::{
    ChangelogBatch, EngineError, FlushKind, InputActivityClock, Mark, Output, Signal,
    StreamOperator, StreamStatus,
};

use crate::evaluation::{Columns, ExpressionSet, Failure, Rows};

/// Flink's exception for a row without event time.
const NULL_ROWTIME: &str =
    "RowTime field should not be null, please convert it to a non-null long value.";
const END_OF_TIME: i64 = i64::MAX;

/// The two intervals of the operator; 0 turns one off.
#[derive(Debug, Clone, Copy)]
pub(super) struct Intervals {
    pub(super) watermark_millis: i64,
    pub(super) idle_millis: i64,
}

impl Intervals {
    /// How often the timer fires; None when it never does. WatermarkAssignerOperator's
    /// calculateProcessingTimeTimerInterval.
    fn timer_millis(self) -> Option<i64> {
        match (self.watermark_millis > 0, self.idle_millis > 0) {
            (false, false) => None,
            (false, true) => Some(self.idle_millis),
            (true, false) => Some(self.watermark_millis),
            (true, true) => {
                let smaller = self.watermark_millis.min(self.idle_millis);
                let larger = self.watermark_millis.max(self.idle_millis);
                let interval = if smaller.wrapping_mul(5) < larger { smaller } else { smaller / 5 };
                Some(interval.max(1))
            }
        }
    }
}

pub(super) struct WatermarkAssignerOperator {
    rowtime: usize,
    watermark: ExpressionSet,
    intervals: Intervals,
    current_watermark: i64,
    last_watermark: i64,
    status: StreamStatus,
    last_periodic_emit: i64,
    activity: InputActivityClock,
    /// On the activity clock.
    last_activity: i64,
    processed_rows: u64,
    checked_rows: Option<u64>,
    deadline: Option<i64>,
}

impl WatermarkAssignerOperator {
    pub(super) fn new(
        rowtime: usize,
        watermark: ExpressionSet,
        intervals: Intervals,
        now: i64,
        activity: InputActivityClock,
    ) -> Self {
        Self {
            rowtime,
            watermark,
            intervals,
            current_watermark: 0,
            last_watermark: 0,
            status: StreamStatus::Active,
            last_periodic_emit: now,
            // Not used: the first timer takes a reading, as Flink's does.
            last_activity: activity.millis(now),
            activity,
            processed_rows: 0,
            checked_rows: None,
            deadline: intervals.timer_millis().map(|interval| now.saturating_add(interval)),
        }
    }

    /// The watermarks of the rows before the first row that fails.
    fn watermarks(&self, batch: &ChangelogBatch, rows: &Rows) -> Result<Watermarks, EngineError> {
        let rowtime = &batch.columns()[self.rowtime];
        let null = (0..rows.len()).find(|place| rowtime.is_null(rows.physical(*place)));
        let count = null.unwrap_or(rows.len());
        let columns = Columns::new(batch.columns(), &[]);
        let evaluated = self.watermark.evaluate(columns, &rows.slice(0, count))?;
        let values = evaluated
            .values
            .into_iter()
            .next()
            .ok_or_else(|| EngineError::defect("no watermark expression"))?;
        let failure = evaluated.failure.or(null.map(|row| Failure {
            row,
            error: EngineError::User {
                java_class: "java.lang.RuntimeException",
                message: Some(NULL_ROWTIME.to_owned()),
            },
        }));
        Ok(Watermarks { values, failure })
    }

    fn is_idle(&self) -> bool {
        self.intervals.idle_millis > 0 && self.status == StreamStatus::Idle
    }

    /// The watermark to emit now, if it is ahead of the last one.
    fn advance(&mut self) -> Option<i64> {
        if self.current_watermark <= self.last_watermark {
            return None;
        }
        self.last_watermark = self.current_watermark;
        Some(self.current_watermark - i64::from(is_on(Fault::EarlyWatermark)))
    }

    fn emit_status(
        &mut self,
        status: StreamStatus,
        out: &mut Output<'_>,
    ) -> Result<(), EngineError> {
        self.status = status;
        out.status(status)
    }

    fn end_of_time(&mut self, out: &mut Output<'_>) -> Result<(), EngineError> {
        if self.current_watermark == END_OF_TIME {
            return Ok(());
        }
        if self.is_idle() {
            self.emit_status(StreamStatus::Active, out)?;
        }
        self.current_watermark = END_OF_TIME;
        out.watermark(END_OF_TIME)
    }
}

struct Watermarks {
    values: ArrayRef,
    failure: Option<Failure>,
}

impl StreamOperator for WatermarkAssignerOperator {
    fn process(
        &mut self,
        _port: usize,
        batch: ChangelogBatch,
        out: &mut Output<'_>,
    ) -> Result<(), EngineError> {
        let rows = Rows::of(&batch);
        if rows.len() == 0 {
            return Ok(());
        }
        let Watermarks { values, failure } = self.watermarks(&batch, &rows)?;
        let passed = values.len();
        let seen = passed + usize::from(failure.is_some());
        self.processed_rows += seen as u64;
        if self.is_idle() {
            self.emit_status(StreamStatus::Active, out)?;
        }
        let mut marks = Vec::new();
        for (place, watermark) in epoch_millis(&values)?.enumerate() {
            if let Some(watermark) = watermark {
                self.current_watermark = self.current_watermark.max(watermark);
            }
            let ahead = self.current_watermark.wrapping_sub(self.last_watermark);
            if ahead > self.intervals.watermark_millis
                && let Some(watermark) = self.advance()
            {
                let position =
                    rows.physical(place) + usize::from(!is_on(Fault::WatermarkBeforeRow));
                marks.push(Mark { position, signal: Signal::Watermark(watermark) });
            }
        }
        let Some(failure) = failure else {
            return out.batch(batch.with_marks(marks)?);
        };
        let failing_row = rows.physical(failure.row);
        out.batch(batch.slice(0, failing_row).with_marks(marks)?)?;
        Err(failure.error)
    }

    fn watermark(
        &mut self,
        _port: usize,
        timestamp: i64,
        out: &mut Output<'_>,
    ) -> Result<(), EngineError> {
        if timestamp == END_OF_TIME { self.end_of_time(out) } else { Ok(()) }
    }

    fn status(
        &mut self,
        _port: usize,
        status: StreamStatus,
        out: &mut Output<'_>,
    ) -> Result<(), EngineError> {
        self.emit_status(status, out)
    }

    fn deadline(&self) -> Option<i64> {
        self.deadline
    }

    fn processing_time(
        &mut self,
        _due: i64,
        now: i64,
        out: &mut Output<'_>,
    ) -> Result<(), EngineError> {
        let Intervals { watermark_millis, idle_millis } = self.intervals;
        let active_now = self.activity.millis(now);
        if watermark_millis > 0 && self.last_periodic_emit.saturating_add(watermark_millis) <= now {
            self.last_periodic_emit = now;
            if let Some(watermark) = self.advance() {
                out.watermark(watermark)?;
            }
        }
        if self.checked_rows != Some(self.processed_rows) {
            self.last_activity = active_now;
            self.checked_rows = Some(self.processed_rows);
        }
        if idle_millis > 0
            && self.status == StreamStatus::Active
            && self.last_activity.saturating_add(idle_millis) <= active_now
        {
            self.emit_status(StreamStatus::Idle, out)?;
        }
        self.deadline = self.intervals.timer_millis().map(|interval| now.saturating_add(interval));
        Ok(())
    }

    fn flush(&mut self, kind: FlushKind, out: &mut Output<'_>) -> Result<(), EngineError> {
        match kind {
            FlushKind::EndOfInput => self.end_of_time(out),
            FlushKind::Bundle | FlushKind::Barrier => Ok(()),
        }
    }
}

/// Timestamps as epoch milliseconds, as TimestampData.getMillisecond gives them: the sub-millisecond part
/// is cut toward the past.
fn epoch_millis(
    values: &ArrayRef,
) -> Result<Box<dyn Iterator<Item = Option<i64>> + '_>, EngineError> {
    match values.data_type() {
        DataType::Timestamp(TimeUnit::Millisecond, _) => {
            Ok(Box::new(values.as_primitive::<TimestampMillisecondType>().iter()))
        }
        DataType::Timestamp(TimeUnit::Microsecond, _) => {
            let micros = values.as_primitive::<TimestampMicrosecondType>().iter();
            Ok(Box::new(micros.map(|micros| micros.map(|micros| micros.div_euclid(1000)))))
        }
        DataType::Struct(_) => {
            let parts = values.as_struct();
            let millis = parts
                .column(0)
                .as_primitive_opt::<Int64Type>()
                .ok_or_else(|| EngineError::defect("a precise timestamp without milliseconds"))?;
            let nulls = parts.nulls().cloned();
            Ok(Box::new(millis.iter().enumerate().map(move |(row, millis)| {
                millis.filter(|_| nulls.as_ref().is_none_or(|nulls| nulls.is_valid(row)))
            })))
        }
        other => Err(EngineError::defect(format!("a watermark of type {other}"))),
    }
}
