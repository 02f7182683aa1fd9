use arrow_array::ArrayRef;
use sf_faults::{Fault, is_on};
use sf_runtime::encode::KeyEncoder;
use sf_runtime::{AggregateMeasure, ChangelogBatch, EngineError, ErrorCode, TableSize};
use sf_state::{SlotId, StateTable};

use super::group_values::GroupValues;
use super::{
    Admission, Change, GroupKeys, TableContext, canonical, column, long_at, put_long, type_names,
};

/// A bit per call fits one word, as in Flink's LongValueWithoutRetractionGenerator.
const MAX_CALLS: usize = 64;
const WORD: usize = size_of::<i64>();

/// The values that DISTINCT calls over the same arguments have seen, NULL being one. Follows Flink's
/// DistinctAggCodeGen: one set per arguments for all calls, which says for each value which of them have it,
/// since their filters differ. Where values are taken back it says how often each call has it; a call sees a
/// value when it has it for the first time, and gives it back with the last. More retractions than values
/// make the number negative.
///
/// State: table `distinct <arguments>`: the group's key and the value, both as BinaryRows → a bit per call,
/// or a number per call.
pub(crate) struct DistinctValues {
    arguments: Vec<usize>,
    /// Ordinals of the calls.
    calls: Vec<usize>,
    encoder: KeyEncoder,
    values: GroupValues,
    /// Whether values are taken back.
    counts: bool,
    /// Of the batch at hand: which calls want the value of each change.
    wanted: Vec<u64>,
    /// For each call which changes bring it a new value, or take the last of them back.
    chosen: Vec<Vec<bool>>,
}

impl DistinctValues {
    /// One set per arguments of the DISTINCT calls.
    ///
    /// # Errors
    /// A call without argument, or too many calls over the same ones.
    pub(crate) fn of(
        measures: &[AggregateMeasure],
        tables: &TableContext<'_>,
    ) -> Result<Vec<Self>, EngineError> {
        let mut sets: Vec<(&[usize], Vec<usize>)> = Vec::new();
        for (call, measure) in measures.iter().enumerate().filter(|(_, call)| call.distinct) {
            let arguments = checked(measure)?;
            match sets.iter_mut().find(|known| known.0 == arguments) {
                Some((_, calls)) if calls.len() < MAX_CALLS => calls.push(call),
                Some(_) => return Err(refused(measure, "arguments of more than 64 calls")),
                None => sets.push((arguments, vec![call])),
            }
        }
        let counts = tables.retracting;
        Ok(sets
            .into_iter()
            .map(|(arguments, calls)| {
                let types = calls.first().map(|call| &measures[*call].argument_types);
                let types = types.map_or_else(String::new, |types| type_names(types));
                let (state, bytes) =
                    if counts { ("counts", calls.len() * WORD) } else { ("calls", WORD) };
                let columns: Vec<String> = arguments.iter().map(usize::to_string).collect();
                let name = format!("distinct {}", columns.join(","));
                Self {
                    arguments: arguments.to_vec(),
                    calls,
                    encoder: KeyEncoder::new(arguments.to_vec()),
                    values: GroupValues::new(tables, name, (&types, state), bytes, |_, _| true),
                    counts,
                    wanted: Vec::new(),
                    chosen: Vec::new(),
                }
            })
            .collect())
    }

    /// The table.
    pub(crate) fn table_mut(&mut self) -> &mut StateTable {
        self.values.table_mut()
    }

