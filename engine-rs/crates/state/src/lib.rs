//! State of operators: tables by key, partitioned into Flink's key groups, in versioned snapshots.
//!
//! ```text
//! fragment ── node "s0/count-1" ── table ── key group ── key bytes ── value bytes
//! ```
//!
//! A snapshot is taken in two phases. On the task thread [`OperatorState::snapshot`] takes a view, which
//! shares everything with the table until the table changes; any thread then writes the view, one key
//! group at a time. Keys and values are bytes in an encoding that each table versions.

mod error;
mod key_group;
mod snapshot;
mod table;

pub use error::StateError;
pub use key_group::{hash_bytes_by_words, key_group};
pub use snapshot::{FragmentSnapshot, OperatorState, StateView, TableSection, decode_key_group};
pub use table::{KeyedTable, KeyedTableView};
