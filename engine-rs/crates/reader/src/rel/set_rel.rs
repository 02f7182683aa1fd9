use sf_runtime::{EngineError, ErrorCode, SetParameters};
use substrait::proto::SetRel;
use substrait::proto::set_rel::SetOp;

use super::{from_rel, malformed, refuse_emit, same_columns};
use crate::fragment::{Builder, Built};

/// Reads a UNION ALL.
pub(super) fn from_set_rel(builder: &mut Builder<'_>, rel: &SetRel) -> Result<Built, EngineError> {
    let node = super::node(rel.advanced_extension.as_ref(), "SetRel")?;
    if rel.op != SetOp::UnionAll as i32 {
        return Err(EngineError::new(ErrorCode::Relation, "only UNION ALL is supported"));
    }
    let mut inputs: Vec<Built> = Vec::with_capacity(rel.inputs.len());
    for input in &rel.inputs {
        let input = from_rel(builder, input)?;
        if let Some(first) = inputs.first() {
            same_columns(&first.columns, &input.columns, "a union of different columns")?;
        }
        inputs.push(input);
    }
    let columns = columns(&inputs)?;
    refuse_emit(rel.common.as_ref(), columns.len(), "SetRel")?;
    let set = builder.operators().standard.set;
    let operator = set(&node.id, SetParameters { inputs: inputs.len() }, builder.context())?;
    builder.place(&node.id, operator, inputs, columns)
}

/// The output columns: NULL can occur where it can in one input.
fn columns(inputs: &[Built]) -> Result<Vec<sf_contract::LogicalType>, EngineError> {
    let (first, rest) = inputs.split_first().ok_or_else(|| malformed("a union of nothing"))?;
    let mut columns = first.columns.clone();
    for input in rest {
        for (index, column) in columns.iter_mut().enumerate() {
            column.nullable |= input.columns[index].nullable;
        }
    }
    Ok(columns)
}
