//! `*` on integers (wraps) and floats.

pub(crate) use super::operator::SIGNATURES;
use super::operator::{binary, total_operator};
use crate::FunctionCall;
use crate::kernel::Made;

total_operator!(Multiply, "multiply", wrapping_mul, *);

pub(crate) fn create(call: &FunctionCall<'_>) -> Made {
    binary::<Multiply>(call)
}
