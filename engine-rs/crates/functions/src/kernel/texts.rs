//! Text and byte arguments, and the builder of text results.
//!
//! A CHAR or VARCHAR value is the bytes that Flink's `BinaryStringData` holds; nothing guarantees that
//! they are UTF-8. Functions that Flink computes on those bytes (`BinaryStringData`,
//! `BinaryStringDataUtil`) follow its own per-byte rules here. Functions that Flink computes on a
//! `java.lang.String` see the decoded text, in which ill-formed bytes have become U+FFFD ([`decoded`]).

use std::borrow::Cow;
use std::sync::Arc;

use arrow_array::cast::AsArray;
use arrow_array::{Array, ArrayRef, BinaryArray};
use arrow_buffer::{BooleanBufferBuilder, NullBuffer, OffsetBuffer, ScalarBuffer};
use datafusion_expr::ColumnarValue;

use super::{Outcome, Thrown, internal, result};
use crate::FunctionError;
use sf_faults::{Fault, is_on};

/// A text or byte argument: a column, or one value for every row.
#[derive(Debug, Clone)]
pub(crate) enum Texts {
    Column(BinaryArray),
    Constant(Option<Vec<u8>>),
}

impl Texts {
    pub(crate) fn read(value: &ColumnarValue) -> Result<Self, FunctionError> {
        let binary = |array: &ArrayRef| {
            array
                .as_binary_opt::<i32>()
                .cloned()
                .ok_or_else(|| internal(format!("{} is not text", array.data_type())))
        };
        match value {
            ColumnarValue::Array(array) => Ok(Self::Column(binary(array)?)),
            ColumnarValue::Scalar(scalar) => {
                let array = binary(&scalar.to_array().map_err(internal)?)?;
                Ok(Self::Constant(array.is_valid(0).then(|| array.value(0).to_vec())))
            }
        }
    }

    /// The value of a row, None for NULL.
    pub(crate) fn get(&self, row: usize) -> Option<&[u8]> {
        match self {
            Self::Column(array) => array.is_valid(row).then(|| array.value(row)),
            Self::Constant(value) => value.as_deref(),
        }
    }

    pub(crate) fn is_constant(&self) -> bool {
        matches!(self, Self::Constant(_))
    }

    /// All bytes of the values, NULL slots included.
    pub(crate) fn all_bytes(&self) -> &[u8] {
        match self {
            Self::Column(array) => column_bytes(array),
            Self::Constant(value) => value.as_deref().unwrap_or_default(),
        }
    }
}

/// The bytes between a column's first and last offset.
pub(crate) fn column_bytes(array: &BinaryArray) -> &[u8] {
    let offsets = array.value_offsets();
    let bounds = match (offsets.first(), offsets.last()) {
        (Some(first), Some(last)) => usize::try_from(*first).ok().zip(usize::try_from(*last).ok()),
        _ => None,
    };
    bounds.and_then(|(first, last)| array.value_data().get(first..last)).unwrap_or_default()
}

/// Builds a text column row by row: bytes are appended to the open row, then the row is closed.
pub(crate) struct TextBuilder {
    offsets: Vec<i32>,
    bytes: Vec<u8>,
    validity: Option<BooleanBufferBuilder>,
    rows: usize,
}

impl TextBuilder {
    pub(crate) fn new(rows: usize, bytes: usize) -> Self {
        let mut offsets = Vec::with_capacity(rows + 1);
        offsets.push(0);
        Self { offsets, bytes: Vec::with_capacity(bytes), validity: None, rows }
    }

    /// Where the open row's bytes go.
    pub(crate) fn bytes(&mut self) -> &mut Vec<u8> {
        &mut self.bytes
    }

    /// Closes the open row.
    pub(crate) fn close(&mut self) -> Result<(), Thrown> {
        if let Some(validity) = &mut self.validity {
            validity.append(true);
        }
        self.push_offset()
    }

    /// Closes the open row as NULL; it must have no bytes.
    pub(crate) fn close_null(&mut self) -> Result<(), Thrown> {
        let closed = self.offsets.len() - 1;
        let rows = self.rows;
        let validity = self.validity.get_or_insert_with(|| {
            let mut validity = BooleanBufferBuilder::new(rows);
            validity.append_n(closed, true);
            validity
        });
        validity.append(false);
        self.push_offset()
    }

    /// Appends a whole row.
    pub(crate) fn append(&mut self, value: Option<&[u8]>) -> Result<(), Thrown> {
        match value {
            Some(value) => {
                self.bytes.extend_from_slice(value);
                self.close()
            }
            None => self.close_null(),
        }
    }

    fn push_offset(&mut self) -> Result<(), Thrown> {
        self.offsets.push(i32::try_from(self.bytes.len()).map_err(|_| Thrown::TooLarge)?);
        Ok(())
    }

    pub(crate) fn finish(self, constant: bool) -> Outcome {
        let nulls = self.validity.map(|mut bits| NullBuffer::new(bits.finish()));
        let offsets = OffsetBuffer::new(ScalarBuffer::from(self.offsets));
        let array = BinaryArray::try_new(offsets, self.bytes.into(), nulls).map_err(internal)?;
        result(Arc::new(array), constant)
    }
}

/// Runs `row` for each row (once if everything is constant); it closes exactly one row each time.
pub(crate) fn build(
    rows: usize,
    constant: bool,
    bytes: usize,
    mut row: impl FnMut(usize, &mut TextBuilder) -> Result<(), Thrown>,
) -> Outcome {
    let rows = if constant { 1 } else { rows };
    let mut builder = TextBuilder::new(rows, bytes);
    for i in 0..rows {
        row(i, &mut builder).map_err(|thrown| thrown.at(i))?;
    }
    builder.finish(constant)
}

