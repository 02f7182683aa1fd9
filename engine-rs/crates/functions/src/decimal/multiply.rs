//! `*` on decimals.

use arrow_array::types::Decimal128Type;

pub(crate) use super::operator::SIGNATURES;
use super::operator::{Shapes, binary, is_approximate};
use crate::FunctionCall;
use crate::kernel::numbers::map_two;
use crate::kernel::{Made, argument, decimal, total};

pub(crate) fn create(call: &FunctionCall<'_>) -> Made {
    if is_approximate(call) {
        return crate::arithmetic::multiply::create(call);
    }
    let shapes = Shapes::of(call)?;
    let digits = shapes.left.precision + shapes.right.precision;
    let keeps_scale = shapes.left.scale + shapes.right.scale == shapes.output.scale;
    if keeps_scale && digits <= shapes.output.precision {
        // Every product fits, and nothing is rounded away.
        let (left, right) = (call.arguments[0].clone(), call.arguments[1].clone());
        let output = call.output.to_arrow();
        return total("multiply", move |arguments, _rows| {
            let left = decimal::read(argument(arguments, 0)?, &left)?;
            let right = decimal::read(argument(arguments, 1)?, &right)?;
            map_two::<_, _, Decimal128Type>(&left, &right, &output, i128::wrapping_mul)
        });
    }
    binary(call, "multiply", false, |a, a_scale, b, b_scale, to| {
        Ok(decimal::multiply(a, a_scale, b, b_scale, to))
    })
}
