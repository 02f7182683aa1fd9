//! `IS NOT DISTINCT FROM`: like `=`, but NULL equals NULL.

use super::compare::{EQUATABLE, distinct};
use crate::FunctionCall;
use crate::kernel::Made;

pub(crate) const SIGNATURES: &[&str] = EQUATABLE;

pub(crate) fn create(call: &FunctionCall<'_>) -> Made {
    distinct(call, "is_not_distinct_from", true)
}
