//! What every factory does with its message.

use sf_contract::proto::StreamNode;
use sf_runtime::{EngineError, ErrorCode, RelationConstructor};

/// The message cannot be decoded.
pub(crate) fn malformed(error: prost::DecodeError) -> EngineError {
    EngineError::new(ErrorCode::PlanMalformed, error.to_string())
}

/// The message contradicts itself or lacks a part.
pub(crate) fn invalid(message: impl Into<String>) -> EngineError {
    EngineError::new(ErrorCode::PlanMalformed, message)
}

/// A part that every message has.
pub(crate) fn required<T>(part: Option<T>, what: &str) -> Result<T, EngineError> {
    part.ok_or_else(|| invalid(format!("{what} is missing")))
}

/// The node of a message.
pub(crate) fn node(node: Option<StreamNode>, relation: &str) -> Result<StreamNode, EngineError> {
    required(node, &format!("the node of {relation}"))
}

/// The message's name without its package.
pub(crate) fn name_of(constructor: &dyn RelationConstructor) -> &'static str {
    constructor.message_name().rsplit('.').next().unwrap_or_default()
}
