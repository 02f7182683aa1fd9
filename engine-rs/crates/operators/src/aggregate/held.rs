use std::marker::PhantomData;
use std::sync::Arc;

use arrow_array::builder::BinaryBuilder;
use arrow_array::{Array, ArrayRef, BinaryArray};
use arrow_schema::DataType;
use sf_runtime::{AggregateMeasure, EngineError};

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
}

/// A function whose result is one of the values that it saw.
pub(super) trait Hold: Send + 'static {
    /// Bytes of its state in front of the value.
    const BYTES: usize = 0;

    /// Applies a row.
    ///
    /// # Errors
    /// What Flink throws for such a row.
    fn next(own: &mut [u8], event: Event) -> Result<Next, EngineError>;
}

/// Makes a function that holds values of its argument's type.
pub(super) fn create<F: Hold>(measure: &AggregateMeasure) -> Made {
    by_flat!(of only_type(measure), K => Held::<F, K>::boxed(measure), _ => refused(measure))
}

/// Values of one type, and where one of them lies in a state.
pub(super) trait Kind: 'static {
    type Value: Clone + Send;
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
    fn value(column: &Self::Column<'_>, row: usize) -> Option<Self::Value>;

    /// Whether the value of a row is NULL.
    fn is_null(column: &Self::Column<'_>, row: usize) -> bool;

    /// The value in a state whose own bytes are behind `own`.
    fn read(state: &CallState<'_>, slot: u32, own: usize) -> Option<Self::Value>;

    fn write(state: &mut CallState<'_>, slot: u32, own: usize, value: Option<&Self::Value>);

    /// Whether Flink takes two values for different.
    fn differs(left: &Self::Value, right: &Self::Value) -> bool;

    /// The same for results, of which NULL equals NULL.
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
    type Column<'a> = T::Column<'a>;

    const BYTES: usize = 1 + T::Native::BYTES;
    const TEXTS: usize = 0;

    fn column<'a>(input: &Input<'a>) -> Result<Self::Column<'a>, EngineError> {
        T::column(input)
    }

    fn value(column: &Self::Column<'_>, row: usize) -> Option<Self::Value> {
        T::value(column, row)
    }

    fn is_null(column: &Self::Column<'_>, row: usize) -> bool {
        T::value(column, row).is_none()
    }

    fn read(state: &CallState<'_>, slot: u32, own: usize) -> Option<Self::Value> {
        let state = &state.read(slot)[own..];
        (state[0] != 0).then(|| T::Native::read(&state[1..]))
    }

    fn write(state: &mut CallState<'_>, slot: u32, own: usize, value: Option<&Self::Value>) {
        let state = &mut state.of(slot)[own..];
        state[0] = u8::from(value.is_some());
        match value {
            Some(value) => value.write(&mut state[1..]),
            None => state[1..].fill(0),
        }
    }

    fn differs(left: &Self::Value, right: &Self::Value) -> bool {
        left.differs(*right)
    }

    fn build<'a>(
        values: impl ExactSizeIterator<Item = Option<&'a Self::Value>>,
        data_type: &DataType,
    ) -> Result<ArrayRef, EngineError> {
        T::build(values.map(Option::<&_>::copied), data_type)
    }
}

/// Texts and binaries: a text.
pub(super) struct Bytes;

impl Kind for Bytes {
    type Value = Arc<[u8]>;
    type Column<'a> = &'a BinaryArray;

    const BYTES: usize = 0;
    const TEXTS: usize = 1;

    fn column<'a>(input: &Input<'a>) -> Result<Self::Column<'a>, EngineError> {
        input.bytes(0)
    }

    fn value(column: &Self::Column<'_>, row: usize) -> Option<Self::Value> {
        column.is_valid(row).then(|| column.value(row).into())
    }

    fn is_null(column: &Self::Column<'_>, row: usize) -> bool {
        column.is_null(row)
    }

    fn read(state: &CallState<'_>, slot: u32, _own: usize) -> Option<Self::Value> {
        state.text_of(slot, 0).cloned()
    }

    fn write(state: &mut CallState<'_>, slot: u32, _own: usize, value: Option<&Self::Value>) {
        state.put_text_of(slot, 0, value.cloned());
    }

    fn differs(left: &Self::Value, right: &Self::Value) -> bool {
        !Arc::ptr_eq(left, right) && left != right
    }

    fn size(value: &Self::Value) -> usize {
        value.len()
    }

    fn build<'a>(
        values: impl ExactSizeIterator<Item = Option<&'a Self::Value>>,
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
    data_type: DataType,
    results: Vec<Option<K::Value>>,
    failure: Option<Failure>,
    function: PhantomData<fn() -> F>,
}

impl<F: Hold, K: Kind> Held<F, K> {
    fn boxed(measure: &AggregateMeasure) -> Box<dyn Aggregate> {
        Box::new(Self {
            data_type: measure.output.to_arrow(),
            results: Vec::new(),
            failure: None,
            function: PhantomData,
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
                let event = Event {
                    holds: before.is_some(),
                    null: K::is_null(&column, change.row),
                    accumulate: change.accumulate,
                };
                let next = match F::next(&mut state.of(slot)[..F::BYTES], event) {
                    Ok(next) => next,
                    Err(error) => {
                        self.failure = Some(Failure { change: index, error });
                        return Ok(());
                    }
                };
                match next {
                    Next::Same => {}
                    Next::Value => after = K::value(&column, change.row),
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
}
