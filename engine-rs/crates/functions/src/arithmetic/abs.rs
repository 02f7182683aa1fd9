//! `ABS`: wraps at the minimum.

use arrow_array::types::{Float32Type, Float64Type, Int8Type, Int16Type, Int32Type, Int64Type};
use sf_contract::TypeKind;

use crate::kernel::numbers::{Values, map};
use crate::kernel::{Made, argument, total};
use crate::{FunctionCall, Unsupported};

pub(crate) use super::operator::UNARY_SIGNATURES as SIGNATURES;

pub(crate) fn create(call: &FunctionCall<'_>) -> Made {
    let output = call.output.to_arrow();
    macro_rules! kernel {
        ($arrow:ty, $row:expr) => {
            total("abs", move |arguments, _rows| {
                let values = Values::<$arrow>::read(argument(arguments, 0)?)?;
                map::<$arrow, $arrow>(&values, &output, $row)
            })
        };
    }
    match call.output.kind {
        TypeKind::TinyInt => kernel!(Int8Type, i8::wrapping_abs),
        TypeKind::SmallInt => kernel!(Int16Type, i16::wrapping_abs),
        TypeKind::Int => kernel!(Int32Type, i32::wrapping_abs),
        TypeKind::BigInt => kernel!(Int64Type, i64::wrapping_abs),
        TypeKind::Float => kernel!(Float32Type, f32::abs),
        TypeKind::Double => kernel!(Float64Type, f64::abs),
        _ => Err(Unsupported::signature(call)),
    }
}
