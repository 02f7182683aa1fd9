use std::fmt::Write;

use sf_contract::{LogicalType, TypeKind};
use sf_runtime::{AggregateMeasure, EngineError, OperatorContext, TableSize};
use sf_state::{
    SlotId, StateError, StateTable, StateTableView, TableLayout, TableSection, Upgrade,
};

use crate::aggregate::{Aggregate, CallState, type_names};

const WORD: usize = size_of::<i64>();
const WINDOWS: &str = "windows";
const WATERMARK: &str = "watermark";
/// A new version of a row adds its step from the version before.
const UPGRADES: &[Upgrade] = &[];

/// Where the parts of a window's row lie.
#[derive(Debug, Clone)]
pub(super) struct RowLayout {
    /// Where each call's state starts; the last entry is the end of the row.
    calls: Vec<usize>,
    /// Which text each call's state starts with; the last entry is their number.
    texts: Vec<usize>,
}

impl RowLayout {
    pub(super) fn new(calls: &[Box<dyn Aggregate>]) -> Self {
        let (mut starts, mut texts) = (vec![WORD], vec![0]);
        for call in calls {
            starts.push(starts.last().copied().unwrap_or_default() + call.state_bytes());
            texts.push(texts.last().copied().unwrap_or_default() + call.state_texts());
        }
        Self { calls: starts, texts }
    }

    /// A call's part of the rows of the table.
    pub(super) fn call<'a>(&self, call: usize, table: &'a mut StateTable) -> CallState<'a> {
        CallState::new(table, self.calls[call], self.calls[call + 1], self.texts[call])
    }

    /// The table of windows.
    pub(super) fn table(
        &self,
        node: &str,
        schema: String,
        context: &OperatorContext,
    ) -> StateTable {
        StateTable::new(TableLayout {
            node: node.to_owned(),
            table: WINDOWS.to_owned(),
            schema,
            row_bytes: self.calls.last().copied().unwrap_or_default(),
            texts: self.texts.last().copied().unwrap_or_default(),
            key_groups: context.key_groups(),
            upgrades: UPGRADES,
        })
    }
}

/// Notes that the window's own slice has a row, and answers whether it had none.
pub(super) fn note_slice(table: &mut StateTable, slot: SlotId) -> bool {
    if table.row(slot)[0] != 0 {
        return false;
    }
    table.row_mut(slot)[0] = 1;
    true
}

/// Window and key of the groups, as the tables of calls have them.
pub(super) fn group_types(input: &[LogicalType], grouping: &[usize]) -> Vec<LogicalType> {
    let window = LogicalType::required(TypeKind::BigInt);
    std::iter::once(window).chain(grouping.iter().map(|key| input[*key].clone())).collect()
}

/// Window, key and calls as text.
pub(super) fn schema(
    group: &[LogicalType],
    calls: &[AggregateMeasure],
) -> Result<String, EngineError> {
    let mut text = String::new();
    let written = (|| {
        write!(text, "({}) -> slice", type_names(group))?;
        for call in calls {
            let arguments = type_names(&call.argument_types);
            let distinct = if call.distinct { "distinct " } else { "" };
            write!(text, " {}({distinct}{arguments})", call.function)?;
        }
        Ok(())
    })();
    written.map_err(|_: std::fmt::Error| EngineError::defect("a schema that cannot be written"))?;
    Ok(text)
}

/// The watermark as state: each key group has it, so that it is there at any parallelism. A restored task
/// starts from the earliest, as Flink's operator does from those of all tasks.
pub(super) struct WatermarkState {
    table: StateTable,
    restored: Option<i64>,
}

impl WatermarkState {
    pub(super) fn new(node: &str, context: &OperatorContext) -> Self {
        let table = StateTable::new(TableLayout {
            node: node.to_owned(),
            table: WATERMARK.to_owned(),
            schema: "key group -> watermark".to_owned(),
            row_bytes: WORD,
            texts: 0,
            key_groups: context.key_groups(),
            upgrades: UPGRADES,
        });
        Self { table, restored: None }
    }

    pub(super) fn size(&self) -> TableSize<'_> {
        TableSize::of(&self.table)
    }

    pub(super) fn view(&mut self, watermark: i64) -> StateTableView {
        for key_group in self.table.layout().key_groups.clone() {
            let (hash, key) = (key_group.cast_signed(), key_group.to_le_bytes());
            let known = self.table.find(hash, &key);
            // The key groups are the table's own, so that there is a slot.
            let slot = known.or_else(|| self.table.insert(hash, &key, key_group).ok());
            if let Some(slot) = slot {
                self.table.row_mut(slot).copy_from_slice(&watermark.to_le_bytes());
            }
        }
        self.table.view()
    }

    /// Takes the watermark of a key group, and answers the earliest so far.
    pub(super) fn restore(
        &mut self,
        key_group: u32,
        section: &TableSection<'_>,
    ) -> Result<Option<i64>, StateError> {
        let first = self.table.slots();
        self.table.restore(key_group, section)?;
        for slot in first..self.table.slots() {
            if let Some(word) = self.table.row(slot).first_chunk::<WORD>() {
                let watermark = i64::from_le_bytes(*word);
                self.restored = Some(self.restored.map_or(watermark, |known| known.min(watermark)));
            }
        }
        Ok(self.restored)
    }
}

/// Whether a section is the watermark.
pub(super) fn is_watermark(section: &TableSection<'_>) -> bool {
    section.table == WATERMARK
}
