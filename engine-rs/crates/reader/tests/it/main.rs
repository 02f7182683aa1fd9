//! Plans built by hand, opened and run: reader, expressions and operators together.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::clone_on_ref_ptr,
    reason = "helpers of tests fail by panicking, as the tests do"
)]

mod aggregate_functions;
mod calc;
mod correlate;
mod dialect;
mod exchange;
mod expand;
mod fixture;
mod group_aggregate;
mod host_calls;
mod json_objects;
mod mini_batch;
mod mutations;
mod nested_keys;
mod planned;
mod refusals;
mod repeated_calls;
mod short_circuit;
mod state;
mod timers;
mod union;
mod values_of_groups;
mod watermarks;
mod window_aggregate;
