//! The binary operators on Java primitives.

use arrow_array::types::{
    ArrowPrimitiveType, Float32Type, Float64Type, Int8Type, Int16Type, Int32Type, Int64Type,
};
use arrow_schema::DataType;
use sf_contract::TypeKind;

use super::java;
use crate::kernel::numbers::{Values, map, map_two, try_map_two};
use crate::kernel::{Made, Outcome, Thrown, argument, partial, total};
use crate::{FunctionCall, Unsupported};
use sf_faults::{Fault, is_on};

/// Operands that Flink casts to a result type of primitives.
pub(crate) const SIGNATURES: &[&str] =
    &["(integer, integer) -> integer", "(integer|approximate, integer|approximate) -> approximate"];

/// Operand and result of one type.
pub(crate) const UNARY_SIGNATURES: &[&str] = &[
    "(tinyint) -> tinyint",
    "(smallint) -> smallint",
    "(int) -> int",
    "(bigint) -> bigint",
    "(float) -> float",
    "(double) -> double",
];

/// A binary operator that cannot fail.
pub(crate) trait Total: 'static {
    const NAME: &'static str;
    fn byte(left: i8, right: i8) -> i8;
    fn short(left: i16, right: i16) -> i16;
    fn int(left: i32, right: i32) -> i32;
    fn long(left: i64, right: i64) -> i64;
    fn float(left: f32, right: f32) -> f32;
    fn double(left: f64, right: f64) -> f64;
}

/// Implements [`Total`] from a wrapping integer method and a float operator.
macro_rules! total_operator {
    ($marker:ident, $name:literal, $wrapping:ident, $operator:tt) => {
        struct $marker;

        impl crate::arithmetic::operator::Total for $marker {
            const NAME: &'static str = $name;

            fn byte(left: i8, right: i8) -> i8 {
                left.$wrapping(right)
            }

            fn short(left: i16, right: i16) -> i16 {
                left.$wrapping(right)
            }

            fn int(left: i32, right: i32) -> i32 {
                left.$wrapping(right)
            }

            fn long(left: i64, right: i64) -> i64 {
                left.$wrapping(right)
            }

            fn float(left: f32, right: f32) -> f32 {
                left $operator right
            }

            fn double(left: f64, right: f64) -> f64 {
                left $operator right
            }
        }
    };
}
pub(crate) use total_operator;

/// Makes the kernel of an operator that cannot fail.
pub(crate) fn binary<O: Total>(call: &FunctionCall<'_>) -> Made {
    let (left, right) = (call.arguments[0].clone(), call.arguments[1].clone());
    macro_rules! kernel {
        ($convert:path, $arrow:ty, $method:path) => {
            total(O::NAME, move |arguments, _rows| {
                let left = $convert(argument(arguments, 0)?, &left)?;
                let right = $convert(argument(arguments, 1)?, &right)?;
                same_type::<$arrow>(&left, &right, $method)
            })
        };
    }
    match call.output.kind {
        TypeKind::TinyInt => kernel!(java::to_byte, Int8Type, O::byte),
        TypeKind::SmallInt => kernel!(java::to_short, Int16Type, O::short),
        TypeKind::Int => kernel!(java::to_int, Int32Type, O::int),
        TypeKind::BigInt => kernel!(java::to_long, Int64Type, O::long),
        TypeKind::Float => kernel!(java::to_float, Float32Type, O::float),
        TypeKind::Double => kernel!(java::to_double, Float64Type, O::double),
        _ => Err(Unsupported::signature(call)),
    }
}

fn same_type<T: ArrowPrimitiveType>(
    left: &Values<T>,
    right: &Values<T>,
    row: impl Fn(T::Native, T::Native) -> T::Native,
) -> Outcome {
    map_two::<T, T, T>(left, right, &T::DATA_TYPE, row)
}

/// Java's integer `/` and `%`, which fail on a zero divisor.
const DIVISION_BY_ZERO: Thrown = Thrown::Arithmetic("/ by zero");

/// Divides integers of any width that has been widened to long; the caller narrows.
pub(crate) fn divide_longs(left: i64, right: i64) -> Result<Option<i64>, Thrown> {
    match right {
        0 if is_on(Fault::OtherMessage) => Err(Thrown::Arithmetic("divided by zero")),
        0 => Err(DIVISION_BY_ZERO),
        right => Ok(Some(left.wrapping_div(right))),
    }
}

/// The remainder of integers of any width that has been widened to long.
pub(crate) fn modulo_longs(left: i64, right: i64) -> Result<Option<i64>, Thrown> {
    match right {
        0 => Err(DIVISION_BY_ZERO),
        right if is_on(Fault::ModuloSign) => Ok(Some(left.wrapping_rem_euclid(right))),
        right => Ok(Some(left.wrapping_rem(right))),
    }
}

/// Makes a kernel of `/` or `%` on integers: computed on longs, narrowed to the result type. The
/// narrower division of equal operands gives the same, since only MIN / -1 leaves the type, and wraps.
#[allow(clippy::cast_possible_truncation, reason = "Java narrows the result")]
pub(crate) fn dividing(
    call: &FunctionCall<'_>,
    name: &'static str,
    row: fn(i64, i64) -> Result<Option<i64>, Thrown>,
) -> Made {
    let (left, right) = (call.arguments[0].clone(), call.arguments[1].clone());
    let output = call.output.to_arrow();
    macro_rules! kernel {
        ($arrow:ty, $native:ty) => {
            partial(name, move |arguments, _rows| {
                let left = java::to_long(argument(arguments, 0)?, &left)?;
                let right = java::to_long(argument(arguments, 1)?, &right)?;
                narrowed::<$arrow>(&left, &right, &output, |left, right| {
                    Ok(row(left, right)?.map(|value| value as $native))
                })
            })
        };
    }
    match call.output.kind {
        TypeKind::TinyInt => kernel!(Int8Type, i8),
        TypeKind::SmallInt => kernel!(Int16Type, i16),
        TypeKind::Int => kernel!(Int32Type, i32),
        TypeKind::BigInt => kernel!(Int64Type, i64),
        _ => Err(Unsupported::signature(call)),
    }
}

fn narrowed<R: ArrowPrimitiveType>(
    left: &Values<Int64Type>,
    right: &Values<Int64Type>,
    output: &DataType,
    row: impl Fn(i64, i64) -> Result<Option<R::Native>, Thrown>,
) -> Outcome {
    // A constant divisor other than zero cannot fail, so NULL rows need no look.
    if let Values::Constant(Some(divisor)) = right
        && *divisor != 0
    {
        let divisor = *divisor;
        return map::<Int64Type, R>(left, output, |left| match row(left, divisor) {
            Ok(Some(value)) => value,
            _ => R::default_value(),
        });
    }
    try_map_two::<Int64Type, Int64Type, R>(left, right, output, row)
}
