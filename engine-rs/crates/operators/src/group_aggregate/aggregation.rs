use std::sync::Arc;

use arrow_array::{ArrayRef, UInt32Array};
use arrow_buffer::ScalarBuffer;
use arrow_select::take::take;
use sf_faults::{Fault, is_on};
use sf_runtime::encode::Keys;
use sf_runtime::{
    AggregateMeasure, AggregateParameters, ChangelogBatch, EngineError, OperatorContext,
    OperatorMemory, RowKind, StateSize, TableSize,
};
use sf_state::{OperatorState, StateError, StateTable, StateView, TableSection};

use super::emitted::Emitted;
use super::groups::Groups;
use super::state::{Ended, RowLayout, functions, table, table_context};
use crate::aggregate::{
    Admission, Aggregate, DistinctValues, Failure, GroupKeys, Input, Sweep, nested,
};

/// The groups and the calls, with their tables: what an operator with bundles and one without have in common.
pub(super) struct Aggregation {
    pub(super) groups: Groups,
    pub(super) emit_update_before: bool,
    grouping: Vec<usize>,
    distinct: Vec<DistinctValues>,
    measures: Vec<AggregateMeasure>,
    functions: Vec<Box<dyn Aggregate>>,
    /// Whether tables were restored and no row came since.
    restored: bool,
    memory: OperatorMemory,
}

/// What changes did to the results.
pub(super) struct Applied {
    /// For each change whether results are others than before, or are emitted anyway.
    pub(super) changed: Vec<bool>,
    pub(super) failure: Option<Failure>,
}

impl Aggregation {
    pub(super) fn try_new(
        id: &str,
        parameters: AggregateParameters,
        context: &OperatorContext,
    ) -> Result<Self, EngineError> {
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
        Ok(Self {
            groups,
            emit_update_before: parameters.emit_update_before && !is_on(Fault::UpdateWithoutBefore),
            grouping: parameters.grouping,
            distinct,
            measures: parameters.measures,
            functions,
            restored: false,
            memory: context.memory.register(id),
        })
    }

    /// What no snapshot holds, before the first row after a restore.
    pub(super) fn make_anew(&mut self) -> Result<(), EngineError> {
        if !std::mem::take(&mut self.restored) {
            return Ok(());
        }
        let groups = &self.groups.table;
        self.distinct.iter_mut().try_for_each(|distinct| distinct.restored(groups))?;
        self.functions.iter_mut().try_for_each(|function| function.restored(groups))
    }

    /// Whether results that did not change are emitted too: with a time to live Flink does so, so that state
    /// downstream lives on.
    pub(super) fn emits_unchanged(&self) -> bool {
        self.groups.state_ttl_millis > 0 || is_on(Fault::EmittedUnchanged)
    }

    /// Applies the changes of the groups to all calls.
    pub(super) fn apply(
        &mut self,
        batch: &ChangelogBatch,
        keys: Keys<'_>,
    ) -> Result<Applied, EngineError> {
        self.groups.forget_expired(&mut self.distinct, &mut self.functions);
        let mut changed = vec![self.emits_unchanged(); self.groups.changes.len()];
        let Groups { table, layout, changes, max_parallelism, now, .. } = &mut self.groups;
        let groups = GroupKeys { keys, max_parallelism: *max_parallelism, now: *now };
        for distinct in &mut self.distinct {
            distinct.look_up(&self.measures, batch, groups, changes)?;
        }
        for (call, function) in self.functions.iter_mut().enumerate() {
            let measure = &self.measures[call];
            let chosen = self.distinct.iter().find_map(|distinct| distinct.admission(call));
            let chosen = chosen.filter(|_| !is_on(Fault::IgnoredDistinct));
            let admission = match chosen {
                Some(admission) => admission,
                None => Admission::of(measure, batch)?,
            };
            let input = Input::try_new(measure, batch, groups, changes, admission)?;
            function.apply(&input, &mut layout.call(call, table), &mut changed)?;
        }
        self.groups.ended.release(&mut self.groups.table);
        self.groups.sweep();
        self.groups.forget_expired(&mut self.distinct, &mut self.functions);
        Ok(Applied { changed, failure: self.failure() })
    }

    /// The first change on which a function fails; the first function, if several do.
    fn failure(&mut self) -> Option<Failure> {
        let failures = self.functions.iter_mut().filter_map(|function| function.failure());
        failures.min_by_key(|failure| failure.change)
    }

    /// Whether results of one group differ with any changes in between.
    pub(super) fn differ(&self, before: usize, after: usize) -> Result<bool, EngineError> {
        for function in &self.functions {
            if function.differ(before, after)? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// How many of these results leave as one batch.
    pub(super) fn fitting(&self, picks: &[usize]) -> usize {
        let fitting = self.functions.iter().map(|function| function.fitting(picks));
        fitting.min().unwrap_or(picks.len()).max(1)
    }

    /// Some of the rows that leave.
    pub(super) fn output(
        &self,
        batch: &ChangelogBatch,
        emitted: Emitted,
    ) -> Result<ChangelogBatch, EngineError> {
        let Emitted { rows, picks, kinds, .. } = emitted;
        let (rows, count) = (UInt32Array::from(rows), kinds.len());
        let mut columns: Vec<ArrayRef> = Vec::new();
        for column in &self.grouping {
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

    pub(super) fn visit_tables(&self, visit: &mut dyn FnMut(TableSize<'_>)) {
        visit(TableSize::of(&self.groups.table));
        self.distinct.iter().for_each(|distinct| visit(distinct.size()));
        self.functions.iter().for_each(|function| function.visit_tables(visit));
    }

    /// Reserves the memory of the tables, and of what else the operator holds.
    pub(super) fn account(&self, held_bytes: usize) -> Result<(), EngineError> {
        let mut all = StateSize::default();
        self.visit_tables(&mut |table| all = all.plus(table.state()));
        self.memory.resize(all.bytes + held_bytes)
    }

    /// All tables, that of the groups first.
    fn tables(&mut self) -> impl Iterator<Item = &mut StateTable> {
        let distinct = self.distinct.iter_mut().map(DistinctValues::table_mut);
        let own = self.functions.iter_mut().flat_map(|function| function.tables());
        std::iter::once(&mut self.groups.table).chain(distinct).chain(own)
    }
}

impl OperatorState for Aggregation {
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
