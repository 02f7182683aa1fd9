use std::ops::RangeInclusive;
use std::sync::Arc;
use std::sync::atomic::{AtomicI64, AtomicU64, Ordering};

use arrow_array::ArrayRef;
use sf_contract::LogicalType;
use sf_contract::proto::TaskContext;

use crate::EngineError;
use crate::clock::{Clock, SystemClock};
use crate::memory::FragmentMemory;
use crate::timers::FiredTimerCount;

/// What a host call gives back.
#[derive(Debug)]
pub struct HostCallResult {
    /// Results of the rows that were evaluated: all rows, or those before the failing one.
    pub values: ArrayRef,
    /// The failure of the row after the last result.
    pub failure: Option<EngineError>,
}

/// Evaluates code of the host over columns; the native interface implements it with an upcall.
pub trait HostCallHandler: Send + Sync {
    /// Evaluates call `call_id` over `rows` rows of `arguments`, whose types are
    /// `argument_types`; the result has the Arrow type of `result_type`. Called once per batch, never
    /// again for a row that was already given.
    ///
    /// # Errors
    /// The call could not be made at all. A row that fails is not an error here but in the result.
    fn call(
        &self,
        call_id: u32,
        arguments: &[ArrayRef],
        argument_types: &[LogicalType],
        rows: usize,
        result_type: &LogicalType,
    ) -> Result<HostCallResult, EngineError>;
}

/// A host that evaluates nothing, for fragments opened without one.
#[derive(Debug, Clone, Copy, Default)]
pub struct NoHost;

impl HostCallHandler for NoHost {
    fn call(
        &self,
        call_id: u32,
        _arguments: &[ArrayRef],
        _argument_types: &[LogicalType],
        _rows: usize,
        _result_type: &LogicalType,
    ) -> Result<HostCallResult, EngineError> {
        Err(EngineError::new(
            crate::ErrorCode::Protocol,
            format!("host call {call_id} in a fragment that was opened without a host"),
        ))
    }
}

/// Counts what goes through a host, whichever operator or expression asked.
struct CountingHost {
    inner: Arc<dyn HostCallHandler>,
    counters: Arc<HostCounters>,
}

/// How much the host evaluated for a fragment.
#[derive(Debug, Default)]
pub struct HostCounters {
    calls: AtomicU64,
    rows: AtomicU64,
}

impl HostCounters {
    /// Upcalls so far.
    pub fn calls(&self) -> u64 {
        self.calls.load(Ordering::Relaxed)
    }

    /// Rows so far, once per call.
    pub fn rows(&self) -> u64 {
        self.rows.load(Ordering::Relaxed)
    }
}

impl HostCallHandler for CountingHost {
    fn call(
        &self,
        call_id: u32,
        arguments: &[ArrayRef],
        argument_types: &[LogicalType],
        rows: usize,
        result_type: &LogicalType,
    ) -> Result<HostCallResult, EngineError> {
        self.counters.calls.fetch_add(1, Ordering::Relaxed);
        self.counters.rows.fetch_add(rows as u64, Ordering::Relaxed);
        self.inner.call(call_id, arguments, argument_types, rows, result_type)
    }
}

/// The time that counts against an idle timeout: it stands still while the task is backpressured, as
/// Flink's PausableRelativeClock does. Its readings only compare with each other.
#[derive(Debug, Clone)]
pub struct InputActivityClock(Arc<AtomicI64>);

impl InputActivityClock {
    const UNKNOWN: i64 = i64::MIN;

    /// The reading that comes with a timer; set before operators are called.
    pub fn set_millis(&self, millis: i64) {
        self.0.store(millis, Ordering::Relaxed);
    }

    /// The reading; processing time where the host gives none.
    pub fn millis(&self, now: i64) -> i64 {
        match self.0.load(Ordering::Relaxed) {
            Self::UNKNOWN => now,
            millis => millis,
        }
    }
}

impl Default for InputActivityClock {
    fn default() -> Self {
        Self(Arc::new(AtomicI64::new(Self::UNKNOWN)))
    }
}

/// Processing time as Flink's ProcessingTimeService has it: when the rows, the watermark or the timer at
/// hand arrived. Only for operators that say so, see [`crate::StreamOperator::reads_processing_time`].
#[derive(Debug, Clone, Default)]
pub struct ProcessingClock(Arc<AtomicI64>);

impl ProcessingClock {
    fn new(millis: i64) -> Self {
        Self(Arc::new(AtomicI64::new(millis)))
    }

    /// Epoch milliseconds.
    pub fn now_millis(&self) -> i64 {
        self.0.load(Ordering::Relaxed)
    }

    /// The time of what comes next; set before operators are called.
    pub fn set_millis(&self, millis: i64) {
        self.0.store(millis, Ordering::Relaxed);
    }
}

/// What an operator is opened with.
#[derive(Clone)]
pub struct OperatorContext {
    /// What the task told the engine.
    pub task: Arc<TaskContext>,
    /// Evaluates host calls and counts them.
    pub host: Arc<dyn HostCallHandler>,
    /// What was counted.
    pub host_counters: Arc<HostCounters>,
    /// The fragment's memory.
    pub memory: FragmentMemory,
    /// What idle timeouts are measured with.
    pub input_activity: InputActivityClock,
    /// By which state expires.
    pub clock: Arc<dyn Clock>,
    /// Counts timers that fired.
    pub fired_timers: Arc<FiredTimerCount>,
    /// Processing time.
    pub processing_time: ProcessingClock,
}

impl OperatorContext {
    /// The key groups of the task; empty if it has no keyed state.
    pub fn key_groups(&self) -> RangeInclusive<u32> {
        let group = |value: i32| u32::try_from(value).ok();
        match (group(self.task.key_group_start), group(self.task.key_group_end)) {
            (Some(start), Some(end)) => start..=end,
            _ => RangeInclusive::new(1, 0),
        }
    }

    /// The context of one fragment in one task.
    pub fn new(task: TaskContext, host: Arc<dyn HostCallHandler>) -> Self {
        let counters = Arc::new(HostCounters::default());
        let memory = FragmentMemory::new(&task);
        let processing_time = ProcessingClock::new(task.now_millis);
        Self {
            task: Arc::new(task),
            host: Arc::new(CountingHost { inner: host, counters: Arc::clone(&counters) }),
            host_counters: counters,
            memory,
            input_activity: InputActivityClock::default(),
            clock: Arc::new(SystemClock),
            fired_timers: Arc::default(),
            processing_time,
        }
    }
}
