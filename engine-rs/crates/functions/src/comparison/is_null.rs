//! `IS NULL`.

use super::compare::Validity;
use crate::FunctionCall;
use crate::kernel::{Made, argument, total};

pub(crate) const SIGNATURES: &[&str] = &["(any) -> boolean"];

pub(crate) fn create(_call: &FunctionCall<'_>) -> Made {
    total("is_null", |arguments, rows| Validity::of(argument(arguments, 0)?)?.nulls_are(true, rows))
}
