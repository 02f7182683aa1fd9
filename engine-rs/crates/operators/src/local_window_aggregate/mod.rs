//! The half of a window aggregate in front of the exchange: Flink's StreamExecLocalWindowAggregate.
//!
//! Follows LocalSlicingWindowAggOperator in what leaves when: rows wait until a window is due that has rows
//! here, or a barrier comes, and leave in front of the watermark. Flink emits what it made of the rows of a
//! key and slice, in the order of their first rows; here the rows leave as they came, each with the end of its
//! slice, so that keys and slices come first in the same order.
//!
//! **State.** None, as in Flink, whose operator starts from watermark 0 each time.

mod factory;
mod operator;

pub(crate) use factory::LocalWindowAggregateFactory;
