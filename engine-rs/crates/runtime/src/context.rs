use std::sync::Arc;

use arrow_array::ArrayRef;
use datafusion_execution::memory_pool::MemoryPool;
use sf_contract::LogicalType;
use sf_contract::proto::TaskContext;

use crate::EngineError;

/// What a host call gives back.
#[derive(Debug)]
pub struct HostCallResult {
    /// Results of the rows that were evaluated: all rows, or those before the failing one.
    pub values: ArrayRef,
    /// The failure of the row after the last result.
    pub failure: Option<EngineError>,
}

/// Evaluates code of the host over columns; the native interface implements it with an upcall.
pub trait HostCallHandler: Send + Sync {
    /// Evaluates call `call_id` over `rows` rows of `arguments`, whose types are
    /// `argument_types`; the result has the Arrow type of `result_type`. Called once per batch, never
    /// again for a row that was already given.
    ///
    /// # Errors
    /// The call could not be made at all. A row that fails is not an error here but in the result.
    fn call(
        &self,
        call_id: u32,
        arguments: &[ArrayRef],
        argument_types: &[LogicalType],
        rows: usize,
        result_type: &LogicalType,
    ) -> Result<HostCallResult, EngineError>;
}

/// A host that evaluates nothing, for fragments opened without one.
#[derive(Debug, Clone, Copy, Default)]
pub struct NoHost;

impl HostCallHandler for NoHost {
    fn call(
        &self,
        call_id: u32,
        _arguments: &[ArrayRef],
        _argument_types: &[LogicalType],
        _rows: usize,
        _result_type: &LogicalType,
    ) -> Result<HostCallResult, EngineError> {
        Err(EngineError::new(
            crate::ErrorCode::Protocol,
            format!("host call {call_id} in a fragment that was opened without a host"),
        ))
    }
}

/// What an operator is opened with.
#[derive(Clone)]
pub struct OperatorContext {
    /// What the task told the engine.
    pub task: Arc<TaskContext>,
    /// Evaluates host calls.
    pub host: Arc<dyn HostCallHandler>,
    /// The fragment's memory.
    pub memory: Arc<dyn MemoryPool>,
}
