//! The half of a window aggregate behind the exchange: Flink's StreamExecGlobalWindowAggregate.
//!
//! What its other half sends are rows, so it is a [`crate::window_aggregate`] that is told the slices. That is
//! Flink's result for functions that come to the same whatever partial results they are computed from; the
//! translator asks for it only there.

use sf_contract::DecodeBytes;
use sf_contract::proto::StreamGlobalWindowAggregateRel;
use sf_contract::proto::window_time::Source;
use sf_runtime::{ConstructContext, Constructed, EngineError, RelationConstructor};

use crate::message::{invalid, malformed, required};
use crate::window_aggregate;

/// Makes the operator.
pub(crate) struct GlobalWindowAggregateFactory;

impl RelationConstructor for GlobalWindowAggregateFactory {
    fn slug(&self) -> &'static str {
        "global_window_aggregate"
    }

    fn message_name(&self) -> &'static str {
        "streamfusion.substrait.v1.StreamGlobalWindowAggregateRel"
    }

    fn construct(
        &self,
        message: &[u8],
        context: &ConstructContext<'_>,
    ) -> Result<Constructed, EngineError> {
        let rel = StreamGlobalWindowAggregateRel::decode_bytes(message).map_err(malformed)?;
        let aggregate = required(rel.aggregate, "the aggregate")?;
        let source = aggregate.time.as_ref().and_then(|time| time.source.as_ref());
        if matches!(source, Some(Source::Rowtime(_))) {
            return Err(invalid("a global window aggregate of rows without slices"));
        }
        window_aggregate::construct(aggregate, context)
    }
}