/// Bytes that `BinaryStringData` takes for the character that starts with `first`
/// (`numBytesForFirstByte`): what cannot start a character counts as one.
pub(crate) fn char_bytes(first: u8) -> usize {
    match first {
        0xC2..=0xDF => 2,
        0xE0..=0xEF => 3,
        0xF0..=0xF7 => 4,
        _ => 1,
    }
}

/// `BinaryStringData.numChars`.
pub(crate) fn count_chars(text: &[u8]) -> usize {
    if text.is_ascii() {
        return text.len();
    }
    let mut chars = 0;
    let mut at = 0;
    while let Some(first) = text.get(at) {
        at += char_bytes(*first);
        chars += 1;
    }
    chars
}

/// The byte position after `chars` characters from `start`, which stops at the first position at or
/// behind the end. It lies behind the end when the last character is cut short.
pub(crate) fn skip_chars(text: &[u8], start: usize, chars: usize) -> usize {
    let mut at = start;
    for _ in 0..chars {
        match text.get(at) {
            Some(first) => at += char_bytes(*first),
            None => break,
        }
    }
    at
}

/// `BinaryStringData.substring`: characters `begin..end` by position. Where the last character is cut
/// short, Flink reads past the value, and what it finds there is nobody's contract.
pub(crate) fn substring(text: &[u8], begin: usize, end: usize) -> Result<&[u8], Thrown> {
    if end <= begin || begin >= text.len() {
        return Ok(&[]);
    }
    let (from, to) = if text.is_ascii() || is_on(Fault::SubstringBytes) {
        (begin, end.min(text.len()))
    } else {
        let from = skip_chars(text, 0, begin);
        (from, skip_chars(text, from, end - begin))
    };
    if to <= from {
        return Ok(&[]);
    }
    text.get(from..to).ok_or(Thrown::NeedsHost("text whose last character is cut short"))
}

/// The text as `BinaryStringData.toString` decodes it, in UTF-8 again: the same bytes if they are
/// well-formed, else with U+FFFD where Java's decoder puts it.
pub fn decoded(text: &[u8]) -> Cow<'_, str> {
    match std::str::from_utf8(text) {
        Ok(text) => Cow::Borrowed(text),
        Err(_) => Cow::Owned(decode_malformed(text)),
    }
}

/// Java's `new String(bytes, UTF_8)`. How many bytes one U+FFFD stands for follows the JDK's
/// `UTF_8` decoder, which is not the rule of Rust's `from_utf8_lossy` (a surrogate in three bytes is one
/// replacement character in Java).
fn decode_malformed(text: &[u8]) -> String {
    let mut decoded = String::with_capacity(text.len() + 8);
    let mut at = 0;
    while let Some(&first) = text.get(at) {
        let second = text.get(at + 1).copied();
        let third = text.get(at + 2).copied();
        let fourth = text.get(at + 3).copied();
        let (character, length) = match first {
            0x00..=0x7F => (char::from_u32(u32::from(first)), 1),
            0xC2..=0xDF => two_bytes(first, second),
            0xE0..=0xEF => three_bytes(first, second, third),
            0xF0..=0xF7 => four_bytes(first, second, third, fourth),
            _ => (None, 1),
        };
        decoded.push(character.unwrap_or(char::REPLACEMENT_CHARACTER));
        at += length;
    }
    decoded
}

fn continues(byte: u8) -> bool {
    byte & 0xC0 == 0x80
}

fn payload(byte: u8) -> u32 {
    u32::from(byte & 0x3F)
}

fn two_bytes(first: u8, second: Option<u8>) -> (Option<char>, usize) {
    match second {
        Some(second) if continues(second) => {
            (char::from_u32(u32::from(first & 0x1F) << 6 | payload(second)), 2)
        }
        _ => (None, 1),
    }
}

fn three_bytes(first: u8, second: Option<u8>, third: Option<u8>) -> (Option<char>, usize) {
    // "Bad second byte": not a continuation, or an overlong form.
    let bad_second = |second: u8| !continues(second) || (first == 0xE0 && second & 0xE0 == 0x80);
    match (second, third) {
        (Some(second), Some(third)) => {
            if bad_second(second) {
                (None, 1)
            } else if !continues(third) {
                (None, 2)
            } else {
                let code = u32::from(first & 0x0F) << 12 | payload(second) << 6 | payload(third);
                // A surrogate is no character: one replacement for the three bytes.
                (char::from_u32(code), 3)
            }
        }
        (Some(second), None) if !bad_second(second) => (None, 2),
        _ => (None, 1),
    }
}

fn four_bytes(
    first: u8,
    second: Option<u8>,
    third: Option<u8>,
    fourth: Option<u8>,
) -> (Option<char>, usize) {
    let bad_second = |second: u8| {
        first > 0xF4
            || !continues(second)
            || (first == 0xF0 && second & 0x30 == 0)
            || (first == 0xF4 && second & 0xF0 != 0x80)
    };
    match (second, third, fourth) {
        (Some(second), Some(third), Some(fourth)) => {
            if bad_second(second) {
                (None, 1)
            } else if !continues(third) {
                (None, 2)
            } else if !continues(fourth) {
                (None, 3)
            } else {
                let code = u32::from(first & 0x07) << 18
                    | payload(second) << 12
                    | payload(third) << 6
                    | payload(fourth);
                (char::from_u32(code), 4)
            }
        }
        // The value ends inside the character.
        (Some(second), third, _) if !bad_second(second) => match third {
            Some(third) if continues(third) => (None, 3),
            _ => (None, 2),
        },
        _ => (None, 1),
    }
}
