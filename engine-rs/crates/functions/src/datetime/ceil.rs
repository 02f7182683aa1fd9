//! `CEIL(value TO unit)`.

pub(crate) use super::round::SIGNATURES;
use super::round::{Toward, create as round};
use crate::FunctionCall;
use crate::kernel::Made;

pub(crate) fn create(call: &FunctionCall<'_>) -> Made {
    round(call, "ceil", Toward::Ceil)
}
