//! An operator with timers, to test that they fire as Flink's: `TimedFunction` of the Java tests does the
//! same in a KeyedProcessFunction.
//!
//! ```text
//! input    key BIGINT, command BIGINT, time BIGINT
//!          command 0, 1: register, delete an event-time timer; 2, 3: of processing time; 4: register a
//!          processing-time timer that much later than the row arrived
//! a timer  emits (key, 0 in event and 1 in processing time, its time, how many of the key's timers fired);
//!          a time that is 5 modulo 10 registers one 2 later, 6 deletes the one 1 later, 8 registers itself
//!          once more if it is the key's first
//! ```

use std::sync::Arc;

use arrow_array::cast::AsArray;
use arrow_array::types::Int64Type;
use arrow_array::{ArrayRef, Int64Array};
use sf_contract::DecodeBytes;
use sf_contract::proto::StreamDropUpdateBeforeRel;
use sf_contract::{LogicalType, TypeKind};
use sf_runtime::encode::KeyEncoder;
use sf_runtime::{
    ChangelogBatch, ConstructContext, Constructed, EngineError, ErrorCode, OperatorMemory,
    OperatorTimers, Output, ProcessingClock, RelationConstructor, StreamOperator, TableSize,
};
use sf_state::{
    FiredTimers, OperatorState, StateError, StateTable, StateView, TableLayout, TableSection,
    TimerKey,
};

/// Full name of the message.
pub const TIMED_MESSAGE: &str = "streamfusion.testing.v1.TimedRel";

const COLUMNS: usize = 3;
const EVENT: i64 = 0;
const PROCESSING: i64 = 1;

/// Makes the operator.
pub struct TimedFactory;

impl RelationConstructor for TimedFactory {
    fn slug(&self) -> &'static str {
        "test_timed"
    }

    fn message_name(&self) -> &'static str {
        TIMED_MESSAGE
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
        let input = context.inputs.first().map(Vec::as_slice).unwrap_or_default();
        if input.len() != COLUMNS || !input.iter().all(|column| column.same_kind(&long)) {
            let message = "timers of something else than three BIGINT columns";
            return Err(EngineError::new(ErrorCode::TypeMismatch, message));
        }
        let node = rel.node.unwrap_or_default();
        let layout = TableLayout {
            node: node.id.clone(),
            table: "fired".into(),
            schema: "(BIGINT) -> count".into(),
            row_bytes: size_of::<i64>(),
            texts: 0,
            key_groups: context.operator.key_groups(),
            upgrades: &[],
        };
        let operator = TimedOperator {
            keys: KeyEncoder::new(vec![0]),
            counts: StateTable::new(layout),
            timers: OperatorTimers::new(&node.id, "(BIGINT)", 0, context.operator),
            fired: FiredTimers::default(),
            max_parallelism: context.operator.task.max_parallelism,
            clock: context.operator.processing_time.clone(),
            memory: context.operator.memory.register(&node.id),
        };
        let required = LogicalType::required(TypeKind::BigInt);
        let output = vec![long, required.clone(), required.clone(), required];
        Ok(Constructed { node, operator: Box::new(operator), output })
    }
}

struct TimedOperator {
    keys: KeyEncoder,
    counts: StateTable,
    timers: OperatorTimers,
    fired: FiredTimers,
    max_parallelism: u32,
    clock: ProcessingClock,
    memory: OperatorMemory,
}

impl TimedOperator {
    /// What to do with the timer that fired last; answers how many of its key did.
    fn fire(&mut self, domain: i64) -> Result<i64, EngineError> {
        let Some((time, owner)) = self.fired.last() else {
            return Err(EngineError::defect("no timer fired"));
        };
        let slot = match self.counts.find(owner.hash, owner.key) {
            Some(slot) => slot,
            None => self.counts.insert(owner.hash, owner.key, owner.key_group)?,
        };
        let row = self.counts.row_mut(slot);
        let count = row.first_chunk::<8>().map_or(0, |known| i64::from_le_bytes(*known)) + 1;
        row.copy_from_slice(&count.to_le_bytes());
        let timers = &mut self.timers;
        match (time.rem_euclid(10), domain) {
            (5, EVENT) => timers.register_event(owner, time + 2)?,
            (5, _) => timers.register_processing(owner, time + 2)?,
            (6, EVENT) => timers.delete_event(owner, time + 1)?,
            (6, _) => timers.delete_processing(owner, time + 1)?,
            (8, EVENT) if count == 1 => timers.register_event(owner, time)?,
            (8, _) if count == 1 => timers.register_processing(owner, time)?,
            _ => false,
        };
        Ok(count)
    }

