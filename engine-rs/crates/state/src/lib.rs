//! State of operators: tables by key, partitioned into Flink's key groups, in versioned snapshots.
//!
//! ```text
//! fragment ── node "s0/group_aggregate-0" ── table "groups" ── key group ── key bytes ── row
//! ```
//!
//! A snapshot is taken in two phases. On the task thread [`OperatorState::snapshot`] takes a view, which
//! shares everything with the table until the table changes; any thread then writes the view, one key
//! group at a time. Keys are BinaryRows and rows are bytes in an encoding that each table versions.
//!
//! Timers of an operator are in tables of their own, [`TimerTable`].

mod error;
#[cfg(test)]
mod format_tests;
mod index;
mod key_group;
mod layout;
mod members;
mod page;
mod snapshot;
mod table;
#[cfg(test)]
mod tests;
mod timer_heap;
mod timer_table;
#[cfg(test)]
mod timer_tests;

pub use error::StateError;
pub use key_group::{hash_bytes_by_words, key_group};
pub use layout::{TableLayout, Upgrade};
pub use members::Members;
pub use snapshot::{FragmentSnapshot, KeyGroupSnapshot, OperatorState, StateView, TableSection};
pub use table::{NO_SLOT, SlotId, StateTable, StateTableView};
pub use timer_table::{FiredTimers, TimerKey, TimerLayout, TimerTable};
