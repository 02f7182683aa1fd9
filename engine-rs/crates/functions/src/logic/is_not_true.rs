//! `IS NOT TRUE`.

use super::decide;
use crate::FunctionCall;
use crate::kernel::{Made, total};

pub(crate) const SIGNATURES: &[&str] = &["(boolean) -> boolean"];

pub(crate) fn create(_call: &FunctionCall<'_>) -> Made {
    total("is_not_true", |arguments, rows| decide(arguments, rows, |value| value != Some(true)))
}
