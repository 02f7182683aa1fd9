use std::sync::Arc;

use arrow_array::{ArrayRef, UInt32Array};
use arrow_buffer::ScalarBuffer;
use arrow_select::take::take;
use sf_faults::{Fault, is_on};
use sf_runtime::encode::{KeyEncoder, Keys};
use sf_runtime::{
    AggregateMeasure, AggregateParameters, ChangelogBatch, Clock, EngineError, Mark, MarkHandling,
    OperatorContext, OperatorMemory, Output, RowKind, Signal, StreamOperator, TableSize,
};
use sf_state::{NO_SLOT, OperatorState, SlotId, StateError, StateTable, StateView, TableSection};

use super::state::{Ended, RowLayout, functions, table, table_context};
use crate::aggregate::{
    Admission, Aggregate, Change, DistinctValues, Failure, GroupKeys, Input, Sweep, nested,
};

/// Makes a group aggregate.
pub(crate) fn create(
    id: &str,
    parameters: AggregateParameters,
    context: &OperatorContext,
) -> Result<Box<dyn StreamOperator>, EngineError> {
    let key = parameters.key_types();
    let tables = table_context(id, &parameters, &key, context);
    let functions = functions(&parameters.measures, &tables)?;
    let distinct = DistinctValues::of(&parameters.measures, &tables)?;
    let layout = RowLayout::new(&parameters, &functions);
    let groups = Groups {
        table: table(id, &parameters, &layout, context)?,
        layout,
        state_ttl_millis: parameters.state_ttl_millis,
        max_parallelism: context.task.max_parallelism,
        clock: Arc::clone(&context.clock),
        candidates: Vec::new(),
        changes: Vec::new(),
        fates: Vec::new(),
        ended: Ended::default(),
        expired: Vec::new(),
        now: 0,
        sweep: Sweep::default(),
    };
    Ok(Box::new(GroupAggregateOperator {
        keys: KeyEncoder::new(parameters.grouping),
        groups,
        distinct,
        measures: parameters.measures,
        functions,
        emit_update_before: parameters.emit_update_before && !is_on(Fault::UpdateWithoutBefore),
        restored: false,
        memory: context.memory.register(id),
    }))
}

struct GroupAggregateOperator {
    keys: KeyEncoder,
    groups: Groups,
    distinct: Vec<DistinctValues>,
    measures: Vec<AggregateMeasure>,
    functions: Vec<Box<dyn Aggregate>>,
    emit_update_before: bool,
    /// Whether tables were restored and no row came since.
    restored: bool,
    memory: OperatorMemory,
}

/// The groups and what a batch does to them.
struct Groups {
    table: StateTable,
    layout: RowLayout,
    state_ttl_millis: i64,
    max_parallelism: u32,
    clock: Arc<dyn Clock>,
    /// The slot that each key of the batch at hand may have.
    candidates: Vec<SlotId>,
    /// The changes of the batch at hand.
    changes: Vec<Change>,
    /// What becomes of the group with each change.
    fates: Vec<Fate>,
    ended: Ended,
    /// Slots whose groups expired and which the functions do not know yet.
    expired: Vec<SlotId>,
    /// Processing time of the batch at hand.
    now: i64,
    sweep: Sweep,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Fate {
    Starts,
    Changes,
    Ends,
}

impl StreamOperator for GroupAggregateOperator {
    fn mark_handling(&self) -> MarkHandling {
        MarkHandling::Carried
    }

