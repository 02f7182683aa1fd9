use sf_contract::DecodeBytes;
use sf_contract::proto::StreamLocalWindowAggregateRel;
use sf_contract::{LogicalType, TypeKind};
use sf_runtime::{ConstructContext, Constructed, EngineError, RelationConstructor};

use super::operator::LocalWindowAggregateOperator;
use crate::message::{malformed, name_of, node, required};
use crate::window::{RowTime, Slices, clock_of, column_of};

/// Makes the operator.
pub(crate) struct LocalWindowAggregateFactory;

impl RelationConstructor for LocalWindowAggregateFactory {
    fn slug(&self) -> &'static str {
        "local_window_aggregate"
    }

    fn message_name(&self) -> &'static str {
        "streamfusion.substrait.v1.StreamLocalWindowAggregateRel"
    }

    fn construct(
        &self,
        message: &[u8],
        context: &ConstructContext<'_>,
    ) -> Result<Constructed, EngineError> {
        let rel = StreamLocalWindowAggregateRel::decode_bytes(message).map_err(malformed)?;
        let input = required(context.inputs.first(), "the input")?;
        let spec = required(rel.window, "the window")?;
        let slices = Slices::of(&spec)?;
        let (time, _) = RowTime::of(rel.time, &slices, context)?;
        let mut columns = Vec::with_capacity(rel.columns.len());
        for column in rel.columns {
            columns.push(column_of(context.compiler, column, input)?);
        }
        let mut output: Vec<LogicalType> =
            columns.iter().map(|column| input[*column].clone()).collect();
        output.push(LogicalType::required(TypeKind::BigInt));
        let node = node(rel.node, name_of(self))?;
        let operator = LocalWindowAggregateOperator::new(
            columns,
            slices,
            time,
            clock_of(&spec, context)?,
            context.operator.memory.register(&node.id),
        );
        Ok(Constructed { node, operator: Box::new(operator), output })
    }
}
