//! `SELECT window_start, k, COUNT(*) FROM TUMBLE(TABLE t, DESCRIPTOR(rt), INTERVAL '1' MINUTE) GROUP BY ...`:
//! Flink's StreamExecWindowAggregate over event time, and the half of it behind an exchange.
//!
//! Follows WindowAggOperator with its slicing processors. Rows wait in a buffer until a window is due that
//! has rows there, or a barrier comes; then they go into the windows' state and register timers. A timer
//! emits its window, once, and forgets it.
//!
//! ```text
//! row       slice has fired   last window of the slice has fired
//!           no                no                                    waits
//!           yes               no                                    waits, and a timer for the next window
//!           yes               yes                                   dropped
//! watermark W   what waits goes into state, if a window up to W has rows there; windows up to W are
//!               emitted by the order of their timers; W goes on
//! ```
//!
//! Where windows overlap (HOP, CUMULATE) a row goes into each window that has not fired, where Flink puts it
//! into a slice and merges slices when a window fires.
//!
//! **State.** Table `windows`: `| i64 end of the window | key as a BinaryRow |` → `| i64 1 once the window's own
//! slice had a row | the key's columns | state of each call |`. Tables of calls as in
//! [`crate::group_aggregate`], with the window in front of the key. Table `watermark`: a key group → the
//! watermark when the snapshot was taken, by which rows are late after a restore. Event timers, whose
//! namespace is the end of the window.

mod factory;
mod operator;
mod state;

pub(crate) use factory::{WindowAggregateFactory, construct};
