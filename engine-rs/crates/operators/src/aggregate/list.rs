//! Lists in a state: one text, whose elements lie one behind the other.
//!
//! ```text
//! element   | u8 0 |                            NULL
//!           | u8 1 | value of a fixed size |
//!           | u8 1 | u32 length | bytes |       text or binary
//! ```

use std::sync::Arc;

use arrow_array::builder::BinaryBuilder;
use arrow_array::{Array, ArrayRef};
use arrow_schema::DataType;
use sf_faults::{Fault, is_on};
use sf_runtime::EngineError;

use super::growing::{Extent, Growing, Runs};
use super::held::{Bytes, Fixed, Kind};
use super::value::{Value, ValueType};

/// The type of a list's elements.
pub(super) trait Element: Kind + Send {
    /// Adds the value of a row to a list.
    fn put(column: &Self::Column<'_>, row: usize, list: &mut Vec<u8>);

    /// Bytes of the first element of a list.
    fn length(list: &[u8]) -> usize;

    /// Java's `equals`.
    fn equals(left: &[u8], right: &[u8]) -> bool {
        left == right
    }

    /// Whether Flink's generated comparison of two arrays finds the same element unequal in both.
    fn is_unequal(element: &[u8]) -> bool {
        is_null(element)
    }

    /// The value of an element, None for NULL.
    fn get(element: &[u8]) -> Option<Self::Value>;

    /// Elements as a column.
    ///
    /// # Errors
    /// A data type that does not fit.
    fn collect<'a>(
        elements: impl Iterator<Item = &'a [u8]>,
        data_type: &DataType,
    ) -> Result<ArrayRef, EngineError>;
}

/// Whether an element is NULL.
pub(super) fn is_null(element: &[u8]) -> bool {
    element.first() == Some(&0)
}

impl<T: ValueType> Element for Fixed<T> {
    fn put(column: &Self::Column<'_>, row: usize, list: &mut Vec<u8>) {
        let Some(value) = T::value(column, row) else {
            list.push(0);
            return;
        };
        list.push(1);
        let start = list.len();
        list.resize(start + T::Native::BYTES, 0);
        value.write(&mut list[start..]);
    }

    fn length(list: &[u8]) -> usize {
        if is_null(list) { 1 } else { 1 + T::Native::BYTES }
    }

    fn equals(left: &[u8], right: &[u8]) -> bool {
        // All NaNs are equal, and the two zeros are not.
        left == right || (is_nan::<T>(left) && is_nan::<T>(right))
    }

    fn is_unequal(element: &[u8]) -> bool {
        is_null(element) || is_nan::<T>(element)
    }

    fn get(element: &[u8]) -> Option<Self::Value> {
        (!is_null(element)).then(|| T::Native::read(&element[1..]))
    }

    fn collect<'a>(
        elements: impl Iterator<Item = &'a [u8]>,
        data_type: &DataType,
    ) -> Result<ArrayRef, EngineError> {
        T::build(elements.map(Self::get), data_type)
    }
}

/// Whether an element is a NaN, which differs from itself.
fn is_nan<T: ValueType>(element: &[u8]) -> bool {
    Fixed::<T>::get(element).is_some_and(|value| value.differs(value))
}

/// Bytes in front of those of a text.
const TEXT_AT: usize = 1 + size_of::<u32>();

impl Element for Bytes {
    fn put(column: &Self::Column<'_>, row: usize, list: &mut Vec<u8>) {
        if column.is_null(row) {
            list.push(0);
        } else {
            put_text(column.value(row), list);
        }
    }

    fn length(list: &[u8]) -> usize {
        if is_null(list) { 1 } else { TEXT_AT + text_length(list) }
    }

    fn get(element: &[u8]) -> Option<Self::Value> {
        as_text(element).map(Self::keep)
    }

    fn collect<'a>(
        elements: impl Iterator<Item = &'a [u8]>,
        _data_type: &DataType,
    ) -> Result<ArrayRef, EngineError> {
        let mut texts = BinaryBuilder::new();
        for element in elements {
            texts.append_option(as_text(element));
        }
        Ok(Arc::new(texts.finish()))
    }
}

