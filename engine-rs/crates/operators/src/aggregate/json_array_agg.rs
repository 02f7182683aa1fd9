use std::sync::Arc;

use arrow_array::builder::BinaryBuilder;
use arrow_array::{Array, ArrayRef, BinaryArray};
use sf_contract::TypeKind;
use sf_runtime::{AggregateMeasure, EngineError};

use super::array_agg::Nulls;
use super::growing::{Extent, Growing, Runs};
use super::held::Bytes;
use super::list;
use super::listed::{List, Listed};
use super::registry::{Made, refused};
use super::{Change, Input};

pub(super) const SIGNATURES: &[&str] = &["(varchar) -> varchar"];

/// The JSON of NULL, which no other value has.
const NULL: &[u8] = b"null";

pub(super) fn create(measure: &AggregateMeasure, nulls: Nulls) -> Made {
    match (measure.argument_types.as_slice(), &measure.output.kind) {
        ([argument], TypeKind::VarChar { .. })
            if matches!(argument.kind, TypeKind::VarChar { .. }) =>
        {
            Ok(Listed::boxed(JsonArrayAgg { nulls, element: Vec::new() }))
        }
        _ => refused(measure),
    }
}

/// `JSON_ARRAYAGG` of values that are JSON already, as Flink's planner hands them to the function: an array
/// of them in order of arrival. A value that is taken back is the first equal one. Follows Flink's
/// JsonArrayAggFunction.
///
/// State: the list of texts, absent if it is empty.
struct JsonArrayAgg {
    /// Whether NULL is an element.
    nulls: Nulls,
    element: Vec<u8>,
}

impl List for JsonArrayAgg {
    type Columns<'a> = &'a BinaryArray;

    fn columns<'a>(&self, input: &Input<'a>) -> Result<&'a BinaryArray, EngineError> {
        input.bytes(0)
    }

    /// No JSON is empty, so that lists of other elements are other texts.
    fn step(
        &mut self,
        lists: &mut Growing,
        list: Option<Extent>,
        values: &&BinaryArray,
        change: &Change,
    ) -> Result<Option<Extent>, EngineError> {
        let null = values.is_null(change.row);
        if null && self.nulls == Nulls::Ignored {
            return Ok(list);
        }
        self.element.clear();
        let json = if null { NULL } else { values.value(change.row) };
        list::put_text(json, &mut self.element);
        Ok(list::step::<Bytes>(lists, list, &self.element, change.accumulate))
    }

    fn results<'a>(
        &self,
        lists: impl ExactSizeIterator<Item = Option<Runs<'a>>> + Clone,
    ) -> Result<ArrayRef, EngineError> {
        let mut arrays = BinaryBuilder::with_capacity(lists.len(), 0);
        let mut array = Vec::new();
        for list in lists {
            array.clear();
            array.push(b'[');
            let elements = list.into_iter().flat_map(list::elements::<Bytes>);
            list::join(elements, b",", &mut array);
            array.push(b']');
            arrays.append_value(&array);
        }
        Ok(Arc::new(arrays.finish()))
    }
}
