//! What tests of the engine share: plans built by hand, changelogs as text, and operators with state and timers.
//! Nothing here ships.

pub mod changelog;
pub mod count;
pub mod plan;
pub mod timers;
