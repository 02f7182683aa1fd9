use std::cmp::Ordering;
use std::marker::PhantomData;
use std::sync::Arc;

use arrow_array::builder::BinaryBuilder;
use arrow_array::{Array, ArrayRef, BinaryArray};
use arrow_schema::DataType;
use sf_runtime::{AggregateMeasure, EngineError};
use sf_state::SlotId;

use super::registry::{Made, refused};
use super::types::{by_flat, only_type};
use super::value::{Value, ValueType};
use super::{Aggregate, CallState, Failure, Input, fitting};

/// What becomes of the value that a function holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Next {
    /// It stays.
    Same,
    /// The row's value, which can be NULL, takes its place.
    Value,
    /// It becomes NULL.
    Null,
}

/// What a row does to a function that holds one of the values.
#[derive(Debug, Clone, Copy)]
pub(super) struct Event {
    /// Whether the function holds a value that is not NULL.
    pub(super) holds: bool,
    /// Whether the row's value is NULL.
    pub(super) null: bool,
    /// Whether the row adds its value; otherwise it takes it back.
    pub(super) accumulate: bool,
    /// How the row's value compares with the one that is held, if neither is NULL and the function
    /// [`Hold::COMPARES`].
    pub(super) order: Option<Ordering>,
}

/// A function whose result is one of the values that it saw.
pub(super) trait Hold: Send + 'static {
    /// Bytes of its state in front of the value.
    const BYTES: usize = 0;

    /// Whether it asks how values compare.
    const COMPARES: bool = false;

    /// Applies a row.
    ///
    /// # Errors
    /// What Flink throws for such a row.
    fn next(&self, own: &mut [u8], event: Event) -> Result<Next, EngineError>;
}

/// Makes a function that holds values of its argument's type.
pub(super) fn create(function: impl Hold, measure: &AggregateMeasure) -> Made {
    by_flat!(
        of only_type(measure),
        K => Held::<_, K>::boxed(function, measure),
        _ => refused(measure)
    )
}

/// Values of one type, and where one of them lies in a state.
pub(super) trait Kind: 'static {
    type Value: Clone + Send;
    /// A value of a column or a table.
    type Ref<'a>: Copy;
    type Column<'a>;

    /// Bytes of a value's state.
    const BYTES: usize;
    /// Number of texts of a value's state.
    const TEXTS: usize;

    /// A call's argument.
    ///
    /// # Errors
    /// A column of another type than declared.
    fn column<'a>(input: &Input<'a>) -> Result<Self::Column<'a>, EngineError>;

    /// The value of a row, None for NULL.
    fn value<'c>(column: &'c Self::Column<'_>, row: usize) -> Option<Self::Ref<'c>>;

    fn borrow(value: &Self::Value) -> Self::Ref<'_>;

    fn keep(value: Self::Ref<'_>) -> Self::Value;

    /// The value in a state whose own bytes are behind `own`.
    fn read(state: &CallState<'_>, slot: SlotId, own: usize) -> Option<Self::Value>;

    fn write(state: &mut CallState<'_>, slot: SlotId, own: usize, value: Option<&Self::Value>);

    /// Java's compareTo; that of texts by their bytes, as Flink compares texts that came through the network.
    fn compare(left: Self::Ref<'_>, right: Self::Ref<'_>) -> Ordering;

    /// Whether Flink takes two values for different.
    fn differs(left: &Self::Value, right: &Self::Value) -> bool;

    /// The same for results, of which NULL equals NULL.
    #[inline]
    fn changes(before: Option<&Self::Value>, after: Option<&Self::Value>) -> bool {
        match (before, after) {
            (Some(before), Some(after)) => Self::differs(before, after),
            (before, after) => before.is_some() != after.is_some(),
        }
    }

    /// Bytes of variable length.
    fn size(_value: &Self::Value) -> usize {
        0
    }

    /// A column of values.
    ///
    /// # Errors
    /// A data type that does not fit.
    fn build<'a>(
        values: impl ExactSizeIterator<Item = Option<&'a Self::Value>>,
        data_type: &DataType,
    ) -> Result<ArrayRef, EngineError>;
}

/// Values of a fixed size: a byte that is 1 if there is one, and the value.
pub(super) struct Fixed<T>(PhantomData<fn() -> T>);

impl<T: ValueType> Kind for Fixed<T> {
    type Value = T::Native;
    type Ref<'a> = T::Native;
    type Column<'a> = T::Column<'a>;

    const BYTES: usize = 1 + T::Native::BYTES;
    const TEXTS: usize = 0;

    fn column<'a>(input: &Input<'a>) -> Result<Self::Column<'a>, EngineError> {
        T::column(input)
    }

    #[inline]
    fn value(column: &Self::Column<'_>, row: usize) -> Option<T::Native> {
        T::value(column, row)
    }

    #[inline]
    fn borrow(value: &T::Native) -> T::Native {
        *value
    }

    #[inline]
    fn keep(value: T::Native) -> T::Native {
        value
    }

    #[inline]
    fn read(state: &CallState<'_>, slot: SlotId, own: usize) -> Option<T::Native> {
        let state = &state.read(slot)[own..];
        (state[0] != 0).then(|| T::Native::read(&state[1..]))
    }

    #[inline]
    fn write(state: &mut CallState<'_>, slot: SlotId, own: usize, value: Option<&T::Native>) {
        let state = &mut state.of(slot)[own..];
        state[0] = u8::from(value.is_some());
        match value {
            Some(value) => value.write(&mut state[1..]),
            None => state[1..].fill(0),
        }
    }

    #[inline]
    fn compare(left: T::Native, right: T::Native) -> Ordering {
        left.compare(right)
    }

    #[inline]
    fn differs(left: &T::Native, right: &T::Native) -> bool {
        left.differs(*right)
    }

    fn build<'a>(
        values: impl ExactSizeIterator<Item = Option<&'a T::Native>>,
        data_type: &DataType,
    ) -> Result<ArrayRef, EngineError> {
        T::build(values.map(Option::<&_>::copied), data_type)
    }
}

