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
    /// The plan has no such node, or a node without state.
    #[error("the snapshot has state of node {node}, for which the plan has no operator with state")]
    UnknownNode {
        /// The node's stable id.
        node: String,
    },
}
