//! `SELECT .. UNION ALL SELECT ..`: Flink's StreamExecUnion.
//!
//! In Flink a union is no operator: the consumer reads all channels through one input, whose
//! StatusWatermarkValve combines watermarks and statuses. The valve is followed here, one channel per input.

mod operator;
mod valve;

pub(crate) use operator::create;
