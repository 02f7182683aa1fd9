//! Numbers to numbers: Java's conversions, and `DecimalDataUtils`.

#![allow(clippy::cast_possible_truncation, reason = "Java narrows where these casts do")]

use arrow_array::types::{
    ArrowPrimitiveType, Decimal128Type, Float32Type, Float64Type, Int8Type, Int16Type, Int32Type,
    Int64Type,
};
use sf_contract::TypeKind;

use crate::arithmetic::java;
use crate::kernel::decimal::{self, Shape};
use crate::kernel::numbers::{Values, map, try_map};
use crate::kernel::{Made, Outcome, argument, total};
use crate::{FunctionCall, Unsupported};

pub(crate) fn create(call: &FunctionCall<'_>) -> Made {
    match (&call.arguments[0].kind, &call.output.kind) {
        (_, TypeKind::Decimal { .. }) => to_decimal(call),
        (TypeKind::Decimal { .. }, _) => from_decimal(call),
        _ => primitive(call),
    }
}

/// `NumericPrimitiveCastRule`.
fn primitive(call: &FunctionCall<'_>) -> Made {
    let from = call.arguments[0].clone();
    macro_rules! kernel {
        ($convert:path, $arrow:ty) => {
            total("cast", move |arguments, _rows| {
                let values = $convert(argument(arguments, 0)?, &from)?;
                same::<$arrow>(values)
            })
        };
    }
    match call.output.kind {
        TypeKind::TinyInt => kernel!(java::to_byte, Int8Type),
        TypeKind::SmallInt => kernel!(java::to_short, Int16Type),
        TypeKind::Int => kernel!(java::to_int, Int32Type),
        TypeKind::BigInt => kernel!(java::to_long, Int64Type),
        TypeKind::Float => kernel!(java::to_float, Float32Type),
        TypeKind::Double => kernel!(java::to_double, Float64Type),
        _ => Err(Unsupported::signature(call)),
    }
}

fn same<T: ArrowPrimitiveType>(values: Values<T>) -> Outcome {
    match values {
        Values::Column(column) => crate::kernel::result(std::sync::Arc::new(column), false),
        constant => map::<T, T>(&constant, &T::DATA_TYPE, |value| value),
    }
}

/// `DecimalToDecimalCastRule` and the integers of `NumericPrimitiveToDecimalCastRule`: HALF_UP, then NULL if
/// it does not fit.
fn to_decimal(call: &FunctionCall<'_>) -> Made {
    let from = call.arguments[0].clone();
    let unsupported = || Unsupported::signature(call);
    let shape = Shape::of(&from).ok_or_else(unsupported)?;
    let to = Shape::of(call.output).ok_or_else(unsupported)?;
    let output = call.output.to_arrow();
    let widens =
        to.scale >= shape.scale && to.precision - to.scale >= shape.precision - shape.scale;
    total("cast", move |arguments, _rows| {
        let values = decimal::read(argument(arguments, 0)?, &from)?;
        if widens {
            let factor = decimal::pow10(to.scale - shape.scale);
            return map::<_, Decimal128Type>(&values, &output, |value: i128| {
                value.wrapping_mul(factor)
            });
        }
        try_map::<_, Decimal128Type>(&values, &output, |value| {
            Ok(decimal::fit(value, shape.scale, to))
        })
    })
}

/// `DecimalToNumericPrimitiveCastRule`: to integers the low bits of the truncated value, to floats through
/// `DecimalDataUtils.doubleValue`.
fn from_decimal(call: &FunctionCall<'_>) -> Made {
    let from = call.arguments[0].clone();
    let shape = Shape::of(&from).ok_or_else(|| Unsupported::signature(call))?;
    let unit = decimal::pow10(shape.scale);
    let output = call.output.to_arrow();
    macro_rules! integer {
        ($arrow:ty, $native:ty) => {
            total("cast", move |arguments, _rows| {
                let values = Values::<Decimal128Type>::read(argument(arguments, 0)?)?;
                map::<_, $arrow>(&values, &output, |value: i128| (value / unit) as $native)
            })
        };
    }
    match call.output.kind {
        TypeKind::TinyInt => integer!(Int8Type, i8),
        TypeKind::SmallInt => integer!(Int16Type, i16),
        TypeKind::Int => integer!(Int32Type, i32),
        TypeKind::BigInt => integer!(Int64Type, i64),
        TypeKind::Float => total("cast", move |arguments, _rows| {
            let values = java::to_double(argument(arguments, 0)?, &from)?;
            map::<_, Float32Type>(&values, &output, |value: f64| value as f32)
        }),
        TypeKind::Double => total("cast", move |arguments, _rows| {
            same::<Float64Type>(java::to_double(argument(arguments, 0)?, &from)?)
        }),
        _ => Err(Unsupported::signature(call)),
    }
}