/// Adds a text to a list.
pub(super) fn put_text(text: &[u8], list: &mut Vec<u8>) {
    // A text of 4 GiB is in no column.
    let length = u32::try_from(text.len()).unwrap_or(u32::MAX);
    list.push(1);
    list.extend_from_slice(&length.to_le_bytes());
    list.extend_from_slice(text);
}

/// The text of an element that is not NULL.
pub(super) fn text(element: &[u8]) -> &[u8] {
    &element[TEXT_AT..]
}

/// The text of an element, None for NULL.
pub(super) fn as_text(element: &[u8]) -> Option<&[u8]> {
    (!is_null(element)).then(|| text(element))
}

fn text_length(list: &[u8]) -> usize {
    list[1..].first_chunk::<4>().map_or(0, |length| u32::from_le_bytes(*length) as usize)
}

/// The elements of a list.
pub(super) fn elements<E: Element>(list: Runs<'_>) -> impl Iterator<Item = &[u8]> {
    located::<E>(list).map(|(_, element)| element)
}

/// The elements of a list, each with its place in the buffer.
pub(super) fn located<E: Element>(list: Runs<'_>) -> impl Iterator<Item = (usize, &[u8])> {
    list.iter().flat_map(|(start, run)| {
        let mut at = 0;
        std::iter::from_fn(move || {
            let rest = &run[at..];
            (!rest.is_empty()).then(|| {
                let element = &rest[..E::length(rest)];
                let place = start + at;
                at += element.len();
                (place, element)
            })
        })
    })
}

/// The list with an element behind it, or without the first one that equals it: None when nothing is left,
/// and as it was if there is none.
pub(super) fn step<E: Element>(
    lists: &mut Growing,
    list: Option<Extent>,
    element: &[u8],
    accumulate: bool,
) -> Option<Extent> {
    if accumulate || is_on(Fault::KeptInList) {
        return Some(match list {
            Some(list) => lists.append(list, &[element]),
            None => lists.start(&[element]),
        });
    }
    let rest = take_out::<E>(lists, list?, 0, element).or(list);
    rest.filter(|rest| rest.size() > 0)
}

/// A list without the first element that equals this one, but for those at its head; None if there is none.
pub(super) fn take_out<E: Element>(
    lists: &mut Growing,
    list: Extent,
    head: usize,
    element: &[u8],
) -> Option<Extent> {
    let (start, found) = located::<E>(lists.text(list))
        .skip(head)
        .find(|(_, candidate)| E::equals(candidate, element))?;
    let place = start..start + found.len();
    Some(lists.take_out(list, place))
}

/// Writes texts of a list, of which none is NULL, with a separator between two.
pub(super) fn join<'a>(
    texts: impl Iterator<Item = &'a [u8]>,
    separator: &[u8],
    target: &mut Vec<u8>,
) {
    for (position, element) in texts.enumerate() {
        if position > 0 {
            target.extend_from_slice(separator);
        }
        target.extend_from_slice(text(element));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// All lists of a batch are known at its end, whatever was added and taken back since.
    #[test]
    fn each_list_stays_what_it_was() {
        let mut lists = Growing::default();
        let (mut list, mut texts, mut known) = (None, Vec::new(), Vec::new());
        let mut random = 1_u32;
        for _ in 0..2000 {
            random = random.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            let text = "x".repeat((random >> 20) as usize % 5);
            let accumulate = random >> 28 < 8;
            let mut element = Vec::new();
            put_text(text.as_bytes(), &mut element);
            list = step::<Bytes>(&mut lists, list, &element, accumulate);
            if accumulate {
                texts.push(text);
            } else if let Some(first) = texts.iter().position(|known| *known == text) {
                texts.remove(first);
            }
            known.push((list, texts.clone()));
        }
        for (list, texts) in known {
            assert_eq!(list.is_none(), texts.is_empty());
            let runs = list.map(|list| lists.text(list));
            let found = runs.into_iter().flat_map(elements::<Bytes>).map(text);
            assert!(found.eq(texts.iter().map(String::as_bytes)));
            assert_eq!(list.map_or(0, Extent::size), runs.map_or(0, |runs| runs.to_vec().len()));
        }
    }
}
