//! An operator with state, to test snapshot and restore: counts rows per BIGINT key.
//!
//! It shows the two phases through the native interface before any operator that ships has state. The
//! message is a `StreamNode` in field 1, under a name of its own.

use arrow_array::cast::AsArray;
use arrow_array::types::Int64Type;
use arrow_array::{ArrayRef, Int64Array};
use sf_contract::DecodeBytes;
use sf_contract::proto::StreamDropUpdateBeforeRel;
use sf_contract::{LogicalType, TypeKind};
use sf_runtime::{
    ChangelogBatch, ConstructContext, Constructed, EngineError, ErrorCode, Output,
    RelationConstructor, StreamOperator,
};
use sf_state::{
    KeyedTable, OperatorState, StateError, StateView, TableSection, hash_bytes_by_words, key_group,
};
use std::sync::Arc;

/// Full name of the message.
pub const COUNT_MESSAGE: &str = "streamfusion.testing.v1.CountRel";
/// Version of the encoding: key and count are 8 bytes each, little-endian.
const COUNT_STATE_VERSION: u16 = 1;

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
        let operator = CountOperator {
            table: KeyedTable::new(COUNT_STATE_VERSION),
            max_parallelism: context.operator.task.max_parallelism,
        };
        let count = LogicalType::required(TypeKind::BigInt);
        Ok(Constructed { node, operator: Box::new(operator), output: vec![long, count] })
    }
}

struct CountOperator {
    table: KeyedTable,
    max_parallelism: u32,
}

impl CountOperator {
    /// The key group of a key, as Flink assigns a BinaryRow of one BIGINT field.
    fn key_group(&self, key: Option<i64>) -> u32 {
        key_group(hash_bytes_by_words(&binary_row(key)), self.max_parallelism)
    }
}

impl StreamOperator for CountOperator {
    fn process(
        &mut self,
        _port: usize,
        batch: ChangelogBatch,
        out: &mut Output<'_>,
    ) -> Result<(), EngineError> {
        let batch = batch.compact()?;
        let keys = batch
            .columns()
            .first()
            .and_then(|column| column.as_primitive_opt::<Int64Type>())
            .ok_or_else(|| EngineError::defect("a count over something else than BIGINT"))?;
        let mut counts = Vec::with_capacity(keys.len());
        for key in keys {
            let group = self.key_group(key);
            let encoded = binary_row(key);
            let known = self
                .table
                .get(group, &encoded)
                .and_then(|value| value.first_chunk::<8>())
                .map_or(0, |value| i64::from_le_bytes(*value));
            self.table.put(group, encoded, (known + 1).to_le_bytes().to_vec());
            counts.push(known + 1);
        }
        let rows = counts.len();
        let counts: ArrayRef = Arc::new(Int64Array::from(counts));
        let keys: ArrayRef = Arc::new(keys.clone());
        out.batch(ChangelogBatch::try_new(vec![keys, counts], rows)?)
    }

    fn state(&mut self) -> Option<&mut dyn OperatorState> {
        Some(self)
    }
}

impl OperatorState for CountOperator {
    fn snapshot(&mut self) -> Box<dyn StateView> {
        Box::new(self.table.view())
    }

    fn restore(&mut self, key_group: u32, section: &TableSection<'_>) -> Result<(), StateError> {
        self.table.restore(key_group, section)
    }
}

/// A BinaryRow of one BIGINT field: header and null bits in 8 bytes, then the value.
fn binary_row(key: Option<i64>) -> Vec<u8> {
    let mut row = vec![0_u8; 16];
    match key {
        // The null bits follow the 8 header bits.
        None => row[1] = 1,
        Some(key) => row[8..].copy_from_slice(&key.to_le_bytes()),
    }
    row
}
