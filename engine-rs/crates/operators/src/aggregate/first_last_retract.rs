use arrow_array::ArrayRef;
use arrow_schema::DataType;
use sf_runtime::{AggregateMeasure, EngineError};

use super::growing::{Growing, Runs};
use super::list::{self, Element};
use super::{Aggregate, CallState, Input, fitting};

/// Which of the values.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Place {
    First,
    Last,
}

/// `FIRST_VALUE` and `LAST_VALUE` of values that are taken back: the first and the last one that is there
/// and not NULL. A value that is taken back is the first equal one. Follows Flink's
/// FirstValueWithRetractAggFunction and LastValueWithRetractAggFunction, which order values by the
/// millisecond in which they came, and within it as they came: that is their order, unless the clock is put
/// back.
///
/// State: the result, then the list of all values, absent if it is empty.
pub(super) struct FirstLastRetract<E: Element> {
    place: Place,
    data_type: DataType,
    lists: Growing,
    element: Vec<u8>,
    results: Vec<Option<E::Value>>,
}

impl<E: Element> FirstLastRetract<E> {
    pub(super) fn boxed(measure: &AggregateMeasure, place: Place) -> Box<dyn Aggregate> {
        Box::new(Self {
            place,
            data_type: measure.output.to_arrow(),
            lists: Growing::default(),
            element: Vec::new(),
            results: Vec::new(),
        })
    }
}

impl Place {
    /// The result of a list.
    fn find<E: Element>(self, list: Runs<'_>) -> Option<E::Value> {
        let mut elements = list::elements::<E>(list);
        let element = match self {
            Self::First => elements.next(),
            Self::Last => elements.last(),
        };
        element.and_then(E::get)
    }
}

impl<E: Element> Aggregate for FirstLastRetract<E> {
    fn state_bytes(&self) -> usize {
        E::BYTES
    }

    fn state_texts(&self) -> usize {
        E::TEXTS + 1
    }

    fn apply(
        &mut self,
        input: &Input<'_>,
        state: &mut CallState<'_>,
        changed: &mut [bool],
    ) -> Result<(), EngineError> {
        let column = E::column(input)?;
        self.lists.begin();
        self.results.clear();
        for (index, change) in input.changes.iter().enumerate() {
            let before = E::read(state, change.slot, 0);
            let mut after = before.clone();
            if input.admission.admits(index, change) && E::value(&column, change.row).is_some() {
                self.element.clear();
                E::put(&column, change.row, &mut self.element);
                let list = self.lists.of(state, change.slot, E::TEXTS);
                let list = list::step::<E>(&mut self.lists, list, &self.element, change.accumulate);
                self.lists.put(change.slot, list);
                if !change.accumulate {
                    after = list.and_then(|list| self.place.find::<E>(self.lists.text(list)));
                } else if before.is_none() || self.place == Place::Last {
                    after = E::get(&self.element);
                }
                E::write(state, change.slot, 0, after.as_ref());
            }
            changed[index] |= E::changes(before.as_ref(), after.as_ref());
            self.results.push(before);
            self.results.push(after);
        }
        self.lists.write(state, E::TEXTS);
        Ok(())
    }

    fn fitting(&self, picks: &[usize]) -> usize {
        fitting(picks.iter().map(|pick| self.results[*pick].as_ref().map_or(0, E::size)))
    }

    fn results(&self, picks: &[usize]) -> Result<ArrayRef, EngineError> {
        E::build(picks.iter().map(|pick| self.results[*pick].as_ref()), &self.data_type)
    }

    fn differ(&self, before: usize, after: usize) -> Result<bool, EngineError> {
        Ok(E::changes(self.results[before].as_ref(), self.results[after].as_ref()))
    }
}
