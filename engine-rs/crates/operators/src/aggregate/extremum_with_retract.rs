use std::cmp::Ordering;

use arrow_array::ArrayRef;
use arrow_schema::DataType;
use sf_contract::TypeKind;
use sf_faults::{Fault, is_on};
use sf_runtime::{EngineError, TableSize};
use sf_state::{SlotId, StateTable, hash_bytes_by_words};

use super::extremum::End;
use super::group_values::{GroupValues, Order};
use super::held::{Bytes, Fixed, Kind};
use super::registry::{Made, refused};
use super::types::{by_value, only_type};
use super::value::{Value, ValueType};
use super::{
    Aggregate, CallContext, CallState, Change, Input, fitting, long_at, put_long, type_names,
};

/// Bytes of the number of values.
const SIZE: usize = size_of::<i64>();

pub(super) fn create(call: &CallContext<'_>, end: End) -> Made {
    let measure = call.measure;
    match only_type(measure) {
        Some(TypeKind::Char { .. } | TypeKind::VarChar { .. }) => {
            Ok(Box::new(ExtremumWithRetract::<Bytes>::of(call, end)))
        }
        _ => by_value!(
            measure,
            T => Box::new(ExtremumWithRetract::<Fixed<T>>::of(call, end)) as Box<dyn Aggregate>
        ),
    }
}

/// `MIN` and `MAX` of values that are taken back. Follows Flink's MinWithRetractAggFunction and
/// MaxWithRetractAggFunction step by step: the extreme is part of the group's row and looked for among all
/// values only when it is taken back, so it can be one that is not there any more, or was taken back before
/// it came.
///
/// State: `| i64 number of values that are there | the extreme |`, and table `min N` or `max N` for call N:
/// the group's key and a value → how often it is there, which is negative if it was taken back more often.
struct ExtremumWithRetract<K: Keyed> {
    end: End,
    data_type: DataType,
    values: GroupValues,
    results: Vec<Option<K::Value>>,
}

impl<K: Keyed> ExtremumWithRetract<K> {
    fn of(call: &CallContext<'_>, end: End) -> Self {
        let order: Order = match end {
            End::Smallest => {
                |one, other| K::compare(K::decode(one), K::decode(other)) == Ordering::Less
            }
            End::Largest => {
                |one, other| K::compare(K::decode(one), K::decode(other)) == Ordering::Greater
            }
        };
        let name = format!("{} {}", call.measure.function, call.ordinal);
        let value = type_names(&call.measure.argument_types);
        Self {
            end,
            data_type: call.measure.output.to_arrow(),
            values: GroupValues::new(call.tables, name, (&value, "count"), SIZE, order),
            results: Vec::new(),
        }
    }

    /// Whether a value takes the place of another.
    fn replaces(&self, value: K::Ref<'_>, known: K::Ref<'_>) -> bool {
        K::compare(value, known) == self.end.order()
    }

    fn accumulate(
        &mut self,
        state: &mut CallState<'_>,
        group: SlotId,
        slot: SlotId,
        value: K::Ref<'_>,
    ) {
        let size = size(state, group);
        let known = K::read(state, group, SIZE);
        if size == 0 || known.is_none_or(|known| self.replaces(value, K::borrow(&known))) {
            K::write(state, group, SIZE, Some(&K::keep(value)));
        }
        let count = long_at(self.values.state(slot), 0).wrapping_add(1);
        self.put_count(slot, count);
        if count == 1 {
            put_size(state, group, size.wrapping_add(1));
        }
    }

    fn retract(
        &mut self,
        state: &mut CallState<'_>,
        group: SlotId,
        slot: SlotId,
        value: K::Ref<'_>,
    ) {
        let count = long_at(self.values.state(slot), 0).wrapping_sub(1);
        self.put_count(slot, count);
        if count != 0 {
            return;
        }
        let size = size(state, group).wrapping_sub(1);
        put_size(state, group, size);
        if size == 0 {
            K::write(state, group, SIZE, None);
            return;
        }
        let is_extreme = K::read(state, group, SIZE)
            .is_some_and(|known| K::compare(value, K::borrow(&known)) == Ordering::Equal);
        if is_extreme && !is_on(Fault::RetractedExtremeKept) {
            self.look_for_extreme(state, group);
        }
    }

    fn put_count(&mut self, slot: SlotId, count: i64) {
        if count == 0 {
            self.values.remove(slot);
        } else {
            put_long(self.values.write(slot), 0, count);
        }
    }

    /// Flink's updateMin and updateMax. Values that were taken back too often count as well.
    fn look_for_extreme(&mut self, state: &mut CallState<'_>, group: SlotId) {
        let first = self.values.first(group);
        if first.is_none() {
            put_size(state, group, 0);
        }
        let extreme = first.map(|slot| K::keep(K::decode(self.values.value(slot))));
        K::write(state, group, SIZE, extreme.as_ref());
    }
}