    fn process(
        &mut self,
        _port: usize,
        mut batch: ChangelogBatch,
        out: &mut Output<'_>,
    ) -> Result<(), EngineError> {
        self.make_anew()?;
        let mut marks = batch.take_marks();
        let keys = self.keys.encode(&batch)?;
        self.groups.find(&batch, keys)?;
        self.groups.forget_expired(&mut self.distinct, &mut self.functions);
        let expires = self.groups.state_ttl_millis > 0;
        let Groups { table, layout, changes, max_parallelism, now, .. } = &mut self.groups;
        let groups = GroupKeys { keys, max_parallelism: *max_parallelism, now: *now };
        for distinct in &mut self.distinct {
            distinct.look_up(&self.measures, &batch, groups, changes)?;
        }
        // With a time to live Flink emits also what did not change, so that state downstream lives on.
        let mut changed = vec![expires || is_on(Fault::EmittedUnchanged); changes.len()];
        for (call, function) in self.functions.iter_mut().enumerate() {
            let measure = &self.measures[call];
            let chosen = self.distinct.iter().find_map(|distinct| distinct.admission(call));
            let chosen = chosen.filter(|_| !is_on(Fault::IgnoredDistinct));
            let admission = match chosen {
                Some(admission) => admission,
                None => Admission::of(measure, &batch)?,
            };
            let input = Input::try_new(measure, &batch, groups, changes, admission)?;
            function.apply(&input, &mut layout.call(call, table), &mut changed)?;
        }
        self.groups.ended.release(&mut self.groups.table);
        self.groups.sweep();
        self.groups.forget_expired(&mut self.distinct, &mut self.functions);
        self.account()?;
        let failure = self.failure();
        if let Some(failure) = &failure {
            let row = self.groups.changes[failure.change].row;
            marks.retain(|mark| mark.position <= row);
            changed.truncate(failure.change);
        }
        let mut rest = self.emitted(&changed)?;
        rest.place(&mut marks);
        while !rest.picks.is_empty() {
            let emitted = rest.take(self.fitting(&rest.picks));
            let rows = emitted.picks.len();
            // A mark behind these rows comes with the next ones, if there are any.
            let is_last = rest.picks.is_empty();
            let inside = marks.partition_point(|mark| mark.position < rows || is_last);
            let of_output: Vec<Mark> = marks.drain(..inside).collect();
            marks.iter_mut().for_each(|mark| mark.position -= rows);
            out.batch(self.output(&batch, emitted)?.with_marks(of_output)?)?;
        }
        for mark in marks {
            match mark.signal {
                Signal::Watermark(timestamp) => out.watermark(timestamp)?,
                Signal::Status(status) => out.status(status)?,
            }
        }
        failure.map_or(Ok(()), |failure| Err(failure.error))
    }

    fn visit_tables(&self, visit: &mut dyn FnMut(TableSize<'_>)) {
        visit(TableSize::of(&self.groups.table));
        self.distinct.iter().for_each(|distinct| visit(distinct.size()));
        self.functions.iter().for_each(|function| function.visit_tables(visit));
    }

    fn account(&self) -> Result<(), EngineError> {
        self.memory.resize(self.state_size().bytes)
    }

    fn state(&mut self) -> Option<&mut dyn OperatorState> {
        Some(self)
    }
}

/// The rows that leave, each with the input row whose key it has and the pick of its results.
struct Emitted {
    rows: Vec<u32>,
    picks: Vec<usize>,
    kinds: Vec<u8>,
    /// How many of them are used.
    end: usize,
}

impl Emitted {
    fn with_capacity(rows: usize) -> Self {
        Self { rows: vec![0; rows], picks: vec![0; rows], kinds: vec![0; rows], end: 0 }
    }

    /// Puts a row behind the others if it `leaves`, without a branch: what does not leave is overwritten.
    #[inline]
    fn push_if(&mut self, leaves: bool, row: u32, pick: usize, kind: RowKind) {
        self.rows[self.end] = row;
        self.picks[self.end] = pick;
        self.kinds[self.end] = kind.byte();
        self.end += usize::from(leaves);
    }

    /// Moves marks from rows of the input to rows that leave.
    fn place(&self, marks: &mut [Mark]) {
        for mark in marks {
            mark.position = self.rows.partition_point(|row| (*row as usize) < mark.position);
        }
    }

