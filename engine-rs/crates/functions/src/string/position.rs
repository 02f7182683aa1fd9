//! `POSITION` and `LOCATE`: `BinaryStringData.indexOf` plus one, searching from character to character. The empty
//! string is at 1 wherever the search starts.

use arrow_array::types::Int32Type;

use crate::FunctionCall;
use crate::arithmetic::java;
use crate::kernel::numbers::Values;
use crate::kernel::texts::{Texts, char_bytes, skip_chars};
use crate::kernel::{Made, argument, relabel, result, total};

pub(crate) const SIGNATURES: &[&str] =
    &["(string, string) -> int", "(string, string, tinyint|smallint|int) -> int"];

pub(crate) fn create(call: &FunctionCall<'_>) -> Made {
    let from_type = call.arguments.get(2).cloned();
    let output = call.output.to_arrow();
    total("position", move |arguments, rows| {
        let seeks = Texts::read(argument(arguments, 0)?)?;
        let texts = Texts::read(argument(arguments, 1)?)?;
        let starts = match &from_type {
            Some(logical) => java::to_int(argument(arguments, 2)?, logical)?,
            None => Values::Constant(Some(1)),
        };
        let constant = seeks.is_constant() && texts.is_constant() && starts.is_constant();
        let rows = if constant { 1 } else { rows };
        let positions: arrow_array::PrimitiveArray<Int32Type> = (0..rows)
            .map(|row| {
                let (seek, text, start) = (seeks.get(row)?, texts.get(row)?, starts.get(row)?);
                Some(position(seek, text, start))
            })
            .collect();
        result(relabel(std::sync::Arc::new(positions), &output)?, constant)
    })
}

fn position(seek: &[u8], text: &[u8], start: i32) -> i32 {
    if seek.is_empty() {
        return 1;
    }
    // `from - 1` wraps in Java, where it is never reached as a count of characters.
    let skipped = usize::try_from(start.wrapping_sub(1)).unwrap_or(0);
    let mut at = skip_chars(text, 0, skipped);
    let mut chars = count_until(text, at);
    loop {
        if at + seek.len() > text.len() {
            return 0;
        }
        if text[at..].starts_with(seek) {
            return i32::try_from(chars).unwrap_or(i32::MAX - 1) + 1;
        }
        at += char_bytes(text[at]);
        chars += 1;
        if at >= text.len() {
            return 0;
        }
    }
}

/// Characters in front of a byte position.
fn count_until(text: &[u8], end: usize) -> usize {
    let mut at = 0;
    let mut chars = 0;
    while at < end {
        at += text.get(at).map_or(1, |first| char_bytes(*first));
        chars += 1;
    }
    chars
}
