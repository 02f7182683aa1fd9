use std::marker::PhantomData;

use arrow_array::ArrayRef;
use arrow_schema::DataType;
use sf_faults::{Fault, is_on};
use sf_runtime::{AggregateMeasure, EngineError};

use super::folded::{Fold, Folded};
use super::registry::{Made, refused};
use super::types::by_summed;
use super::value::{Number, Value, ValueType};
use super::{Input, long_at, put_long};

pub(super) const SIGNATURES: &[&str] = &["(integer|approximate) -> same", "(decimal) -> decimal"];

pub(super) fn create(measure: &AggregateMeasure) -> Made {
    by_summed!(measure, T => Folded::boxed(Sum::<T>::of(measure)))
}

/// `SUM` of numbers. Follows Flink's SumAggFunction, and SumWithRetractAggFunction where values are
/// taken back, which counts the values to know when there are none. A decimal sum beyond 38 digits is
/// no sum, so that the next value starts a new one.
///
/// State: a byte that is 1 once there is a sum, the sum, and the count if values are taken back.
struct Sum<T> {
    retracting: bool,
    data_type: DataType,
    number: PhantomData<fn() -> T>,
}

impl<T: ValueType> Sum<T> {
    fn of(measure: &AggregateMeasure) -> Self {
        let data_type = measure.output.to_arrow();
        Self { retracting: measure.retracting, data_type, number: PhantomData }
    }

    const COUNT_AT: usize = 1 + T::Native::BYTES;
}

impl<T: ValueType<Native: Number>> Fold for Sum<T> {
    type Values<'a> = T::Column<'a>;
    type Outcome = Option<T::Native>;

    fn state_bytes(&self) -> usize {
        Self::COUNT_AT + if self.retracting { size_of::<i64>() } else { 0 }
    }

    fn values<'a>(&self, input: &Input<'a>) -> Result<Self::Values<'a>, EngineError> {
        T::column(input)
    }

    #[inline]
    fn change(&self, values: &Self::Values<'_>, state: &mut [u8], row: usize, accumulate: bool) {
        let Some(value) = T::value(values, row) else {
            return;
        };
        let known = (state[0] != 0).then(|| T::Native::read(&state[1..]));
        let sum = match (known, accumulate) {
            // The first value is the sum, not added to zero: -0.0 stays.
            (None, true) => value,
            (None, false) => T::Native::default().minus(value),
            (Some(known), true) => known.plus(value),
            (Some(known), false) => known.minus(value),
        };
        state[0] = u8::from(!sum.is_overflow());
        sum.write(&mut state[1..]);
        if self.retracting {
            let step = if accumulate { 1 } else { -1 };
            put_long(state, Self::COUNT_AT, long_at(state, Self::COUNT_AT).wrapping_add(step));
        }
    }

    #[inline]
    fn result(&self, state: &[u8]) -> Option<T::Native> {
        let counted = self.retracting && !is_on(Fault::SumOfNothing);
        let none = state[0] == 0 || (counted && long_at(state, Self::COUNT_AT) == 0);
        (!none).then(|| T::Native::read(&state[1..]))
    }

    fn column(
        &self,
        results: impl Iterator<Item = Self::Outcome>,
    ) -> Result<ArrayRef, EngineError> {
        T::build(results, &self.data_type)
    }
}
