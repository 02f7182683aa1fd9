//! `SPLIT_INDEX`: the piece at an index counted from 0, all empty pieces kept; NULL outside, and the empty text
//! has no pieces (`splitByWholeSeparatorPreserveAllTokens`).

use crate::FunctionCall;
use crate::arithmetic::java;
use crate::kernel::numbers::Values;
use crate::kernel::texts::{Texts, build, decoded};
use crate::kernel::{Made, Thrown, argument, partial};
use arrow_array::types::Int32Type;
use sf_contract::TypeKind;

pub(crate) const SIGNATURES: &[&str] = &["(string, string|int, int) -> string"];

/// The separators: text, or the code of one character.
enum Separators {
    Texts(Texts),
    Codes(Values<Int32Type>),
}

pub(crate) fn create(call: &FunctionCall<'_>) -> Made {
    let (separator_type, index_type) = (call.arguments[1].clone(), call.arguments[2].clone());
    partial("split_index", move |arguments, rows| {
        let texts = Texts::read(argument(arguments, 0)?)?;
        let separators = match separator_type.kind {
            TypeKind::Int => {
                Separators::Codes(java::to_int(argument(arguments, 1)?, &separator_type)?)
            }
            _ => Separators::Texts(Texts::read(argument(arguments, 1)?)?),
        };
        let indexes = java::to_int(argument(arguments, 2)?, &index_type)?;
        let constant_separator = match &separators {
            Separators::Texts(texts) => texts.is_constant(),
            Separators::Codes(codes) => codes.is_constant(),
        };
        let constant = texts.is_constant() && constant_separator && indexes.is_constant();
        let bytes = texts.all_bytes().len() / 4;
        let mut code = [0; 4];
        build(rows, constant, bytes, |row, builder| {
            let separator = match &separators {
                Separators::Texts(texts) => texts.get(row),
                Separators::Codes(codes) => match codes.get(row) {
                    // Codes outside 1..=255 have no pieces.
                    Some(value @ 1..=255) => u8::try_from(value)
                        .ok()
                        .map(|value| char::from(value).encode_utf8(&mut code).as_bytes()),
                    _ => None,
                },
            };
            let (Some(text), Some(separator), Some(index)) =
                (texts.get(row), separator, indexes.get(row))
            else {
                return builder.close_null();
            };
            let Ok(index) = usize::try_from(index) else {
                return builder.close_null();
            };
            if separator.is_empty() {
                return Err(Thrown::NeedsHost("splitting on white space"));
            }
            if std::str::from_utf8(text).is_ok() && std::str::from_utf8(separator).is_ok() {
                return builder.append(piece(text, separator, index));
            }
            let (text, separator) = (decoded(text), decoded(separator));
            builder.append(piece(text.as_bytes(), separator.as_bytes(), index))
        })
    })
}

/// The piece at an index.
fn piece<'a>(text: &'a [u8], separator: &[u8], index: usize) -> Option<&'a [u8]> {
    if text.is_empty() {
        return None;
    }
    match separator {
        [byte] => {
            let mut matches = memchr::memchr_iter(*byte, text);
            let start = match index.checked_sub(1) {
                None => 0,
                Some(before) => matches.nth(before)? + 1,
            };
            let end = matches.next().unwrap_or(text.len());
            Some(&text[start..end])
        }
        _ => {
            let mut matches = memchr::memmem::find_iter(text, separator);
            let start = match index.checked_sub(1) {
                None => 0,
                Some(before) => matches.nth(before)? + separator.len(),
            };
            let end = matches.next().unwrap_or(text.len());
            Some(&text[start..end])
        }
    }
}

#[cfg(test)]
mod tests {
    use super::piece;

    #[test]
    fn keeps_empty_pieces() {
        assert_eq!(piece(b"", b",", 0), None);
        assert_eq!(piece(b"a,,b", b",", 1), Some(&b""[..]));
        assert_eq!(piece(b"a,,b", b",", 2), Some(&b"b"[..]));
        assert_eq!(piece(b"a,,b", b",", 3), None);
        assert_eq!(piece(b"a,", b",", 1), Some(&b""[..]));
        assert_eq!(piece(b"a--b---c", b"--", 2), Some(&b"-c"[..]));
    }
}
