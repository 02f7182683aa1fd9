//! The contract between planner and engine: the messages of a plan, and Flink's logical types as
//! both sides write them. No logic lives here.

mod decode;
mod physical;
mod types;

pub use decode::DecodeBytes;
pub use physical::{PhysicalKind, layout_hash};
pub use substrait::proto as substrait_proto;
pub use types::{LogicalType, TypeContext, TypeError, TypeKind, map_entries};

/// The messages of `substrait-ext/proto`, generated.
#[allow(
    missing_docs,
    clippy::doc_markdown,
    reason = "generated from the .proto files, whose comments document them"
)]
pub mod proto {
    include!(concat!(env!("OUT_DIR"), "/streamfusion.substrait.v1.rs"));
}

/// Version of the contract that this engine reads (`JobHeader.contract_version`).
pub const CONTRACT_VERSION: u32 = 1;

/// Prefix of the URNs under which our functions are declared; the function family follows.
pub const FUNCTION_URN_PREFIX: &str = "extension:io.streamfusion:functions_flink_";

/// The URN under which our user-defined types are declared.
pub const TYPES_URN: &str = "extension:io.streamfusion:types_flink";

/// Name of the user-defined type for Flink's MULTISET.
pub const MULTISET_TYPE: &str = "multiset";
