use sf_contract::LogicalType;
use sf_contract::proto::{ChangelogMode, MiniBatch, RowKind, StreamGroupAggregate, StreamNode};
use sf_runtime::{
    AggregateMeasure, AggregateParameters, EngineError, ErrorCode, ExpressionCompiler,
};
use substrait::proto::aggregate_function::AggregationInvocation;
use substrait::proto::aggregate_rel::Measure;
use substrait::proto::function_argument::ArgType;
use substrait::proto::{AggregateFunction, AggregateRel, AggregationPhase, Expression};

use super::{checked_node, enhancement, from_rel, input, malformed, refuse_emit};
use crate::any;
use crate::fragment::{Builder, Built};

/// Family of the functions.
const AGGREGATE: &str = "aggregate";

/// Reads a group aggregate: one grouping set, everything it refers to is a column.
pub(super) fn from_aggregate_rel(
    builder: &mut Builder<'_>,
    rel: &AggregateRel,
) -> Result<Built, EngineError> {
    let aggregate: StreamGroupAggregate =
        any::decode(enhancement(rel.advanced_extension.as_ref(), "AggregateRel")?)?;
    let node = checked_node(aggregate.node, "AggregateRel")?;
    let input = from_rel(builder, input(rel.input.as_deref(), "AggregateRel")?)?;
    let grouping = grouping(builder, rel, &input.columns)?;
    if aggregate.retracting.len() != rel.measures.len() {
        return Err(malformed("an AggregateRel that does not say which measures take values back"));
    }
    let mut measures = Vec::with_capacity(rel.measures.len());
    for (measure, retracting) in std::iter::zip(&rel.measures, &aggregate.retracting) {
        measures.push(self::measure(builder, measure, *retracting, &input.columns)?);
    }
    let mut columns: Vec<LogicalType> =
        grouping.iter().map(|column| input.columns[*column].clone()).collect();
    columns.extend(measures.iter().map(|measure| measure.output.clone()));
    refuse_emit(rel.common.as_ref(), columns.len(), "AggregateRel")?;
    let (retracting, state_ttl_millis) = input_traits(&node)?;
    let bundle_rows = aggregate.mini_batch.as_ref().map(bundle_rows).transpose()?;
    let parameters = AggregateParameters {
        input: input.columns.clone(),
        grouping,
        measures,
        retracting,
        emit_update_before: has(node.changelog_mode.as_ref(), RowKind::UpdateBefore),
        state_ttl_millis,
        bundle_rows,
    };
    let construct = builder.operators().standard.aggregate;
    let operator = construct(&node.id, parameters, builder.context())?;
    builder.place(&node.id, operator, vec![input], columns)
}

fn grouping(
    builder: &Builder<'_>,
    rel: &AggregateRel,
    columns: &[LogicalType],
) -> Result<Vec<usize>, EngineError> {
    let references = match rel.groupings.as_slice() {
        [] => &[],
        [only] => only.expression_references.as_slice(),
        _ => {
            let message = "an AggregateRel with several grouping sets is not supported";
            return Err(EngineError::new(ErrorCode::Relation, message));
        }
    };
    let every = (0_u32..).zip(&rel.grouping_expressions).map(|(index, _)| index);
    if !references.iter().copied().eq(every) {
        return Err(malformed("an AggregateRel that does not group by its expressions in order"));
    }
    let keys = rel.grouping_expressions.iter();
    keys.map(|key| builder.column(key, columns, "a grouping expression")).collect()
}

/// Reads a call, of which everything is a column.
pub(crate) fn measure(
    builder: &Builder<'_>,
    measure: &Measure,
    retracting: bool,
    columns: &[LogicalType],
) -> Result<AggregateMeasure, EngineError> {
    let call = measure.measure.as_ref().ok_or_else(|| malformed("a measure without a function"))?;
    let declared = builder.function(call.function_reference)?;
    if declared.family != AGGREGATE {
        let message = format!("{} is no aggregate function", declared.name);
        return Err(EngineError::new(ErrorCode::Function, message));
    }
    refuse_rest(call, &declared.name)?;
    let mut arguments = Vec::with_capacity(call.arguments.len());
    for argument in &call.arguments {
        match &argument.arg_type {
            Some(ArgType::Value(value)) => {
                arguments.push(builder.column(value, columns, "an argument")?);
            }
            _ => return Err(malformed(&format!("{} takes values only", declared.name))),
        }
    }
    let filter = measure.filter.as_ref();
    let filter = filter.map(|filter: &Expression| builder.column(filter, columns, "a filter"));
    let output = call.output_type.as_ref().ok_or_else(|| malformed("a measure without a type"))?;
    Ok(AggregateMeasure {
        function: declared.name.clone(),
        argument_types: arguments.iter().map(|column| columns[*column].clone()).collect(),
        arguments,
        filter: filter.transpose()?,
        distinct: call.invocation == AggregationInvocation::Distinct as i32,
        retracting,
        output: builder.logical_type(output)?,
    })
}

fn refuse_rest(call: &AggregateFunction, name: &str) -> Result<(), EngineError> {
    let complete = call.phase == AggregationPhase::InitialToResult as i32;
    if !complete || !call.sorts.is_empty() || !call.options.is_empty() {
        let message = format!("{name} in phases, sorted or with options is not supported");
        return Err(EngineError::new(ErrorCode::Function, message));
    }
    Ok(())
}

/// Rows of a full bundle.
fn bundle_rows(mini_batch: &MiniBatch) -> Result<usize, EngineError> {
    // Memory ends sooner than a number beyond usize.
    let rows = usize::try_from(mini_batch.size.max(0)).unwrap_or(usize::MAX);
    if rows == 0 {
        return Err(malformed("a bundle without rows"));
    }
    Ok(rows)
}

/// Whether the input takes rows back, and how long state lives.
fn input_traits(node: &StreamNode) -> Result<(bool, i64), EngineError> {
    let [input] = node.inputs.as_slice() else {
        return Err(malformed("an AggregateRel that does not know its input's changelog"));
    };
    let mode = input.changelog_mode.as_ref();
    let retracting = has(mode, RowKind::UpdateBefore) || has(mode, RowKind::Delete);
    let updating = has(mode, RowKind::UpdateAfter);
    if updating && !retracting {
        return Err(malformed("an AggregateRel over updates without what they replace"));
    }
    if input.state_ttl_millis < 0 {
        return Err(malformed("a negative time to live"));
    }
    Ok((retracting, input.state_ttl_millis))
}

fn has(mode: Option<&ChangelogMode>, kind: RowKind) -> bool {
    mode.is_some_and(|mode| mode.kinds.contains(&(kind as i32)))
}