fn size(state: &CallState<'_>, group: SlotId) -> i64 {
    long_at(state.read(group), 0)
}

fn put_size(state: &mut CallState<'_>, group: SlotId, size: i64) {
    put_long(state.of(group), 0, size);
}

fn result<K: Keyed>(state: &CallState<'_>, group: SlotId) -> Option<K::Value> {
    if size(state, group) > 0 { K::read(state, group, SIZE) } else { None }
}

impl<K: Keyed> Aggregate for ExtremumWithRetract<K> {
    fn state_bytes(&self) -> usize {
        SIZE + K::BYTES
    }

    fn state_texts(&self) -> usize {
        K::TEXTS
    }

    fn apply(
        &mut self,
        input: &Input<'_>,
        state: &mut CallState<'_>,
        changed: &mut [bool],
    ) -> Result<(), EngineError> {
        let column = K::column(input)?;
        let mut bytes = K::Bytes::default();
        self.values.look_up(input.groups, input.changes, |change: &Change| {
            let value = K::value(&column, change.row);
            value.map_or(0, |value| hash(K::encode(value, &mut K::Bytes::default())))
        });
        self.results.clear();
        self.results.reserve(2 * input.changes.len());
        for (index, change) in input.changes.iter().enumerate() {
            let before = result::<K>(state, change.slot);
            let value = K::value(&column, change.row);
            if let Some(value) = value.filter(|_| input.admission.admits(index, change)) {
                let encoded = K::encode(value, &mut bytes);
                let slot = self.values.entry(input.groups, (index, change), encoded)?;
                if change.accumulate {
                    self.accumulate(state, change.slot, slot, value);
                } else {
                    self.retract(state, change.slot, slot, value);
                }
            }
            let after = result::<K>(state, change.slot);
            changed[index] |= K::changes(before.as_ref(), after.as_ref());
            self.results.push(before);
            self.results.push(after);
            if change.ends {
                self.values.forget(change.slot);
            }
        }
        self.values.sweep(input.changes.len());
        Ok(())
    }

    fn fitting(&self, picks: &[usize]) -> usize {
        fitting(picks.iter().map(|pick| self.results[*pick].as_ref().map_or(0, K::size)))
    }

    fn results(&self, picks: &[usize]) -> Result<ArrayRef, EngineError> {
        K::build(picks.iter().map(|pick| self.results[*pick].as_ref()), &self.data_type)
    }

    fn differ(&self, before: usize, after: usize) -> Result<bool, EngineError> {
        Ok(K::changes(self.results[before].as_ref(), self.results[after].as_ref()))
    }

    fn tables(&mut self) -> Vec<&mut StateTable> {
        vec![self.values.table_mut()]
    }

    fn visit_tables(&self, visit: &mut dyn FnMut(TableSize<'_>)) {
        visit(self.values.size());
    }

    fn restored(&mut self, groups: &StateTable) -> Result<(), EngineError> {
        self.values.restored(groups)
    }

    fn forget(&mut self, group: SlotId) {
        self.values.forget(group);
    }
}

/// The hash of a value's bytes, those behind the last word included.
fn hash(bytes: &[u8]) -> i32 {
    let rest = bytes.chunks_exact(4).remainder();
    let rest = rest.iter().fold(0_i32, |hash, byte| hash.wrapping_mul(256) + i32::from(*byte));
    hash_bytes_by_words(bytes).wrapping_mul(31).wrapping_add(rest)
}

/// Values that lie in a table by their bytes.
trait Keyed: Kind {
    type Bytes: Default;

    /// A value's bytes, which are those of its equals and of no other.
    fn encode<'b, 'v: 'b>(value: Self::Ref<'v>, bytes: &'b mut Self::Bytes) -> &'b [u8];

    fn decode(bytes: &[u8]) -> Self::Ref<'_>;
}

/// Bytes of the largest value of fixed size.
const LARGEST: usize = 16;

impl<T: ValueType> Keyed for Fixed<T> {
    type Bytes = [u8; LARGEST];

    #[inline]
    fn encode<'b, 'v: 'b>(value: T::Native, bytes: &'b mut [u8; LARGEST]) -> &'b [u8] {
        value.canonical().write(bytes);
        &bytes[..T::Native::BYTES]
    }

    #[inline]
    fn decode(bytes: &[u8]) -> T::Native {
        T::Native::read(bytes)
    }
}

impl Keyed for Bytes {
    type Bytes = ();

    fn encode<'b, 'v: 'b>(value: &'v [u8], _bytes: &'b mut ()) -> &'b [u8] {
        value
    }

    fn decode(bytes: &[u8]) -> &[u8] {
        bytes
    }
}
