//! An operator with state, to test snapshot and restore: counts rows per BIGINT key.
//!
//! It shows the two phases through the native interface before any operator that ships has state. The
//! message is a `StreamNode` in field 1, under a name of its own.

use arrow_array::{ArrayRef, Int64Array};
use sf_contract::DecodeBytes;
use sf_contract::proto::StreamDropUpdateBeforeRel;
use sf_contract::{LogicalType, TypeKind};
use sf_runtime::encode::KeyEncoder;
use sf_runtime::{
    ChangelogBatch, ConstructContext, Constructed, EngineError, ErrorCode, Output,
    RelationConstructor, StreamOperator, TableSize,
};
use sf_state::{OperatorState, StateError, StateTable, StateView, TableLayout, TableSection};
use std::sync::Arc;

/// Full name of the message.
pub const COUNT_MESSAGE: &str = "streamfusion.testing.v1.CountRel";

/// Makes the operator.
pub struct CountFactory;

impl RelationConstructor for CountFactory {
    fn slug(&self) -> &'static str {
        "test_count"
    }

    fn message_name(&self) -> &'static str {
        COUNT_MESSAGE
    }

    fn construct(
        &self,
        message: &[u8],
        context: &ConstructContext<'_>,
    ) -> Result<Constructed, EngineError> {
        // The shape is that of a message with nothing but its node.
        let rel = StreamDropUpdateBeforeRel::decode_bytes(message)
            .map_err(|error| EngineError::new(ErrorCode::PlanMalformed, error.to_string()))?;
        let long = LogicalType::nullable(TypeKind::BigInt);
        let input = context.inputs.first().and_then(|columns| columns.first());
        if !input.is_some_and(|column| column.same_kind(&long)) {
            let message = "a count over something else than a BIGINT column";
            return Err(EngineError::new(ErrorCode::TypeMismatch, message));
        }
        let node = rel.node.unwrap_or_default();
        let task = &context.operator.task;
        let layout = TableLayout {
            node: node.id.clone(),
            table: "counts".into(),
            schema: "(BIGINT) -> count".into(),
            row_bytes: size_of::<i64>(),
            texts: 0,
            key_groups: context.operator.key_groups(),
            upgrades: &[],
        };
        let operator = CountOperator {
            keys: KeyEncoder::new(vec![0]),
            table: StateTable::new(layout),
            max_parallelism: task.max_parallelism,
        };
        let count = LogicalType::required(TypeKind::BigInt);
        Ok(Constructed { node, operator: Box::new(operator), output: vec![long, count] })
    }
}

struct CountOperator {
    keys: KeyEncoder,
    table: StateTable,
    max_parallelism: u32,
}

impl StreamOperator for CountOperator {
    fn process(
        &mut self,
        _port: usize,
        batch: ChangelogBatch,
        out: &mut Output<'_>,
    ) -> Result<(), EngineError> {
        let batch = batch.compact()?;
        let keys = self.keys.encode(&batch)?;
        let mut counts = Vec::with_capacity(keys.len());
        for row in 0..keys.len() {
            let (hash, key) = (keys.hash(row), keys.key(row));
            let slot = match self.table.find(hash, key) {
                Some(slot) => slot,
                None => self.table.insert(hash, key, keys.key_group(row, self.max_parallelism))?,
            };
            let state = self.table.row_mut(slot);
            let known = state.first_chunk::<8>().map_or(0, |known| i64::from_le_bytes(*known));
            state.copy_from_slice(&(known + 1).to_le_bytes());
            counts.push(known + 1);
        }
        let rows = counts.len();
        let counts: ArrayRef = Arc::new(Int64Array::from(counts));
        let keys: Vec<ArrayRef> = batch.columns().iter().take(1).cloned().collect();
        out.batch(ChangelogBatch::try_new([keys, vec![counts]].concat(), rows)?)
    }

    fn visit_tables(&self, visit: &mut dyn FnMut(TableSize<'_>)) {
        visit(TableSize::of(&self.table));
    }

    fn state(&mut self) -> Option<&mut dyn OperatorState> {
        Some(self)
    }
}

impl OperatorState for CountOperator {
    fn snapshot(&mut self) -> Vec<Box<dyn StateView>> {
        vec![Box::new(self.table.view())]
    }

    fn restore(&mut self, key_group: u32, section: &TableSection<'_>) -> Result<(), StateError> {
        self.table.restore(key_group, section)
    }
}
