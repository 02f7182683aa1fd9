use sf_contract::DecodeBytes;
use sf_contract::proto::{MiniBatchMode, StreamMiniBatchAssignerRel};
use sf_runtime::{ConstructContext, Constructed, EngineError, RelationConstructor, StreamOperator};

use super::{EventTimeAssigner, ProcessingTimeAssigner};
use crate::message::{invalid, malformed, name_of, node, required};

/// Makes the operator.
pub(crate) struct MiniBatchAssignerFactory;

impl RelationConstructor for MiniBatchAssignerFactory {
    fn slug(&self) -> &'static str {
        "mini_batch_assigner"
    }

    fn message_name(&self) -> &'static str {
        "streamfusion.substrait.v1.StreamMiniBatchAssignerRel"
    }

    fn construct(
        &self,
        message: &[u8],
        context: &ConstructContext<'_>,
    ) -> Result<Constructed, EngineError> {
        let rel = StreamMiniBatchAssignerRel::decode_bytes(message).map_err(malformed)?;
        let input = required(context.inputs.first(), "the input")?;
        let interval = rel.interval_millis;
        if interval <= 0 {
            return Err(invalid("an interval that is not positive"));
        }
        let operator: Box<dyn StreamOperator> = match MiniBatchMode::try_from(rel.mode) {
            Ok(MiniBatchMode::ProcessingTime) => Box::new(ProcessingTimeAssigner::new(
                interval,
                context.operator.task.now_millis,
                context.operator.processing_time.clone(),
            )),
            Ok(MiniBatchMode::EventTime) => Box::new(EventTimeAssigner::new(interval)),
            Ok(MiniBatchMode::Unspecified) | Err(_) => return Err(invalid("no mini-batch mode")),
        };
        Ok(Constructed { node: node(rel.node, name_of(self))?, operator, output: input.clone() })
    }
}
