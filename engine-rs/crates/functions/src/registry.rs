//! Which functions the engine has.

use std::collections::BTreeMap;
use std::sync::{Arc, LazyLock};

use crate::{FunctionCall, ScalarFunction, Unsupported};

/// Makes the kernel of one call, or says why there is none.
pub type Factory = fn(&FunctionCall<'_>) -> Result<Arc<dyn ScalarFunction>, Unsupported>;

/// One function.
#[derive(Debug, Clone, Copy)]
pub struct FunctionEntry {
    /// The family: the part of the function's URN after `functions_flink_`.
    pub family: &'static str,
    /// The name in the family's YAML.
    pub name: &'static str,
    /// Makes kernels.
    pub factory: Factory,
}

/// Every function, one line each, sorted by family and name.
const FUNCTIONS: &[FunctionEntry] = &[];

/// Functions by family and name.
#[derive(Debug)]
pub struct Registry {
    entries: BTreeMap<(&'static str, &'static str), FunctionEntry>,
}

static REGISTRY: LazyLock<Registry> = LazyLock::new(|| Registry {
    entries: FUNCTIONS.iter().map(|entry| ((entry.family, entry.name), *entry)).collect(),
});

/// The engine's functions.
pub fn registry() -> &'static Registry {
    &REGISTRY
}

impl Registry {
    /// The kernel of a call.
    pub fn create(&self, call: &FunctionCall<'_>) -> Result<Arc<dyn ScalarFunction>, Unsupported> {
        let entry = self.entries.get(&(call.family, call.name)).ok_or_else(|| {
            Unsupported::UnknownFunction { family: call.family.into(), name: call.name.into() }
        })?;
        (entry.factory)(call)
    }

    /// All functions in order of family and name.
    pub fn entries(&self) -> impl Iterator<Item = &FunctionEntry> {
        self.entries.values()
    }
}
