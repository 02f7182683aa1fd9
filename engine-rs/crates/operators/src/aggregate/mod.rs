//! Aggregate functions as Flink computes them: state in the rows of a table, and for each change of a
//! group the result before and after it. Operators decide which changes there are, which group each
//! belongs to and what is emitted; a function only ever sees its own part of the group's row.
//!
//! ```text
//! row of a group   | operator's own part | state of call 0 | state of call 1 | ...
//! ```
//!
//! All zeros are the state before the first value. What does not fit a row, such as all the values of a
//! group, is in tables of the function's own ([`Aggregate::tables`]).

mod array_agg;
mod average;
mod call;
mod canonical;
mod count;
mod distinct;
mod extremum;
mod extremum_with_retract;
mod first_last;
mod first_last_retract;
mod folded;
mod group_values;
mod growing;
mod held;
mod json_array_agg;
mod json_object_agg;
mod lifetime;
mod list;
mod list_agg;
mod list_agg_retract;
mod listed;
mod registry;
mod single_value;
mod sum;
mod sum0;
mod text_extremum;
mod types;
mod value;

pub(crate) use call::{CallContext, TableContext, type_names};
pub(crate) use canonical::nested;
pub(crate) use distinct::DistinctValues;
pub(crate) use lifetime::{Sweep, is_expired, write_time};
pub use registry::AggregateEntry;
pub(crate) use registry::{FUNCTIONS, create};

use std::sync::Arc;

use arrow_array::cast::AsArray;
use arrow_array::{Array, ArrayRef, ArrowPrimitiveType, BinaryArray, BooleanArray, PrimitiveArray};
use sf_faults::{Fault, is_on};
use sf_runtime::encode::Keys;
use sf_runtime::{AggregateMeasure, ChangelogBatch, EngineError, TableSize};
use sf_state::{SlotId, StateTable};

/// One row of the input that changes a group.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Change {
    /// Its physical row.
    pub(crate) row: usize,
    /// Its position among the rows that count.
    pub(crate) position: usize,
    /// The group's row in the table.
    pub(crate) slot: SlotId,
    /// Whether it adds to the group; otherwise it takes back what was added.
    pub(crate) accumulate: bool,
    /// Whether the group ends with it. If its key comes again, that is another group with another slot.
    pub(crate) ends: bool,
}

/// The groups of a batch, by the position of a row, and the moment at which they are looked at.
#[derive(Debug, Clone, Copy)]
pub(crate) struct GroupKeys<'a> {
    pub(crate) keys: Keys<'a>,
    pub(crate) max_parallelism: u32,
    /// Processing time in epoch milliseconds; 0 if state does not expire.
    pub(crate) now: i64,
}

/// An aggregate call of an operator.
pub(crate) trait Aggregate: Send {
    /// Bytes of its state.
    fn state_bytes(&self) -> usize;

    /// Number of texts of its state.
    fn state_texts(&self) -> usize {
        0
    }

    /// Applies changes in order. Sets `changed[i]` where the result after change *i* is another one than
    /// before, as Flink's generated equaliser sees it. What tables of its own hold of a group is forgotten
    /// with the change that [ends](Change::ends) it.
    ///
    /// # Errors
    /// Columns that are not of the declared type.
    fn apply(
        &mut self,
        input: &Input<'_>,
        state: &mut CallState<'_>,
        changed: &mut [bool],
    ) -> Result<(), EngineError>;

    /// Results of the last [`Self::apply`]: pick `2 * i` is the one before change *i*, `2 * i + 1` the
    /// one after it.
    ///
    /// # Errors
    /// A result that its type cannot hold, which would be a defect.
    fn results(&self, picks: &[usize]) -> Result<ArrayRef, EngineError>;

    /// Whether Flink takes two results of one group of the last [`Self::apply`], of which the second came
    /// later, for different, as [`Self::results`] picks them. Of those of one change `changed` says it.
    ///
    /// # Errors
    /// A result that its type cannot hold, which would be a defect.
    fn differ(&self, before: usize, after: usize) -> Result<bool, EngineError>;

    /// How many of the results one column should hold, from the first on: texts and lists can be long, and
    /// each row has the whole of one.
    fn fitting(&self, picks: &[usize]) -> usize {
        picks.len()
    }

    /// The first change of the last [`Self::apply`] on which Flink fails: there are no results from it on.
    fn failure(&mut self) -> Option<Failure> {
        None
    }

    /// Tables of its own, which are part of snapshots.
    fn tables(&mut self) -> Vec<&mut StateTable> {
        Vec::new()
    }

