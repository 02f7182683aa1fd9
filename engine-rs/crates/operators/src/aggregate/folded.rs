use arrow_array::ArrayRef;
use sf_runtime::EngineError;

use super::value::Value;
use super::{Aggregate, CallState, Input};

/// A function whose state is some bytes of a group's row and whose result fits a register.
pub(super) trait Fold: Send {
    /// The argument of a batch.
    type Values<'a>;
    type Outcome: Outcome;

    fn state_bytes(&self) -> usize;

    /// # Errors
    /// A column of another type than declared.
    fn values<'a>(&self, input: &Input<'a>) -> Result<Self::Values<'a>, EngineError>;

    /// Adds a row's value or takes it back.
    fn change(&self, values: &Self::Values<'_>, state: &mut [u8], row: usize, accumulate: bool);

    /// The result.
    fn result(&self, state: &[u8]) -> Self::Outcome;

    /// Results as a column.
    ///
    /// # Errors
    /// A result that its type cannot hold, which would be a defect.
    fn column(&self, results: impl Iterator<Item = Self::Outcome>)
    -> Result<ArrayRef, EngineError>;
}

/// A result.
pub(super) trait Outcome: Copy + Send {
    /// Whether Flink takes two results for different.
    fn differs(self, other: Self) -> bool;
}

impl Outcome for i64 {
    #[inline]
    fn differs(self, other: Self) -> bool {
        self != other
    }
}

/// A result that can be NULL, which equals NULL.
impl<V: Value> Outcome for Option<V> {
    #[inline]
    fn differs(self, other: Self) -> bool {
        match (self, other) {
            (Some(before), Some(after)) => before.differs(after),
            (before, after) => before.is_some() != after.is_some(),
        }
    }
}

/// A [`Fold`] as an aggregate: applies changes one by one and keeps the results before and after each.
pub(super) struct Folded<F: Fold> {
    function: F,
    results: Vec<F::Outcome>,
}

impl<F: Fold + 'static> Folded<F> {
    pub(super) fn boxed(function: F) -> Box<dyn Aggregate> {
        Box::new(Self { function, results: Vec::new() })
    }
}

impl<F: Fold> Aggregate for Folded<F> {
    fn state_bytes(&self) -> usize {
        self.function.state_bytes()
    }

    fn apply(
        &mut self,
        input: &Input<'_>,
        state: &mut CallState<'_>,
        changed: &mut [bool],
    ) -> Result<(), EngineError> {
        let values = self.function.values(input)?;
        self.results.clear();
        self.results.reserve(2 * input.changes.len());
        for (index, change) in input.changes.iter().enumerate() {
            let state = state.of(change.slot);
            let before = self.function.result(state);
            if input.admission.admits(index, change) {
                self.function.change(&values, state, change.row, change.accumulate);
            }
            let after = self.function.result(state);
            changed[index] |= before.differs(after);
            self.results.push(before);
            self.results.push(after);
        }
        Ok(())
    }

    fn results(&self, picks: &[usize]) -> Result<ArrayRef, EngineError> {
        self.function.column(picks.iter().map(|pick| self.results[*pick]))
    }

    fn differ(&self, before: usize, after: usize) -> Result<bool, EngineError> {
        Ok(self.results[before].differs(self.results[after]))
    }
}
