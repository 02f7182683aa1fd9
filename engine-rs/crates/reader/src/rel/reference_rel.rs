use sf_runtime::EngineError;
use substrait::proto::ReferenceRel;

use super::malformed;
use crate::fragment::{Builder, Built};

/// Reads a reference to another fragment: a port through which its rows come in.
pub(super) fn from_reference_rel(
    builder: &mut Builder<'_>,
    rel: &ReferenceRel,
) -> Result<Built, EngineError> {
    let fragment = usize::try_from(rel.subtree_ordinal)
        .map_err(|_| malformed("a reference to a negative fragment"))?;
    builder.fragment_port(fragment)
}
