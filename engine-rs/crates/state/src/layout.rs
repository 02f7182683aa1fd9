use std::ops::RangeInclusive;

/// Turns the bytes of one version, a value or a frame, into those of the next.
pub type Upgrade = fn(&[u8]) -> Vec<u8>;

/// What a table holds, and how its snapshots are told apart from those that do not fit.
#[derive(Debug, Clone)]
pub struct TableLayout {
    /// The node's stable id.
    pub node: String,
    /// The table's name within its node.
    pub table: String,
    /// Key and value as text, such as `(BIGINT) -> count`. A snapshot written for another schema is refused.
    pub schema: String,
    /// Bytes of the fixed part of a value. A fresh one is all zeros.
    pub row_bytes: usize,
    /// Number of values of any length beside it. Fresh ones are absent.
    pub texts: usize,
    /// The key groups of the task.
    pub key_groups: RangeInclusive<u32>,
    /// Step *i* turns a value of version *i* + 1 into one of version *i* + 2.
    pub upgrades: &'static [Upgrade],
}

impl TableLayout {
    /// Version of the values that are written.
    pub fn version(&self) -> u16 {
        u16::try_from(self.upgrades.len() + 1).unwrap_or(u16::MAX)
    }

    /// The table as error messages name it.
    pub fn title(&self) -> String {
        format!("table {} of node {}", self.table, self.node)
    }
}
