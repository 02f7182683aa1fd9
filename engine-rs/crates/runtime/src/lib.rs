//! How a fragment runs: batches of a changelog, operators, the driver that joins them, and the errors
//! and counters they share. Knows neither the operators themselves nor Java.

pub mod abi;
mod batch;
mod clock;
mod construct;
mod context;
pub mod encode;
mod error;
mod faulty;
mod memory;
mod metrics;
mod node;
mod operator;
mod output;
mod queue;
pub mod slab;
mod task;
mod timers;

pub use batch::{ChangelogBatch, Mark, Piece, RowKind, Selection, Signal, StreamStatus};
pub use clock::{Clock, SystemClock};
pub use construct::{
    AggregateMeasure, AggregateParameters, CalcParameters, CompiledExpression, CompiledExpressions,
    ConstructContext, Constructed, ExpandParameters, ExpressionCompiler, HostCallSite,
    OperatorRegistry, RelationConstructor, SetParameters, StandardConstructor, StandardOperators,
};
pub use context::{
    HostCallHandler, HostCallResult, HostCounters, InputActivityClock, NoHost, OperatorContext,
    ProcessingClock,
};
pub use error::{EngineError, ErrorClass, ErrorCode, HostFailure};
pub use memory::{FragmentMemory, OperatorMemory};
pub use metrics::Metrics;
pub use operator::{MarkHandling, StateSize, StreamOperator, TableKind, TableSize};
pub use output::Output;
pub use queue::{Event, OutputEvent};
pub use task::{FlushKind, FragmentTask, InputPort, PlacedOperator};
pub use timers::{FiredTimerCount, OperatorTimers};
