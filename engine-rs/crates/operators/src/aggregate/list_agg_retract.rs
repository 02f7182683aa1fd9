use std::sync::Arc;

use arrow_array::builder::BinaryBuilder;
use arrow_array::{Array, ArrayRef};
use sf_runtime::EngineError;

use super::growing::{Extent, Growing, Runs};
use super::held::Bytes;
use super::list::{self, Element};
use super::list_agg::Texts;
use super::listed::List;
use super::{Change, Input};

/// `LISTAGG` of texts that are taken back: those that are there, in order of arrival, with the separator
/// that came last between them; NULL if there are none or the separator is NULL. A text that is taken back
/// is the first equal one. Follows Flink's ListAggWithRetractAggFunction and ListAggWsWithRetractAggFunction.
///
/// State: a list whose first element is the separator.
pub(super) struct ListAggRetract {
    /// Whether the separator is an argument; otherwise it is a comma.
    separated: bool,
    separator: Vec<u8>,
    element: Vec<u8>,
}

impl ListAggRetract {
    pub(super) fn new(separated: bool) -> Self {
        let mut separator = Vec::new();
        list::put_text(b",", &mut separator);
        Self { separated, separator, element: Vec::new() }
    }
}

/// Separator and texts.
fn split(list: Runs<'_>) -> (&[u8], impl Iterator<Item = &[u8]>) {
    let mut elements = list::elements::<Bytes>(list);
    (elements.next().unwrap_or_default(), elements)
}

/// Writes a list as one text; false if it is NULL.
fn render(list: Option<Runs<'_>>, target: &mut Vec<u8>) -> bool {
    let Some((separator, texts)) = list.map(split) else {
        return false;
    };
    let mut texts = texts.peekable();
    if list::is_null(separator) || texts.peek().is_none() {
        return false;
    }
    list::join(texts, list::text(separator), target);
    true
}

impl List for ListAggRetract {
    type Columns<'a> = Texts<'a>;

    fn columns<'a>(&self, input: &Input<'a>) -> Result<Texts<'a>, EngineError> {
        Texts::of(input, self.separated)
    }

    fn step(
        &mut self,
        lists: &mut Growing,
        list: Option<Extent>,
        texts: &Texts<'_>,
        change: &Change,
    ) -> Result<Option<Extent>, EngineError> {
        if texts.values.is_null(change.row) {
            return Ok(list);
        }
        self.element.clear();
        Bytes::put(&texts.values, change.row, &mut self.element);
        if let Some(separators) = &texts.separators {
            self.separator.clear();
            Bytes::put(separators, change.row, &mut self.separator);
        }
        let Some(list) = list else {
            let texts = if change.accumulate { self.element.as_slice() } else { &[] };
            return Ok(Some(lists.start(&[&self.separator, texts])));
        };
        let separator = split(lists.text(list)).0;
        let list = if separator == self.separator {
            list
        } else {
            // Starts anew, since what is in a list stays where it is.
            let start = separator.len();
            let all = lists.text(list).to_vec();
            lists.start(&[&self.separator, &all[start..]])
        };
        if change.accumulate {
            return Ok(Some(lists.append(list, &[&self.element])));
        }
        let separator = 1;
        Ok(list::take_out::<Bytes>(lists, list, separator, &self.element).or(Some(list)))
    }

    fn differ(&self, lists: &Growing, before: Option<Extent>, after: Option<Extent>) -> bool {
        if before == after {
            return false;
        }
        let (before, after) =
            (before.map(|list| lists.text(list)), after.map(|list| lists.text(list)));
        if let (Some((separator, mut texts)), Some((other, mut rest))) =
            (before.map(split), after.map(split))
            && separator == other
            && texts.next().is_some()
            && rest.next().is_some()
        {
            // The text at hand came or went, and there are others.
            let (separator, element) = (list::as_text(separator), list::text(&self.element));
            return separator.is_some_and(|separator| !separator.is_empty() || !element.is_empty());
        }
        let text_of = |list| {
            let mut text = Vec::new();
            render(list, &mut text).then_some(text)
        };
        text_of(before) != text_of(after)
    }

    fn results<'a>(
        &self,
        lists: impl ExactSizeIterator<Item = Option<Runs<'a>>> + Clone,
    ) -> Result<ArrayRef, EngineError> {
        let mut texts = BinaryBuilder::with_capacity(lists.len(), 0);
        let mut text = Vec::new();
        for list in lists {
            text.clear();
            let known = render(list, &mut text);
            texts.append_option(known.then_some(&text));
        }
        Ok(Arc::new(texts.finish()))
    }
}
