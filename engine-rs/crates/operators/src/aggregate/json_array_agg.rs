use std::sync::Arc;

use arrow_array::builder::BinaryBuilder;
use arrow_array::{Array, ArrayRef};
use sf_contract::TypeKind;
use sf_runtime::{AggregateMeasure, EngineError};

use super::array_agg::Nulls;
use super::growing::Growing;
use super::held::Bytes;
use super::list;
use super::registry::{Made, refused};
use super::{Aggregate, CallState, Input, fitting};

pub(super) const SIGNATURES: &[&str] = &["(varchar) -> varchar"];

/// The JSON of NULL, which no other value has.
const NULL: &[u8] = b"null";

pub(super) fn create(measure: &AggregateMeasure, nulls: Nulls) -> Made {
    match (measure.argument_types.as_slice(), &measure.output.kind) {
        ([argument], TypeKind::VarChar { .. })
            if matches!(argument.kind, TypeKind::VarChar { .. }) =>
        {
            Ok(Box::new(JsonArrayAgg { nulls, lists: Growing::default(), element: Vec::new() }))
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
    lists: Growing,
    element: Vec<u8>,
}

impl Aggregate for JsonArrayAgg {
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
        self.lists.begin();
        for (index, change) in input.changes.iter().enumerate() {
            let before = self.lists.of(state, change.slot);
            let null = values.is_null(change.row);
            let ignored = null && self.nulls == Nulls::Ignored;
            let after = if ignored || !input.admission.admits(index, change) {
                before
            } else {
                self.element.clear();
                let json = if null { NULL } else { values.value(change.row) };
                list::put_text(json, &mut self.element);
                list::step::<Bytes>(&mut self.lists, before, &self.element, change.accumulate)
            };
            // No JSON is empty, so that lists of other elements are other texts.
            changed[index] |= before != after;
            self.lists.push(change.slot, before, after);
        }
        self.lists.write(state);
        Ok(())
    }

    fn fitting(&self, picks: &[usize]) -> usize {
        fitting(picks.iter().map(|pick| self.lists.result(*pick).map_or(0, <[u8]>::len)))
    }

    fn results(&self, picks: &[usize]) -> Result<ArrayRef, EngineError> {
        let mut arrays = BinaryBuilder::with_capacity(picks.len(), 0);
        let mut array = Vec::new();
        for pick in picks {
            array.clear();
            array.push(b'[');
            list::join(self.lists.result(*pick).unwrap_or_default(), b",", &mut array);
            array.push(b']');
            arrays.append_value(&array);
        }
        Ok(Arc::new(arrays.finish()))
    }
}
