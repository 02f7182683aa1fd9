//! `BooleanToNumericCastRule` and `NumericToBooleanCastRule`.

use arrow_array::types::{
    Decimal128Type, Float32Type, Float64Type, Int8Type, Int16Type, Int32Type, Int64Type,
};
use sf_contract::TypeKind;

use crate::arithmetic::java;
use crate::kernel::decimal::{self, Shape};
use crate::kernel::numbers::{Truths, map, test, try_map};
use crate::kernel::{Made, argument, total};
use crate::{FunctionCall, Unsupported};

pub(crate) fn create(call: &FunctionCall<'_>) -> Made {
    let from = call.arguments[0].clone();
    match (&from.kind, &call.output.kind) {
        (TypeKind::Boolean, _) => to_number(call),
        (TypeKind::Decimal { .. }, TypeKind::Boolean) => total("cast", move |arguments, _rows| {
            let values = decimal::read(argument(arguments, 0)?, &from)?;
            test(&values, |value| value != 0)
        }),
        (_, TypeKind::Boolean) => total("cast", move |arguments, _rows| {
            let values = java::to_long(argument(arguments, 0)?, &from)?;
            test(&values, |value| value != 0)
        }),
        _ => Err(Unsupported::signature(call)),
    }
}

fn to_number(call: &FunctionCall<'_>) -> Made {
    let output = call.output.to_arrow();
    let shape = Shape::of(call.output);
    macro_rules! kernel {
        ($arrow:ty, $convert:expr) => {
            total("cast", move |arguments, _rows| {
                let values = Truths::read(argument(arguments, 0)?)?.to_bytes();
                map::<Int8Type, $arrow>(&values, &output, $convert)
            })
        };
    }
    match (&call.output.kind, shape) {
        (TypeKind::TinyInt, _) => kernel!(Int8Type, |value: i8| value),
        (TypeKind::SmallInt, _) => kernel!(Int16Type, i16::from),
        (TypeKind::Int, _) => kernel!(Int32Type, i32::from),
        (TypeKind::BigInt, _) => kernel!(Int64Type, i64::from),
        (TypeKind::Float, _) => kernel!(Float32Type, f32::from),
        (TypeKind::Double, _) => kernel!(Float64Type, f64::from),
        // 1 does not fit DECIMAL(3, 3), and Flink refuses the query.
        (TypeKind::Decimal { .. }, Some(to)) if to.precision == to.scale => {
            Err(Unsupported::signature(call))
        }
        (TypeKind::Decimal { .. }, Some(to)) => total("cast", move |arguments, _rows| {
            let values = Truths::read(argument(arguments, 0)?)?.to_bytes();
            try_map::<Int8Type, Decimal128Type>(&values, &output, |value| {
                Ok(decimal::fit(value.into(), 0, to))
            })
        }),
        _ => Err(Unsupported::signature(call)),
    }
}