    /// How large they are now, with what is in memory beside them.
    fn visit_tables(&self, _visit: &mut dyn FnMut(TableSize<'_>)) {}

    /// Its tables were restored, and those of the groups: makes anew what no snapshot holds.
    ///
    /// # Errors
    /// A snapshot whose tables do not fit each other.
    fn restored(&mut self, _groups: &StateTable) -> Result<(), EngineError> {
        Ok(())
    }

    /// A group expired, and another one may get its slot.
    fn forget(&mut self, _group: SlotId) {}
}

/// Bytes of texts or lists that leave in one column, unless a single one has more.
const COLUMN_BYTES: usize = 16 << 20;

/// How many values of these sizes fit [`COLUMN_BYTES`], at least one.
fn fitting(sizes: impl Iterator<Item = usize>) -> usize {
    let mut bytes = 0_usize;
    let fits = |size: &usize| {
        bytes = bytes.saturating_add(*size);
        bytes <= COLUMN_BYTES
    };
    sizes.take_while(fits).count().max(1)
}

/// A change on which Flink fails.
#[derive(Debug)]
pub(crate) struct Failure {
    /// Its position among the changes.
    pub(crate) change: usize,
    /// What Flink throws.
    pub(crate) error: EngineError,
}

/// What a call reads.
pub(crate) struct Input<'a> {
    groups: GroupKeys<'a>,
    changes: &'a [Change],
    arguments: Vec<&'a ArrayRef>,
    admission: Admission<'a>,
}

/// Which changes a call sees.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Admission<'a> {
    /// All of them.
    All,
    /// Those for whose row this is true.
    Filter(&'a BooleanArray),
    /// These, by change: the ones that bring a new distinct value.
    Chosen(&'a [bool]),
}

impl<'a> Admission<'a> {
    /// The changes that a call's filter lets through.
    pub(crate) fn of(
        measure: &AggregateMeasure,
        batch: &'a ChangelogBatch,
    ) -> Result<Self, EngineError> {
        let Some(index) = measure.filter.filter(|_| !is_on(Fault::IgnoredAggregateFilter)) else {
            return Ok(Self::All);
        };
        column(batch, index)?
            .as_boolean_opt()
            .map(Self::Filter)
            .ok_or_else(|| EngineError::defect("a filter that is not BOOLEAN"))
    }

    #[inline]
    fn admits(self, index: usize, change: &Change) -> bool {
        match self {
            Self::All => true,
            Self::Filter(filter) => filter.is_valid(change.row) && filter.value(change.row),
            Self::Chosen(chosen) => chosen[index],
        }
    }
}

fn column(batch: &ChangelogBatch, index: usize) -> Result<&ArrayRef, EngineError> {
    batch.columns().get(index).ok_or_else(|| EngineError::defect("no such column"))
}

impl<'a> Input<'a> {
    /// The columns of one call.
    pub(crate) fn try_new(
        measure: &AggregateMeasure,
        batch: &'a ChangelogBatch,
        groups: GroupKeys<'a>,
        changes: &'a [Change],
        admission: Admission<'a>,
    ) -> Result<Self, EngineError> {
        let arguments = measure.arguments.iter().map(|index| column(batch, *index));
        let arguments = arguments.collect::<Result<_, _>>()?;
        Ok(Self { groups, changes, arguments, admission })
    }

    /// The first argument, None for a call without one.
    pub(crate) fn argument(&self) -> Option<&'a ArrayRef> {
        self.arguments.first().copied()
    }

    /// An argument as texts or binaries.
    fn bytes(&self, argument: usize) -> Result<&'a BinaryArray, EngineError> {
        self.arguments
            .get(argument)
            .and_then(|argument| argument.as_binary_opt::<i32>())
            .ok_or_else(|| EngineError::defect("a text of another type than declared"))
    }

    /// The argument as numbers.
    fn primitive<T: ArrowPrimitiveType>(&self) -> Result<&'a PrimitiveArray<T>, EngineError> {
        self.argument()
            .and_then(|argument| argument.as_primitive_opt::<T>())
            .ok_or_else(|| EngineError::defect("an argument of another type than declared"))
    }
}

/// A call's part of the rows of a table.
pub(crate) struct CallState<'a> {
    table: &'a mut StateTable,
    start: usize,
    end: usize,
    text: usize,
}

impl<'a> CallState<'a> {
    /// The part `start..end` of each row, and the texts from `text` on.
    pub(crate) fn new(table: &'a mut StateTable, start: usize, end: usize, text: usize) -> Self {
        Self { table, start, end, text }
    }

    /// One of the call's texts.
    fn text_of(&self, slot: SlotId, text: usize) -> Option<&Arc<[u8]>> {
        self.table.text(slot, self.text + text)
    }

    fn put_text_of(&mut self, slot: SlotId, text: usize, value: Option<Arc<[u8]>>) {
        self.table.put_text(slot, self.text + text, value);
    }

    /// The part of a row, to be read only.
    #[inline]
    fn read(&self, slot: SlotId) -> &[u8] {
        &self.table.row(slot)[self.start..self.end]
    }

    #[inline]
    fn of(&mut self, slot: SlotId) -> &mut [u8] {
        &mut self.table.row_mut(slot)[self.start..self.end]
    }
}

/// A word of a state.
#[inline]
fn long_at(state: &[u8], at: usize) -> i64 {
    let mut word = [0; 8];
    word.copy_from_slice(&state[at..at + 8]);
    i64::from_le_bytes(word)
}

#[inline]
fn put_long(state: &mut [u8], at: usize, value: i64) {
    state[at..at + 8].copy_from_slice(&value.to_le_bytes());
}
