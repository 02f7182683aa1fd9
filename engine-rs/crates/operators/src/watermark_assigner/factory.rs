use sf_contract::DecodeBytes;
use sf_contract::proto::{StreamWatermarkAssignerRel, WatermarkScope};
use sf_contract::{LogicalType, TypeKind};
use sf_runtime::{ConstructContext, Constructed, EngineError, ErrorCode, RelationConstructor};

use super::operator::{Intervals, WatermarkAssignerOperator};
use crate::evaluation::ExpressionSet;
use crate::message::{invalid, malformed, name_of, node, required};

/// Makes the operator.
pub(crate) struct WatermarkAssignerFactory;

impl RelationConstructor for WatermarkAssignerFactory {
    fn slug(&self) -> &'static str {
        "watermark_assigner"
    }

    fn message_name(&self) -> &'static str {
        "streamfusion.substrait.v1.StreamWatermarkAssignerRel"
    }

    fn construct(
        &self,
        message: &[u8],
        context: &ConstructContext<'_>,
    ) -> Result<Constructed, EngineError> {
        let rel = StreamWatermarkAssignerRel::decode_bytes(message).map_err(malformed)?;
        let input = required(context.inputs.first(), "the input")?;
        match WatermarkScope::try_from(rel.scope) {
            Ok(WatermarkScope::Operator) => {}
            Ok(WatermarkScope::Split) => {
                let message = "watermarks per split are made by the source";
                return Err(EngineError::new(ErrorCode::Relation, message));
            }
            Ok(WatermarkScope::Unspecified) | Err(_) => return Err(invalid("no watermark scope")),
        }
        if rel.idle_timeout_millis < 0 {
            return Err(invalid("a negative idle timeout"));
        }
        let rowtime = required(rel.rowtime, "the rowtime column")?;
        let rowtime = context.compiler.compile(&[rowtime], input)?;
        let rowtime = match rowtime.expressions.as_slice() {
            [only] => required(only.column, "a rowtime that is a column")?,
            _ => return Err(invalid("a rowtime that is no column")),
        };
        let watermark = required(rel.watermark, "the watermark expression")?;
        let watermark = context.compiler.compile(&[watermark], input)?;
        if !watermark.host_calls.is_empty() {
            let message = "a watermark that the host evaluates is not supported";
            return Err(EngineError::new(ErrorCode::Expression, message));
        }
        for expression in &watermark.expressions {
            check_timestamp(&expression.logical_type)?;
        }
        let task = &context.operator.task;
        let operator = WatermarkAssignerOperator::new(
            rowtime,
            ExpressionSet::try_new(&watermark.expressions, input, &[])?,
            Intervals {
                watermark_millis: task.watermark_interval_millis,
                idle_millis: rel.idle_timeout_millis,
            },
            task.now_millis,
            context.operator.input_activity.clone(),
        );
        Ok(Constructed {
            node: node(rel.node, name_of(self))?,
            operator: Box::new(operator),
            output: input.clone(),
        })
    }
}

fn check_timestamp(logical_type: &LogicalType) -> Result<(), EngineError> {
    match logical_type.kind {
        TypeKind::Timestamp { .. } | TypeKind::TimestampLtz { .. } => Ok(()),
        _ => Err(EngineError::new(
            ErrorCode::TypeMismatch,
            format!("a watermark of type {:?}", logical_type.kind),
        )),
    }
}
