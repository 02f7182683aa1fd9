use std::sync::Arc;

use arrow_array::types::TimestampMillisecondType;
use arrow_array::{ArrayRef, PrimitiveArray, new_null_array};
use sf_contract::LogicalType;
use sf_contract::proto::WindowProperty;
use sf_runtime::encode::{KeyEncoder, WindowKeys, write_window_key};
use sf_runtime::{
    AggregateMeasure, ChangelogBatch, EngineError, FlushKind, OperatorContext, OperatorMemory,
    OperatorTimers, Output, RowKind, StreamOperator, TableSize,
};
use sf_state::{
    FiredTimers, OperatorState, SlotId, StateError, StateTable, StateView, TableSection, TimerKey,
    hash_bytes_by_words,
};

use super::state::{RowLayout, WatermarkState, group_types, is_watermark, note_slice, schema};
use crate::aggregate::{
    self, Admission, Aggregate, CallContext, Change, DistinctValues, GroupKeys, Input,
    TableContext, type_names,
};
use crate::window::{Piece, Progress, RowTime, Sharing, Slices, WindowBuffer, WindowClock};

/// Windows that leave in one batch.
const FIRED_ROWS: usize = 4_096;
const WINDOW_BYTES: usize = size_of::<i64>();

/// What the operator is made of.
pub(super) struct WindowParameters {
    pub(super) node: String,
    /// Types of the input's columns.
    pub(super) input: Vec<LogicalType>,
    pub(super) grouping: Vec<usize>,
    /// A call per column of the key that keeps it, then the query's calls.
    pub(super) measures: Vec<AggregateMeasure>,
    pub(super) slices: Slices,
    pub(super) time: RowTime,
    pub(super) sharing: Sharing,
    pub(super) clock: WindowClock,
    pub(super) properties: Vec<(WindowProperty, LogicalType)>,
}

pub(super) struct WindowAggregateOperator {
    parameters: WindowParameters,
    keys: KeyEncoder,
    window_keys: WindowKeys,
    windows: StateTable,
    layout: RowLayout,
    functions: Vec<Box<dyn Aggregate>>,
    distinct: Vec<DistinctValues>,
    timers: OperatorTimers,
    fired: FiredTimers,
    watermark: WatermarkState,
    /// The last watermark that went on.
    current: i64,
    progress: Progress,
    buffer: WindowBuffer,
    /// Whether tables were restored and nothing looked for values since.
    restored: bool,
    max_parallelism: u32,
    memory: OperatorMemory,
}

impl WindowAggregateOperator {
    pub(super) fn try_new(
        parameters: WindowParameters,
        context: &OperatorContext,
    ) -> Result<Self, EngineError> {
        let node = parameters.node.as_str();
        let group = group_types(&parameters.input, &parameters.grouping);
        let tables = TableContext {
            node,
            key: &group,
            retracting: false,
            groups_end: true,
            state_ttl_millis: 0,
            key_groups: context.key_groups(),
        };
        let calls = parameters.measures.iter().enumerate();
        let functions: Vec<Box<dyn Aggregate>> = calls
            .map(|(ordinal, measure)| {
                aggregate::create(&CallContext { measure, ordinal, tables: &tables })
            })
            .collect::<Result<_, _>>()?;
        let distinct = DistinctValues::of(&parameters.measures, &tables)?;
        let layout = RowLayout::new(&functions);
        let windows = layout.table(node, schema(&group, &parameters.measures)?, context);
        let key = format!("({}) window", type_names(&group[1..]));
        let interval = parameters.slices.interval();
        Ok(Self {
            keys: KeyEncoder::new(parameters.grouping.clone()),
            window_keys: WindowKeys::default(),
            windows,
            layout,
            functions,
            distinct,
            timers: OperatorTimers::new(node, &key, WINDOW_BYTES, context),
            fired: FiredTimers::default(),
            watermark: WatermarkState::new(node, context),
            current: i64::MIN,
            progress: Progress::new(i64::MIN, i64::MIN, interval),
            buffer: WindowBuffer::default(),
            restored: false,
            max_parallelism: context.task.max_parallelism,
            memory: context.memory.register(node),
            parameters,
        })
    }

    /// Which rows are not late, with the ends of their slices, and whether one of them has a slice that fired.
    fn in_time(&self, ends: &[i64]) -> (Vec<u32>, Vec<i64>, bool) {
        let WindowParameters { slices, sharing, clock, .. } = &self.parameters;
        let progress = self.progress.current();
        let (mut rows, mut kept) = (Vec::with_capacity(ends.len()), Vec::with_capacity(ends.len()));
        let mut any_late = false;
        for (row, end) in (0_u32..).zip(ends) {
            if clock.is_fired(*end, progress) {
                let last = match sharing {
                    Sharing::Unshared => *end,
                    Sharing::Shared => slices.last_window(*end),
                };
                if clock.is_fired(last, progress) {
                    continue;
                }
                any_late = true;
            }
            rows.push(row);
            kept.push(*end);
        }
        (rows, kept, any_late)
    }

