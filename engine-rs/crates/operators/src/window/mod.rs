//! What operators over windows of event time share: the zone whose clock windows follow, the slices that
//! windows consist of, and the buffer that holds rows until a window is due.

mod buffer;
mod slices;
mod time;
mod zone;

pub(crate) use buffer::{Piece, Progress, WindowBuffer, ends_column};
pub(crate) use slices::Slices;
pub(crate) use time::{RowTime, Sharing, clock_of, column_of};
pub(crate) use zone::WindowClock;
