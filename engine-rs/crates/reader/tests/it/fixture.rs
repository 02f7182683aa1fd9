use std::sync::Arc;

use sf_contract::proto::TaskContext;
use sf_contract::substrait_proto::expression::literal::LiteralType;
use sf_contract::substrait_proto::{Expression, Rel};
use sf_contract::{LogicalType, TypeKind};
use sf_reader::{CheckedPlan, OpenedFragment, open_fragment};
use sf_runtime::{EngineError, HostCallHandler, NoHost, OperatorContext, OperatorRegistry};
use sf_testing::plan::{PlanBuilder, literal};

pub fn task_context() -> TaskContext {
    TaskContext {
        max_parallelism: 128,
        key_group_end: 127,
        memory_bytes: 64 << 20,
        memory_accounting: true,
        watermark_interval_millis: 200,
        now_millis: 1_000,
        ..TaskContext::default()
    }
}

pub fn open_with(
    bytes: &[u8],
    fragment: usize,
    registry: &OperatorRegistry,
    task: TaskContext,
    host: Arc<dyn HostCallHandler>,
) -> Result<OpenedFragment, EngineError> {
    let plan = Arc::new(CheckedPlan::decode(bytes)?);
    open_fragment(&plan, fragment, registry, &OperatorContext::new(task, host))
}

pub fn open(bytes: &[u8]) -> Result<OpenedFragment, EngineError> {
    open_with(bytes, 0, &sf_operators::REGISTRY, task_context(), Arc::new(NoHost))
}

/// Opens a plan of one fragment.
pub fn opened(mut plan: PlanBuilder, rel: Rel) -> OpenedFragment {
    plan.sink("s0/sink-1", rel);
    open(&plan.bytes()).expect("opens")
}

pub fn int() -> LogicalType {
    LogicalType::nullable(TypeKind::Int)
}

pub fn long() -> LogicalType {
    LogicalType::nullable(TypeKind::BigInt)
}

pub fn string() -> LogicalType {
    LogicalType::nullable(TypeKind::STRING)
}

pub fn boolean() -> LogicalType {
    LogicalType::nullable(TypeKind::Boolean)
}

pub fn timestamp() -> LogicalType {
    LogicalType::nullable(TypeKind::Timestamp { precision: 3 })
}

pub fn int_literal(value: i32) -> Expression {
    literal(LiteralType::I32(value))
}