    /// Registers timers for the next windows of rows whose slice has fired: nothing else may come for them.
    fn register_late(&mut self, piece: &Piece) -> Result<(), EngineError> {
        let WindowParameters { slices, clock, .. } = &self.parameters;
        let progress = self.progress.current();
        let batch = ChangelogBatch::try_new(piece.columns.clone(), piece.slice_ends.len())?;
        let keys = self.keys.encode(&batch)?;
        for (position, end) in piece.slice_ends.iter().enumerate() {
            if !clock.is_fired(*end, progress) {
                continue;
            }
            let mut window = *end;
            while clock.is_fired(window, progress) {
                window = window.wrapping_add(slices.interval());
            }
            let owner = TimerKey {
                hash: keys.hash(position),
                key_group: keys.key_group(position, self.max_parallelism),
                key: keys.key(position),
                namespace: &window.to_le_bytes(),
            };
            self.timers.register_event(owner, clock.trigger(window))?;
        }
        Ok(())
    }

    /// Puts what waits into the windows' state.
    fn empty_buffer(&mut self) -> Result<(), EngineError> {
        self.make_anew()?;
        for piece in self.buffer.take() {
            self.accumulate(piece)?;
        }
        self.account()
    }

    /// The rows of a piece, once for each of their windows that has not fired.
    fn spread(&self, piece: Piece) -> Result<(Piece, Vec<i64>), EngineError> {
        let WindowParameters { slices, sharing, clock, .. } = &self.parameters;
        let (mut rows, mut ends, mut windows) = (Vec::new(), Vec::new(), Vec::new());
        let fired = self.timers.watermark();
        for (row, end) in (0_u32..).zip(&piece.slice_ends) {
            let last = match sharing {
                Sharing::Unshared => *end,
                Sharing::Shared => slices.last_window(*end),
            };
            let mut window = *end;
            while window <= last {
                if !clock.is_fired(window, fired) {
                    rows.push(row);
                    ends.push(*end);
                    windows.push(window);
                }
                window = window.wrapping_add(slices.interval());
            }
        }
        let alone = rows.len() == piece.slice_ends.len() && *sharing == Sharing::Unshared;
        let piece = if alone { piece } else { Piece::take(&piece.columns, rows, ends)? };
        Ok((piece, windows))
    }

    fn accumulate(&mut self, piece: Piece) -> Result<(), EngineError> {
        let (piece, ends) = self.spread(piece)?;
        let batch = ChangelogBatch::try_new(piece.columns, ends.len())?;
        let keys = self.keys.encode(&batch)?;
        let groups = self.window_keys.of(keys, &ends);
        let mut candidates = Vec::new();
        let hashes = (0..groups.len()).map(|position| groups.hash(position));
        self.windows.candidates(hashes, &mut candidates);
        let mut changes = Vec::with_capacity(ends.len());
        let mut starts = vec![false; ends.len()];
        for (position, candidate) in candidates.iter().copied().enumerate() {
            let (hash, key) = (groups.hash(position), groups.key(position));
            let key_group = groups.key_group(position, self.max_parallelism);
            let slot = match self.windows.find_from(candidate, hash, key) {
                Some(slot) => slot,
                None => {
                    starts[position] = true;
                    self.windows.insert(hash, key, key_group)?
                }
            };
            let window = ends[position];
            if piece.slice_ends[position] == window && note_slice(&mut self.windows, slot) {
                let owner = TimerKey {
                    hash: keys.hash(position),
                    key_group,
                    key: keys.key(position),
                    namespace: &window.to_le_bytes(),
                };
                self.timers.register_event(owner, self.parameters.clock.trigger(window))?;
            }
            changes.push(Change { row: position, position, slot, accumulate: true, ends: false });
        }
        let measures = &self.parameters.measures;
        let groups = GroupKeys { keys: groups, max_parallelism: self.max_parallelism, now: 0 };
        for distinct in &mut self.distinct {
            distinct.look_up(measures, &batch, groups, &changes)?;
        }
        let mut changed = vec![false; changes.len()];
        let held_keys = self.parameters.grouping.len();
        for (call, function) in self.functions.iter_mut().enumerate() {
            let measure = &measures[call];
            let chosen = self.distinct.iter().find_map(|distinct| distinct.admission(call));
            let admission = match chosen {
                Some(admission) => admission,
                None if call < held_keys => Admission::Chosen(&starts),
                None => Admission::of(measure, &batch)?,
            };
            let input = Input::try_new(measure, &batch, groups, &changes, admission)?;
            function.apply(&input, &mut self.layout.call(call, &mut self.windows), &mut changed)?;
            if let Some(failure) = function.failure() {
                return Err(failure.error);
            }
        }
        Ok(())
    }

