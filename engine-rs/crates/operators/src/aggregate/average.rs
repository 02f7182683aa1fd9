use std::marker::PhantomData;

use arrow_array::types::{Float32Type, Float64Type, Int8Type, Int16Type, Int32Type, Int64Type};
use arrow_array::{Array, ArrayRef, PrimitiveArray};
use sf_runtime::EngineError;

use super::number::{Number, NumberType};
use super::{Aggregate, CallState, Function, Input, fold, long_at, optional_results, put_long};

/// How values of a type are averaged.
pub(super) trait Averaged: NumberType<Native: Number> {
    /// The type of the sum.
    type Sum: Number;

    fn widen(value: Self::Native) -> Self::Sum;

    /// The sum divided by the count, as the result's type.
    fn divide(sum: Self::Sum, count: i64) -> Self::Native;
}

macro_rules! integers {
    ($($arrow:ty),+) => {
        $(impl Averaged for $arrow {
            type Sum = i64;

            #[inline]
            fn widen(value: Self::Native) -> i64 {
                i64::from(value)
            }

            #[inline]
            #[allow(
                clippy::cast_possible_truncation,
                reason = "Flink casts the quotient back, which keeps its low bits"
            )]
            fn divide(sum: i64, count: i64) -> Self::Native {
                sum.wrapping_div(count) as Self::Native
            }
        })+
    };
}

integers!(Int8Type, Int16Type, Int32Type, Int64Type);

impl Averaged for Float32Type {
    type Sum = f64;

    #[inline]
    fn widen(value: f32) -> f64 {
        f64::from(value)
    }

    #[inline]
    #[allow(
        clippy::cast_possible_truncation,
        clippy::cast_precision_loss,
        reason = "Java's conversions"
    )]
    fn divide(sum: f64, count: i64) -> f32 {
        (sum / count as f64) as f32
    }
}

impl Averaged for Float64Type {
    type Sum = f64;

    #[inline]
    fn widen(value: f64) -> f64 {
        value
    }

    #[inline]
    #[allow(clippy::cast_precision_loss, reason = "Java's conversion")]
    fn divide(sum: f64, count: i64) -> f64 {
        sum / count as f64
    }
}

/// `AVG` of numbers: integers by a BIGINT sum that wraps and a division that truncates, floats by a
/// DOUBLE sum. Follows Flink's AvgAggFunction.
///
/// State: the sum and the count.
pub(super) struct Average<T: Averaged> {
    results: Vec<Option<T::Native>>,
    number: PhantomData<fn() -> T>,
}

impl<T: Averaged> Average<T> {
    pub(super) fn new() -> Self {
        Self { results: Vec::new(), number: PhantomData }
    }
}

impl<T: Averaged> Aggregate for Average<T>
where
    T::Native: Number,
{
    fn state_bytes(&self) -> usize {
        T::Sum::BYTES + size_of::<i64>()
    }

    fn apply(
        &mut self,
        input: &Input<'_>,
        state: &mut CallState<'_>,
        changed: &mut [bool],
    ) -> Result<(), EngineError> {
        let values = input.primitive::<T>()?;
        fold(input, state, changed, &mut self.results, &Averaging { values });
        Ok(())
    }

    fn results(&self, picks: &[usize]) -> Result<ArrayRef, EngineError> {
        Ok(optional_results::<T>(&self.results, picks, &T::DATA_TYPE))
    }
}

struct Averaging<'a, T: Averaged> {
    values: &'a PrimitiveArray<T>,
}

impl<T: Averaged> Function<Option<T::Native>> for Averaging<'_, T>
where
    T::Native: Number,
{
    #[inline]
    fn change(&self, state: &mut [u8], row: usize, accumulate: bool) {
        if self.values.is_null(row) {
            return;
        }
        let value = T::widen(self.values.value(row));
        let sum = T::Sum::read(state);
        let sum = if accumulate { sum.plus(value) } else { sum.minus(value) };
        sum.write(state);
        let step = if accumulate { 1 } else { -1 };
        put_long(state, T::Sum::BYTES, long_at(state, T::Sum::BYTES).wrapping_add(step));
    }

    #[inline]
    fn result(&self, state: &[u8]) -> Option<T::Native> {
        let count = long_at(state, T::Sum::BYTES);
        (count != 0).then(|| T::divide(T::Sum::read(state), count))
    }

    #[inline]
    fn differ(&self, before: Option<T::Native>, after: Option<T::Native>) -> bool {
        super::optional_differ(before, after)
    }
}
