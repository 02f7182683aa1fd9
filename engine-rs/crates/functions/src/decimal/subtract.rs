//! `-` on decimals.

pub(crate) use super::operator::SIGNATURES;
use super::operator::{binary, is_approximate};
use crate::FunctionCall;
use crate::kernel::{Made, decimal};

pub(crate) fn create(call: &FunctionCall<'_>) -> Made {
    if is_approximate(call) {
        return crate::arithmetic::subtract::create(call);
    }
    binary(call, "subtract", false, |a, a_scale, b, b_scale, to| {
        // An unscaled value has at most 38 digits, so its opposite exists.
        Ok(decimal::add(a, a_scale, b.wrapping_neg(), b_scale, to))
    })
}
