//! `IS DISTINCT FROM`: like `<>`, but NULL is a value of its own.

use super::compare::{EQUATABLE, distinct};
use crate::FunctionCall;
use crate::kernel::Made;

pub(crate) const SIGNATURES: &[&str] = EQUATABLE;

pub(crate) fn create(call: &FunctionCall<'_>) -> Made {
    distinct(call, "is_distinct_from", false)
}
