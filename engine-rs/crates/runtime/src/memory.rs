use std::sync::Arc;

use datafusion_execution::memory_pool::{
    GreedyMemoryPool, MemoryConsumer, MemoryPool, MemoryReservation, UnboundedMemoryPool,
};
use sf_contract::proto::TaskContext;

use crate::EngineError;

/// Option that sizes Flink's managed memory.
const MANAGED_OPTION: &str = "taskmanager.memory.managed.size";
/// Option that sizes a fragment's memory where Flink has no managed memory for it.
const UNMANAGED_OPTION: &str = "streamfusion.memory.unmanaged-size";

/// The memory of a fragment: one pool, one consumer per operator.
#[derive(Clone, Debug)]
pub struct FragmentMemory {
    pool: Arc<dyn MemoryPool>,
    limit_bytes: usize,
    option: &'static str,
}

impl FragmentMemory {
    /// The memory that the task was given; without accounting there is no limit.
    pub fn new(task: &TaskContext) -> Self {
        let limit_bytes = usize::try_from(task.memory_bytes).unwrap_or(usize::MAX);
        let pool: Arc<dyn MemoryPool> = if task.memory_accounting {
            Arc::new(GreedyMemoryPool::new(limit_bytes))
        } else {
            Arc::new(UnboundedMemoryPool::default())
        };
        let option = if task.memory_managed { MANAGED_OPTION } else { UNMANAGED_OPTION };
        Self { pool, limit_bytes, option }
    }

    /// Registers an operator.
    pub fn register(&self, operator: &str) -> OperatorMemory {
        OperatorMemory {
            reservation: MemoryConsumer::new(operator).register(&self.pool),
            limit_bytes: self.limit_bytes,
            option: self.option,
        }
    }

    /// Bytes that are reserved now.
    pub fn reserved(&self) -> usize {
        self.pool.reserved()
    }
}

/// What one operator holds of its fragment's memory; given back when dropped.
#[derive(Debug)]
pub struct OperatorMemory {
    reservation: MemoryReservation,
    limit_bytes: usize,
    option: &'static str,
}

impl OperatorMemory {
    /// Holds exactly `bytes` from now on.
    ///
    /// # Errors
    /// The fragment's memory does not suffice; what was held before stays held.
    pub fn resize(&self, bytes: usize) -> Result<(), EngineError> {
        self.reservation.try_resize(bytes).map_err(|_| EngineError::Memory {
            operator: self.reservation.consumer().name().to_owned(),
            requested_bytes: bytes.saturating_sub(self.reservation.size()),
            limit_bytes: self.limit_bytes,
            option: self.option,
        })
    }
}
