use std::sync::Arc;

use arrow_array::{Array, ArrayRef, Int64Array};
use arrow_buffer::NullBuffer;
use sf_contract::TypeKind;
use sf_faults::{Fault, is_on};
use sf_runtime::{AggregateMeasure, EngineError};

use super::folded::{Fold, Folded};
use super::registry::{Made, refused};
use super::{Input, long_at, put_long};

pub(super) const SIGNATURES: &[&str] = &["() -> bigint", "(any) -> bigint"];

pub(super) fn create(measure: &AggregateMeasure) -> Made {
    match (measure.argument_types.as_slice(), &measure.output.kind) {
        ([] | [_], TypeKind::BigInt) => Ok(Folded::boxed(Count)),
        _ => refused(measure),
    }
}

/// `COUNT(*)` and `COUNT(x)`. Follows Flink's Count1AggFunction and CountAggFunction.
///
/// State: the number.
struct Count;

impl Fold for Count {
    /// NULLs of the argument, which do not count.
    type Values<'a> = Option<&'a NullBuffer>;
    type Outcome = i64;

    fn state_bytes(&self) -> usize {
        size_of::<i64>()
    }

    fn values<'a>(&self, input: &Input<'a>) -> Result<Self::Values<'a>, EngineError> {
        Ok(input.argument().and_then(|argument| argument.nulls()))
    }

    #[inline]
    fn change(&self, nulls: &Self::Values<'_>, state: &mut [u8], row: usize, accumulate: bool) {
        if nulls.is_none_or(|nulls| nulls.is_valid(row) || is_on(Fault::CountedNull)) {
            let step = if accumulate { 1 } else { -1 };
            put_long(state, 0, long_at(state, 0).wrapping_add(step));
        }
    }

    #[inline]
    fn result(&self, state: &[u8]) -> i64 {
        long_at(state, 0)
    }

    fn column(&self, results: impl Iterator<Item = i64>) -> Result<ArrayRef, EngineError> {
        Ok(Arc::new(Int64Array::from_iter_values(results)))
    }
}
