use std::marker::PhantomData;

use arrow_array::ArrayRef;
use arrow_schema::DataType;
use sf_runtime::{AggregateMeasure, EngineError};

use super::Input;
use super::folded::{Fold, Folded};
use super::registry::{Made, refused};
use super::types::by_summed;
use super::value::{Number, Value, ValueType};

pub(super) const SIGNATURES: &[&str] = super::sum::SIGNATURES;

pub(super) fn create(measure: &AggregateMeasure) -> Made {
    by_summed!(measure, T => Folded::boxed(Sum0::<T>::of(measure)))
}

/// `$SUM0`, a sum that starts from zero: as which Flink plans SUM and AVG where a query can share them.
/// Follows Flink's Sum0AggFunction: a decimal sum stays NULL once it had more than 38 digits.
///
/// State: the sum.
struct Sum0<T> {
    data_type: DataType,
    number: PhantomData<fn() -> T>,
}

impl<T: ValueType> Sum0<T> {
    fn of(measure: &AggregateMeasure) -> Self {
        Self { data_type: measure.output.to_arrow(), number: PhantomData }
    }
}

impl<T: ValueType<Native: Number>> Fold for Sum0<T> {
    type Values<'a> = T::Column<'a>;
    type Outcome = Option<T::Native>;

    fn state_bytes(&self) -> usize {
        T::Native::BYTES
    }

    fn values<'a>(&self, input: &Input<'a>) -> Result<Self::Values<'a>, EngineError> {
        T::column(input)
    }

    #[inline]
    fn change(&self, values: &Self::Values<'_>, state: &mut [u8], row: usize, accumulate: bool) {
        if let Some(value) = T::value(values, row) {
            let sum = T::Native::read(state);
            let sum = if accumulate { sum.plus(value) } else { sum.minus(value) };
            sum.write(state);
        }
    }

    #[inline]
    fn result(&self, state: &[u8]) -> Option<T::Native> {
        Some(T::Native::read(state)).filter(|sum| !sum.is_overflow())
    }

    fn column(
        &self,
        results: impl Iterator<Item = Self::Outcome>,
    ) -> Result<ArrayRef, EngineError> {
        T::build(results, &self.data_type)
    }
}
