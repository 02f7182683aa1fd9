//! `ABS` of a decimal, which keeps its type.

use arrow_array::types::Decimal128Type;

use crate::kernel::numbers::{Values, map};
use crate::kernel::{Made, argument, total};
use crate::{FunctionCall, Unsupported};

pub(crate) const SIGNATURES: &[&str] = &["(decimal) -> decimal"];

pub(crate) fn create(call: &FunctionCall<'_>) -> Made {
    if !call.arguments[0].same_kind(call.output) {
        return Err(Unsupported::signature(call));
    }
    let output = call.output.to_arrow();
    total("abs", move |arguments, _rows| {
        let values = Values::<Decimal128Type>::read(argument(arguments, 0)?)?;
        map::<_, Decimal128Type>(&values, &output, i128::wrapping_abs)
    })
}
