//! `+` on decimals.

pub(crate) use super::operator::SIGNATURES;
use super::operator::{binary, is_approximate};
use crate::FunctionCall;
use crate::kernel::{Made, decimal};

pub(crate) fn create(call: &FunctionCall<'_>) -> Made {
    if is_approximate(call) {
        return crate::arithmetic::add::create(call);
    }
    binary(call, "add", false, |a, a_scale, b, b_scale, to| {
        Ok(decimal::add(a, a_scale, b, b_scale, to))
    })
}
