use sf_runtime::{AggregateMeasure, EngineError, ErrorCode};

use super::array_agg::Nulls;
use super::extremum::{self, End};
use super::{
    Aggregate, CallContext, array_agg, average, count, first_last, json_array_agg, json_object_agg,
    list_agg, single_value, sum, sum0,
};

/// An aggregate function.
pub struct AggregateEntry {
    /// Its name in `functions_flink_aggregate.yaml`.
    pub name: &'static str,
    /// Its signatures in the notation of scalar functions; the result `same` has the argument's type.
    pub signatures: &'static [&'static str],
    create: fn(&CallContext<'_>) -> Made,
}

pub(super) type Made = Result<Box<dyn Aggregate>, EngineError>;

/// The functions, sorted by name.
pub(crate) const FUNCTIONS: &[AggregateEntry] = &[
    entry("array_agg", array_agg::SIGNATURES, |call| {
        array_agg::create(call.measure, Nulls::Respected)
    }),
    entry("array_agg_ignore_nulls", array_agg::SIGNATURES, |call| {
        array_agg::create(call.measure, Nulls::Ignored)
    }),
    entry("avg", average::SIGNATURES, |call| average::create(call.measure)),
    entry("count", count::SIGNATURES, |call| count::create(call.measure)),
    entry("first_value", first_last::SIGNATURES, |call| first_last::create_first(call.measure)),
    entry("json_arrayagg_absent_on_null", json_array_agg::SIGNATURES, |call| {
        json_array_agg::create(call.measure, Nulls::Ignored)
    }),
    entry("json_arrayagg_null_on_null", json_array_agg::SIGNATURES, |call| {
        json_array_agg::create(call.measure, Nulls::Respected)
    }),
    entry("json_objectagg_absent_on_null", json_object_agg::SIGNATURES, |call| {
        json_object_agg::create(call.measure, Nulls::Ignored)
    }),
    entry("json_objectagg_null_on_null", json_object_agg::SIGNATURES, |call| {
        json_object_agg::create(call.measure, Nulls::Respected)
    }),
    entry("last_value", first_last::SIGNATURES, |call| first_last::create_last(call.measure)),
    entry("listagg", list_agg::SIGNATURES, |call| list_agg::create(call.measure)),
    entry("max", extremum::SIGNATURES, |call| extremum::create(call, End::Largest)),
    entry("min", extremum::SIGNATURES, |call| extremum::create(call, End::Smallest)),
    entry("single_value", single_value::SIGNATURES, |call| single_value::create(call.measure)),
    entry("sum", sum::SIGNATURES, |call| sum::create(call.measure)),
    entry("sum0", sum0::SIGNATURES, |call| sum0::create(call.measure)),
];

const fn entry(
    name: &'static str,
    signatures: &'static [&'static str],
    create: fn(&CallContext<'_>) -> Made,
) -> AggregateEntry {
    AggregateEntry { name, signatures, create }
}

/// Makes the function of a call. That a call is DISTINCT is the operator's matter.
///
/// # Errors
/// A function, an argument type or a variant that the engine does not have.
pub(crate) fn create(call: &CallContext<'_>) -> Made {
    match FUNCTIONS.iter().find(|entry| entry.name == call.measure.function) {
        Some(entry) => (entry.create)(call),
        None => refused(call.measure),
    }
}

/// For a function that does not take such arguments.
pub(super) fn refused(measure: &AggregateMeasure) -> Made {
    let AggregateMeasure { function, argument_types, output, retracting, .. } = measure;
    let kind = if *retracting { " that takes values back" } else { "" };
    let message = format!("{function} of {argument_types:?} to {output:?}{kind} is not known here");
    Err(EngineError::new(ErrorCode::Function, message))
}