    /// Emits the windows that are due, by the order of their timers.
    fn fire(&mut self, out: &mut Output<'_>) -> Result<(), EngineError> {
        self.make_anew()?;
        let (mut slots, mut ends) = (Vec::new(), Vec::new());
        let mut key = Vec::new();
        while self.timers.pop_event(&mut self.fired) {
            let Some((_, owner)) = self.fired.last() else {
                return Err(EngineError::defect("no timer fired"));
            };
            let window = owner.namespace.first_chunk().map_or(0, |end| i64::from_le_bytes(*end));
            key.clear();
            write_window_key(window, owner.key, &mut key);
            if let Some(slot) = self.windows.find(hash_bytes_by_words(&key), &key) {
                self.windows.detach(slot);
                slots.push(slot);
                ends.push(window);
                let shared = self.parameters.sharing == Sharing::Shared;
                let next = self.parameters.slices.next_window(window).filter(|_| shared);
                if let Some(next) = next {
                    let owner = TimerKey { namespace: &next.to_le_bytes(), ..owner };
                    self.timers.register_event(owner, self.parameters.clock.trigger(next))?;
                }
            }
            self.fired.clear();
        }
        for (slots, ends) in slots.chunks(FIRED_ROWS).zip(ends.chunks(FIRED_ROWS)) {
            self.emit(slots, ends, out)?;
        }
        Ok(())
    }

    /// Emits windows and forgets them.
    fn emit(
        &mut self,
        slots: &[SlotId],
        ends: &[i64],
        out: &mut Output<'_>,
    ) -> Result<(), EngineError> {
        let rows = slots.len();
        self.read(slots)?;
        let mut done = 0;
        while done < rows {
            let picks: Vec<usize> = (done..rows).map(|row| 2 * row).collect();
            let fitting = self.functions.iter().map(|function| function.fitting(&picks));
            let count = fitting.min().unwrap_or(rows - done).clamp(1, rows - done);
            let mut columns: Vec<ArrayRef> = Vec::with_capacity(self.functions.len());
            for function in &self.functions {
                columns.push(function.results(&picks[..count])?);
            }
            for (property, logical_type) in &self.parameters.properties {
                let ends = &ends[done..done + count];
                columns.push(self.property(*property, logical_type, ends));
            }
            out.batch(ChangelogBatch::try_new(columns, count)?)?;
            done += count;
        }
        for slot in slots {
            self.distinct.iter_mut().for_each(|distinct| distinct.forget(*slot));
            self.functions.iter_mut().for_each(|function| function.forget(*slot));
            self.windows.release(*slot);
        }
        Ok(())
    }

    /// Lets the functions read the results of groups: changes that no call admits have the result before
    /// them.
    fn read(&mut self, slots: &[SlotId]) -> Result<(), EngineError> {
        let rows = slots.len();
        let nulls = self.parameters.input.iter();
        let nulls = nulls.map(|column| new_null_array(&column.to_arrow(), rows)).collect();
        let batch = ChangelogBatch::try_new(nulls, rows)?;
        let changes = slots.iter().enumerate().map(|(row, slot)| Change {
            row,
            position: row,
            slot: *slot,
            accumulate: true,
            ends: false,
        });
        let changes: Vec<Change> = changes.collect();
        let none = vec![false; rows];
        let mut changed = vec![false; rows];
        let keys = self.window_keys.none();
        let groups = GroupKeys { keys, max_parallelism: self.max_parallelism, now: 0 };
        for (call, function) in self.functions.iter_mut().enumerate() {
            let measure = &self.parameters.measures[call];
            let admission = Admission::Chosen(&none);
            let input = Input::try_new(measure, &batch, groups, &changes, admission)?;
            function.apply(&input, &mut self.layout.call(call, &mut self.windows), &mut changed)?;
        }
        Ok(())
    }

    fn property(
        &self,
        property: WindowProperty,
        logical_type: &LogicalType,
        ends: &[i64],
    ) -> ArrayRef {
        let WindowParameters { slices, clock, .. } = &self.parameters;
        let value = |end: i64| match property {
            WindowProperty::Start => slices.window_start(end),
            WindowProperty::Rowtime => clock.instant(end.wrapping_sub(1)),
            WindowProperty::End | WindowProperty::Unspecified => end,
        };
        let values = ends.iter().map(|end| value(*end));
        let column = PrimitiveArray::<TimestampMillisecondType>::from_iter_values(values);
        Arc::new(column.with_data_type(logical_type.to_arrow()))
    }

