use sf_contract::DecodeBytes;
use sf_contract::proto::{StreamWindowAggregateRel, WindowProperty, WindowSpec, WindowZone};
use sf_contract::{LogicalType, TypeKind};
use sf_runtime::{
    AggregateMeasure, ConstructContext, Constructed, EngineError, RelationConstructor,
};

use super::operator::{WindowAggregateOperator, WindowParameters};
use crate::message::{invalid, malformed, node, required};
use crate::window::{RowTime, Slices, clock_of, column_of};

/// Makes the operator.
pub(crate) struct WindowAggregateFactory;

impl RelationConstructor for WindowAggregateFactory {
    fn slug(&self) -> &'static str {
        "window_aggregate"
    }

    fn message_name(&self) -> &'static str {
        "streamfusion.substrait.v1.StreamWindowAggregateRel"
    }

    fn construct(
        &self,
        message: &[u8],
        context: &ConstructContext<'_>,
    ) -> Result<Constructed, EngineError> {
        construct(StreamWindowAggregateRel::decode_bytes(message).map_err(malformed)?, context)
    }
}

/// Checks a message and makes its operator.
pub(crate) fn construct(
    rel: StreamWindowAggregateRel,
    context: &ConstructContext<'_>,
) -> Result<Constructed, EngineError> {
    let input = required(context.inputs.first(), "the input")?;
    let spec = required(rel.window, "the window")?;
    let slices = Slices::of(&spec)?;
    let (time, sharing) = RowTime::of(rel.time, &slices, context)?;
    let mut grouping = Vec::with_capacity(rel.grouping.len());
    for key in rel.grouping {
        grouping.push(column_of(context.compiler, key, input)?);
    }
    let mut calls = Vec::with_capacity(rel.measures.len());
    for measure in &rel.measures {
        calls.push(context.compiler.measure(measure, input)?);
    }
    let mut properties = Vec::with_capacity(rel.properties.len());
    for property in rel.properties {
        let property = WindowProperty::try_from(property);
        let property = property.map_err(|_| invalid("an unknown property of a window"))?;
        properties.push((property, property_type(property, &spec)?));
    }
    let mut output: Vec<LogicalType> =
        grouping.iter().map(|column| input[*column].clone()).collect();
    output.extend(calls.iter().map(|call| call.output.clone()));
    output.extend(properties.iter().map(|(_, logical_type)| logical_type.clone()));
    let clock = clock_of(&spec, context)?;
    let node = node(rel.node, "StreamWindowAggregateRel")?;
    let parameters = WindowParameters {
        node: node.id.clone(),
        input: input.clone(),
        measures: grouping.iter().map(|key| held_key(*key, input)).chain(calls).collect(),
        grouping,
        slices,
        time,
        sharing,
        clock,
        properties,
    };
    let operator = Box::new(WindowAggregateOperator::try_new(parameters, context.operator)?);
    Ok(Constructed { node, operator, output })
}

/// The call that keeps a column of the key, which is the same for all rows of a group.
fn held_key(column: usize, input: &[LogicalType]) -> AggregateMeasure {
    AggregateMeasure {
        function: "first_value".to_owned(),
        arguments: vec![column],
        argument_types: vec![input[column].clone()],
        filter: None,
        distinct: false,
        retracting: false,
        output: input[column].clone(),
    }
}

fn property_type(property: WindowProperty, spec: &WindowSpec) -> Result<LogicalType, EngineError> {
    let local = LogicalType::required(TypeKind::Timestamp { precision: 3 });
    match property {
        WindowProperty::Start | WindowProperty::End => Ok(local),
        WindowProperty::Rowtime if spec.zone == WindowZone::Session as i32 => {
            Ok(LogicalType::required(TypeKind::TimestampLtz { precision: 3 }))
        }
        WindowProperty::Rowtime => Ok(local),
        WindowProperty::Unspecified => Err(invalid("no property of a window")),
    }
}
