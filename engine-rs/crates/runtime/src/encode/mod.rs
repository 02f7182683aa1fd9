//! How rows leave a fragment: as rows in Flink's binary layout, as columns that the host reads in
//! place, or as frames for another fragment.

mod binary_rows;
mod columns;
mod frame;
mod frames_in;
mod frames_out;
mod key_groups;
mod keys;
mod partition;
mod rows_out;
#[cfg(test)]
mod tests;
mod values;

pub use binary_rows::RowChunks;
pub use columns::column_entries;
pub use frames_in::FramesIn;
pub use frames_out::FramesOut;
pub use key_groups::KeyGroups;
pub use keys::{KeptKeys, KeyEncoder, Keys, WindowKeys, write_window_key};
pub use partition::{Distribution, Partitioner};
pub use rows_out::{OutputData, RowsOut};
