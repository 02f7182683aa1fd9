//! The six comparisons over every pair of types that Flink compares.

use std::cmp::Ordering;

use arrow_array::types::{
    ArrowPrimitiveType, Decimal128Type, Float32Type, Float64Type, Int32Type, Int64Type,
};
use arrow_buffer::BooleanBuffer;
use arrow_schema::DataType;
use datafusion_expr::ColumnarValue;
use sf_contract::{LogicalType, TypeKind};

use crate::arithmetic::java;
use crate::kernel::instants::{Instants, Unit};
use crate::kernel::numbers::{Truths, Values, either_null, test_two, truths};
use crate::kernel::texts::Texts;
use crate::kernel::{Made, Outcome, argument, decimal, null_of, total};
use crate::{FunctionCall, FunctionError, Unsupported};

/// Pairs of types that have all six comparisons.
pub(crate) const ORDERED: &[&str] = &[
    "(boolean, boolean) -> boolean",
    "(integer|approximate|decimal, integer|approximate|decimal) -> boolean",
    "(bytes, bytes) -> boolean",
    "(date, date) -> boolean",
    "(time, time) -> boolean",
    "(timestamp, timestamp) -> boolean",
    "(timestamp_ltz, timestamp_ltz) -> boolean",
    "(interval_year_month, interval_year_month) -> boolean",
    "(interval_day_time, interval_day_time) -> boolean",
];

/// Pairs that have only equality as well: text, whose order depends on how Flink holds the value.
pub(crate) const EQUATABLE: &[&str] = &[
    "(boolean, boolean) -> boolean",
    "(integer|approximate|decimal, integer|approximate|decimal) -> boolean",
    "(string, string) -> boolean",
    "(bytes, bytes) -> boolean",
    "(date, date) -> boolean",
    "(time, time) -> boolean",
    "(timestamp, timestamp) -> boolean",
    "(timestamp_ltz, timestamp_ltz) -> boolean",
    "(interval_year_month, interval_year_month) -> boolean",
    "(interval_day_time, interval_day_time) -> boolean",
];

/// One of the six operators.
pub(crate) trait Comparison: 'static {
    /// The function's name.
    const NAME: &'static str;
    /// Java's operator on primitives: every comparison with NaN but `!=` is false.
    fn primitive<T: PartialOrd>(left: T, right: T) -> bool;
    /// The operator on a `compareTo` result.
    fn ordering(ordering: Ordering) -> bool;
}

/// Declares an operator's marker type with its two forms.
macro_rules! comparison {
    ($marker:ident, $name:literal, $operator:tt, $signatures:ident) => {
        /// The operator, as a type.
        pub(crate) struct $marker;

        impl crate::comparison::compare::Comparison for $marker {
            const NAME: &'static str = $name;

            fn primitive<T: PartialOrd>(left: T, right: T) -> bool {
                left $operator right
            }

            fn ordering(ordering: std::cmp::Ordering) -> bool {
                ordering $operator std::cmp::Ordering::Equal
            }
        }

        pub(crate) const SIGNATURES: &[&str] = crate::comparison::compare::$signatures;

        pub(crate) fn create(call: &crate::FunctionCall<'_>) -> crate::kernel::Made {
            crate::comparison::compare::create::<$marker>(call)
        }
    };
}
pub(crate) use comparison;

/// How a pair of types is compared.
#[derive(Debug, Clone, Copy)]
enum Domain {
    Boolean,
    Int,
    Long,
    Float,
    Double,
    Decimal,
    /// A decimal with a float or double.
    DecimalDouble,
    Bytes,
    Instant(Unit, Unit),
}

fn domain(left: &LogicalType, right: &LogicalType) -> Option<Domain> {
    let rank = |logical: &LogicalType| match logical.kind {
        TypeKind::TinyInt | TypeKind::SmallInt | TypeKind::Int => Some(0),
        TypeKind::BigInt => Some(1),
        TypeKind::Float => Some(2),
        TypeKind::Double => Some(3),
        _ => None,
    };
    let is_decimal = |logical: &LogicalType| matches!(logical.kind, TypeKind::Decimal { .. });
    // Java's binary numeric promotion.
    if let (Some(left), Some(right)) = (rank(left), rank(right)) {
        return Some(match left.max(right) {
            0 => Domain::Int,
            1 => Domain::Long,
            2 => Domain::Float,
            _ => Domain::Double,
        });
    }
    if is_decimal(left) || is_decimal(right) {
        let approximate =
            |logical: &LogicalType| matches!(logical.kind, TypeKind::Float | TypeKind::Double);
        return Some(if approximate(left) || approximate(right) {
            Domain::DecimalDouble
        } else {
            Domain::Decimal
        });
    }
    match left.kind {
        TypeKind::Boolean => Some(Domain::Boolean),
        TypeKind::Date | TypeKind::Time { .. } | TypeKind::IntervalYearMonth => Some(Domain::Int),
        TypeKind::IntervalDayTime => Some(Domain::Long),
        TypeKind::Char { .. }
        | TypeKind::VarChar { .. }
        | TypeKind::Binary { .. }
        | TypeKind::VarBinary { .. } => Some(Domain::Bytes),
        TypeKind::Timestamp { .. } | TypeKind::TimestampLtz { .. } => {
            Some(Domain::Instant(Unit::of(left)?, Unit::of(right)?))
        }
        _ => None,
    }
}

