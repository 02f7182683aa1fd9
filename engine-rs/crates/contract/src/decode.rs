use prost::{DecodeError, Message};

use crate::proto;

/// Decoding from bytes, compiled here once. prost's own functions are generic over the buffer, so every
/// crate that calls them compiles the decoder of all of Substrait's messages again.
pub trait DecodeBytes: Sized {
    /// Decodes a message.
    ///
    /// # Errors
    /// Bytes that are not this message.
    fn decode_bytes(bytes: &[u8]) -> Result<Self, DecodeError>;
}

macro_rules! decode_bytes {
    ($($message:ty),+ $(,)?) => {
        $(impl DecodeBytes for $message {
            fn decode_bytes(bytes: &[u8]) -> Result<Self, DecodeError> {
                Self::decode(bytes)
            }
        })+
    };
}

decode_bytes!(
    substrait::proto::Plan,
    proto::JobHeader,
    proto::StreamCorrelateRel,
    proto::StreamDropUpdateBeforeRel,
    proto::StreamExchange,
    proto::StreamGlobalWindowAggregateRel,
    proto::StreamGroupAggregate,
    proto::StreamHostProjectRel,
    proto::StreamHostSinkRel,
    proto::StreamHostSourceEdge,
    proto::StreamLocalWindowAggregateRel,
    proto::StreamMiniBatchAssignerRel,
    proto::StreamRelEnhancement,
    proto::StreamWatermarkAssignerRel,
    proto::StreamWindowAggregateRel,
    proto::TaskContext,
);
