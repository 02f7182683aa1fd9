use std::marker::PhantomData;

use arrow_array::{Array, ArrayRef, PrimitiveArray};
use arrow_schema::DataType;
use sf_runtime::EngineError;

use super::number::{Number, NumberType};
use super::{Aggregate, CallState, Function, Input, fold, optional_results};

/// Which end.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum End {
    Smallest,
    Largest,
}

/// `MIN` and `MAX` of numbers and times that are not taken back, or need not be because values only fall
/// or rise. Follows Flink's MinAggFunction and MaxAggFunction: Java's comparison in order of arrival, so
/// that NaN stays if it came first and is passed over later.
///
/// State: a byte that is 1 once there is a value, and the value.
pub(super) struct Extremum<T: NumberType> {
    end: End,
    data_type: DataType,
    results: Vec<Option<T::Native>>,
    number: PhantomData<fn() -> T>,
}

impl<T: NumberType> Extremum<T> {
    pub(super) fn new(end: End, data_type: DataType) -> Self {
        Self { end, data_type, results: Vec::new(), number: PhantomData }
    }
}

impl<T: NumberType> Aggregate for Extremum<T>
where
    T::Native: Number,
{
    fn state_bytes(&self) -> usize {
        1 + T::Native::BYTES
    }

    fn apply(
        &mut self,
        input: &Input<'_>,
        state: &mut CallState<'_>,
        changed: &mut [bool],
    ) -> Result<(), EngineError> {
        let values = input.primitive::<T>()?;
        fold(input, state, changed, &mut self.results, &Comparing { values, end: self.end });
        Ok(())
    }

    fn results(&self, picks: &[usize]) -> Result<ArrayRef, EngineError> {
        Ok(optional_results::<T>(&self.results, picks, &self.data_type))
    }
}

struct Comparing<'a, T: NumberType> {
    values: &'a PrimitiveArray<T>,
    end: End,
}

impl<T: NumberType> Function<Option<T::Native>> for Comparing<'_, T>
where
    T::Native: Number,
{
    #[inline]
    fn change(&self, state: &mut [u8], row: usize, accumulate: bool) {
        if !accumulate || self.values.is_null(row) {
            return;
        }
        let value = self.values.value(row);
        let replaces = state[0] == 0 || {
            let known = T::Native::read(&state[1..]);
            match self.end {
                End::Smallest => known.exceeds(value),
                End::Largest => value.exceeds(known),
            }
        };
        if replaces {
            state[0] = 1;
            value.write(&mut state[1..]);
        }
    }

    #[inline]
    fn result(&self, state: &[u8]) -> Option<T::Native> {
        (state[0] != 0).then(|| T::Native::read(&state[1..]))
    }

    #[inline]
    fn differ(&self, before: Option<T::Native>, after: Option<T::Native>) -> bool {
        super::optional_differ(before, after)
    }
}
