use std::sync::Arc;

use arrow_array::builder::BinaryBuilder;
use arrow_array::{Array, ArrayRef, BinaryArray};
use sf_contract::TypeKind;
use sf_faults::{Fault, is_on};
use sf_runtime::{AggregateMeasure, EngineError};

use super::growing::{Extent, Growing, Runs};
use super::list_agg_retract::ListAggRetract;
use super::listed::{List, Listed};
use super::registry::{Made, refused};
use super::{Change, Input};

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
                Ok(Listed::boxed(ListAggRetract::new(separated)))
            } else {
                Ok(Listed::boxed(ListAgg { separated }))
            }
        }
        _ => refused(measure),
    }
}

/// A call's arguments.
pub(super) struct Texts<'a> {
    pub(super) values: &'a BinaryArray,
    /// None if it is always a comma.
    pub(super) separators: Option<&'a BinaryArray>,
}

impl<'a> Texts<'a> {
    pub(super) fn of(input: &Input<'a>, separated: bool) -> Result<Self, EngineError> {
        let separators = if separated { Some(input.bytes(1)?) } else { None };
        Ok(Self { values: input.bytes(0)?, separators })
    }

    fn separator(&self, row: usize) -> Option<&[u8]> {
        if is_on(Fault::LostSeparator) {
            return Some(b"");
        }
        match self.separators {
            None => Some(COMMA),
            Some(separators) => separators.is_valid(row).then(|| separators.value(row)),
        }
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
}

impl List for ListAgg {
    type Columns<'a> = Texts<'a>;

    fn columns<'a>(&self, input: &Input<'a>) -> Result<Texts<'a>, EngineError> {
        Texts::of(input, self.separated)
    }

    /// A text that grew by an empty one, with nothing in between, is equal to what it was.
    fn step(
        &mut self,
        lists: &mut Growing,
        list: Option<Extent>,
        texts: &Texts<'_>,
        change: &Change,
    ) -> Result<Option<Extent>, EngineError> {
        if !change.accumulate || texts.values.is_null(change.row) {
            return Ok(list);
        }
        let value = texts.values.value(change.row);
        Ok(match (list, texts.separator(change.row)) {
            (None, _) => Some(lists.start(&[value])),
            (Some(_), None) => None,
            (Some(list), Some(separator)) => Some(lists.append(list, &[separator, value])),
        })
    }

    fn results<'a>(
        &self,
        lists: impl ExactSizeIterator<Item = Option<Runs<'a>>> + Clone,
    ) -> Result<ArrayRef, EngineError> {
        let mut texts = BinaryBuilder::with_capacity(lists.len(), 0);
        for list in lists {
            // Nothing is taken out of it, so that it is one run.
            let run = |list: Runs<'a>| list.iter().next().map_or(&[][..], |(_, run)| run);
            texts.append_option(list.map(run));
        }
        Ok(Arc::new(texts.finish()))
    }
}
