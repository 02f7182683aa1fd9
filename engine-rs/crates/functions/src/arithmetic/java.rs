//! Java's primitive conversions: widening, `(int)` of a long keeps the low bits, `(int)` of a float
//! saturates with NaN as 0, `(byte)` and `(short)` of a float go through `int`.

#![allow(
    clippy::cast_possible_truncation,
    clippy::cast_precision_loss,
    reason = "narrowing is what these conversions are for"
)]

use arrow_array::types::{Float32Type, Float64Type, Int8Type, Int16Type, Int32Type, Int64Type};
use datafusion_expr::ColumnarValue;
use sf_contract::{LogicalType, TypeKind};

use crate::FunctionError;
use crate::kernel::numbers::Values;
use crate::kernel::{decimal, internal};

macro_rules! conversion {
    ($(#[$doc:meta])* $name:ident, $target:ty, $from_float:expr, $from_double:expr) => {
        $(#[$doc])*
        pub(crate) fn $name(
            value: &ColumnarValue,
            logical: &LogicalType,
        ) -> Result<Values<$target>, FunctionError> {
            type Native = <$target as arrow_array::types::ArrowPrimitiveType>::Native;
            match logical.kind {
                // The same width needs no loop.
                _ if logical.to_arrow() == <$target as arrow_array::types::ArrowPrimitiveType>::DATA_TYPE => {
                    Values::read(value)
                }
                TypeKind::TinyInt => Ok(Values::<Int8Type>::read(value)?.convert(|v| v as Native)),
                TypeKind::SmallInt => Ok(Values::<Int16Type>::read(value)?.convert(|v| v as Native)),
                TypeKind::Int | TypeKind::Date | TypeKind::Time { .. } | TypeKind::IntervalYearMonth => {
                    Ok(Values::<Int32Type>::read(value)?.convert(|v| v as Native))
                }
                TypeKind::BigInt | TypeKind::IntervalDayTime => {
                    Ok(Values::<Int64Type>::read(value)?.convert(|v| v as Native))
                }
                TypeKind::Decimal { .. } => Ok(to_double(value, logical)?.convert($from_double)),
                TypeKind::Float => Ok(Values::<Float32Type>::read(value)?.convert($from_float)),
                TypeKind::Double => Ok(Values::<Float64Type>::read(value)?.convert($from_double)),
                _ => Err(internal(format!("{logical:?} is not a Java number"))),
            }
        }
    };
}

conversion!(
    /// `(byte)`.
    to_byte, Int8Type, |v| v as i32 as i8, |v| v as i32 as i8
);
conversion!(
    /// `(short)`.
    to_short, Int16Type, |v| v as i32 as i16, |v| v as i32 as i16
);
conversion!(
    /// `(int)`; dates, times and year-month intervals are ints.
    to_int, Int32Type, |v| v as i32, |v| v as i32
);
conversion!(
    /// `(long)`; day-time intervals are longs.
    to_long, Int64Type, |v| v as i64, |v| v as i64
);
conversion!(
    /// `(float)`.
    to_float, Float32Type, |v| v, |v| v as f32
);

/// `(double)`, or `DecimalDataUtils.doubleValue` of a decimal.
pub(crate) fn to_double(
    value: &ColumnarValue,
    logical: &LogicalType,
) -> Result<Values<Float64Type>, FunctionError> {
    match (&logical.kind, decimal::Shape::of(logical)) {
        (TypeKind::Double, _) => Values::read(value),
        (TypeKind::Float, _) => Ok(Values::<Float32Type>::read(value)?.convert(f64::from)),
        (TypeKind::Decimal { .. }, Some(shape)) => {
            let values = decimal::read(value, logical)?;
            Ok(values.convert(|unscaled| decimal::to_double(unscaled, shape)))
        }
        _ => Ok(to_long(value, logical)?.convert(|v| v as f64)),
    }
}
