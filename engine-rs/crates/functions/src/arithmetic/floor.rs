//! `FLOOR` of a number: integers stay as they are.

use arrow_array::types::{Float32Type, Float64Type};
use sf_contract::TypeKind;

use crate::FunctionCall;
use crate::kernel::numbers::{Values, map};
use crate::kernel::{Made, argument, total};

pub(crate) use super::operator::UNARY_SIGNATURES as SIGNATURES;

pub(crate) fn create(call: &FunctionCall<'_>) -> Made {
    let output = call.output.to_arrow();
    match call.output.kind {
        TypeKind::Float => total("floor", move |arguments, _rows| {
            let values = Values::<Float32Type>::read(argument(arguments, 0)?)?;
            map::<_, Float32Type>(&values, &output, f32::floor)
        }),
        TypeKind::Double => total("floor", move |arguments, _rows| {
            let values = Values::<Float64Type>::read(argument(arguments, 0)?)?;
            map::<_, Float64Type>(&values, &output, f64::floor)
        }),
        _ => total("floor", |arguments, _rows| Ok(argument(arguments, 0)?.clone())),
    }
}
