//! The operators, one folder per slug, and the registry that the reader takes them from.

mod evaluation;
mod message;

mod calc;
mod correlate;
mod drop_update_before;
mod expand;
mod host_project;
mod union;
mod watermark_assigner;

mod registry;

pub use registry::{REGISTRY, STANDARD_SLUGS};
