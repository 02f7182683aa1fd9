use std::sync::Arc;

use arrow_array::builder::BinaryBuilder;
use arrow_array::{Array, ArrayRef};
use sf_runtime::EngineError;

use super::extremum::End;
use super::{Aggregate, CallState, Input, fitting};

/// `MIN` and `MAX` of texts that are not taken back: by their bytes, as Flink compares texts that came
/// through the network. Follows Flink's StringMinAggFunction and StringMaxAggFunction.
///
/// State: one text.
pub(super) struct TextExtremum {
    end: End,
    results: Vec<Option<Arc<[u8]>>>,
}

impl TextExtremum {
    pub(super) fn new(end: End) -> Self {
        Self { end, results: Vec::new() }
    }

    fn replaces(&self, value: &[u8], known: Option<&Arc<[u8]>>) -> bool {
        known.is_none_or(|known| match self.end {
            End::Smallest => value < &known[..],
            End::Largest => value > &known[..],
        })
    }
}

impl Aggregate for TextExtremum {
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
        let values = input.bytes(0)?;
        self.results.clear();
        for (index, change) in input.changes.iter().enumerate() {
            self.results.push(state.text_of(change.slot, 0).cloned());
            let seen = change.accumulate && input.admission.admits(index, change);
            if seen && values.is_valid(change.row) {
                let value = values.value(change.row);
                if self.replaces(value, state.text_of(change.slot, 0)) {
                    state.put_text_of(change.slot, 0, Some(value.into()));
                    changed[index] = true;
                }
            }
            self.results.push(state.text_of(change.slot, 0).cloned());
        }
        Ok(())
    }

    fn fitting(&self, picks: &[usize]) -> usize {
        fitting(picks.iter().map(|pick| self.results[*pick].as_ref().map_or(0, |text| text.len())))
    }

    fn results(&self, picks: &[usize]) -> Result<ArrayRef, EngineError> {
        let mut values = BinaryBuilder::with_capacity(picks.len(), 0);
        for pick in picks {
            values.append_option(self.results[*pick].as_deref());
        }
        Ok(Arc::new(values.finish()))
    }
}
