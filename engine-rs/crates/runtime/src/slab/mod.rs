//! Input slabs: memory that the host fills with columns and that becomes Arrow arrays without a copy.
//!
//! A slab has one growable buffer per buffer of its layout. Pushing it turns the buffers into shared
//! Arrow buffers; the pool takes them back when the last array that reads them is dropped, because
//! fresh memory per batch is what would make the crossing slow.

mod adopt;
mod layout;
mod pool;
#[cfg(test)]
mod tests;

pub(crate) use adopt::is_timestamp;
pub use layout::SlabLayout;
pub use pool::SlabPool;
