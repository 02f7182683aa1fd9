//! Reads a plan: bytes in, a fragment that is ready to run out. Relations, references and exchanges are
//! walked by our own reader; expressions go through datafusion-substrait's `SubstraitConsumer`. No
//! optimizer, coercion or SQL planning touches what Flink planned.

mod any;
mod cache;
mod declarations;
mod depth;
mod expression;
mod fragment;
mod lower;
mod physical;
mod plan;
mod rel;
mod repeated;

use std::sync::Arc;

use sf_runtime::{EngineError, OperatorContext, OperatorRegistry};

pub use cache::PlanCache;
pub use depth::{MAX_PLAN_DEPTH, check_depth};
pub use fragment::{OpenedFragment, PortLayout, PortSource};
pub use plan::CheckedPlan;

/// Opens fragment `fragment` of a plan for one task.
///
/// # Errors
/// A plan that the engine cannot read or a fragment that it cannot run; never a panic.
pub fn open_fragment(
    plan: &Arc<CheckedPlan>,
    fragment: usize,
    operators: &OperatorRegistry,
    context: &OperatorContext,
) -> Result<OpenedFragment, EngineError> {
    fragment::open(plan, fragment, operators, context)
}
