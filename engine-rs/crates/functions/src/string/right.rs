//! `RIGHT`: the last characters; none for a count of 0 or less, all for one beyond the length.

use super::substring::substring_sql;
use crate::FunctionCall;
use crate::arithmetic::java;
use crate::kernel::texts::{Texts, build, count_chars};
use crate::kernel::{Made, argument, partial};

pub(crate) const SIGNATURES: &[&str] = &["(string, tinyint|smallint|int) -> string"];

pub(crate) fn create(call: &FunctionCall<'_>) -> Made {
    let count_type = call.arguments[1].clone();
    partial("right", move |arguments, rows| {
        let texts = Texts::read(argument(arguments, 0)?)?;
        let counts = java::to_int(argument(arguments, 1)?, &count_type)?;
        let constant = texts.is_constant() && counts.is_constant();
        build(rows, constant, texts.all_bytes().len(), |row, builder| {
            match (texts.get(row), counts.get(row)) {
                (Some(_), Some(..=0)) => builder.close(),
                (Some(text), Some(count)) => {
                    let wanted = usize::try_from(count).unwrap_or(usize::MAX);
                    if wanted >= count_chars(text) {
                        builder.append(Some(text))
                    } else {
                        builder.append(substring_sql(text, -count, i32::MAX)?)
                    }
                }
                _ => builder.close_null(),
            }
        })
    })
}
