//! Copies of each row, for GROUPING SETS, CUBE and several DISTINCT aggregates: Flink's StreamExecExpand.
//!
//! Follows ExpandCodeGenerator: per row one output row per projection, in their order, of the row's
//! kind. When a projection fails on a row, the copies before it have left already.

mod operator;

pub(crate) use operator::create;
