use pbjson_types::Any;
use prost::Name;
use sf_contract::DecodeBytes;
use sf_runtime::{EngineError, ErrorCode};

/// The full message name in a type URL, which comes after its last slash.
pub(crate) fn message_name(any: &Any) -> &str {
    any.type_url.rsplit('/').next().unwrap_or_default()
}

/// Decodes a message that must be of the given type.
pub(crate) fn decode<M: DecodeBytes + Name>(any: &Any) -> Result<M, EngineError> {
    if message_name(any) != M::full_name() {
        return Err(EngineError::new(
            ErrorCode::Extension,
            format!("{} is not known here, {} was expected", any.type_url, M::full_name()),
        ));
    }
    M::decode_bytes(any.value.as_ref()).map_err(|error| {
        EngineError::new(ErrorCode::PlanMalformed, format!("{}: {error}", M::full_name()))
    })
}
