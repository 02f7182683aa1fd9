//! `functions_flink_comparison`: Flink's `ScalarOperatorGens.generateComparison` and what builds on it.

mod compare;
pub(crate) mod equal;
pub(crate) mod greater_than;
pub(crate) mod greater_than_or_equal;
pub(crate) mod is_distinct_from;
pub(crate) mod is_in;
pub(crate) mod is_not_distinct_from;
pub(crate) mod is_not_null;
pub(crate) mod is_null;
pub(crate) mod less_than;
pub(crate) mod less_than_or_equal;
pub(crate) mod not_equal;
