//! `/` on decimals.

pub(crate) use super::operator::SIGNATURES;
use super::operator::{binary, is_approximate};
use crate::FunctionCall;
use crate::kernel::{Made, decimal};

pub(crate) fn create(call: &FunctionCall<'_>) -> Made {
    if is_approximate(call) {
        return crate::arithmetic::divide::create(call);
    }
    binary(call, "divide", true, decimal::divide)
}
