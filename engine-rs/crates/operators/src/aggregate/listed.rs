use arrow_array::{Array, ArrayRef};
use sf_runtime::EngineError;

use super::growing::{Extent, Growing, Runs};
use super::{Aggregate, CallState, Change, Failure, Input, fitting};

/// A function whose state is one text, mostly a list that grows at its end.
pub(super) trait List: Send {
    /// The arguments of a batch.
    type Columns<'a>;

    /// # Errors
    /// Columns of another type than declared.
    fn columns<'a>(&self, input: &Input<'a>) -> Result<Self::Columns<'a>, EngineError>;

    /// The list after a change that the call sees.
    ///
    /// # Errors
    /// What Flink throws for such a row.
    fn step(
        &mut self,
        lists: &mut Growing,
        list: Option<Extent>,
        columns: &Self::Columns<'_>,
        change: &Change,
    ) -> Result<Option<Extent>, EngineError>;

    /// Whether Flink takes the results of two lists for different, of which the second follows on the first.
    fn differ(&self, _lists: &Growing, before: Option<Extent>, after: Option<Extent>) -> bool {
        before != after
    }

    /// The same for two lists of one group with any changes in between.
    ///
    /// # Errors
    /// A result that its type cannot hold, which would be a defect.
    fn differ_since(
        &self,
        lists: &Growing,
        before: Option<Extent>,
        after: Option<Extent>,
    ) -> Result<bool, EngineError> {
        let result =
            |list: Option<Extent>| self.results(std::iter::once(list.map(|list| lists.text(list))));
        Ok(before != after && result(before)?.to_data() != result(after)?.to_data())
    }

    /// The results of lists as a column.
    ///
    /// # Errors
    /// A result that its type cannot hold, which would be a defect.
    fn results<'a>(
        &self,
        lists: impl ExactSizeIterator<Item = Option<Runs<'a>>> + Clone,
    ) -> Result<ArrayRef, EngineError>;
}

/// A [`List`] as an aggregate.
pub(super) struct Listed<F> {
    function: F,
    lists: Growing,
    /// Before and after each change.
    results: Vec<Option<Extent>>,
    failure: Option<Failure>,
}

impl<F: List + 'static> Listed<F> {
    pub(super) fn boxed(function: F) -> Box<dyn Aggregate> {
        Box::new(Self { function, lists: Growing::default(), results: Vec::new(), failure: None })
    }
}

impl<F: List> Aggregate for Listed<F> {
    fn state_bytes(&self) -> usize {
        0
    }

    fn state_texts(&self) -> usize {
        1
    }

    fn apply(
        &mut self,
        input: &Input<'_>,
        state: &mut CallState<'_>,
        changed: &mut [bool],
    ) -> Result<(), EngineError> {
        let columns = self.function.columns(input)?;
        let lists = &mut self.lists;
        lists.begin();
        self.results.clear();
        self.results.reserve(2 * input.changes.len());
        for (index, change) in input.changes.iter().enumerate() {
            let before = lists.of(state, change.slot, 0);
            let mut after = before;
            if input.admission.admits(index, change) {
                after = match self.function.step(lists, before, &columns, change) {
                    Ok(after) => after,
                    Err(error) => {
                        self.failure = Some(Failure { change: index, error });
                        break;
                    }
                };
            }
            if before != after {
                lists.put(change.slot, after);
            }
            changed[index] |= self.function.differ(lists, before, after);
            self.results.push(before);
            self.results.push(after);
        }
        lists.write(state, 0);
        Ok(())
    }

    fn failure(&mut self) -> Option<Failure> {
        self.failure.take()
    }

    fn fitting(&self, picks: &[usize]) -> usize {
        fitting(picks.iter().map(|pick| self.results[*pick].map_or(0, Extent::size)))
    }

    fn results(&self, picks: &[usize]) -> Result<ArrayRef, EngineError> {
        let list = |pick: &usize| self.results[*pick].map(|list| self.lists.text(list));
        self.function.results(picks.iter().map(list))
    }

    fn differ(&self, before: usize, after: usize) -> Result<bool, EngineError> {
        self.function.differ_since(&self.lists, self.results[before], self.results[after])
    }
}
