use std::marker::PhantomData;

use arrow_array::ArrayRef;
use arrow_array::types::{
    Decimal128Type, Float32Type, Float64Type, Int8Type, Int16Type, Int32Type, Int64Type,
};
use arrow_schema::DataType;
use sf_functions::aggregate::quotient;
use sf_runtime::{AggregateMeasure, EngineError};

use super::folded::{Fold, Folded};
use super::registry::{Made, refused};
use super::types::{by_average, scale};
use super::value::{Number, Value, ValueType};
use super::{Input, long_at, put_long};

pub(super) const SIGNATURES: &[&str] = &["(integer|approximate) -> same", "(decimal) -> decimal"];

pub(super) fn create(measure: &AggregateMeasure) -> Made {
    by_average!(measure, T => Folded::boxed(Average::<T>::of(measure)))
}

/// How values of a type are averaged.
trait Averaged: ValueType<Native: Number> {
    /// The type of the sum.
    type Sum: Number;

    fn widen(value: Self::Native) -> Self::Sum;

    /// The sum divided by the count, as the result's type; scales are a decimal's.
    fn divide(sum: Self::Sum, count: i64, scales: Scales) -> Option<Self::Native>;
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
            fn divide(sum: i64, count: i64, _scales: Scales) -> Option<Self::Native> {
                Some(sum.wrapping_div(count) as Self::Native)
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
    fn divide(sum: f64, count: i64, _scales: Scales) -> Option<f32> {
        Some((sum / count as f64) as f32)
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
    fn divide(sum: f64, count: i64, _scales: Scales) -> Option<f64> {
        Some(sum / count as f64)
    }
}

impl Averaged for Decimal128Type {
    type Sum = i128;

    #[inline]
    fn widen(value: i128) -> i128 {
        value
    }

    fn divide(sum: i128, count: i64, scales: Scales) -> Option<i128> {
        if sum.is_overflow() { None } else { quotient(sum, scales.sum, count, scales.quotient) }
    }
}

/// Scales of a decimal sum and of its average.
#[derive(Debug, Clone, Copy)]
struct Scales {
    sum: u32,
    quotient: u32,
}

/// `AVG` of numbers: integers by a BIGINT sum that wraps and a division that truncates, floats by a
/// DOUBLE sum, decimals by a sum of 38 digits, which stays NULL once it had more. Follows Flink's AvgAggFunction.
///
/// State: the sum and the count.
struct Average<T> {
    scales: Scales,
    data_type: DataType,
    number: PhantomData<fn() -> T>,
}

impl<T: Averaged> Average<T> {
    const COUNT_AT: usize = T::Sum::BYTES;

    fn of(measure: &AggregateMeasure) -> Self {
        let argument = measure.argument_types.first().map_or(0, |argument| scale(&argument.kind));
        let scales = Scales { sum: argument, quotient: scale(&measure.output.kind) };
        Self { scales, data_type: measure.output.to_arrow(), number: PhantomData }
    }
}

impl<T: Averaged> Fold for Average<T> {
    type Values<'a> = T::Column<'a>;
    type Outcome = Option<T::Native>;

    fn state_bytes(&self) -> usize {
        Self::COUNT_AT + size_of::<i64>()
    }

    fn values<'a>(&self, input: &Input<'a>) -> Result<Self::Values<'a>, EngineError> {
        T::column(input)
    }

    #[inline]
    fn change(&self, values: &Self::Values<'_>, state: &mut [u8], row: usize, accumulate: bool) {
        let Some(value) = T::value(values, row) else {
            return;
        };
        let value = T::widen(value);
        let sum = T::Sum::read(state);
        let sum = if accumulate { sum.plus(value) } else { sum.minus(value) };
        sum.write(state);
        let step = if accumulate { 1 } else { -1 };
        put_long(state, Self::COUNT_AT, long_at(state, Self::COUNT_AT).wrapping_add(step));
    }

    #[inline]
    fn result(&self, state: &[u8]) -> Option<T::Native> {
        let count = long_at(state, Self::COUNT_AT);
        if count == 0 { None } else { T::divide(T::Sum::read(state), count, self.scales) }
    }

    fn column(
        &self,
        results: impl Iterator<Item = Self::Outcome>,
    ) -> Result<ArrayRef, EngineError> {
        T::build(results, &self.data_type)
    }
}