/// Makes the kernel of one comparison.
pub(crate) fn create<C: Comparison>(call: &FunctionCall<'_>) -> Made {
    let (left, right) = (call.arguments[0].clone(), call.arguments[1].clone());
    let domain = domain(&left, &right).ok_or_else(|| Unsupported::signature(call))?;
    total(C::NAME, move |arguments, rows| compare::<C>(domain, &left, &right, arguments, rows))
}

/// Compares two arguments.
fn compare<C: Comparison>(
    domain: Domain,
    left_type: &LogicalType,
    right_type: &LogicalType,
    arguments: &[ColumnarValue],
    rows: usize,
) -> Outcome {
    let (left, right) = (argument(arguments, 0)?, argument(arguments, 1)?);
    match domain {
        Domain::Boolean => test_two(
            &Truths::read(left)?.to_bytes(),
            &Truths::read(right)?.to_bytes(),
            |left, right| C::primitive(left, right),
        ),
        Domain::Int => numbers::<C, Int32Type>(
            java::to_int(left, left_type)?,
            java::to_int(right, right_type)?,
        ),
        Domain::Long => numbers::<C, Int64Type>(
            java::to_long(left, left_type)?,
            java::to_long(right, right_type)?,
        ),
        Domain::Float => numbers::<C, Float32Type>(
            java::to_float(left, left_type)?,
            java::to_float(right, right_type)?,
        ),
        Domain::Double => numbers::<C, Float64Type>(
            java::to_double(left, left_type)?,
            java::to_double(right, right_type)?,
        ),
        Domain::Decimal => decimals::<C>(left, left_type, right, right_type),
        Domain::DecimalDouble => test_two(
            &java::to_double(left, left_type)?,
            &java::to_double(right, right_type)?,
            |left, right| C::ordering(decimal::compare_doubles(left, right)),
        ),
        Domain::Bytes => bytes::<C>(&Texts::read(left)?, &Texts::read(right)?, rows),
        Domain::Instant(Unit::Millis, Unit::Millis)
        | Domain::Instant(Unit::Micros, Unit::Micros) => {
            numbers::<C, Int64Type>(Values::read(left)?, Values::read(right)?)
        }
        Domain::Instant(left_unit, right_unit) => {
            let left = Instants::read(left, left_unit)?;
            let right = Instants::read(right, right_unit)?;
            instants::<C>(&left, &right, rows)
        }
    }
}

fn numbers<C: Comparison, T: ArrowPrimitiveType>(left: Values<T>, right: Values<T>) -> Outcome {
    test_two(&left, &right, |left, right| C::primitive(left, right))
}

fn decimals<C: Comparison>(
    left: &ColumnarValue,
    left_type: &LogicalType,
    right: &ColumnarValue,
    right_type: &LogicalType,
) -> Outcome {
    let scale = |logical| decimal::Shape::of(logical).map_or(0, |shape| shape.scale);
    let (left_scale, right_scale) = (scale(left_type), scale(right_type));
    let left = decimal::read(left, left_type)?;
    let right = decimal::read(right, right_type)?;
    // A constant is brought to the column's scale once; one too large for that stays beyond every value.
    let (left, left_scale) = raise_constant(left, left_scale, right_scale);
    let (right, right_scale) = raise_constant(right, right_scale, left_scale);
    if left_scale == right_scale {
        return numbers::<C, Decimal128Type>(left, right);
    }
    test_two(&left, &right, |left, right| {
        C::ordering(decimal::compare(left, left_scale, right, right_scale))
    })
}

fn raise_constant(
    values: Values<Decimal128Type>,
    scale: u32,
    to: u32,
) -> (Values<Decimal128Type>, u32) {
    match values {
        Values::Constant(Some(value)) if scale < to => {
            (Values::Constant(Some(value.saturating_mul(decimal::pow10(to - scale)))), to)
        }
        values => (values, scale),
    }
}

