use sf_runtime::{OperatorRegistry, RelationConstructor, StandardOperators};

use crate::aggregate::AggregateEntry;
use crate::correlate::CorrelateFactory;
use crate::drop_update_before::DropUpdateBeforeFactory;
use crate::global_window_aggregate::GlobalWindowAggregateFactory;
use crate::host_project::HostProjectFactory;
use crate::local_window_aggregate::LocalWindowAggregateFactory;
use crate::mini_batch_assigner::MiniBatchAssignerFactory;
use crate::watermark_assigner::WatermarkAssignerFactory;
use crate::window_aggregate::WindowAggregateFactory;
use crate::{aggregate, calc, expand, group_aggregate, union};

/// Extension relations, sorted by slug.
const EXTENSIONS: &[&dyn RelationConstructor] = &[
    &CorrelateFactory,
    &DropUpdateBeforeFactory,
    &GlobalWindowAggregateFactory,
    &HostProjectFactory,
    &LocalWindowAggregateFactory,
    &MiniBatchAssignerFactory,
    &WatermarkAssignerFactory,
    &WindowAggregateFactory,
];

/// Every operator of the engine.
pub const REGISTRY: OperatorRegistry = OperatorRegistry {
    standard: StandardOperators {
        aggregate: group_aggregate::create,
        calc: calc::create,
        expand: expand::create,
        set: union::create,
    },
    extensions: EXTENSIONS,
};

/// Slugs of the operators behind standard relations, sorted.
pub const STANDARD_SLUGS: &[&str] = &["calc", "exchange", "expand", "group_aggregate", "union"];

/// The aggregate functions, sorted by name.
pub const AGGREGATE_FUNCTIONS: &[AggregateEntry] = aggregate::FUNCTIONS;