    /// Emits what fired, in order.
    fn emit(
        &mut self,
        domain: i64,
        counts: Vec<i64>,
        out: &mut Output<'_>,
    ) -> Result<(), EngineError> {
        self.account()?;
        let rows = counts.len();
        let keys: Int64Array = self.fired.iter().map(|(_, owner)| key_of(owner)).collect();
        let times = Int64Array::from_iter_values(self.fired.iter().map(|(time, _)| time));
        let columns: Vec<ArrayRef> = vec![
            Arc::new(keys),
            Arc::new(Int64Array::from(vec![domain; rows])),
            Arc::new(times),
            Arc::new(Int64Array::from(counts)),
        ];
        self.fired.clear();
        if rows == 0 { Ok(()) } else { out.batch(ChangelogBatch::try_new(columns, rows)?) }
    }
}

/// The key out of its BinaryRow: 8 bytes of header and NULL bits, then the value.
fn key_of(owner: TimerKey<'_>) -> Option<i64> {
    let (header, value) = owner.key.split_at_checked(8)?;
    let not_null = header.get(1).is_some_and(|bits| bits & 1 == 0);
    value.first_chunk::<8>().filter(|_| not_null).map(|value| i64::from_le_bytes(*value))
}

impl StreamOperator for TimedOperator {
    fn process(
        &mut self,
        _port: usize,
        batch: ChangelogBatch,
        _out: &mut Output<'_>,
    ) -> Result<(), EngineError> {
        let batch = batch.compact()?;
        let keys = self.keys.encode(&batch)?;
        let column = |at: usize| batch.columns()[at].as_primitive::<Int64Type>();
        let (commands, times) = (column(1), column(2));
        for row in 0..keys.len() {
            let owner = TimerKey {
                hash: keys.hash(row),
                key_group: keys.key_group(row, self.max_parallelism),
                key: keys.key(row),
                namespace: &[],
            };
            let time = times.value(row);
            match commands.value(row) {
                0 => self.timers.register_event(owner, time)?,
                1 => self.timers.delete_event(owner, time)?,
                2 => self.timers.register_processing(owner, time)?,
                4 => self.timers.register_processing(owner, self.clock.now_millis() + time)?,
                _ => self.timers.delete_processing(owner, time)?,
            };
        }
        self.account()
    }

    fn watermark(
        &mut self,
        _port: usize,
        timestamp: i64,
        out: &mut Output<'_>,
    ) -> Result<(), EngineError> {
        self.timers.advance(timestamp);
        let mut counts = Vec::new();
        while self.timers.pop_event(&mut self.fired) {
            counts.push(self.fire(EVENT)?);
        }
        self.emit(EVENT, counts, out)?;
        out.watermark(timestamp)
    }

    fn deadline(&self) -> Option<i64> {
        self.timers.deadline()
    }

    fn processing_time(
        &mut self,
        due: i64,
        _now: i64,
        out: &mut Output<'_>,
    ) -> Result<(), EngineError> {
        let mut counts = Vec::new();
        while self.timers.pop_processing(due, &mut self.fired) {
            counts.push(self.fire(PROCESSING)?);
        }
        self.emit(PROCESSING, counts, out)
    }

    fn reads_processing_time(&self) -> bool {
        true
    }

    fn visit_tables(&self, visit: &mut dyn FnMut(TableSize<'_>)) {
        visit(TableSize::of(&self.counts));
        self.timers.visit_tables(visit);
    }

    fn account(&self) -> Result<(), EngineError> {
        self.memory.resize(self.state_size().bytes + self.fired.memory_bytes())
    }

    fn state(&mut self) -> Option<&mut dyn OperatorState> {
        Some(self)
    }
}

impl OperatorState for TimedOperator {
    fn snapshot(&mut self) -> Vec<Box<dyn StateView>> {
        let mut views: Vec<Box<dyn StateView>> = vec![Box::new(self.counts.view())];
        views.extend(self.timers.views());
        views
    }

    fn restore(&mut self, key_group: u32, section: &TableSection<'_>) -> Result<(), StateError> {
        if self.timers.restore(key_group, section)? {
            return Ok(());
        }
        match section.table {
            "fired" => self.counts.restore(key_group, section),
            _ => Err(StateError::UnknownTable {
                node: section.node.to_owned(),
                table: section.table.to_owned(),
            }),
        }
    }
}
