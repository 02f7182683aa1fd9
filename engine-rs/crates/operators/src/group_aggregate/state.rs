use std::fmt::Write;

use sf_contract::LogicalType;
use sf_faults::{Fault, is_on};
use sf_runtime::{AggregateMeasure, AggregateParameters, EngineError, OperatorContext};
use sf_state::{SlotId, StateTable, TableLayout, Upgrade};

use crate::aggregate::{
    self, Aggregate, CallContext, CallState, TableContext, is_expired, type_names, write_time,
};

const WORD: usize = size_of::<i64>();
/// A new version of the row adds its step from the version before.
const UPGRADES: &[Upgrade] = &[];

/// Where the parts of a group's row lie.
#[derive(Debug, Clone)]
pub(super) struct RowLayout {
    /// Number of rows in the group; only where rows can be taken back.
    rows: Option<usize>,
    /// Time of the last write.
    written: Option<usize>,
    /// Where each call's state starts; the last entry is the end of the row.
    calls: Vec<usize>,
    /// Which text each call's state starts with; the last entry is their number.
    texts: Vec<usize>,
}

impl RowLayout {
    pub(super) fn new(parameters: &AggregateParameters, calls: &[Box<dyn Aggregate>]) -> Self {
        let mut end = 0;
        let mut word = |present: bool| {
            present.then(|| {
                end += WORD;
                end - WORD
            })
        };
        let rows = word(parameters.retracting);
        let written = word(parameters.state_ttl_millis > 0);
        let mut starts = vec![end];
        let mut texts = vec![0];
        for call in calls {
            end += call.state_bytes();
            starts.push(end);
            texts.push(texts.last().copied().unwrap_or_default() + call.state_texts());
        }
        Self { rows, written, calls: starts, texts }
    }

    pub(super) fn texts(&self) -> usize {
        self.texts.last().copied().unwrap_or_default()
    }

    pub(super) fn bytes(&self) -> usize {
        self.calls.last().copied().unwrap_or_default()
    }

    /// A call's part of the rows of the table.
    pub(super) fn call<'a>(&self, call: usize, table: &'a mut StateTable) -> CallState<'a> {
        CallState::new(table, self.calls[call], self.calls[call + 1], self.texts[call])
    }

    /// Counts a row in or out and answers whether the group is left without any. Flink's
    /// RetractionRecordCounter; without retractions a group never gets empty.
    pub(super) fn count(&self, row: &mut [u8], accumulate: bool) -> bool {
        let Some(at) = self.rows else {
            return false;
        };
        let step = if accumulate { 1 } else { -1 };
        let count = word_at(row, at).wrapping_add(step);
        row[at..at + WORD].copy_from_slice(&count.to_le_bytes());
        count == 0 && !is_on(Fault::KeptEmptyGroup)
    }

    pub(super) fn write_time(&self, row: &mut [u8], now: i64) {
        if let Some(at) = self.written {
            write_time(row, at, now);
        }
    }

    pub(super) fn is_expired(&self, row: &[u8], ttl_millis: i64, now: i64) -> bool {
        self.written.is_some_and(|at| is_expired(row, at, ttl_millis, now))
    }
}

fn word_at(row: &[u8], at: usize) -> i64 {
    let mut word = [0; WORD];
    word.copy_from_slice(&row[at..at + WORD]);
    i64::from_le_bytes(word)
}

/// The table of groups.
pub(super) fn table(
    node: &str,
    parameters: &AggregateParameters,
    layout: &RowLayout,
    context: &OperatorContext,
) -> Result<StateTable, EngineError> {
    Ok(StateTable::new(TableLayout {
        node: node.to_owned(),
        table: "groups".to_owned(),
        schema: schema(parameters)?,
        row_bytes: layout.bytes(),
        texts: layout.texts(),
        key_groups: context.key_groups(),
        upgrades: UPGRADES,
    }))
}

/// What the tables of calls have in common.
pub(super) fn table_context<'a>(
    node: &'a str,
    parameters: &AggregateParameters,
    key: &'a [LogicalType],
    context: &OperatorContext,
) -> TableContext<'a> {
    TableContext {
        node,
        key,
        retracting: parameters.retracting,
        groups_end: parameters.retracting,
        state_ttl_millis: parameters.state_ttl_millis,
        key_groups: context.key_groups(),
    }
}

/// The functions of the calls.
pub(super) fn functions(
    measures: &[AggregateMeasure],
    tables: &TableContext<'_>,
) -> Result<Vec<Box<dyn Aggregate>>, EngineError> {
    let calls = measures.iter().enumerate();
    calls
        .map(|(ordinal, measure)| aggregate::create(&CallContext { measure, ordinal, tables }))
        .collect()
}

/// Key, own columns and calls as text.
fn schema(parameters: &AggregateParameters) -> Result<String, EngineError> {
    let mut text = String::new();
    let written = (|| {
        write!(text, "({}) ->", type_names(&parameters.key_types()))?;
        if parameters.retracting {
            write!(text, " rows")?;
        }
        if parameters.state_ttl_millis > 0 {
            write!(text, " written")?;
        }
        for measure in &parameters.measures {
            let retracting = if measure.retracting { " retracting" } else { "" };
            let arguments = type_names(&measure.argument_types);
            let distinct = if measure.distinct { "distinct " } else { "" };
            write!(text, " {}({distinct}{arguments}){retracting}", measure.function)?;
        }
        Ok(())
    })();
    written.map_err(|_: std::fmt::Error| EngineError::defect("a schema that cannot be written"))?;
    Ok(text)
}

/// Slots whose groups ended in the batch at hand.
#[derive(Debug, Default)]
pub(super) struct Ended(Vec<SlotId>);

impl Ended {
    /// Whether none ended so far.
    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Forgets a group. Its row is still read in this batch.
    pub(super) fn end(&mut self, table: &mut StateTable, slot: SlotId) {
        table.detach(slot);
        self.0.push(slot);
    }

    /// The batch is done.
    pub(super) fn release(&mut self, table: &mut StateTable) {
        self.0.drain(..).for_each(|slot| table.release(slot));
    }
}
