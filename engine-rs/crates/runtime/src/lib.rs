//! How a fragment runs: batches of a changelog, operators, the driver that joins them, and the errors
//! and counters they share. Knows neither the operators themselves nor Java.

mod batch;
mod context;
mod error;
mod metrics;
mod node;
mod operator;
mod output;
mod queue;
mod task;

pub use batch::{ChangelogBatch, Mark, Piece, RowKind, Selection, Signal, StreamStatus};
pub use context::{HostCallHandler, HostCallResult, NoHost, OperatorContext};
pub use error::{EngineError, ErrorClass, ErrorCode, HostFailure};
pub use metrics::Metrics;
pub use operator::{MarkHandling, StreamOperator};
pub use output::Output;
pub use queue::{Event, OutputEvent};
pub use task::{FlushKind, FragmentTask, InputPort, PlacedOperator};
