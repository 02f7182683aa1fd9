//! Where bundles end by time: Flink's StreamExecMiniBatchAssigner, which Flink plans above sources, with its two
//! operators. Rows pass unchanged; the operators below end their bundles with each watermark.
//!
//! [`ProcessingTimeAssigner`] makes a watermark at each multiple of the interval by the clock, and passes no
//! other but the final one. [`EventTimeAssigner`] passes watermarks on only as often as the interval. Nothing of this
//! is checkpointed: Flink starts from 0 again too.

mod event_time;
mod factory;
mod processing_time;

pub(crate) use factory::MiniBatchAssignerFactory;

use event_time::EventTimeAssigner;
use processing_time::ProcessingTimeAssigner;

const END_OF_TIME: i64 = i64::MAX;
