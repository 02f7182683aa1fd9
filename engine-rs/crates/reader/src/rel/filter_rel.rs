use sf_contract::TypeKind;
use sf_contract::proto::StreamNode;
use sf_runtime::{CalcParameters, CompiledExpressions, EngineError, ErrorCode, ExpressionCompiler};
use substrait::proto::FilterRel;

use super::{from_rel, input, malformed, node, refuse_emit};
use crate::fragment::{Builder, Built};

/// Reads a filter that stands alone; the filter of a Calc is read with its projection.
pub(super) fn from_filter_rel(
    builder: &mut Builder<'_>,
    rel: &FilterRel,
) -> Result<Built, EngineError> {
    let (node, input, condition) = read(builder, rel)?;
    let projection = builder.identity(&input.columns)?;
    let columns = input.columns.clone();
    let calc = builder.operators().standard.calc;
    let parameters = CalcParameters { condition: Some(condition), projection };
    let operator = calc(&node.id, parameters, builder.context())?;
    builder.place(&node.id, operator, vec![input], columns)
}

/// Reads the node, the input and the condition.
pub(super) fn read(
    builder: &mut Builder<'_>,
    rel: &FilterRel,
) -> Result<(StreamNode, Built, CompiledExpressions), EngineError> {
    let node = node(rel.advanced_extension.as_ref(), "FilterRel")?;
    let input = from_rel(builder, input(rel.input.as_deref(), "FilterRel")?)?;
    refuse_emit(rel.common.as_ref(), input.columns.len(), "FilterRel")?;
    let condition =
        rel.condition.as_deref().ok_or_else(|| malformed("a FilterRel without a condition"))?;
    let condition = builder.compile(std::slice::from_ref(condition), &input.columns)?;
    match condition.expressions.as_slice() {
        [only] if only.logical_type.kind == TypeKind::Boolean => Ok((node, input, condition)),
        _ => Err(EngineError::new(
            ErrorCode::TypeMismatch,
            "a FilterRel whose condition is not BOOLEAN",
        )),
    }
}
