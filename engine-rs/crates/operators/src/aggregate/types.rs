/// Makes the function of a call whose argument and result have one type of number:
/// `by_number!(measure, T => made)` evaluates `made` with the column type as `T`.
macro_rules! by_number {
    ($measure:expr, $column:ident => $made:expr) => {
        $crate::aggregate::types::by_number!(
            of $crate::aggregate::types::only_type($measure),
            $column => $made,
            _ => refused($measure)
        )
    };
    (of $kind:expr, $column:ident => $made:expr, _ => $other:expr) => {{
        use arrow_array::types::{
            Float32Type, Float64Type, Int8Type, Int16Type, Int32Type, Int64Type,
        };
        use sf_contract::TypeKind;

        match $kind {
            Some(TypeKind::TinyInt) => {
                type $column = Int8Type;
                Ok($made)
            }
            Some(TypeKind::SmallInt) => {
                type $column = Int16Type;
                Ok($made)
            }
            Some(TypeKind::Int) => {
                type $column = Int32Type;
                Ok($made)
            }
            Some(TypeKind::BigInt) => {
                type $column = Int64Type;
                Ok($made)
            }
            Some(TypeKind::Float) => {
                type $column = Float32Type;
                Ok($made)
            }
            Some(TypeKind::Double) => {
                type $column = Float64Type;
                Ok($made)
            }
            _ => $other,
        }
    }};
}

/// The same for every type whose values have a fixed size and an order.
macro_rules! by_value {
    ($measure:expr, $column:ident => $made:expr) => {
        $crate::aggregate::types::by_value!(
            of $crate::aggregate::types::only_type($measure),
            $column => $made,
            _ => refused($measure)
        )
    };
    (of $kind:expr, $column:ident => $made:expr, _ => $other:expr) => {{
        use arrow_array::types::{
            Date32Type, Decimal128Type, Time32MillisecondType, TimestampMicrosecondType,
            TimestampMillisecondType,
        };
        use sf_contract::TypeKind;
        use $crate::aggregate::value::{Booleans, Instants};

        match $kind {
            Some(TypeKind::Boolean) => {
                type $column = Booleans;
                Ok($made)
            }
            Some(TypeKind::Decimal { .. }) => {
                type $column = Decimal128Type;
                Ok($made)
            }
            Some(TypeKind::Date) => {
                type $column = Date32Type;
                Ok($made)
            }
            Some(TypeKind::Time { .. }) => {
                type $column = Time32MillisecondType;
                Ok($made)
            }
            Some(
                TypeKind::Timestamp { precision: 0..=3 }
                | TypeKind::TimestampLtz { precision: 0..=3 },
            ) => {
                type $column = TimestampMillisecondType;
                Ok($made)
            }
            Some(
                TypeKind::Timestamp { precision: 4..=6 }
                | TypeKind::TimestampLtz { precision: 4..=6 },
            ) => {
                type $column = TimestampMicrosecondType;
                Ok($made)
            }
            Some(TypeKind::Timestamp { .. } | TypeKind::TimestampLtz { .. }) => {
                type $column = Instants;
                Ok($made)
            }
            other => $crate::aggregate::types::by_number!(
                of other,
                $column => $made,
                _ => $other
            ),
        }
    }};
}

/// The same for every type that does not nest, which becomes the kind of values `$values`.
macro_rules! by_flat {
    (of $kind:expr, $values:ident => $made:expr, _ => $other:expr) => {{
        use sf_contract::TypeKind;
        use $crate::aggregate::held::{Bytes, Fixed};

        match $kind {
            Some(
                TypeKind::Char { .. }
                | TypeKind::VarChar { .. }
                | TypeKind::Binary { .. }
                | TypeKind::VarBinary { .. },
            ) => {
                type $values = Bytes;
                Ok($made)
            }
            Some(TypeKind::IntervalYearMonth) => {
                type $values = Fixed<arrow_array::types::Int32Type>;
                Ok($made)
            }
            Some(TypeKind::IntervalDayTime) => {
                type $values = Fixed<arrow_array::types::Int64Type>;
                Ok($made)
            }
            other => $crate::aggregate::types::by_value!(
                of other,
                Column => {
                    type $values = Fixed<Column>;
                    $made
                },
                _ => $other
            ),
        }
    }};
}

/// The same for every type that has a sum: numbers, and decimals to 38 digits.
macro_rules! by_summed {
    ($measure:expr, $column:ident => $made:expr) => {
        if $crate::aggregate::types::is_decimal_sum($measure) {
            type $column = arrow_array::types::Decimal128Type;
            Ok($made)
        } else {
            $crate::aggregate::types::by_number!($measure, $column => $made)
        }
    };
}

/// The same for every type that has an average: numbers, and decimals to 38 digits and at least 6 behind
/// the point.
macro_rules! by_average {
    ($measure:expr, $column:ident => $made:expr) => {
        if $crate::aggregate::types::is_decimal_average($measure) {
            type $column = arrow_array::types::Decimal128Type;
            Ok($made)
        } else {
            $crate::aggregate::types::by_number!($measure, $column => $made)
        }
    };
}

pub(super) use {by_average, by_flat, by_number, by_summed, by_value};

use sf_contract::TypeKind;
use sf_runtime::AggregateMeasure;

/// The type of a call's only argument, if its result has it too.
pub(super) fn only_type(measure: &AggregateMeasure) -> Option<&TypeKind> {
    match measure.argument_types.as_slice() {
        [argument] if argument.same_kind(&measure.output) => Some(&argument.kind),
        _ => None,
    }
}

/// Flink's LogicalTypeMerging.findSumAggType.
pub(super) fn is_decimal_sum(measure: &AggregateMeasure) -> bool {
    is_decimal(measure, |scale| scale)
}

/// Flink's LogicalTypeMerging.findAvgAggType.
pub(super) fn is_decimal_average(measure: &AggregateMeasure) -> bool {
    is_decimal(measure, |scale| scale.max(6))
}

fn is_decimal(measure: &AggregateMeasure, to: fn(u8) -> u8) -> bool {
    match (measure.argument_types.as_slice(), &measure.output.kind) {
        ([argument], TypeKind::Decimal { precision: 38, scale: found }) => {
            matches!(argument.kind, TypeKind::Decimal { scale, .. } if to(scale) == *found)
        }
        _ => false,
    }
}

/// The scale of a decimal.
pub(super) fn scale(kind: &TypeKind) -> u32 {
    match kind {
        TypeKind::Decimal { scale, .. } => (*scale).into(),
        _ => 0,
    }
}