    /// How large it is now.
    pub(crate) fn size(&self) -> TableSize<'_> {
        self.values.size()
    }

    /// The table was restored, and that of the groups.
    ///
    /// # Errors
    /// Tables that do not fit each other.
    pub(crate) fn restored(&mut self, groups: &StateTable) -> Result<(), EngineError> {
        self.values.restored(groups)
    }

    /// A group expired.
    pub(crate) fn forget(&mut self, group: SlotId) {
        self.values.forget(group);
    }

    /// Finds out which changes bring a value that is new for its group, or take it back for good, for each
    /// of the calls.
    ///
    /// # Errors
    /// Columns that are not of the declared type, or a group of another task.
    pub(crate) fn look_up(
        &mut self,
        measures: &[AggregateMeasure],
        batch: &ChangelogBatch,
        groups: GroupKeys<'_>,
        changes: &[Change],
    ) -> Result<(), EngineError> {
        self.chosen.clear();
        self.chosen.resize(self.calls.len(), vec![false; changes.len()]);
        self.see(measures, batch, changes)?;
        let replaced = match *self.arguments.as_slice() {
            // Several are a BinaryRow in Flink too, which tells NaNs apart by their bits.
            [argument] => canonical::of(column(batch, argument)?)
                .map(|values| with_column(batch, argument, values))
                .transpose()?,
            _ => None,
        };
        let values = self.encoder.encode(replaced.as_ref().unwrap_or(batch))?;
        self.values.look_up(groups, changes, |change| values.hash(change.position));
        for (index, change) in changes.iter().enumerate() {
            let wanted = self.wanted[index];
            if wanted != 0 {
                let value = values.key(change.position);
                let slot = self.values.entry(groups, (index, change), value)?;
                let new = if self.counts {
                    count(&mut self.values, slot, wanted, change.accumulate)
                } else {
                    mark(&mut self.values, slot, wanted)
                };
                if new != 0 {
                    for (bit, chosen) in self.chosen.iter_mut().enumerate() {
                        chosen[index] = new >> bit & 1 == 1;
                    }
                }
            }
            if change.ends {
                self.values.forget(change.slot);
            }
        }
        self.values.sweep(changes.len());
        Ok(())
    }

    /// Which calls want the value of each change.
    fn see(
        &mut self,
        measures: &[AggregateMeasure],
        batch: &ChangelogBatch,
        changes: &[Change],
    ) -> Result<(), EngineError> {
        let mut admissions = Vec::with_capacity(self.calls.len());
        for call in &self.calls {
            admissions.push(Admission::of(&measures[*call], batch)?);
        }
        self.wanted.clear();
        self.wanted.extend(changes.iter().enumerate().map(|(index, change)| {
            let admissions = admissions.iter().enumerate();
            admissions.fold(0_u64, |wanted, (bit, admission)| {
                wanted | u64::from(admission.admits(index, change)) << bit
            })
        }));
        Ok(())
    }

    /// The changes that a call sees, None for a call of another set.
    pub(crate) fn admission(&self, call: usize) -> Option<Admission<'_>> {
        let position = self.calls.iter().position(|own| *own == call)?;
        self.chosen.get(position).map(|chosen| Admission::Chosen(chosen))
    }
}

/// Gives a value to calls and answers which of them did not have it. A value that brings nothing new does
/// not live longer.
fn mark(values: &mut GroupValues, slot: SlotId, wanted: u64) -> u64 {
    let known = word(values.state(slot));
    let new = wanted & !known;
    if new != 0 {
        values.write(slot).copy_from_slice(&(known | wanted).to_le_bytes());
    }
    new
}

/// Counts a value in or out for calls and answers which of them have it now and did not before, or the
/// other way round.
fn count(values: &mut GroupValues, slot: SlotId, wanted: u64, accumulate: bool) -> u64 {
    let step = if accumulate { 1 } else { -1 };
    let (mut new, mut empty) = (0, true);
    for (call, state) in values.write(slot).chunks_exact_mut(WORD).enumerate() {
        let mut count = long_at(state, 0);
        if wanted >> call & 1 == 1 {
            count = count.wrapping_add(step);
            if !accumulate && is_on(Fault::DistinctForgottenEarly) {
                count = 0;
            }
            put_long(state, 0, count);
            new |= u64::from(count == i64::from(accumulate)) << call;
        }
        empty &= count == 0;
    }
    if empty {
        values.remove(slot);
    }
    new
}

/// The arguments of a call.
fn checked(measure: &AggregateMeasure) -> Result<&[usize], EngineError> {
    if measure.arguments.is_empty() {
        return Err(refused(measure, "no arguments"));
    }
    Ok(&measure.arguments)
}

fn with_column(
    batch: &ChangelogBatch,
    index: usize,
    column: ArrayRef,
) -> Result<ChangelogBatch, EngineError> {
    let mut columns = batch.columns().to_vec();
    columns[index] = column;
    ChangelogBatch::try_new(columns, batch.physical_rows())?
        .with_selection(batch.selection().cloned())
}

fn refused(measure: &AggregateMeasure, what: &str) -> EngineError {
    let message = format!("{} over distinct values of {what} is not supported", measure.function);
    EngineError::new(ErrorCode::Function, message)
}

fn word(row: &[u8]) -> u64 {
    row.first_chunk::<8>().map_or(0, |word| u64::from_le_bytes(*word))
}
