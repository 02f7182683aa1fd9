//! `REGEXP_EXTRACT` with a literal pattern that [`super::java_regex`] understands: the first match's group,
//! NULL without a match and for a group that took no part in it.

use super::java_regex::{Regex, Scratch};
use crate::kernel::texts::{Texts, build, decoded};
use crate::kernel::{Made, argument, total};
use crate::{FunctionCall, Unsupported};

pub(crate) const SIGNATURES: &[&str] =
    &["(string, =string) -> string", "(string, =string, =integer) -> string"];

pub(crate) fn create(call: &FunctionCall<'_>) -> Made {
    let unsupported = || Unsupported::signature(call);
    let pattern = crate::literal::text_of(call, 1).ok_or_else(unsupported)?;
    let group = match call.arguments.len() {
        2 => 0,
        _ => {
            let group = crate::literal::integer_of(call, 2).ok_or_else(unsupported)?;
            usize::try_from(group).map_err(|_| unsupported())?
        }
    };
    // A group that the pattern does not have is an exception in Flink, which it logs for each row.
    let regex =
        Regex::parse(pattern).filter(|regex| group <= regex.groups()).ok_or_else(unsupported)?;
    total("regexp_extract", move |arguments, rows| {
        let texts = Texts::read(argument(arguments, 0)?)?;
        let mut scratch = Scratch::default();
        build(rows, texts.is_constant(), texts.all_bytes().len() / 8, |row, builder| {
            let Some(text) = texts.get(row) else {
                return builder.close_null();
            };
            let text = decoded(text);
            let found = regex.find(&text, &mut scratch);
            builder.append(
                found.and_then(|groups| groups.get(group)).map(|range| &text.as_bytes()[range]),
            )
        })
    })
}