    fn finish(&mut self) {
        self.rows.truncate(self.end);
        self.picks.truncate(self.end);
        self.kinds.truncate(self.end);
    }

    /// Takes the first so many rows away.
    fn take(&mut self, end: usize) -> Self {
        Self {
            rows: take_first(&mut self.rows, end),
            picks: take_first(&mut self.picks, end),
            kinds: take_first(&mut self.kinds, end),
            end,
        }
    }
}

/// Takes the first values away; without a copy, if these are all.
fn take_first<T>(values: &mut Vec<T>, end: usize) -> Vec<T> {
    let rest = values.split_off(end);
    std::mem::replace(values, rest)
}

impl Groups {
    /// Finds or makes the group of each row, and what becomes of it.
    fn find(&mut self, batch: &ChangelogBatch, keys: Keys<'_>) -> Result<(), EngineError> {
        let ttl = self.state_ttl_millis;
        let now = if ttl > 0 { self.clock.now_millis() } else { 0 };
        self.now = now;
        self.changes.clear();
        self.fates.clear();
        let hashes = (0..keys.len()).map(|position| keys.hash(position));
        self.table.candidates(hashes, &mut self.candidates);
        for (position, candidate) in self.candidates.iter().copied().enumerate() {
            let row = batch.selected_row(position);
            let accumulate = matches!(batch.row_kind(row), RowKind::Insert | RowKind::UpdateAfter)
                || is_on(Fault::RetractedAsAdded);
            let (hash, key) = (keys.hash(position), keys.key(position));
            // A slot that was looked for before a group ended may have been given up since.
            let candidate = if self.ended.is_empty() { candidate } else { NO_SLOT };
            let mut found = self.table.find_from(candidate, hash, key);
            if let Some(slot) = found
                && ttl > 0
                && self.layout.is_expired(self.table.row(slot), ttl, now)
            {
                self.ended.end(&mut self.table, slot);
                self.expired.push(slot);
                found = None;
            }
            let (slot, fate) = match found {
                Some(slot) => (slot, Fate::Changes),
                // A retraction for an unknown group may come first, or after its state expired.
                None if !accumulate && !is_on(Fault::UnknownRetractionKept) => continue,
                None => {
                    let key_group = keys.key_group(position, self.max_parallelism);
                    (self.table.insert(hash, key, key_group)?, Fate::Starts)
                }
            };
            let state = self.table.row_mut(slot);
            self.layout.write_time(state, now);
            let fate = if self.layout.count(state, accumulate) {
                self.ended.end(&mut self.table, slot);
                Fate::Ends
            } else {
                fate
            };
            let ends = fate == Fate::Ends;
            self.changes.push(Change { row, position, slot, accumulate, ends });
            self.fates.push(fate);
        }
        Ok(())
    }
}

impl Groups {
    /// Forgets some of the groups that expired and whose key does not come any more.
    fn sweep(&mut self) {
        if self.state_ttl_millis == 0 {
            return;
        }
        for _ in 0..Sweep::steps(self.changes.len()) {
            let Some(slot) = self.sweep.step(&self.table) else {
                continue;
            };
            if self.layout.is_expired(self.table.row(slot), self.state_ttl_millis, self.now) {
                self.table.detach(slot);
                self.table.release(slot);
                self.expired.push(slot);
            }
        }
    }
}

impl Groups {
    /// Forgets what else there is of groups that expired.
    fn forget_expired(
        &mut self,
        distinct: &mut [DistinctValues],
        functions: &mut [Box<dyn Aggregate>],
    ) {
        for slot in self.expired.drain(..) {
            distinct.iter_mut().for_each(|distinct| distinct.forget(slot));
            functions.iter_mut().for_each(|function| function.forget(slot));
        }
    }
}

impl GroupAggregateOperator {
    /// What no snapshot holds, before the first row after a restore.
    fn make_anew(&mut self) -> Result<(), EngineError> {
        if !std::mem::take(&mut self.restored) {
            return Ok(());
        }
        let groups = &self.groups.table;
        self.distinct.iter_mut().try_for_each(|distinct| distinct.restored(groups))?;
        self.functions.iter_mut().try_for_each(|function| function.restored(groups))
    }

