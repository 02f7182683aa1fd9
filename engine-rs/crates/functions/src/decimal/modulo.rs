//! `MOD` and `%` with a decimal result.

pub(crate) use super::operator::EXACT_SIGNATURES as SIGNATURES;
use super::operator::binary;
use crate::FunctionCall;
use crate::kernel::{Made, decimal};

pub(crate) fn create(call: &FunctionCall<'_>) -> Made {
    binary(call, "mod", true, decimal::modulo)
}
