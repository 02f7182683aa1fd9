//! `+` on decimals.

pub(crate) use super::operator::SIGNATURES;
use super::operator::binary;
use crate::FunctionCall;
use crate::kernel::{Made, decimal};

pub(crate) fn create(call: &FunctionCall<'_>) -> Made {
    binary(call, "add", false, |a, a_scale, b, b_scale, to| {
        Ok(decimal::add(a, a_scale, b, b_scale, to))
    })
}
