//! `WATERMARK FOR rt AS rt - INTERVAL '5' SECOND` above a source: Flink's StreamExecWatermarkAssigner
//! with its WatermarkAssignerOperator.
//!
//! Rows pass unchanged. After each row the watermark is the maximum so far; it is emitted at once when it
//! is more than the watermark interval ahead of the last one, else by a periodic timer. The first
//! value is 0, so rows before 1970 raise nothing. Of the watermarks from upstream only the final one
//! passes. With an idle timeout the stream becomes idle when no row came for that long, not counting
//! the time in which the task was backpressured. Nothing of
//! this is checkpointed: Flink starts from 0 again too.

mod factory;
mod operator;

pub(crate) use factory::WatermarkAssignerFactory;
