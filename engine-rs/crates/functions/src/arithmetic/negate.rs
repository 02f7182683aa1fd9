//! Unary minus: wraps at the minimum. Intervals are ints and longs.

use arrow_array::types::{Float32Type, Float64Type, Int8Type, Int16Type, Int32Type, Int64Type};
use sf_contract::TypeKind;

use crate::kernel::numbers::{Values, map};
use crate::kernel::{Made, argument, total};
use crate::{FunctionCall, Unsupported};

pub(crate) const SIGNATURES: &[&str] = &[
    "(tinyint) -> tinyint",
    "(smallint) -> smallint",
    "(int) -> int",
    "(bigint) -> bigint",
    "(float) -> float",
    "(double) -> double",
    "(interval_year_month) -> interval_year_month",
    "(interval_day_time) -> interval_day_time",
];

pub(crate) fn create(call: &FunctionCall<'_>) -> Made {
    let output = call.output.to_arrow();
    macro_rules! kernel {
        ($arrow:ty, $row:expr) => {
            total("negate", move |arguments, _rows| {
                let values = Values::<$arrow>::read(argument(arguments, 0)?)?;
                map::<$arrow, $arrow>(&values, &output, $row)
            })
        };
    }
    match call.output.kind {
        TypeKind::TinyInt => kernel!(Int8Type, i8::wrapping_neg),
        TypeKind::SmallInt => kernel!(Int16Type, i16::wrapping_neg),
        TypeKind::Int | TypeKind::IntervalYearMonth => kernel!(Int32Type, i32::wrapping_neg),
        TypeKind::BigInt | TypeKind::IntervalDayTime => kernel!(Int64Type, i64::wrapping_neg),
        TypeKind::Float => kernel!(Float32Type, |value: f32| -value),
        TypeKind::Double => kernel!(Float64Type, |value: f64| -value),
        _ => Err(Unsupported::signature(call)),
    }
}
