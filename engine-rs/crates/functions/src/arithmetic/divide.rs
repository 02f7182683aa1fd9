//! `/`: integers truncate toward zero, wrap at MIN / -1 and fail on zero; floats follow IEEE 754.

use sf_contract::TypeKind;

use super::java;
use super::operator::{divide_longs, dividing};
use crate::FunctionCall;
use crate::kernel::numbers::map_two;
use crate::kernel::{Made, argument, total};
use arrow_array::types::{ArrowPrimitiveType, Float32Type, Float64Type};

/// Integers are cast to the result type before they are divided, which is exact only when that is not
/// narrower than they are.
pub(crate) const SIGNATURES: &[&str] = &[
    "(tinyint, tinyint) -> tinyint",
    "(tinyint|smallint, tinyint|smallint) -> smallint",
    "(tinyint|smallint|int, tinyint|smallint|int) -> int",
    "(integer, integer) -> bigint",
    "(integer|approximate, integer|approximate) -> approximate",
];

pub(crate) fn create(call: &FunctionCall<'_>) -> Made {
    let (left, right) = (call.arguments[0].clone(), call.arguments[1].clone());
    match call.output.kind {
        TypeKind::Float => total("divide", move |arguments, _rows| {
            let left = java::to_float(argument(arguments, 0)?, &left)?;
            let right = java::to_float(argument(arguments, 1)?, &right)?;
            let output = Float32Type::DATA_TYPE;
            map_two::<_, _, Float32Type>(&left, &right, &output, |left, right| left / right)
        }),
        TypeKind::Double => total("divide", move |arguments, _rows| {
            let left = java::to_double(argument(arguments, 0)?, &left)?;
            let right = java::to_double(argument(arguments, 1)?, &right)?;
            let output = Float64Type::DATA_TYPE;
            map_two::<_, _, Float64Type>(&left, &right, &output, |left, right| left / right)
        }),
        _ => dividing(call, "divide", divide_longs),
    }
}
