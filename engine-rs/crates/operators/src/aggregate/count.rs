use std::sync::Arc;

use arrow_array::{Array, ArrayRef, Int64Array};
use arrow_buffer::NullBuffer;
use sf_runtime::EngineError;

use super::{Aggregate, CallState, Function, Input, fold, long_at, put_long};

/// `COUNT(*)` and `COUNT(x)`. Follows Flink's Count1AggFunction and CountAggFunction.
#[derive(Debug, Default)]
pub(super) struct Count {
    results: Vec<i64>,
}

impl Aggregate for Count {
    fn state_bytes(&self) -> usize {
        size_of::<i64>()
    }

    fn apply(
        &mut self,
        input: &Input<'_>,
        state: &mut CallState<'_>,
        changed: &mut [bool],
    ) -> Result<(), EngineError> {
        let nulls = input.argument().and_then(|argument| argument.nulls());
        fold(input, state, changed, &mut self.results, &Counter { nulls });
        Ok(())
    }

    fn results(&self, picks: &[usize]) -> Result<ArrayRef, EngineError> {
        let values = picks.iter().map(|pick| self.results[*pick]);
        Ok(Arc::new(Int64Array::from_iter_values(values)))
    }
}

struct Counter<'a> {
    /// NULLs of the argument, which do not count.
    nulls: Option<&'a NullBuffer>,
}

impl Function<i64> for Counter<'_> {
    #[inline]
    fn change(&self, state: &mut [u8], row: usize, accumulate: bool) {
        if self.nulls.is_none_or(|nulls| nulls.is_valid(row)) {
            let step = if accumulate { 1 } else { -1 };
            put_long(state, 0, long_at(state, 0).wrapping_add(step));
        }
    }

    #[inline]
    fn result(&self, state: &[u8]) -> i64 {
        long_at(state, 0)
    }

    #[inline]
    fn differ(&self, before: i64, after: i64) -> bool {
        before != after
    }
}
