//! `LTRIM`: blanks, or a literal set of characters, from one end.

use super::trimming::{Ends, create as create_trim};
use crate::FunctionCall;
use crate::kernel::Made;

pub(crate) const SIGNATURES: &[&str] = &["(string) -> string", "(string, =string) -> string"];

pub(crate) fn create(call: &FunctionCall<'_>) -> Made {
    let set = (call.arguments.len() > 1).then_some(1);
    create_trim(call, "ltrim", Ends { leading: true, trailing: false }, 0, set)
}
