use std::marker::PhantomData;

use arrow_array::ArrayRef;
use arrow_array::types::{Float32Type, Float64Type, Int8Type, Int16Type, Int32Type, Int64Type};
use arrow_schema::DataType;
use sf_runtime::{AggregateMeasure, EngineError};

use super::folded::{Fold, Folded};
use super::registry::{Made, refused};
use super::types::by_number;
use super::value::{Number, Value, ValueType};
use super::{Input, long_at, put_long};

pub(super) const SIGNATURES: &[&str] = &["(integer|approximate) -> same"];

pub(super) fn create(measure: &AggregateMeasure) -> Made {
    by_number!(measure, T => Folded::boxed(Average::<T>::of(measure)))
}

/// How values of a type are averaged.
trait Averaged: ValueType<Native: Number> {
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
struct Average<T> {
    data_type: DataType,
    number: PhantomData<fn() -> T>,
}

impl<T: Averaged> Average<T> {
    const COUNT_AT: usize = T::Sum::BYTES;

    fn of(measure: &AggregateMeasure) -> Self {
        Self { data_type: measure.output.to_arrow(), number: PhantomData }
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
        (count != 0).then(|| T::divide(T::Sum::read(state), count))
    }

    fn column(&self, results: impl Iterator<Item = Self::Outcome>) -> ArrayRef {
        T::build(results, &self.data_type)
    }
}
