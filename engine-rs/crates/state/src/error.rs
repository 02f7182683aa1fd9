use std::ops::RangeInclusive;

use thiserror::Error;

/// Why state cannot be restored. State that does not fit is refused: going on without it would give
/// wrong results silently.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum StateError {
    /// The bytes are not a snapshot of ours or are cut off.
    #[error("the snapshot of key group {key_group} cannot be read: {reason}")]
    Malformed {
        /// The key group.
        key_group: u32,
        /// What is wrong.
        reason: String,
    },
    /// A later engine wrote it.
    #[error("{what} is of version {found}, this engine reads up to {known}")]
    Version {
        /// The snapshot or the table.
        what: String,
        /// Its version.
        found: u16,
        /// The newest version that is known here.
        known: u16,
    },
    /// The plan's keys or values are others than the snapshot's.
    #[error(
        "{table} was written for {found}, but the plan has {expected}; the query changed in a way that its state cannot follow"
    )]
    Schema {
        /// The table.
        table: String,
        /// What the snapshot holds.
        found: String,
        /// What the plan holds.
        expected: String,
    },
    /// A row came to a task that does not have its key group.
    #[error("a key of {table} is in key group {key_group}, the task has {key_groups:?}")]
    KeyGroup {
        /// The table.
        table: String,
        /// The key's.
        key_group: u32,
        /// The task's.
        key_groups: RangeInclusive<u32>,
    },
    /// There are more keys than slots.
    #[error("{table} holds 2^32 keys in one task; raise the parallelism")]
    Full {
        /// The table.
        table: String,
    },
    /// A timer's namespace has another length than those of its table.
    #[error("a timer of {table} has a namespace of {found} bytes, not of {expected}")]
    Namespace {
        /// The table.
        table: String,
        /// Length of the namespace.
        found: usize,
        /// Length of the table's namespaces.
        expected: usize,
    },
    /// The plan has no such table.
    #[error("the snapshot has table {table} of node {node}, which the plan does not have")]
    UnknownTable {
        /// The node's stable id.
        node: String,
        /// The table's name.
        table: String,
    },
    /// The plan has no such node, or a node without state.
    #[error("the snapshot has state of node {node}, for which the plan has no operator with state")]
    UnknownNode {
        /// The node's stable id.
        node: String,
    },
}
