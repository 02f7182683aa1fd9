use std::ops::RangeInclusive;

use sf_contract::LogicalType;
use sf_runtime::AggregateMeasure;
use sf_state::TableLayout;

/// The operator whose state has the tables of its calls.
#[derive(Debug, Clone)]
pub(crate) struct TableContext<'a> {
    /// The node's stable id.
    pub(crate) node: &'a str,
    /// Types of the group's key.
    pub(crate) key: &'a [LogicalType],
    /// Whether rows are taken back.
    pub(crate) retracting: bool,
    /// Whether groups end, so that what there is of one has to be found.
    pub(crate) groups_end: bool,
    /// Time to live after the last write, 0 for ever.
    pub(crate) state_ttl_millis: i64,
    /// The key groups of the task.
    pub(crate) key_groups: RangeInclusive<u32>,
}

impl TableContext<'_> {
    /// The layout of a table: `entry` says as text what it has by group.
    pub(crate) fn layout(&self, table: String, entry: &str, row_bytes: usize) -> TableLayout {
        TableLayout {
            node: self.node.to_owned(),
            table,
            schema: format!("({}) {entry}", type_names(self.key)),
            row_bytes,
            texts: 0,
            key_groups: self.key_groups.clone(),
            upgrades: &[],
        }
    }
}

/// What a function is made for.
#[derive(Debug, Clone, Copy)]
pub(crate) struct CallContext<'a> {
    pub(crate) measure: &'a AggregateMeasure,
    /// The call's place among the operator's calls, which tells its tables from those of the others.
    pub(crate) ordinal: usize,
    pub(crate) tables: &'a TableContext<'a>,
}

/// Types as schemas have them.
pub(crate) fn type_names(types: &[LogicalType]) -> String {
    let names: Vec<String> = types.iter().map(|one| format!("{:?}", one.kind)).collect();
    names.join(", ")
}
