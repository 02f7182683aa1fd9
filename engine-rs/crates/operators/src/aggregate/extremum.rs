use std::cmp::Ordering;
use std::marker::PhantomData;

use arrow_array::ArrayRef;
use arrow_schema::DataType;
use sf_contract::TypeKind;
use sf_runtime::{AggregateMeasure, EngineError};

use super::folded::{Fold, Folded};
use super::registry::{Made, refused};
use super::text_extremum::TextExtremum;
use super::types::{by_value, only_type};
use super::value::{Value, ValueType};
use super::{CallContext, Input, extremum_with_retract, held};

pub(super) const SIGNATURES: &[&str] =
    &["(boolean|integer|approximate|decimal|string|date|time|timestamp|timestamp_ltz) -> same"];

/// Which end.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum End {
    Smallest,
    Largest,
}

impl End {
    /// How what takes the place of a value compares with it.
    pub(super) fn order(self) -> Ordering {
        match self {
            Self::Smallest => Ordering::Less,
            Self::Largest => Ordering::Greater,
        }
    }
}

pub(super) fn create(call: &CallContext<'_>, end: End) -> Made {
    let measure = call.measure;
    match only_type(measure) {
        _ if measure.retracting => extremum_with_retract::create(call, end),
        Some(TypeKind::Char { .. } | TypeKind::VarChar { .. }) => {
            held::create(TextExtremum(end), measure)
        }
        _ => by_value!(measure, T => Folded::boxed(Extremum::<T>::of(measure, end))),
    }
}

/// `MIN` and `MAX` of values of fixed size that are not taken back, or need not be because values only fall
/// or rise. Follows Flink's MinAggFunction and MaxAggFunction: Java's comparison in order of arrival, so
/// that NaN stays if it came first and is passed over later.
///
/// State: a byte that is 1 once there is a value, and the value.
struct Extremum<T> {
    end: End,
    data_type: DataType,
    value: PhantomData<fn() -> T>,
}

impl<T: ValueType> Extremum<T> {
    fn of(measure: &AggregateMeasure, end: End) -> Self {
        Self { end, data_type: measure.output.to_arrow(), value: PhantomData }
    }
}

impl<T: ValueType> Fold for Extremum<T> {
    type Values<'a> = T::Column<'a>;
    type Outcome = Option<T::Native>;

    fn state_bytes(&self) -> usize {
        1 + T::Native::BYTES
    }

    fn values<'a>(&self, input: &Input<'a>) -> Result<Self::Values<'a>, EngineError> {
        T::column(input)
    }

    #[inline]
    fn change(&self, values: &Self::Values<'_>, state: &mut [u8], row: usize, accumulate: bool) {
        let Some(value) = T::value(values, row).filter(|_| accumulate) else {
            return;
        };
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

    fn column(
        &self,
        results: impl Iterator<Item = Self::Outcome>,
    ) -> Result<ArrayRef, EngineError> {
        T::build(results, &self.data_type)
    }
}