/// Texts and binaries: a text.
pub(super) struct Bytes;

impl Kind for Bytes {
    type Value = Arc<[u8]>;
    type Ref<'a> = &'a [u8];
    type Column<'a> = &'a BinaryArray;

    const BYTES: usize = 0;
    const TEXTS: usize = 1;

    fn column<'a>(input: &Input<'a>) -> Result<Self::Column<'a>, EngineError> {
        input.bytes(0)
    }

    fn value<'c>(column: &'c &BinaryArray, row: usize) -> Option<&'c [u8]> {
        column.is_valid(row).then(|| column.value(row))
    }

    fn borrow(value: &Arc<[u8]>) -> &[u8] {
        value
    }

    fn keep(value: &[u8]) -> Arc<[u8]> {
        value.into()
    }

    fn read(state: &CallState<'_>, slot: SlotId, _own: usize) -> Option<Arc<[u8]>> {
        state.text_of(slot, 0).cloned()
    }

    fn write(state: &mut CallState<'_>, slot: SlotId, _own: usize, value: Option<&Arc<[u8]>>) {
        state.put_text_of(slot, 0, value.cloned());
    }

    fn compare(left: &[u8], right: &[u8]) -> Ordering {
        left.cmp(right)
    }

    fn differs(left: &Arc<[u8]>, right: &Arc<[u8]>) -> bool {
        !Arc::ptr_eq(left, right) && left != right
    }

    fn size(value: &Arc<[u8]>) -> usize {
        value.len()
    }

    fn build<'a>(
        values: impl ExactSizeIterator<Item = Option<&'a Arc<[u8]>>>,
        _data_type: &DataType,
    ) -> Result<ArrayRef, EngineError> {
        let mut column = BinaryBuilder::with_capacity(values.len(), 0);
        values.for_each(|value| column.append_option(value));
        Ok(Arc::new(column.finish()))
    }
}

/// A [`Hold`] as an aggregate.
///
/// State: the function's own bytes, then the value.
struct Held<F, K: Kind> {
    function: F,
    data_type: DataType,
    results: Vec<Option<K::Value>>,
    failure: Option<Failure>,
}

impl<F: Hold, K: Kind> Held<F, K> {
    fn boxed(function: F, measure: &AggregateMeasure) -> Box<dyn Aggregate> {
        Box::new(Self {
            function,
            data_type: measure.output.to_arrow(),
            results: Vec::new(),
            failure: None,
        })
    }
}

impl<F: Hold, K: Kind> Aggregate for Held<F, K> {
    fn state_bytes(&self) -> usize {
        F::BYTES + K::BYTES
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
        self.results.clear();
        self.results.reserve(2 * input.changes.len());
        for (index, change) in input.changes.iter().enumerate() {
            let slot = change.slot;
            let before = K::read(state, slot, F::BYTES);
            let mut after = before.clone();
            if input.admission.admits(index, change) {
                let value = K::value(&column, change.row);
                let compared = value.zip(before.as_ref()).filter(|_| F::COMPARES);
                let event = Event {
                    holds: before.is_some(),
                    null: value.is_none(),
                    accumulate: change.accumulate,
                    order: compared.map(|(value, held)| K::compare(value, K::borrow(held))),
                };
                let next = match self.function.next(&mut state.of(slot)[..F::BYTES], event) {
                    Ok(next) => next,
                    Err(error) => {
                        self.failure = Some(Failure { change: index, error });
                        return Ok(());
                    }
                };
                match next {
                    Next::Same => {}
                    Next::Value => after = value.map(K::keep),
                    Next::Null => after = None,
                }
                if next != Next::Same {
                    K::write(state, slot, F::BYTES, after.as_ref());
                }
            }
            changed[index] |= K::changes(before.as_ref(), after.as_ref());
            self.results.push(before);
            self.results.push(after);
        }
        Ok(())
    }

    fn failure(&mut self) -> Option<Failure> {
        self.failure.take()
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
}
