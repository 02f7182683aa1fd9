use std::sync::Arc;

use arrow_array::builder::BinaryBuilder;
use arrow_array::{Array, ArrayRef};
use sf_runtime::EngineError;

use super::growing::{Extent, Growing};
use super::held::Bytes;
use super::list::{self, Element};
use super::{Aggregate, CallState, Input, fitting};

/// `LISTAGG` of texts that are taken back: those that are there, in order of arrival, with the separator
/// that came last between them; NULL if there are none or the separator is NULL. A text that is taken back
/// is the first equal one. Follows Flink's ListAggWithRetractAggFunction and ListAggWsWithRetractAggFunction.
///
/// State: a list whose first element is the separator.
pub(super) struct ListAggRetract {
    /// Whether the separator is an argument; otherwise it is a comma.
    separated: bool,
    lists: Growing,
    separator: Vec<u8>,
    element: Vec<u8>,
}

impl ListAggRetract {
    pub(super) fn new(separated: bool) -> Self {
        let mut separator = Vec::new();
        list::put_text(b",", &mut separator);
        Self { separated, lists: Growing::default(), separator, element: Vec::new() }
    }

    /// Adds or takes back the text at hand.
    fn step(&mut self, known: Option<Extent>, accumulate: bool) -> Extent {
        let (separator, element) = (self.separator.as_slice(), self.element.as_slice());
        let Some(known) = known else {
            let texts = if accumulate { element } else { &[] };
            return self.lists.start(&[separator, texts]);
        };
        let (head, texts) = split(self.lists.bytes(known));
        let same = head == separator;
        if accumulate {
            if same {
                return self.lists.append(known, &[element]);
            }
            let texts = texts.to_vec();
            return self.lists.start(&[separator, &texts, element]);
        }
        match list::without::<Bytes>(texts, element) {
            Some(rest) => self.lists.start(&[separator, &rest]),
            None if same => known,
            None => {
                let texts = texts.to_vec();
                self.lists.start(&[separator, &texts])
            }
        }
    }

    /// Whether two lists are other texts.
    fn differ(&self, before: Option<Extent>, after: Option<Extent>) -> bool {
        if before == after {
            return false;
        }
        let text_of = |list: Option<Extent>| {
            let mut text = Vec::new();
            let list = list.map(|list| self.lists.bytes(list));
            render(list, &mut text).then_some(text)
        };
        text_of(before) != text_of(after)
    }
}

/// Separator and texts.
fn split(list: &[u8]) -> (&[u8], &[u8]) {
    list.split_at(Bytes::length(list))
}

/// Writes a list as one text; false if it is NULL.
fn render(list: Option<&[u8]>, target: &mut Vec<u8>) -> bool {
    let Some((separator, texts)) = list.map(split) else {
        return false;
    };
    if list::is_null(separator) || texts.is_empty() {
        return false;
    }
    list::join(texts, list::text(separator), target);
    true
}

impl Aggregate for ListAggRetract {
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
        let separators = if self.separated { Some(input.bytes(1)?) } else { None };
        self.lists.begin();
        for (index, change) in input.changes.iter().enumerate() {
            let before = self.lists.of(state, change.slot);
            let seen = values.is_valid(change.row) && input.admission.admits(index, change);
            let after = if seen {
                if let Some(separators) = &separators {
                    self.separator.clear();
                    Bytes::put(separators, change.row, &mut self.separator);
                }
                self.element.clear();
                Bytes::put(&values, change.row, &mut self.element);
                Some(self.step(before, change.accumulate))
            } else {
                before
            };
            changed[index] |= self.differ(before, after);
            self.lists.push(change.slot, before, after);
        }
        self.lists.write(state);
        Ok(())
    }

    fn fitting(&self, picks: &[usize]) -> usize {
        fitting(picks.iter().map(|pick| self.lists.result(*pick).map_or(0, <[u8]>::len)))
    }

    fn results(&self, picks: &[usize]) -> Result<ArrayRef, EngineError> {
        let mut texts = BinaryBuilder::with_capacity(picks.len(), 0);
        let mut text = Vec::new();
        for pick in picks {
            text.clear();
            let known = render(self.lists.result(*pick), &mut text);
            texts.append_option(known.then_some(&text));
        }
        Ok(Arc::new(texts.finish()))
    }
}
