use sf_contract::proto::StreamHostSourceEdge;
use sf_contract::{LogicalType, TypeKind};
use sf_runtime::{EngineError, ErrorCode, ExpressionCompiler};
use substrait::proto::read_rel::ReadType;
use substrait::proto::{ReadRel, Type, r#type};

use super::{checked_node, enhancement, malformed, refuse_emit};
use crate::any;
use crate::fragment::{Builder, Built};

/// Reads a host edge: a port through which the host hands rows in.
pub(super) fn from_read_rel(
    builder: &mut Builder<'_>,
    rel: &ReadRel,
) -> Result<Built, EngineError> {
    if !matches!(rel.read_type, Some(ReadType::NamedTable(_))) {
        return Err(unsupported("only reads of host edges are supported"));
    }
    if rel.filter.is_some() || rel.best_effort_filter.is_some() || rel.projection.is_some() {
        return Err(unsupported("a host edge neither filters nor projects"));
    }
    let extension = rel
        .advanced_extension
        .as_ref()
        .or_else(|| rel.common.as_ref().and_then(|common| common.advanced_extension.as_ref()));
    let edge: StreamHostSourceEdge = any::decode(enhancement(extension, "ReadRel")?)?;
    checked_node(edge.node.clone(), "ReadRel")?;
    let columns = columns(builder, rel)?;
    if columns.len() != edge.columns.len() {
        return Err(malformed("a host edge whose schema does not fit its column paths"));
    }
    refuse_emit(rel.common.as_ref(), columns.len(), "ReadRel")?;
    builder.host_port(edge.port, columns)
}

fn columns(builder: &Builder<'_>, rel: &ReadRel) -> Result<Vec<LogicalType>, EngineError> {
    let schema = rel
        .base_schema
        .as_ref()
        .and_then(|schema| schema.r#struct.as_ref())
        .ok_or_else(|| malformed("a host edge without a schema"))?;
    // The nullability of the row itself says nothing: a host row is never NULL.
    let mut row = schema.clone();
    row.nullability = r#type::Nullability::Required as i32;
    let row = builder.logical_type(&Type { kind: Some(r#type::Kind::Struct(row)) })?;
    match row.kind {
        TypeKind::Row(columns) => Ok(columns),
        other => Err(EngineError::defect(format!("a row type that is {other:?}"))),
    }
}

fn unsupported(message: &str) -> EngineError {
    EngineError::new(ErrorCode::Relation, message)
}
