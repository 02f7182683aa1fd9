use std::cmp::Ordering;
use std::marker::PhantomData;
use std::sync::Arc;

use arrow_array::builder::BinaryBuilder;
use arrow_array::cast::AsArray;
use arrow_array::{Array, ArrayRef, BinaryArray};
use arrow_schema::DataType;
use sf_contract::TypeKind;
use sf_faults::{Fault, is_on};
use sf_runtime::{EngineError, TableSize};
use sf_state::{SlotId, StateTable, hash_bytes_by_words};

use super::extremum::End;
use super::folded::Outcome;
use super::group_values::{GroupValues, Order};
use super::registry::{Made, refused};
use super::types::{by_value, only_type};
use super::value::{Value, ValueType};
use super::{Aggregate, CallContext, CallState, Change, Input, long_at, put_long, type_names};

/// Bytes of the number of values.
const SIZE: usize = size_of::<i64>();

pub(super) fn create(call: &CallContext<'_>, end: End) -> Made {
    let measure = call.measure;
    match only_type(measure) {
        Some(TypeKind::Char { .. } | TypeKind::VarChar { .. }) => {
            Ok(Box::new(ExtremumWithRetract::<Texts>::of(call, end)))
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
struct ExtremumWithRetract<F: Form> {
    end: End,
    data_type: DataType,
    values: GroupValues,
    results: Vec<Option<F::Kept>>,
}

impl<F: Form> ExtremumWithRetract<F> {
    fn of(call: &CallContext<'_>, end: End) -> Self {
        let order: Order = match end {
            End::Smallest => {
                |one, other| F::compare(F::decode(one), F::decode(other)) == Ordering::Less
            }
            End::Largest => {
                |one, other| F::compare(F::decode(one), F::decode(other)) == Ordering::Greater
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
    fn replaces(&self, value: F::Value<'_>, known: F::Value<'_>) -> bool {
        F::compare(value, known) == self.end.order()
    }

    fn accumulate(
        &mut self,
        state: &mut CallState<'_>,
        group: SlotId,
        slot: SlotId,
        value: F::Value<'_>,
    ) {
        let size = size(state, group);
        let known = F::extreme(state, group);
        if size == 0 || known.is_none_or(|known| self.replaces(value, F::borrow(&known))) {
            F::put_extreme(state, group, Some(value));
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
        value: F::Value<'_>,
    ) {
        let count = long_at(self.values.state(slot), 0).wrapping_sub(1);
        self.put_count(slot, count);
        if count != 0 {
            return;
        }
        let size = size(state, group).wrapping_sub(1);
        put_size(state, group, size);
        if size == 0 {
            F::put_extreme(state, group, None);
            return;
        }
        let is_extreme = F::extreme(state, group)
            .is_some_and(|known| F::compare(value, F::borrow(&known)) == Ordering::Equal);
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
        F::put_extreme(state, group, first.map(|slot| F::decode(self.values.value(slot))));
    }
}

fn size(state: &mut CallState<'_>, group: SlotId) -> i64 {
    long_at(state.of(group), 0)
}

fn put_size(state: &mut CallState<'_>, group: SlotId, size: i64) {
    put_long(state.of(group), 0, size);
}

fn result<F: Form>(state: &mut CallState<'_>, group: SlotId) -> Option<F::Kept> {
    if size(state, group) > 0 { F::extreme(state, group) } else { None }
}

impl<F: Form> Aggregate for ExtremumWithRetract<F> {
    fn state_bytes(&self) -> usize {
        SIZE + F::EXTREME_BYTES
    }

    fn state_texts(&self) -> usize {
        F::EXTREME_TEXTS
    }

    fn apply(
        &mut self,
        input: &Input<'_>,
        state: &mut CallState<'_>,
        changed: &mut [bool],
    ) -> Result<(), EngineError> {
        let column = F::column(input)?;
        let mut bytes = F::Bytes::default();
        self.values.look_up(input.groups, input.changes, |change: &Change| {
            let value = F::value(&column, change.row);
            value.map_or(0, |value| hash(F::encode(value, &mut F::Bytes::default())))
        });
        self.results.clear();
        self.results.reserve(2 * input.changes.len());
        for (index, change) in input.changes.iter().enumerate() {
            let before = result::<F>(state, change.slot);
            let value = F::value(&column, change.row);
            if let Some(value) = value.filter(|_| input.admission.admits(index, change)) {
                let encoded = F::encode(value, &mut bytes);
                let slot = self.values.entry(input.groups, (index, change), encoded)?;
                if change.accumulate {
                    self.accumulate(state, change.slot, slot, value);
                } else {
                    self.retract(state, change.slot, slot, value);
                }
            }
            let after = result::<F>(state, change.slot);
            changed[index] |= F::differ(before.as_ref(), after.as_ref());
            self.results.push(before);
            self.results.push(after);
            if change.ends {
                self.values.forget(change.slot);
            }
        }
        self.values.sweep(input.changes.len());
        Ok(())
    }

    fn results(&self, picks: &[usize]) -> Result<ArrayRef, EngineError> {
        F::build(picks.iter().map(|pick| self.results[*pick].as_ref()), &self.data_type)
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

/// How values of a type lie in columns and states, and their order.
trait Form: Send + 'static {
    type Column<'a>;
    type Value<'a>: Copy;
    /// A value of its own.
    type Kept: Send;
    type Bytes: Default;
    const EXTREME_BYTES: usize;
    const EXTREME_TEXTS: usize;

    /// # Errors
    /// A column of another type than declared.
    fn column<'a>(input: &Input<'a>) -> Result<Self::Column<'a>, EngineError>;

    /// The value of a row, None for NULL.
    fn value<'c>(column: &'c Self::Column<'_>, row: usize) -> Option<Self::Value<'c>>;

    /// Its bytes, which are those of its equals and of no other.
    fn encode<'b, 'v: 'b>(value: Self::Value<'v>, bytes: &'b mut Self::Bytes) -> &'b [u8];

    fn decode(bytes: &[u8]) -> Self::Value<'_>;

    /// Java's compareTo.
    fn compare(left: Self::Value<'_>, right: Self::Value<'_>) -> Ordering;

    fn borrow(kept: &Self::Kept) -> Self::Value<'_>;

    /// The extreme of a group's state.
    fn extreme(state: &mut CallState<'_>, group: SlotId) -> Option<Self::Kept>;

    fn put_extreme(state: &mut CallState<'_>, group: SlotId, value: Option<Self::Value<'_>>);

    /// Whether Flink takes two results for different.
    fn differ(before: Option<&Self::Kept>, after: Option<&Self::Kept>) -> bool;

    /// Results as a column.
    ///
    /// # Errors
    /// A data type that does not fit.
    fn build<'a>(
        results: impl Iterator<Item = Option<&'a Self::Kept>>,
        data_type: &DataType,
    ) -> Result<ArrayRef, EngineError>;
}

/// Values of fixed size. The state is a byte that is 1 if there is a value, and the value.
struct Fixed<T>(PhantomData<fn() -> T>);

/// Bytes of the largest value of fixed size.
const LARGEST: usize = 16;

impl<T: ValueType> Form for Fixed<T> {
    type Column<'a> = T::Column<'a>;
    type Value<'a> = T::Native;
    type Kept = T::Native;
    type Bytes = [u8; LARGEST];
    const EXTREME_BYTES: usize = 1 + T::Native::BYTES;
    const EXTREME_TEXTS: usize = 0;

    fn column<'a>(input: &Input<'a>) -> Result<Self::Column<'a>, EngineError> {
        T::column(input)
    }

    #[inline]
    fn value(column: &T::Column<'_>, row: usize) -> Option<T::Native> {
        T::value(column, row)
    }

    #[inline]
    fn encode<'b, 'v: 'b>(value: T::Native, bytes: &'b mut [u8; LARGEST]) -> &'b [u8] {
        value.canonical().write(bytes);
        &bytes[..T::Native::BYTES]
    }

    #[inline]
    fn decode(bytes: &[u8]) -> T::Native {
        T::Native::read(bytes)
    }

    #[inline]
    fn compare(left: T::Native, right: T::Native) -> Ordering {
        left.compare(right)
    }

    #[inline]
    fn borrow(kept: &T::Native) -> T::Native {
        *kept
    }

    #[inline]
    fn extreme(state: &mut CallState<'_>, group: SlotId) -> Option<T::Native> {
        let extreme = &state.of(group)[SIZE..];
        (extreme[0] != 0).then(|| T::Native::read(&extreme[1..]))
    }

    #[inline]
    fn put_extreme(state: &mut CallState<'_>, group: SlotId, value: Option<T::Native>) {
        let extreme = &mut state.of(group)[SIZE..];
        extreme[0] = u8::from(value.is_some());
        if let Some(value) = value {
            value.write(&mut extreme[1..]);
        }
    }

    #[inline]
    fn differ(before: Option<&T::Native>, after: Option<&T::Native>) -> bool {
        before.copied().differs(after.copied())
    }

    fn build<'a>(
        results: impl Iterator<Item = Option<&'a T::Native>>,
        data_type: &DataType,
    ) -> Result<ArrayRef, EngineError> {
        T::build(results.map(|result| result.copied()), data_type)
    }
}

/// Texts, by their bytes, as Flink compares texts that came through the network. The state is one text.
struct Texts;

impl Form for Texts {
    type Column<'a> = &'a BinaryArray;
    type Value<'a> = &'a [u8];
    type Kept = Arc<[u8]>;
    type Bytes = ();
    const EXTREME_BYTES: usize = 0;
    const EXTREME_TEXTS: usize = 1;

    fn column<'a>(input: &Input<'a>) -> Result<&'a BinaryArray, EngineError> {
        input
            .argument()
            .and_then(|argument| argument.as_binary_opt::<i32>())
            .ok_or_else(|| EngineError::defect("a text of another type than declared"))
    }

    fn value<'c>(column: &'c &BinaryArray, row: usize) -> Option<&'c [u8]> {
        column.is_valid(row).then(|| column.value(row))
    }

    fn encode<'b, 'v: 'b>(value: &'v [u8], _bytes: &'b mut ()) -> &'b [u8] {
        value
    }

    fn decode(bytes: &[u8]) -> &[u8] {
        bytes
    }

    fn compare(left: &[u8], right: &[u8]) -> Ordering {
        left.cmp(right)
    }

    fn borrow(kept: &Arc<[u8]>) -> &[u8] {
        kept
    }

    fn extreme(state: &mut CallState<'_>, group: SlotId) -> Option<Arc<[u8]>> {
        state.text_of(group, 0).cloned()
    }

    fn put_extreme(state: &mut CallState<'_>, group: SlotId, value: Option<&[u8]>) {
        state.put_text_of(group, 0, value.map(Arc::from));
    }

    fn differ(before: Option<&Arc<[u8]>>, after: Option<&Arc<[u8]>>) -> bool {
        before != after
    }

    fn build<'a>(
        results: impl Iterator<Item = Option<&'a Arc<[u8]>>>,
        _data_type: &DataType,
    ) -> Result<ArrayRef, EngineError> {
        let mut values = BinaryBuilder::new();
        results.for_each(|result| values.append_option(result));
        Ok(Arc::new(values.finish()))
    }
}
