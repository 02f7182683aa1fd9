use std::marker::PhantomData;
use std::sync::Arc;

use arrow_array::{ArrayRef, ListArray};
use arrow_buffer::{NullBuffer, OffsetBuffer};
use arrow_schema::DataType;
use sf_contract::TypeKind;
use sf_runtime::{AggregateMeasure, EngineError};

use super::growing::{Extent, Growing, Runs};
use super::list::{self, Element};
use super::listed::{List, Listed};
use super::registry::{Made, refused};
use super::types::by_flat;
use super::{Aggregate, Change, Input};

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
    element: Vec<u8>,
    kind: PhantomData<fn() -> E>,
}

impl<E: Element> ArrayAgg<E> {
    fn boxed(measure: &AggregateMeasure, nulls: Nulls) -> Box<dyn Aggregate> {
        let data_type = measure.output.to_arrow();
        Listed::boxed(Self { nulls, data_type, element: Vec::new(), kind: PhantomData })
    }
}

impl<E: Element> List for ArrayAgg<E> {
    type Columns<'a> = E::Column<'a>;

    fn columns<'a>(&self, input: &Input<'a>) -> Result<E::Column<'a>, EngineError> {
        E::column(input)
    }

    fn step(
        &mut self,
        lists: &mut Growing,
        list: Option<Extent>,
        column: &E::Column<'_>,
        change: &Change,
    ) -> Result<Option<Extent>, EngineError> {
        if self.nulls == Nulls::Ignored && E::value(column, change.row).is_none() {
            return Ok(list);
        }
        self.element.clear();
        E::put(column, change.row, &mut self.element);
        Ok(list::step::<E>(lists, list, &self.element, change.accumulate))
    }

    /// An array with NULL or NaN in it does not equal itself.
    fn differ(&self, lists: &Growing, before: Option<Extent>, after: Option<Extent>) -> bool {
        let elements = |list| list::elements::<E>(lists.text(list));
        before != after || before.is_some_and(|list| elements(list).any(E::is_unequal))
    }

    fn differ_since(
        &self,
        lists: &Growing,
        before: Option<Extent>,
        after: Option<Extent>,
    ) -> Result<bool, EngineError> {
        let (Some(before), Some(after)) = (before, after) else {
            return Ok(before.is_some() != after.is_some());
        };
        let elements = |list| list::elements::<E>(lists.text(list)).map(E::get);
        let same = |(one, other): (Option<E::Value>, Option<E::Value>)| {
            one.zip(other).is_some_and(|(one, other)| !E::differs(&one, &other))
        };
        let equal = elements(before).count() == elements(after).count()
            && std::iter::zip(elements(before), elements(after)).all(same);
        Ok(!equal)
    }

    fn results<'a>(
        &self,
        lists: impl ExactSizeIterator<Item = Option<Runs<'a>>> + Clone,
    ) -> Result<ArrayRef, EngineError> {
        let DataType::List(field) = &self.data_type else {
            return Err(EngineError::defect("an array of another type than declared"));
        };
        let elements = lists.clone().flatten().flat_map(list::elements::<E>);
        let values = E::collect(elements, field.data_type())?;
        let length = |list| list::elements::<E>(list).count();
        let lengths = lists.clone().map(|list| list.map_or(0, length));
        let offsets = OffsetBuffer::<i32>::from_lengths(lengths);
        let nulls = NullBuffer::from_iter(lists.map(|list| list.is_some()));
        Ok(Arc::new(ListArray::try_new(Arc::clone(field), offsets, values, Some(nulls))?))
    }
}
