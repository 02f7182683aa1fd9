use sf_state::{StateTable, TableLayout};

use crate::EngineError;
use crate::batch::{ChangelogBatch, StreamStatus};
use crate::output::Output;
use crate::task::FlushKind;

/// Whether an operator can take a batch that holds marks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MarkHandling {
    /// The operator carries the marks of a batch to its output at the same rows.
    Carried,
    /// The driver cuts a batch at its marks: the operator sees rows, then the signal, in order.
    Cut,
}

/// How much state there is.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct StateSize {
    /// Rows of all tables of values.
    pub rows: usize,
    /// Timers.
    pub timers: usize,
    /// Bytes of memory of all tables.
    pub bytes: usize,
}

impl StateSize {
    /// Both together.
    #[must_use]
    pub fn plus(self, other: Self) -> Self {
        Self {
            rows: self.rows + other.rows,
            timers: self.timers + other.timers,
            bytes: self.bytes + other.bytes,
        }
    }
}

/// What the rows of a table are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TableKind {
    /// Values by key.
    Keyed,
    /// Timers.
    Timers,
    /// Rows that wait in a bundle, which are no part of a snapshot.
    Bundle {
        /// How many keys they have.
        keys: usize,
    },
}

impl TableKind {
    /// What the rows are called in metrics.
    pub fn rows_name(self) -> &'static str {
        match self {
            Self::Keyed => "rows",
            Self::Timers => "timers",
            Self::Bundle { .. } => "bundle",
        }
    }
}

/// How much a table holds.
#[derive(Debug, Clone, Copy)]
pub struct TableSize<'a> {
    /// Node and table.
    pub layout: &'a TableLayout,
    /// What the rows are.
    pub kind: TableKind,
    /// Keys, or timers.
    pub rows: usize,
    /// Bytes of memory.
    pub bytes: usize,
}

impl<'a> TableSize<'a> {
    /// The size of a table of values.
    pub fn of(table: &'a StateTable) -> Self {
        Self {
            layout: table.layout(),
            kind: TableKind::Keyed,
            rows: table.len(),
            bytes: table.memory_bytes(),
        }
    }

    /// The same as a part of all state.
    pub fn state(&self) -> StateSize {
        let (rows, timers) = match self.kind {
            TableKind::Keyed => (self.rows, 0),
            TableKind::Timers => (0, self.rows),
            TableKind::Bundle { .. } => return StateSize::default(),
        };
        StateSize { rows, timers, bytes: self.bytes }
    }
}

/// One operator of a fragment. Operators run on the task thread, call each other through
/// [`Output`], and keep nothing of a batch that they did not copy.
///
/// A row on which Flink fails is raised only after every row before it has gone to `out`.
pub trait StreamOperator: Send {
    /// How the operator wants marks.
    fn mark_handling(&self) -> MarkHandling {
        MarkHandling::Cut
    }

    /// Rows arrived on input `port`. Results leave through `out` in order.
    ///
    /// # Errors
    /// The first failing row's error, after the rows before it left; or an error downstream.
    fn process(
        &mut self,
        port: usize,
        batch: ChangelogBatch,
        out: &mut Output<'_>,
    ) -> Result<(), EngineError>;

    /// Event time of input `port` reached `timestamp`: fires event-time timers in Flink's order, then
    /// passes the watermark on. The default only passes it on and fits one input.
    ///
    /// # Errors
    /// An error of what fired, or downstream.
    fn watermark(
        &mut self,
        _port: usize,
        timestamp: i64,
        out: &mut Output<'_>,
    ) -> Result<(), EngineError> {
        out.watermark(timestamp)
    }

    /// Input `port` became idle or active. The default only passes it on and fits one input.
    ///
    /// # Errors
    /// An error downstream.
    fn status(
        &mut self,
        _port: usize,
        status: StreamStatus,
        out: &mut Output<'_>,
    ) -> Result<(), EngineError> {
        out.status(status)
    }

    /// The processing time at which the operator wants [`Self::processing_time`] to be called,
    /// in epoch milliseconds; asked after every callback.
    fn deadline(&self) -> Option<i64> {
        None
    }

    /// Processing time reached `due`, which is the operator's deadline: fires what is due by then, as
    /// Flink's onProcessingTime with the time that was registered, and moves the deadline beyond it. The
    /// clock reads `now`, which may be later.
    ///
    /// # Errors
    /// An error of what fired, or downstream.
    fn processing_time(
        &mut self,
        _due: i64,
        _now: i64,
        _out: &mut Output<'_>,
    ) -> Result<(), EngineError> {
        Ok(())
    }

    /// Hands out what the operator holds back, at a bundle's end, before a barrier, or at the end of
    /// all inputs. Upstream operators were flushed before.
    ///
    /// # Errors
    /// An error of what is flushed, or downstream.
    fn flush(&mut self, _kind: FlushKind, _out: &mut Output<'_>) -> Result<(), EngineError> {
        Ok(())
    }

    /// Whether the operator reads [`crate::ProcessingClock`]. Rows of a batch have then arrived in one
    /// millisecond, so the time is that of each of them.
    fn reads_processing_time(&self) -> bool {
        false
    }

    /// Tells the size of every table, always of all of them in the same order.
    fn visit_tables(&self, _visit: &mut dyn FnMut(TableSize<'_>)) {}

    /// How much state the operator has now: all of its tables.
    fn state_size(&self) -> StateSize {
        let mut all = StateSize::default();
        self.visit_tables(&mut |table| all = all.plus(table.state()));
        all
    }

    /// Reserves the memory that the operator's state takes now. Operators do so by themselves as rows
    /// come; this is for what came by a restore.
    ///
    /// # Errors
    /// The fragment's memory does not suffice.
    fn account(&self) -> Result<(), EngineError> {
        Ok(())
    }

    /// The operator's state, for snapshot and restore; None for a stateless operator.
    fn state(&mut self) -> Option<&mut dyn sf_state::OperatorState> {
        None
    }
}
