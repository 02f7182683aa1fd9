//! The binary operators on decimals.

use arrow_array::types::Decimal128Type;
use sf_contract::TypeKind;

use crate::kernel::decimal::{Shape, read};
use crate::kernel::numbers::try_map_two;
use crate::kernel::{Made, Outcome, Thrown, argument, partial, total};
use crate::{FunctionCall, Unsupported};

/// Operands of an exact operation.
pub(crate) const EXACT_SIGNATURES: &[&str] =
    &["(decimal, decimal|integer) -> decimal", "(integer, decimal) -> decimal"];

/// With a float among the operands, the result is a float by Java's rules.
pub(crate) const SIGNATURES: &[&str] = &[
    "(decimal, decimal|integer) -> decimal",
    "(integer, decimal) -> decimal",
    "(decimal, approximate) -> approximate",
    "(approximate, decimal) -> approximate",
];

/// Whether the call is one of floats.
pub(crate) fn is_approximate(call: &FunctionCall<'_>) -> bool {
    matches!(call.output.kind, TypeKind::Float | TypeKind::Double)
}

/// One decimal operation: unscaled value and scale of both operands, and the result's shape.
pub(crate) type Operation = fn(i128, u32, i128, u32, Shape) -> Result<Option<i128>, Thrown>;

/// Operand and result types of a call.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Shapes {
    pub left: Shape,
    pub right: Shape,
    pub output: Shape,
}

impl Shapes {
    pub(crate) fn of(call: &FunctionCall<'_>) -> Result<Self, Unsupported> {
        let shape = |logical| Shape::of(logical).ok_or_else(|| Unsupported::signature(call));
        Ok(Self {
            left: shape(&call.arguments[0])?,
            right: shape(&call.arguments[1])?,
            output: shape(call.output)?,
        })
    }
}

/// Makes the kernel of an operation; `fails` says whether it can throw.
pub(crate) fn binary(
    call: &FunctionCall<'_>,
    name: &'static str,
    fails: bool,
    operation: Operation,
) -> Made {
    let shapes = Shapes::of(call)?;
    let (left, right) = (call.arguments[0].clone(), call.arguments[1].clone());
    let output = call.output.to_arrow();
    let body = move |arguments: &[_], _rows: usize| -> Outcome {
        let left = read(argument(arguments, 0)?, &left)?;
        let right = read(argument(arguments, 1)?, &right)?;
        let (a, b) = (shapes.left.scale, shapes.right.scale);
        try_map_two::<Decimal128Type, Decimal128Type, Decimal128Type>(
            &left,
            &right,
            &output,
            |left, right| operation(left, a, right, b, shapes.output),
        )
    };
    if fails { partial(name, body) } else { total(name, body) }
}
