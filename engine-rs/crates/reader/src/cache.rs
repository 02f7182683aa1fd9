use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError, Weak};

use sf_runtime::EngineError;

use crate::plan::CheckedPlan;

/// Decoded plans of this process: equal bytes decode once as long as a task uses them.
#[derive(Debug, Default)]
pub struct PlanCache {
    plans: Mutex<BTreeMap<Arc<[u8]>, Weak<CheckedPlan>>>,
}

impl PlanCache {
    /// An empty cache.
    pub const fn new() -> Self {
        Self { plans: Mutex::new(BTreeMap::new()) }
    }

    /// The plan of these bytes.
    ///
    /// # Errors
    /// What [`CheckedPlan::decode`] refuses.
    pub fn get(&self, bytes: &[u8]) -> Result<Arc<CheckedPlan>, EngineError> {
        // A panic while the lock was held cannot leave the map half changed.
        let mut plans = self.plans.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(plan) = plans.get(bytes).and_then(Weak::upgrade) {
            return Ok(plan);
        }
        plans.retain(|_, plan| plan.strong_count() > 0);
        let plan = Arc::new(CheckedPlan::decode(bytes)?);
        plans.insert(Arc::from(bytes), Arc::downgrade(&plan));
        Ok(plan)
    }
}
