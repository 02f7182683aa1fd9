//! An operator with state, to test snapshot and restore: counts rows per BIGINT key.
//!
//! It shows the two phases through the native interface, and in a second version of its table, which a
//! second message asks for, how state is upgraded: there a row also holds the count that the key had when
//! it came from the first version, and the operator emits it as a third column. The messages are a
//! `StreamNode` in field 1, under names of their own.

use arrow_array::{ArrayRef, Int64Array};
use sf_contract::DecodeBytes;
use sf_contract::proto::StreamDropUpdateBeforeRel;
use sf_contract::{LogicalType, TypeKind};
use sf_runtime::encode::KeyEncoder;
use sf_runtime::{
    ChangelogBatch, ConstructContext, Constructed, EngineError, ErrorCode, Output,
    RelationConstructor, StreamOperator, TableSize,
};
use sf_state::{
    OperatorState, StateError, StateTable, StateView, TableLayout, TableSection, Upgrade,
};
use std::sync::Arc;

/// Full name of the message.
pub const COUNT_MESSAGE: &str = "streamfusion.testing.v1.CountRel";

/// Full name of the message of the second version.
pub const UPGRADED_COUNT_MESSAGE: &str = "streamfusion.testing.v1.UpgradedCountRel";

const WORD: usize = size_of::<i64>();
/// The second version notes the count so far.
const UPGRADES: &[Upgrade] = &[|count| [count, count].concat()];

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
        construct(message, context, &[])
    }
}

/// Makes the operator of the second version.
pub struct UpgradedCountFactory;

impl RelationConstructor for UpgradedCountFactory {
    fn slug(&self) -> &'static str {
        "test_upgraded_count"
    }

    fn message_name(&self) -> &'static str {
        UPGRADED_COUNT_MESSAGE
    }

    fn construct(
        &self,
        message: &[u8],
        context: &ConstructContext<'_>,
    ) -> Result<Constructed, EngineError> {
        construct(message, context, UPGRADES)
    }
}

fn construct(
    message: &[u8],
    context: &ConstructContext<'_>,
    upgrades: &'static [Upgrade],
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
    let words = 1 + upgrades.len();
    let layout = TableLayout {
        node: node.id.clone(),
        table: "counts".into(),
        schema: "(BIGINT) -> count".into(),
        row_bytes: words * WORD,
        texts: 0,
        key_groups: context.operator.key_groups(),
        upgrades,
    };
    let operator = CountOperator {
        keys: KeyEncoder::new(vec![0]),
        table: StateTable::new(layout),
        words,
        max_parallelism: context.operator.task.max_parallelism,
    };
    let mut output = vec![long];
    output.resize(1 + words, LogicalType::required(TypeKind::BigInt));
    Ok(Constructed { node, operator: Box::new(operator), output })
}

struct CountOperator {
    keys: KeyEncoder,
    table: StateTable,
    /// Words of a row, the count first; all of them are emitted.
    words: usize,
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
        let mut emitted = vec![Vec::with_capacity(keys.len()); self.words];
        for row in 0..keys.len() {
            let (hash, key) = (keys.hash(row), keys.key(row));
            let slot = match self.table.find(hash, key) {
                Some(slot) => slot,
                None => self.table.insert(hash, key, keys.key_group(row, self.max_parallelism))?,
            };
            let state = self.table.row_mut(slot);
            if let Some(count) = state.first_chunk_mut::<WORD>() {
                *count = (i64::from_le_bytes(*count) + 1).to_le_bytes();
            }
            for (word, column) in state.chunks_exact(WORD).zip(&mut emitted) {
                column.push(word.first_chunk().map_or(0, |word| i64::from_le_bytes(*word)));
            }
        }
        let mut columns: Vec<ArrayRef> = batch.columns().iter().take(1).cloned().collect();
        for column in emitted {
            columns.push(Arc::new(Int64Array::from(column)));
        }
        out.batch(ChangelogBatch::try_new(columns, batch.physical_rows())?)
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
