//! `+` on integers (wraps) and floats.

pub(crate) use super::operator::SIGNATURES;
use super::operator::{binary, total_operator};
use crate::FunctionCall;
use crate::kernel::Made;

total_operator!(Add, "add", wrapping_add, +);

pub(crate) fn create(call: &FunctionCall<'_>) -> Made {
    binary::<Add>(call)
}
