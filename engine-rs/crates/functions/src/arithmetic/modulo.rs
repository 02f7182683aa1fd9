//! `MOD` and `%`: Java's remainder, which has the dividend's sign. Flink's result type is the divisor's; the
//! dividend keeps its own type, and the remainder is cast back.

use arrow_array::types::{ArrowPrimitiveType, Float32Type, Float64Type};
use sf_contract::TypeKind;

use super::operator::{dividing, modulo_longs};
use crate::FunctionCall;
use crate::kernel::numbers::{Values, map_two};
use crate::kernel::{Made, argument, total};

pub(crate) const SIGNATURES: &[&str] = &[
    "(integer, tinyint) -> tinyint",
    "(integer, smallint) -> smallint",
    "(integer, int) -> int",
    "(integer, bigint) -> bigint",
    "(float, float) -> float",
    "(double, double) -> double",
];

pub(crate) fn create(call: &FunctionCall<'_>) -> Made {
    match call.output.kind {
        TypeKind::Float => total("mod", |arguments, _rows| {
            let left = Values::<Float32Type>::read(argument(arguments, 0)?)?;
            let right = Values::<Float32Type>::read(argument(arguments, 1)?)?;
            let output = Float32Type::DATA_TYPE;
            map_two::<_, _, Float32Type>(&left, &right, &output, |left, right| left % right)
        }),
        TypeKind::Double => total("mod", |arguments, _rows| {
            let left = Values::<Float64Type>::read(argument(arguments, 0)?)?;
            let right = Values::<Float64Type>::read(argument(arguments, 1)?)?;
            let output = Float64Type::DATA_TYPE;
            map_two::<_, _, Float64Type>(&left, &right, &output, |left, right| left % right)
        }),
        _ => dividing(call, "mod", modulo_longs),
    }
}
