//! The operators that plans of this library can name.

use std::sync::LazyLock;

use sf_runtime::OperatorRegistry;

static OPERATORS: LazyLock<OperatorRegistry> = LazyLock::new(operators);

/// Every operator, the tests' ones included where they are compiled in.
pub(crate) fn registry() -> &'static OperatorRegistry {
    &OPERATORS
}

#[cfg(not(feature = "test-operators"))]
fn operators() -> OperatorRegistry {
    sf_operators::REGISTRY
}

#[cfg(feature = "test-operators")]
fn operators() -> OperatorRegistry {
    let mut registry = sf_operators::REGISTRY;
    let mut extensions = registry.extensions.to_vec();
    extensions.push(&sf_testing::count::CountFactory);
    extensions.push(&sf_testing::count::UpgradedCountFactory);
    extensions.push(&sf_testing::timers::TimedFactory);
    // Once per process; the registry is static.
    registry.extensions = extensions.leak();
    registry
}
