//! What tests of the engine share: plans built by hand, changelogs as text, and an operator with state.
//! Nothing here ships.

pub mod changelog;
pub mod count;
pub mod plan;
