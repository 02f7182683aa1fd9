use std::marker::PhantomData;
use std::sync::Arc;

use arrow_array::{ArrayRef, ListArray};
use arrow_buffer::{NullBuffer, OffsetBuffer};
use arrow_schema::DataType;
use sf_contract::TypeKind;
use sf_runtime::{AggregateMeasure, EngineError};

use super::growing::Growing;
use super::list::{self, Element};
use super::registry::{Made, refused};
use super::types::by_flat;
use super::{Aggregate, CallState, Input, fitting};

pub(super) const SIGNATURES: &[&str] =
    &["(boolean|integer|approximate|decimal|string|bytes|date|time|timestamp|timestamp_ltz\
     |interval_year_month|interval_day_time) -> array"];

/// What becomes of NULL.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Nulls {
    Respected,
    Ignored,
}

pub(super) fn create(measure: &AggregateMeasure, nulls: Nulls) -> Made {
    let TypeKind::Array(element) = &measure.output.kind else {
        return refused(measure);
    };
    match measure.argument_types.as_slice() {
        // What was in Flink's list is another byte[] than what is taken back, so that it stays there.
        [argument]
            if measure.retracting
                && matches!(
                    argument.kind,
                    TypeKind::Binary { .. } | TypeKind::VarBinary { .. }
                ) =>
        {
            refused(measure)
        }
        [argument] if argument.same_kind(element) => {
            by_flat!(
                of Some(&argument.kind),
                E => ArrayAgg::<E>::boxed(measure, nulls),
                _ => refused(measure)
            )
        }
        _ => refused(measure),
    }
}

/// `ARRAY_AGG`: the values in order of arrival, NULL if there are none. A value that is taken back is the
/// first equal one. Follows Flink's ArrayAggFunction, whose list of what could not be taken back no one
/// looks at.
///
/// State: the list, absent if it is empty.
struct ArrayAgg<E> {
    nulls: Nulls,
    data_type: DataType,
    lists: Growing,
    element: Vec<u8>,
    kind: PhantomData<fn() -> E>,
}

impl<E: Element> ArrayAgg<E> {
    fn boxed(measure: &AggregateMeasure, nulls: Nulls) -> Box<dyn Aggregate> {
        Box::new(Self {
            nulls,
            data_type: measure.output.to_arrow(),
            lists: Growing::default(),
            element: Vec::new(),
            kind: PhantomData,
        })
    }
}

impl<E: Element> Aggregate for ArrayAgg<E> {
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
        let column = E::column(input)?;
        let lists = &mut self.lists;
        lists.begin();
        for (index, change) in input.changes.iter().enumerate() {
            let before = lists.of(state, change.slot);
            let ignored = self.nulls == Nulls::Ignored && E::is_null(&column, change.row);
            let after = if ignored || !input.admission.admits(index, change) {
                before
            } else {
                self.element.clear();
                E::put(&column, change.row, &mut self.element);
                list::step::<E>(lists, before, &self.element, change.accumulate)
            };
            // An array with NULL or NaN in it does not equal itself.
            changed[index] |= before != after
                || before
                    .is_some_and(|same| list::elements::<E>(lists.bytes(same)).any(E::is_unequal));
            lists.push(change.slot, before, after);
        }
        lists.write(state);
        Ok(())
    }

    fn fitting(&self, picks: &[usize]) -> usize {
        fitting(picks.iter().map(|pick| self.lists.result(*pick).map_or(0, <[u8]>::len)))
    }

    fn results(&self, picks: &[usize]) -> Result<ArrayRef, EngineError> {
        let DataType::List(field) = &self.data_type else {
            return Err(EngineError::defect("an array of another type than declared"));
        };
        let lists = || picks.iter().map(|pick| self.lists.result(*pick));
        let elements = lists().flatten().flat_map(list::elements::<E>);
        let values = E::collect(elements, field.data_type())?;
        let lengths = lists().map(|list| list.map_or(0, |list| list::elements::<E>(list).count()));
        let offsets = OffsetBuffer::<i32>::from_lengths(lengths);
        let nulls = NullBuffer::from_iter(lists().map(|list| list.is_some()));
        Ok(Arc::new(ListArray::try_new(Arc::clone(field), offsets, values, Some(nulls))?))
    }
}