    /// All tables, that of the groups first.
    fn tables(&mut self) -> impl Iterator<Item = &mut StateTable> {
        let distinct = self.distinct.iter_mut().map(DistinctValues::table_mut);
        let own = self.functions.iter_mut().flat_map(|function| function.tables());
        std::iter::once(&mut self.groups.table).chain(distinct).chain(own)
    }

    fn emitted(&self, changed: &[bool]) -> Result<Emitted, EngineError> {
        let mut emitted = Emitted::with_capacity(2 * changed.len());
        let changes = self.groups.changes.iter().zip(&self.groups.fates);
        for (index, ((change, fate), changed)) in changes.zip(changed).enumerate() {
            let row = u32::try_from(change.row)
                .map_err(|_| EngineError::defect("a batch beyond 2^32 rows"))?;
            let (starts, ends) = (*fate == Fate::Starts, *fate == Fate::Ends);
            let before = ends | (!starts & *changed & self.emit_update_before);
            let kind = if ends { RowKind::Delete } else { RowKind::UpdateBefore };
            emitted.push_if(before, row, 2 * index, kind);
            let after = starts | (!ends & *changed);
            let kind = if starts { RowKind::Insert } else { RowKind::UpdateAfter };
            emitted.push_if(after, row, 2 * index + 1, kind);
        }
        emitted.finish();
        if is_on(Fault::UpdateWithOldValue) {
            emitted.picks.iter_mut().for_each(|pick| *pick &= !1);
        }
        Ok(emitted)
    }

    /// The first change on which a function fails; the first function, if several do.
    fn failure(&mut self) -> Option<Failure> {
        let failures = self.functions.iter_mut().filter_map(|function| function.failure());
        failures.min_by_key(|failure| failure.change)
    }

    /// How many of these results leave as one batch.
    fn fitting(&self, picks: &[usize]) -> usize {
        let fitting = self.functions.iter().map(|function| function.fitting(picks));
        fitting.min().unwrap_or(picks.len()).max(1)
    }

    /// Some of the rows that leave.
    fn output(
        &self,
        batch: &ChangelogBatch,
        emitted: Emitted,
    ) -> Result<ChangelogBatch, EngineError> {
        let Emitted { rows, picks, kinds, .. } = emitted;
        let (rows, count) = (UInt32Array::from(rows), kinds.len());
        let mut columns: Vec<ArrayRef> = Vec::new();
        for column in self.keys.columns() {
            let key = take(batch.columns()[*column].as_ref(), &rows, None)?;
            // Flink emits the key that it keeps, which is in binary form.
            columns.push(nested(&key)?.unwrap_or(key));
        }
        for function in &self.functions {
            columns.push(function.results(&picks)?);
        }
        let inserts = kinds.iter().all(|kind| *kind == RowKind::Insert.byte());
        let row_kinds = (!inserts).then(|| ScalarBuffer::from(kinds));
        ChangelogBatch::try_new(columns, count)?.with_row_kinds(row_kinds)
    }
}

impl OperatorState for GroupAggregateOperator {
    fn snapshot(&mut self) -> Vec<Box<dyn StateView>> {
        let mut views: Vec<Box<dyn StateView>> = Vec::new();
        for table in self.tables() {
            views.push(Box::new(table.view()));
        }
        views
    }

    fn restore(&mut self, key_group: u32, section: &TableSection<'_>) -> Result<(), StateError> {
        self.restored = true;
        match self.tables().find(|table| table.layout().table == section.table) {
            Some(table) => table.restore(key_group, section),
            None => Err(StateError::UnknownTable {
                node: section.node.to_owned(),
                table: section.table.to_owned(),
            }),
        }
    }
}
