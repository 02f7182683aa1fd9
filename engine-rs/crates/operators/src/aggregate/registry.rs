use arrow_array::types::{
    Date32Type, Float32Type, Float64Type, Int8Type, Int16Type, Int32Type, Int64Type,
    Time32MillisecondType, TimestampMicrosecondType, TimestampMillisecondType,
};
use sf_contract::TypeKind;
use sf_runtime::{AggregateMeasure, EngineError, ErrorCode};

use super::Aggregate;
use super::average::Average;
use super::count::Count;
use super::extremum::{End, Extremum};
use super::sum::Sum;
use super::text_extremum::TextExtremum;

/// The functions of `functions_flink_aggregate.yaml`, sorted by name, each with its signatures in the
/// notation of scalar functions.
pub(crate) const SIGNATURES: &[(&str, &[&str])] = &[
    ("avg", NUMBERS),
    ("count", &["() -> bigint", "(any) -> bigint"]),
    ("max", ORDERED),
    ("min", ORDERED),
    ("sum", NUMBERS),
];

const NUMBERS: &[&str] = &["(integer|approximate) -> same"];
const ORDERED: &[&str] =
    &["(integer|approximate|string|date|time|timestamp|timestamp_ltz) -> same"];

type Made = Result<Box<dyn Aggregate>, EngineError>;

/// Makes the function of a call. That a call is DISTINCT is the operator's matter.
///
/// # Errors
/// A function, an argument type or a variant that the engine does not have.
pub(crate) fn create(measure: &AggregateMeasure) -> Made {
    match (measure.function.as_str(), measure.argument_types.as_slice()) {
        ("count", [] | [_]) if measure.output.kind == TypeKind::BigInt => {
            Ok(Box::new(Count::default()))
        }
        // Every other function gives the type of its argument.
        (name, [argument]) if argument.same_kind(&measure.output) => match name {
            "avg" => average(measure),
            "max" if !measure.retracting => extremum(measure, End::Largest),
            "min" if !measure.retracting => extremum(measure, End::Smallest),
            "sum" => sum(measure),
            _ => refused(measure),
        },
        _ => refused(measure),
    }
}

fn refused(measure: &AggregateMeasure) -> Made {
    let AggregateMeasure { function, argument_types, output, retracting, .. } = measure;
    let kind = if *retracting { " that takes values back" } else { "" };
    let message = format!("{function} of {argument_types:?} to {output:?}{kind} is not known here");
    Err(EngineError::new(ErrorCode::Function, message))
}

fn average(measure: &AggregateMeasure) -> Made {
    Ok(match measure.output.kind {
        TypeKind::TinyInt => Box::new(Average::<Int8Type>::new()),
        TypeKind::SmallInt => Box::new(Average::<Int16Type>::new()),
        TypeKind::Int => Box::new(Average::<Int32Type>::new()),
        TypeKind::BigInt => Box::new(Average::<Int64Type>::new()),
        TypeKind::Float => Box::new(Average::<Float32Type>::new()),
        TypeKind::Double => Box::new(Average::<Float64Type>::new()),
        _ => return refused(measure),
    })
}

fn sum(measure: &AggregateMeasure) -> Made {
    let retracting = measure.retracting;
    let data_type = measure.output.to_arrow();
    Ok(match measure.output.kind {
        TypeKind::TinyInt => Box::new(Sum::<Int8Type>::new(retracting, data_type)),
        TypeKind::SmallInt => Box::new(Sum::<Int16Type>::new(retracting, data_type)),
        TypeKind::Int => Box::new(Sum::<Int32Type>::new(retracting, data_type)),
        TypeKind::BigInt => Box::new(Sum::<Int64Type>::new(retracting, data_type)),
        TypeKind::Float => Box::new(Sum::<Float32Type>::new(retracting, data_type)),
        TypeKind::Double => Box::new(Sum::<Float64Type>::new(retracting, data_type)),
        _ => return refused(measure),
    })
}

fn extremum(measure: &AggregateMeasure, end: End) -> Made {
    let data_type = measure.output.to_arrow();
    Ok(match measure.output.kind {
        TypeKind::TinyInt => Box::new(Extremum::<Int8Type>::new(end, data_type)),
        TypeKind::SmallInt => Box::new(Extremum::<Int16Type>::new(end, data_type)),
        TypeKind::Int => Box::new(Extremum::<Int32Type>::new(end, data_type)),
        TypeKind::BigInt => Box::new(Extremum::<Int64Type>::new(end, data_type)),
        TypeKind::Float => Box::new(Extremum::<Float32Type>::new(end, data_type)),
        TypeKind::Double => Box::new(Extremum::<Float64Type>::new(end, data_type)),
        TypeKind::Char { .. } | TypeKind::VarChar { .. } => Box::new(TextExtremum::new(end)),
        TypeKind::Date => Box::new(Extremum::<Date32Type>::new(end, data_type)),
        TypeKind::Time { .. } => Box::new(Extremum::<Time32MillisecondType>::new(end, data_type)),
        TypeKind::Timestamp { precision } | TypeKind::TimestampLtz { precision } => match precision
        {
            0..=3 => Box::new(Extremum::<TimestampMillisecondType>::new(end, data_type)),
            4..=6 => Box::new(Extremum::<TimestampMicrosecondType>::new(end, data_type)),
            _ => return refused(measure),
        },
        _ => return refused(measure),
    })
}
