use std::sync::Arc;

use arrow_array::{Array, ArrayRef, BinaryArray};
use sf_contract::TypeKind;
use sf_faults::{Fault, is_on};
use sf_runtime::{AggregateMeasure, EngineError};

use super::growing::{Extent, Growing};
use super::list_agg_retract::ListAggRetract;
use super::registry::{Made, refused};
use super::{Aggregate, CallState, Input, fitting};

pub(super) const SIGNATURES: &[&str] = &["(string) -> same", "(string, string) -> same"];

const COMMA: &[u8] = b",";

pub(super) fn create(measure: &AggregateMeasure) -> Made {
    let is_text =
        |kind: &TypeKind| matches!(kind, TypeKind::Char { .. } | TypeKind::VarChar { .. });
    match measure.argument_types.as_slice() {
        [value, separators @ ..]
            if separators.len() <= 1
                && measure.argument_types.iter().all(|argument| is_text(&argument.kind))
                && value.same_kind(&measure.output) =>
        {
            let separated = !separators.is_empty();
            if measure.retracting {
                Ok(Box::new(ListAggRetract::new(separated)))
            } else {
                Ok(Box::new(ListAgg { separated, lists: Growing::default() }))
            }
        }
        _ => refused(measure),
    }
}

/// `LISTAGG` of texts that are not taken back: those that are not NULL, in order of arrival, with the
/// separator of the later one between two. A NULL separator makes the list NULL, and the next text starts
/// a new one. Follows Flink's ListAggFunction.
///
/// State: the list as one text.
struct ListAgg {
    /// Whether the separator is an argument; otherwise it is a comma.
    separated: bool,
    lists: Growing,
}

/// A call's arguments.
struct Texts<'a> {
    values: &'a BinaryArray,
    separators: Option<&'a BinaryArray>,
}

impl Texts<'_> {
    fn separator(&self, row: usize) -> Option<&[u8]> {
        if is_on(Fault::LostSeparator) {
            return Some(b"");
        }
        match self.separators {
            None => Some(COMMA),
            Some(separators) => separators.is_valid(row).then(|| separators.value(row)),
        }
    }

    /// Adds a row's text to a list.
    fn append(&self, lists: &mut Growing, known: Option<Extent>, row: usize) -> Option<Extent> {
        if self.values.is_null(row) {
            return known;
        }
        let value = self.values.value(row);
        match (known, self.separator(row)) {
            (None, _) => Some(lists.start(&[value])),
            (Some(_), None) => None,
            (Some(known), Some(separator)) => Some(lists.append(known, &[separator, value])),
        }
    }
}

impl Aggregate for ListAgg {
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
        let separators = if self.separated { Some(input.bytes(1)?) } else { None };
        let texts = Texts { values: input.bytes(0)?, separators };
        self.lists.begin();
        for (index, change) in input.changes.iter().enumerate() {
            let before = self.lists.of(state, change.slot);
            let seen = change.accumulate && input.admission.admits(index, change);
            let after =
                if seen { texts.append(&mut self.lists, before, change.row) } else { before };
            // A text that grew by an empty one, with nothing in between, is equal to what it was.
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
        Ok(Arc::new(picks.iter().map(|pick| self.lists.result(*pick)).collect::<BinaryArray>()))
    }
}
