//! `SUBSTRING` and `SUBSTR`: `BinaryStringDataUtil.substringSQL`. Position 0 acts as 1, a negative one counts from
//! the end, one outside the text gives the empty string, a negative length NULL.

use crate::FunctionCall;
use crate::arithmetic::java;
use crate::kernel::texts::{Texts, build, count_chars, substring};
use crate::kernel::{Made, Thrown, argument, partial};

pub(crate) const SIGNATURES: &[&str] = &[
    "(string, tinyint|smallint|int) -> string",
    "(string, tinyint|smallint|int, tinyint|smallint|int) -> string",
];

pub(crate) fn create(call: &FunctionCall<'_>) -> Made {
    let types = call.arguments.to_vec();
    partial("substring", move |arguments, rows| {
        let texts = Texts::read(argument(arguments, 0)?)?;
        let starts = java::to_int(argument(arguments, 1)?, &types[1])?;
        let lengths = match types.get(2) {
            Some(logical) => java::to_int(argument(arguments, 2)?, logical)?,
            None => crate::kernel::numbers::Values::Constant(Some(i32::MAX)),
        };
        let constant = texts.is_constant() && starts.is_constant() && lengths.is_constant();
        let bytes = texts.all_bytes().len();
        build(rows, constant, bytes, |row, builder| {
            match (texts.get(row), starts.get(row), lengths.get(row)) {
                (Some(text), Some(start), Some(length)) => {
                    builder.append(substring_sql(text, start, length)?)
                }
                _ => builder.close_null(),
            }
        })
    })
}

/// `BinaryStringDataUtil.substringSQL`.
pub(super) fn substring_sql(
    text: &[u8],
    position: i32,
    length: i32,
) -> Result<Option<&[u8]>, Thrown> {
    let Ok(length) = usize::try_from(length) else {
        return Ok(None);
    };
    let distance = usize::try_from(position.unsigned_abs()).unwrap_or(usize::MAX);
    // Counting is only needed from the end: a start behind it finds nothing to copy.
    let start = match position {
        0 => 0,
        1.. => distance - 1,
        _ => match count_chars(text).checked_sub(distance) {
            Some(start) => start,
            None => return Ok(Some(&[])),
        },
    };
    substring(text, start, start.saturating_add(length)).map(Some)
}
