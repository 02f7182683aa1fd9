//! `SIGN`: Java's `signum`, which keeps a zero's sign and NaN.

use arrow_array::types::{Float64Type, Int32Type, Int64Type};
use sf_contract::TypeKind;

use crate::kernel::numbers::{Values, map};
use crate::kernel::{Made, argument, total};
use crate::{FunctionCall, Unsupported};

pub(crate) const SIGNATURES: &[&str] =
    &["(int) -> int", "(bigint) -> bigint", "(double) -> double"];

pub(crate) fn create(call: &FunctionCall<'_>) -> Made {
    let output = call.output.to_arrow();
    macro_rules! kernel {
        ($arrow:ty, $row:expr) => {
            total("sign", move |arguments, _rows| {
                let values = Values::<$arrow>::read(argument(arguments, 0)?)?;
                map::<$arrow, $arrow>(&values, &output, $row)
            })
        };
    }
    match call.output.kind {
        TypeKind::Int => kernel!(Int32Type, i32::signum),
        TypeKind::BigInt => kernel!(Int64Type, i64::signum),
        TypeKind::Double => kernel!(Float64Type, signum),
        _ => Err(Unsupported::signature(call)),
    }
}

/// `Math.signum`; Rust's gives a zero the magnitude of one.
fn signum(value: f64) -> f64 {
    if value == 0.0 || value.is_nan() { value } else { 1.0_f64.copysign(value) }
}
