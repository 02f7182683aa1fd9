//! A point in time plus an interval.

pub(crate) use super::shift::SIGNATURES;
use super::shift::{Direction, create as shift};
use crate::FunctionCall;
use crate::kernel::Made;

pub(crate) fn create(call: &FunctionCall<'_>) -> Made {
    shift(call, "plus", Direction::Plus)
}
