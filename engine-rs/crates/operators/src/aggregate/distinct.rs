use sf_contract::TypeKind;
use sf_runtime::encode::{KeyEncoder, Keys};
use sf_runtime::{AggregateMeasure, ChangelogBatch, EngineError, ErrorCode};
use sf_state::{NO_SLOT, SlotId, StateTable, TableLayout};

use super::{Admission, Change, column};

/// A bit per call fits one word, as in Flink's LongValueWithoutRetractionGenerator.
const MAX_CALLS: usize = 64;

/// The values that DISTINCT calls over the same argument have seen. Follows Flink's DistinctAggCodeGen
/// where nothing is taken back: one set per argument for all calls, which says for each value which of
/// them have it, since their filters differ.
///
/// State: table `distinct <argument>`: the group's key and the value, both as BinaryRows → a bit per call.
pub(crate) struct DistinctValues {
    argument: usize,
    /// Ordinals of the calls.
    calls: Vec<usize>,
    values: KeyEncoder,
    table: StateTable,
    key: Vec<u8>,
    /// Of the batch at hand: which calls want the value of each change, its hash, and the slot that it may
    /// have.
    wanted: Vec<u64>,
    hashes: Vec<i32>,
    candidates: Vec<SlotId>,
    /// For each call which changes bring it a new value.
    chosen: Vec<Vec<bool>>,
}

impl DistinctValues {
    /// One set per argument of the DISTINCT calls; `layout` makes the layout of a table from its name and
    /// the argument's type.
    ///
    /// # Errors
    /// A call without argument, of a type whose equality is not that of its bytes, or over rows that are
    /// taken back.
    pub(crate) fn of(
        measures: &[AggregateMeasure],
        layout: impl Fn(usize, &AggregateMeasure) -> TableLayout,
    ) -> Result<Vec<Self>, EngineError> {
        let mut sets: Vec<Self> = Vec::new();
        for (call, measure) in measures.iter().enumerate().filter(|(_, call)| call.distinct) {
            let [argument] = *measure.arguments.as_slice() else {
                return Err(refused(measure, "more than one argument"));
            };
            if measure.retracting {
                return Err(refused(measure, "values that are taken back"));
            }
            match measure.argument_types.first().map(|argument| &argument.kind) {
                None
                | Some(
                    TypeKind::Float
                    | TypeKind::Double
                    | TypeKind::Row(_)
                    | TypeKind::Array(_)
                    | TypeKind::Map(..)
                    | TypeKind::Multiset(_),
                ) => return Err(refused(measure, "such values")),
                Some(_) => {}
            }
            let known = sets.iter_mut().find(|set| set.argument == argument);
            match known {
                Some(set) if set.calls.len() < MAX_CALLS => set.calls.push(call),
                Some(_) => return Err(refused(measure, "an argument of more than 64 calls")),
                None => sets.push(Self {
                    argument,
                    calls: vec![call],
                    values: KeyEncoder::new(vec![argument]),
                    table: StateTable::new(layout(argument, measure)),
                    key: Vec::new(),
                    wanted: Vec::new(),
                    hashes: Vec::new(),
                    candidates: Vec::new(),
                    chosen: Vec::new(),
                }),
            }
        }
        Ok(sets)
    }

    /// The table.
    pub(crate) fn table(&self) -> &StateTable {
        &self.table
    }

    /// The table, to be restored.
    pub(crate) fn table_mut(&mut self) -> &mut StateTable {
        &mut self.table
    }

    /// Finds out which changes bring a value that is new for its group, for each of the calls.
    ///
    /// # Errors
    /// Columns that are not of the declared type, or a group of another task.
    pub(crate) fn look_up(
        &mut self,
        measures: &[AggregateMeasure],
        batch: &ChangelogBatch,
        groups: Keys<'_>,
        changes: &[Change],
        max_parallelism: u32,
    ) -> Result<(), EngineError> {
        self.chosen.clear();
        self.chosen.resize(self.calls.len(), vec![false; changes.len()]);
        let mut admissions = Vec::with_capacity(self.calls.len());
        for call in &self.calls {
            admissions.push(Admission::of(&measures[*call], batch)?);
        }
        let nulls = column(batch, self.argument)?.nulls();
        let values = self.values.encode(batch)?;
        self.wanted.clear();
        self.hashes.clear();
        for (index, change) in changes.iter().enumerate() {
            let mut wanted = 0_u64;
            // No function looks at NULL.
            if nulls.is_none_or(|nulls| nulls.is_valid(change.row)) {
                for (bit, admission) in admissions.iter().enumerate() {
                    wanted |= u64::from(admission.admits(index, change)) << bit;
                }
            }
            self.wanted.push(wanted);
            self.hashes.push(combine(groups.hash(change.position), values.hash(change.position)));
        }
        self.table.candidates(self.hashes.iter().copied(), &mut self.candidates);
        for (index, change) in changes.iter().enumerate() {
            let (wanted, hash, candidate) =
                (self.wanted[index], self.hashes[index], self.candidates[index]);
            if wanted == 0 {
                continue;
            }
            self.key.clear();
            self.key.extend_from_slice(groups.key(change.position));
            self.key.extend_from_slice(values.key(change.position));
            let found = if candidate != NO_SLOT && self.table.has_key(candidate, &self.key) {
                Some(candidate)
            } else {
                self.table.find(hash, &self.key)
            };
            let slot = match found {
                Some(slot) => slot,
                None => {
                    let key_group = groups.key_group(change.position, max_parallelism);
                    self.table.insert(hash, &self.key, key_group)?
                }
            };
            let known = word(self.table.row(slot));
            if known & wanted == wanted {
                continue;
            }
            self.table.row_mut(slot).copy_from_slice(&(known | wanted).to_le_bytes());
            let new = wanted & !known;
            for (bit, chosen) in self.chosen.iter_mut().enumerate() {
                chosen[index] = new >> bit & 1 == 1;
            }
        }
        Ok(())
    }

    /// The changes that a call sees, None for a call of another set.
    pub(crate) fn admission(&self, call: usize) -> Option<Admission<'_>> {
        let position = self.calls.iter().position(|own| *own == call)?;
        self.chosen.get(position).map(|chosen| Admission::Chosen(chosen))
    }
}

fn refused(measure: &AggregateMeasure, what: &str) -> EngineError {
    let message = format!("{} over distinct values of {what} is not supported", measure.function);
    EngineError::new(ErrorCode::Function, message)
}

/// The hash of group and value; one group can have most of the values.
fn combine(group: i32, value: i32) -> i32 {
    group.wrapping_mul(31).wrapping_add(value)
}

fn word(row: &[u8]) -> u64 {
    row.first_chunk::<8>().map_or(0, |word| u64::from_le_bytes(*word))
}
