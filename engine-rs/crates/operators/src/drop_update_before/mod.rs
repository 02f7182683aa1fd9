//! Drops the -U rows in front of an operator or sink that does not need them: Flink's
//! StreamExecDropUpdateBefore with its DropUpdateBeforeFunction. Stateless.

use arrow_buffer::ScalarBuffer;
use sf_contract::DecodeBytes;
use sf_contract::proto::StreamDropUpdateBeforeRel;
use sf_runtime::{
    ChangelogBatch, ConstructContext, Constructed, EngineError, MarkHandling, Output,
    RelationConstructor, RowKind, StreamOperator,
};

use crate::message::{malformed, name_of, node};

/// Makes the operator.
pub(crate) struct DropUpdateBeforeFactory;

impl RelationConstructor for DropUpdateBeforeFactory {
    fn slug(&self) -> &'static str {
        "drop_update_before"
    }

    fn message_name(&self) -> &'static str {
        "streamfusion.substrait.v1.StreamDropUpdateBeforeRel"
    }

    fn construct(
        &self,
        message: &[u8],
        context: &ConstructContext<'_>,
    ) -> Result<Constructed, EngineError> {
        let rel = StreamDropUpdateBeforeRel::decode_bytes(message).map_err(malformed)?;
        Ok(Constructed {
            node: node(rel.node, name_of(self))?,
            operator: Box::new(DropUpdateBeforeOperator),
            output: context.inputs.first().cloned().unwrap_or_default(),
        })
    }
}

struct DropUpdateBeforeOperator;

impl StreamOperator for DropUpdateBeforeOperator {
    fn mark_handling(&self) -> MarkHandling {
        MarkHandling::Carried
    }

    fn process(
        &mut self,
        _port: usize,
        batch: ChangelogBatch,
        out: &mut Output<'_>,
    ) -> Result<(), EngineError> {
        let dropped = RowKind::UpdateBefore.byte();
        let Some(kinds) = batch.row_kinds().filter(|kinds| kinds.contains(&dropped)) else {
            return out.batch(batch);
        };
        let kept: Result<Vec<u32>, _> =
            batch.selected().filter(|row| kinds[*row] != dropped).map(u32::try_from).collect();
        let kept = kept.map_err(|_| EngineError::defect("a batch of more than 2^32 rows"))?;
        out.batch(batch.with_selection(Some(ScalarBuffer::from(kept)))?)
    }
}