    /// What no snapshot holds, before anything looks for it after a restore.
    fn make_anew(&mut self) -> Result<(), EngineError> {
        if !std::mem::take(&mut self.restored) {
            return Ok(());
        }
        let windows = &self.windows;
        self.distinct.iter_mut().try_for_each(|distinct| distinct.restored(windows))?;
        self.functions.iter_mut().try_for_each(|function| function.restored(windows))
    }

    /// The tables of values, that of the windows first.
    fn tables(&mut self) -> impl Iterator<Item = &mut StateTable> {
        let distinct = self.distinct.iter_mut().map(DistinctValues::table_mut);
        let own = self.functions.iter_mut().flat_map(|function| function.tables());
        std::iter::once(&mut self.windows).chain(distinct).chain(own)
    }
}

impl StreamOperator for WindowAggregateOperator {
    fn process(
        &mut self,
        _port: usize,
        batch: ChangelogBatch,
        _out: &mut Output<'_>,
    ) -> Result<(), EngineError> {
        let insert = RowKind::Insert.byte();
        if batch.row_kinds().is_some_and(|kinds| kinds.iter().any(|kind| *kind != insert)) {
            return Err(EngineError::defect("a window aggregate over other rows than inserts"));
        }
        let batch = batch.compact()?;
        let WindowParameters { time, slices, clock, .. } = &self.parameters;
        let ends = time.slice_ends(batch.columns(), slices, clock)?;
        let (rows, ends, any_late) = self.in_time(&ends);
        if rows.is_empty() {
            return Ok(());
        }
        let piece = Piece::take(batch.columns(), rows, ends)?;
        if any_late {
            self.register_late(&piece)?;
        }
        if self.buffer.add(piece) {
            return self.empty_buffer();
        }
        self.account()
    }

    fn watermark(
        &mut self,
        _port: usize,
        timestamp: i64,
        out: &mut Output<'_>,
    ) -> Result<(), EngineError> {
        let timestamp = timestamp.max(self.current);
        let clock = &self.parameters.clock;
        if self.progress.advance(timestamp, clock) && self.buffer.is_due(timestamp, clock) {
            self.empty_buffer()?;
        }
        self.current = timestamp;
        self.timers.advance(timestamp);
        self.fire(out)?;
        self.account()?;
        out.watermark(timestamp)
    }

    fn flush(&mut self, kind: FlushKind, _out: &mut Output<'_>) -> Result<(), EngineError> {
        match kind {
            FlushKind::Barrier => self.empty_buffer(),
            FlushKind::Bundle | FlushKind::EndOfInput => Ok(()),
        }
    }

    fn visit_tables(&self, visit: &mut dyn FnMut(TableSize<'_>)) {
        visit(TableSize::of(&self.windows));
        self.distinct.iter().for_each(|distinct| visit(distinct.size()));
        self.functions.iter().for_each(|function| function.visit_tables(visit));
        self.timers.visit_tables(visit);
        visit(self.watermark.size());
    }

    fn account(&self) -> Result<(), EngineError> {
        let waiting = self.buffer.memory_bytes() + self.fired.memory_bytes();
        self.memory.resize(self.state_size().bytes + waiting)
    }

    fn state(&mut self) -> Option<&mut dyn OperatorState> {
        Some(self)
    }
}

impl OperatorState for WindowAggregateOperator {
    fn snapshot(&mut self) -> Vec<Box<dyn StateView>> {
        let mut views: Vec<Box<dyn StateView>> = Vec::new();
        for table in self.tables() {
            views.push(Box::new(table.view()));
        }
        views.extend(self.timers.views());
        views.push(Box::new(self.watermark.view(self.current)));
        views
    }

    fn restore(&mut self, key_group: u32, section: &TableSection<'_>) -> Result<(), StateError> {
        self.restored = true;
        if is_watermark(section) {
            let earliest = self.watermark.restore(key_group, section)?;
            if let Some(earliest) = earliest.filter(|earliest| *earliest != i64::MAX) {
                let interval = self.parameters.slices.interval();
                self.current = earliest;
                self.progress = Progress::new(earliest, i64::MIN, interval);
                self.timers.advance(earliest);
            }
            return Ok(());
        }
        if self.timers.restore(key_group, section)? {
            return Ok(());
        }
        match self.tables().find(|table| table.layout().table == section.table) {
            Some(table) => table.restore(key_group, section),
            None => Err(StateError::UnknownTable {
                node: section.node.to_owned(),
                table: section.table.to_owned(),
            }),
        }
    }
}
