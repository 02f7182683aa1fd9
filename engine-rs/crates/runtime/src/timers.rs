use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use sf_faults::{Fault, is_on};
use sf_state::{
    FiredTimers, StateError, StateView, TableSection, TimerKey, TimerLayout, TimerTable,
};

use crate::operator::{TableKind, TableSize};
use crate::{EngineError, OperatorContext};

/// Name of the table of event-time timers.
const EVENT_TIME: &str = "event timers";
/// Name of the table of processing-time timers.
const PROCESSING_TIME: &str = "processing timers";

/// Counts the timers of a fragment that fired, as Flink's task metric numFiredTimers does.
#[derive(Debug, Default)]
pub struct FiredTimerCount(AtomicU64);

impl FiredTimerCount {
    /// Timers so far.
    pub fn get(&self) -> u64 {
        self.0.load(Ordering::Relaxed)
    }
}

/// The timers of an operator in event and in processing time. Follows Flink's InternalTimerService: an
/// operator forwards its callbacks, and takes what is due.
///
/// ```text
/// watermark(timestamp)      timers.advance(timestamp); while timers.pop_event(..) { .. } then pass it on
/// deadline()                timers.deadline()
/// processing_time(due, ..)  while timers.pop_processing(due, ..) { .. }
/// ```
///
/// Between two pops timers may be registered and deleted: they fire where Flink's would. An operator that
/// does neither takes a step at once and works on the whole of it.
pub struct OperatorTimers {
    event: TimerTable,
    processing: TimerTable,
    watermark: i64,
    count: Arc<FiredTimerCount>,
}

impl OperatorTimers {
    /// No timers.
    ///
    /// `schema` is the key and what its timers are told apart by as text, such as `(BIGINT) window`, and
    /// `namespace_bytes` the length of the latter.
    pub fn new(
        node: &str,
        schema: &str,
        namespace_bytes: usize,
        context: &OperatorContext,
    ) -> Self {
        let table = |table: &str| {
            TimerTable::new(TimerLayout {
                node: node.to_owned(),
                table: table.to_owned(),
                schema: schema.to_owned(),
                namespace_bytes,
                key_groups: context.key_groups(),
            })
        };
        Self {
            event: table(EVENT_TIME),
            processing: table(PROCESSING_TIME),
            watermark: i64::MIN,
            count: Arc::clone(&context.fired_timers),
        }
    }

    /// The last watermark, the earliest time before the first one. It is no state, as in Flink.
    pub fn watermark(&self) -> i64 {
        self.watermark
    }

    /// Event time reached `watermark`; what is due waits for [`Self::pop_event`].
    pub fn advance(&mut self, watermark: i64) {
        self.watermark = watermark;
    }

    /// Registers an event-time timer and answers whether it is new. One behind the watermark fires with the
    /// next watermark, as in Flink.
    ///
    /// # Errors
    /// A key of another task, or a namespace of another length.
    pub fn register_event(&mut self, key: TimerKey<'_>, time: i64) -> Result<bool, EngineError> {
        if time <= self.watermark && is_on(Fault::LostLateTimer) {
            return Ok(false);
        }
        Ok(self.event.register(key, time)?)
    }

    /// Deletes an event-time timer and answers whether there was one.
    ///
    /// # Errors
    /// A namespace of another length.
    pub fn delete_event(&mut self, key: TimerKey<'_>, time: i64) -> Result<bool, EngineError> {
        Ok(self.event.delete(key, time)?)
    }

    /// Registers a processing-time timer and answers whether it is new.
    ///
    /// # Errors
    /// A key of another task, or a namespace of another length.
    pub fn register_processing(
        &mut self,
        key: TimerKey<'_>,
        time: i64,
    ) -> Result<bool, EngineError> {
        Ok(self.processing.register(key, time)?)
    }

    /// Deletes a processing-time timer and answers whether there was one.
    ///
    /// # Errors
    /// A namespace of another length.
    pub fn delete_processing(&mut self, key: TimerKey<'_>, time: i64) -> Result<bool, EngineError> {
        Ok(self.processing.delete(key, time)?)
    }

    /// When the next event-time timer fires.
    pub fn next_event(&self) -> Option<i64> {
        self.event.next_time()
    }

    /// When the next processing-time timer fires.
    pub fn deadline(&self) -> Option<i64> {
        self.processing.next_time()
    }

    /// Moves the next event-time timer that is due to the end of `fired`, if there is one.
    pub fn pop_event(&mut self, fired: &mut FiredTimers) -> bool {
        counted(&self.count, self.event.pop(self.watermark, fired))
    }

    /// Moves the next processing-time timer that is due to the end of `fired`, if there is one.
    pub fn pop_processing(&mut self, due: i64, fired: &mut FiredTimers) -> bool {
        counted(&self.count, self.processing.pop(due, fired))
    }

    /// Moves all event-time timers that are due to `fired`, for an operator that touches no timer while it
    /// fires.
    pub fn pop_event_step(&mut self, fired: &mut FiredTimers) {
        while self.pop_event(fired) {}
    }

    /// Moves all processing-time timers that are due to `fired`, for an operator that touches no timer while
    /// it fires.
    pub fn pop_processing_step(&mut self, due: i64, fired: &mut FiredTimers) {
        while self.pop_processing(due, fired) {}
    }

    /// Bytes of memory.
    pub fn memory_bytes(&self) -> usize {
        self.event.memory_bytes() + self.processing.memory_bytes()
    }

    /// The two tables, for [`crate::StreamOperator::visit_tables`].
    pub fn visit_tables(&self, visit: &mut dyn FnMut(TableSize<'_>)) {
        for table in [&self.event, &self.processing] {
            visit(TableSize {
                layout: table.layout(),
                kind: TableKind::Timers,
                rows: table.len(),
                bytes: table.memory_bytes(),
            });
        }
    }

    /// Views of the two tables, for a snapshot.
    pub fn views(&mut self) -> [Box<dyn StateView>; 2] {
        [Box::new(self.event.view()), Box::new(self.processing.view())]
    }

    /// Takes one key group out of a snapshot if the section is one of these tables, and answers whether it
    /// is.
    ///
    /// # Errors
    /// A section that does not fit or cannot be read.
    pub fn restore(
        &mut self,
        key_group: u32,
        section: &TableSection<'_>,
    ) -> Result<bool, StateError> {
        let table = match section.table {
            EVENT_TIME => &mut self.event,
            PROCESSING_TIME => &mut self.processing,
            _ => return Ok(false),
        };
        table.restore(key_group, section)?;
        Ok(true)
    }
}

fn counted(count: &FiredTimerCount, fired: bool) -> bool {
    count.0.fetch_add(u64::from(fired), Ordering::Relaxed);
    fired
}
