//! `value IN (literals)`, Flink's SEARCH over points: a hash set there, a sorted list here.
//!
//! NULL in, NULL out; the planner composes other NULL answers. Floats are left out: Flink's set compares
//! them boxed, so that NaN is in a set of NaN while 0.0 is not in a set of -0.0.

use arrow_array::types::{ArrowPrimitiveType, Decimal128Type, Int32Type, Int64Type};
use datafusion_common::ScalarValue;
use datafusion_expr::ColumnarValue;
use sf_contract::{LogicalType, TypeKind};

use crate::arithmetic::java;
use crate::kernel::instants::Unit;
use crate::kernel::numbers::{Values, test, truths};
use crate::kernel::texts::Texts;
use crate::kernel::{Made, argument, null_of, total};
use crate::{FunctionCall, FunctionError, Unsupported};

pub(crate) const SIGNATURES: &[&str] = &[
    "(tinyint, =tinyint...) -> boolean",
    "(smallint, =smallint...) -> boolean",
    "(int, =int...) -> boolean",
    "(bigint, =bigint...) -> boolean",
    "(decimal, =decimal...) -> boolean",
    "(string, =string...) -> boolean",
    "(date, =date...) -> boolean",
    "(time, =time...) -> boolean",
    "(timestamp, =timestamp...) -> boolean",
    "(timestamp_ltz, =timestamp_ltz...) -> boolean",
];

pub(crate) fn create(call: &FunctionCall<'_>) -> Made {
    let unsupported = || Unsupported::signature(call);
    let value_type = &call.arguments[0];
    let literals: Option<Vec<ScalarValue>> = call.literals[1..].iter().cloned().collect();
    let literals = literals.ok_or_else(unsupported)?;
    match &value_type.kind {
        TypeKind::Char { .. } | TypeKind::VarChar { .. } => texts(&literals),
        TypeKind::Decimal { .. } => {
            if call.arguments[1..].iter().any(|literal| !literal.same_kind(value_type)) {
                return Err(unsupported());
            }
            numbers::<Decimal128Type>(&literals, call, |value, _| Values::read(value))
        }
        TypeKind::Timestamp { .. } | TypeKind::TimestampLtz { .. } => {
            let unit = Unit::of(value_type);
            let same = call.arguments[1..].iter().all(|literal| Unit::of(literal) == unit);
            if unit == Some(Unit::Nanos) || !same {
                return Err(unsupported());
            }
            numbers::<Int64Type>(&literals, call, |value, _| Values::read(value))
        }
        TypeKind::BigInt => numbers::<Int64Type>(&literals, call, java::to_long),
        _ => numbers::<Int32Type>(&literals, call, java::to_int),
    }
}

type Read<T> = fn(&ColumnarValue, &LogicalType) -> Result<Values<T>, FunctionError>;

fn numbers<T: ArrowPrimitiveType>(
    literals: &[ScalarValue],
    call: &FunctionCall<'_>,
    read: Read<T>,
) -> Made
where
    T::Native: Ord,
{
    let value_type = call.arguments[0].clone();
    let mut points = Vec::with_capacity(literals.len());
    for literal in literals {
        match read(&ColumnarValue::Scalar(literal.clone()), &value_type) {
            Ok(Values::Constant(Some(point))) => points.push(point),
            _ => return Err(Unsupported::signature(call)),
        }
    }
    points.sort_unstable();
    total("in", move |arguments, _rows| {
        let values = read(argument(arguments, 0)?, &value_type)?;
        test(&values, |value| points.binary_search(&value).is_ok())
    })
}

fn texts(literals: &[ScalarValue]) -> Made {
    let mut points: Vec<Vec<u8>> =
        literals.iter().filter_map(crate::literal::text).map(<[u8]>::to_vec).collect();
    points.sort_unstable();
    total("in", move |arguments, rows| {
        let contains =
            |value: &[u8]| points.binary_search_by(|point| point.as_slice().cmp(value)).is_ok();
        match Texts::read(argument(arguments, 0)?)? {
            Texts::Column(column) => {
                let bits =
                    arrow_buffer::BooleanBuffer::collect_bool(rows, |i| contains(column.value(i)));
                truths(bits, arrow_array::Array::nulls(&column).cloned(), false)
            }
            Texts::Constant(Some(value)) => {
                let bits = arrow_buffer::BooleanBuffer::collect_bool(1, |_| contains(&value));
                truths(bits, None, true)
            }
            Texts::Constant(None) => null_of(&arrow_schema::DataType::Boolean),
        }
    })
}
