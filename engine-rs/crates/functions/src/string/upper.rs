//! `UPPER`.

use super::letter_case::map_ascii;
use crate::FunctionCall;
use crate::kernel::{Made, partial};

pub(crate) const SIGNATURES: &[&str] = &["(string) -> string"];

pub(crate) fn create(_call: &FunctionCall<'_>) -> Made {
    partial("upper", |arguments, _rows| map_ascii(arguments, <[u8]>::to_ascii_uppercase))
}
