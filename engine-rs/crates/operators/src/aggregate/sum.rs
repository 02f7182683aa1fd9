use std::marker::PhantomData;

use arrow_array::{Array, ArrayRef, PrimitiveArray};
use arrow_schema::DataType;
use sf_runtime::EngineError;

use super::number::{Number, NumberType};
use super::{Aggregate, CallState, Function, Input, fold, long_at, optional_results, put_long};

/// `SUM` of numbers. Follows Flink's SumAggFunction, and SumWithRetractAggFunction where values are
/// taken back, which counts the values to know when there are none.
///
/// State: a byte that is 1 once there is a sum, the sum, and the count if values are taken back.
pub(super) struct Sum<T: NumberType> {
    retracting: bool,
    data_type: DataType,
    results: Vec<Option<T::Native>>,
    number: PhantomData<fn() -> T>,
}

impl<T: NumberType> Sum<T> {
    pub(super) fn new(retracting: bool, data_type: DataType) -> Self {
        Self { retracting, data_type, results: Vec::new(), number: PhantomData }
    }
}

impl<T: NumberType> Aggregate for Sum<T>
where
    T::Native: Number,
{
    fn state_bytes(&self) -> usize {
        1 + T::Native::BYTES + if self.retracting { size_of::<i64>() } else { 0 }
    }

    fn apply(
        &mut self,
        input: &Input<'_>,
        state: &mut CallState<'_>,
        changed: &mut [bool],
    ) -> Result<(), EngineError> {
        let values = input.primitive::<T>()?;
        let function = Summing { values, retracting: self.retracting };
        fold(input, state, changed, &mut self.results, &function);
        Ok(())
    }

    fn results(&self, picks: &[usize]) -> Result<ArrayRef, EngineError> {
        Ok(optional_results::<T>(&self.results, picks, &self.data_type))
    }
}

struct Summing<'a, T: NumberType> {
    values: &'a PrimitiveArray<T>,
    retracting: bool,
}

impl<T: NumberType> Function<Option<T::Native>> for Summing<'_, T>
where
    T::Native: Number,
{
    #[inline]
    fn change(&self, state: &mut [u8], row: usize, accumulate: bool) {
        if self.values.is_null(row) {
            return;
        }
        let value = self.values.value(row);
        let known = (state[0] != 0).then(|| T::Native::read(&state[1..]));
        let sum = match (known, accumulate) {
            // The first value is the sum, not added to zero: -0.0 stays.
            (None, true) => value,
            (None, false) => T::Native::default().minus(value),
            (Some(known), true) => known.plus(value),
            (Some(known), false) => known.minus(value),
        };
        state[0] = 1;
        sum.write(&mut state[1..]);
        if self.retracting {
            let at = 1 + T::Native::BYTES;
            let step = if accumulate { 1 } else { -1 };
            put_long(state, at, long_at(state, at).wrapping_add(step));
        }
    }

    #[inline]
    fn result(&self, state: &[u8]) -> Option<T::Native> {
        let none = state[0] == 0 || (self.retracting && long_at(state, 1 + T::Native::BYTES) == 0);
        (!none).then(|| T::Native::read(&state[1..]))
    }

    #[inline]
    fn differ(&self, before: Option<T::Native>, after: Option<T::Native>) -> bool {
        super::optional_differ(before, after)
    }
}
