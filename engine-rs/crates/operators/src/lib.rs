//! The operators, one folder per slug, and the registry that the reader takes them from.

mod aggregate;
mod evaluation;
mod message;
mod mini_batch;

mod calc;
mod correlate;
mod drop_update_before;
mod expand;
mod global_window_aggregate;
mod group_aggregate;
mod host_project;
mod local_window_aggregate;
mod mini_batch_assigner;
mod union;
mod watermark_assigner;
mod window;
mod window_aggregate;

mod registry;

pub use aggregate::AggregateEntry;
pub use registry::{AGGREGATE_FUNCTIONS, REGISTRY, STANDARD_SLUGS};