fn bytes<C: Comparison>(left: &Texts, right: &Texts, rows: usize) -> Outcome {
    match (left, right) {
        (Texts::Constant(None), _) | (_, Texts::Constant(None)) => null_of(&DataType::Boolean),
        (Texts::Column(left), Texts::Column(right)) => {
            let nulls =
                either_null(arrow_array::Array::nulls(left), arrow_array::Array::nulls(right));
            let bits =
                BooleanBuffer::collect_bool(rows, |i| C::primitive(left.value(i), right.value(i)));
            truths(bits, nulls, false)
        }
        (Texts::Column(left), Texts::Constant(Some(right))) => {
            let right = right.as_slice();
            let bits = BooleanBuffer::collect_bool(rows, |i| C::primitive(left.value(i), right));
            truths(bits, arrow_array::Array::nulls(left).cloned(), false)
        }
        (Texts::Constant(Some(left)), Texts::Column(right)) => {
            let left = left.as_slice();
            let bits = BooleanBuffer::collect_bool(rows, |i| C::primitive(left, right.value(i)));
            truths(bits, arrow_array::Array::nulls(right).cloned(), false)
        }
        (Texts::Constant(Some(left)), Texts::Constant(Some(right))) => {
            truths(BooleanBuffer::collect_bool(1, |_| C::primitive(left, right)), None, true)
        }
    }
}

fn instants<C: Comparison>(left: &Instants, right: &Instants, rows: usize) -> Outcome {
    let constant = left.is_constant() && right.is_constant();
    let rows = if constant { 1 } else { rows };
    let ordering: Vec<Option<Ordering>> = (0..rows)
        .map(|i| left.get(i).zip(right.get(i)).map(|(left, right)| left.cmp(&right)))
        .collect();
    let bits = BooleanBuffer::collect_bool(rows, |i| ordering[i].is_some_and(C::ordering));
    let valid = BooleanBuffer::collect_bool(rows, |i| ordering[i].is_some());
    let nulls = Some(arrow_buffer::NullBuffer::new(valid)).filter(|nulls| nulls.null_count() > 0);
    truths(bits, nulls, constant)
}

/// Compares two arguments for equality, for IS [NOT] DISTINCT FROM.
pub(crate) fn distinct(call: &FunctionCall<'_>, name: &'static str, negated: bool) -> Made {
    let (left_type, right_type) = (call.arguments[0].clone(), call.arguments[1].clone());
    let domain = domain(&left_type, &right_type).ok_or_else(|| Unsupported::signature(call))?;
    total(name, move |arguments, rows| {
        let (left, right) = (argument(arguments, 0)?, argument(arguments, 1)?);
        let equal =
            compare::<super::equal::Equal>(domain, &left_type, &right_type, arguments, rows)?;
        let equal = Truths::read(&equal)?;
        let constant = is_constant(left) && is_constant(right);
        let rows = if constant { 1 } else { rows };
        let (left, right) = (Validity::of(left)?, Validity::of(right)?);
        let bits = BooleanBuffer::collect_bool(rows, |i| {
            let distinct = match (left.is_valid(i), right.is_valid(i)) {
                (true, true) => !match &equal {
                    Truths::Column(column) => column.value(i),
                    Truths::Constant(value) => value.unwrap_or_default(),
                },
                (left, right) => left != right,
            };
            distinct != negated
        });
        truths(bits, None, constant)
    })
}

fn is_constant(value: &ColumnarValue) -> bool {
    matches!(value, ColumnarValue::Scalar(_))
}

/// Which rows of an argument are not NULL.
pub(crate) enum Validity {
    Column(Option<arrow_buffer::NullBuffer>),
    Constant(bool),
}

impl Validity {
    pub(crate) fn of(value: &ColumnarValue) -> Result<Self, FunctionError> {
        Ok(match value {
            ColumnarValue::Array(array) => Self::Column(array.logical_nulls()),
            ColumnarValue::Scalar(scalar) => Self::Constant(!scalar.is_null()),
        })
    }

    pub(crate) fn is_valid(&self, row: usize) -> bool {
        match self {
            Self::Column(nulls) => nulls.as_ref().is_none_or(|nulls| nulls.is_valid(row)),
            Self::Constant(valid) => *valid,
        }
    }

    /// `want` for NULL rows, its opposite for others.
    pub(crate) fn nulls_are(&self, want: bool, rows: usize) -> Outcome {
        match self {
            Self::Constant(valid) => {
                truths(BooleanBuffer::collect_bool(1, |_| *valid != want), None, true)
            }
            Self::Column(None) => truths(
                if want { BooleanBuffer::new_unset(rows) } else { BooleanBuffer::new_set(rows) },
                None,
                false,
            ),
            Self::Column(Some(nulls)) => {
                let bits = nulls.inner().clone();
                truths(if want { !&bits } else { bits }, None, false)
            }
        }
    }
}
