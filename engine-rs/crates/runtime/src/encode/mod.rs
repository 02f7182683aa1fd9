//! How rows leave a fragment: as rows in Flink's binary layout, as columns that the host reads in
//! place, or as frames for another fragment.

mod binary_rows;
mod columns;
mod frame;
mod keys;
mod partition;
mod rows_out;
#[cfg(test)]
mod tests;
mod values;

pub use binary_rows::RowChunks;
pub use columns::column_entries;
pub use frame::{decode_frames, encode_frame};
pub use keys::{KeyEncoder, Keys};
pub use partition::{Distribution, NOT_KEYED, Partitioner};
pub use rows_out::{OutputData, RowsOut};
