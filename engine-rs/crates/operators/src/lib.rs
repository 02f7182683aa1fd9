//! The operators, one folder per slug, and the registry that the reader takes them from.

mod aggregate;
mod evaluation;
mod message;
mod mini_batch;

mod calc;
mod correlate;
mod drop_update_before;
mod expand;
mod group_aggregate;
mod host_project;
mod mini_batch_assigner;
mod union;
mod watermark_assigner;

mod registry;

pub use aggregate::AggregateEntry;
pub use registry::{AGGREGATE_FUNCTIONS, REGISTRY, STANDARD_SLUGS};
