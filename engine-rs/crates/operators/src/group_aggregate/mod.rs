//! `SELECT k, COUNT(*) FROM t GROUP BY k`: Flink's StreamExecGroupAggregate.
//!
//! Follows GroupAggHelper: for each row the group's state is looked up, changed, and what changed is
//! emitted.
//!
//! ```text
//! group            row      emitted
//! unknown          + row    +I new
//! unknown          - row    nothing
//! known            any      -U old (if the plan wants it), +U new; nothing when both are equal and
//!                           state is kept forever
//! known            last     -D old, and the group is forgotten
//! ```
//!
//! With mini-batch the rows of a bundle wait, and for each of its keys the same is said once, of what was
//! before the bundle and what is after it: see [`mini_batch`].
//!
//! **State.** Table `groups`: the key as a BinaryRow → `| i64 rows, if the input retracts | i64 time of the
//! last write in epoch milliseconds, if state has a time to live | state of each call |`. Tables `distinct N`
//! for the DISTINCT calls over input columns N: see [`crate::aggregate::DistinctValues`]. Tables of functions
//! that keep more than fits a row, named by function and call, such as `min 0`: see the function.

mod aggregation;
mod emitted;
mod groups;
mod mini_batch;
mod operator;
mod state;

pub(crate) use operator::create;
