use sf_runtime::{CalcParameters, CompiledExpressions, EngineError, ExpressionCompiler};
use substrait::proto::rel::RelType;
use substrait::proto::{Expression, FilterRel, ProjectRel};

use super::{emit, filter_rel, from_rel, input, malformed, node};
use crate::fragment::{Builder, Built};

/// Reads a projection; with a filter of the same node below it, both are one Calc.
pub(super) fn from_project_rel(
    builder: &mut Builder<'_>,
    rel: &ProjectRel,
) -> Result<Built, EngineError> {
    let node = node(rel.advanced_extension.as_ref(), "ProjectRel")?;
    let below = input(rel.input.as_deref(), "ProjectRel")?;
    let (input, condition) = match &below.rel_type {
        Some(RelType::Filter(filter)) if filter_id(filter)? == node.id => {
            let (_, input, condition) = filter_rel::read(builder, filter)?;
            (input, Some(condition))
        }
        _ => (from_rel(builder, below)?, None),
    };
    let projection = projection(builder, rel, &input)?;
    let columns = projection.expressions.iter().map(|column| column.logical_type.clone()).collect();
    let calc = builder.operators().standard.calc;
    let operator = calc(&node.id, CalcParameters { condition, projection }, builder.context())?;
    builder.place(&node.id, operator, vec![input], columns)
}

fn filter_id(filter: &FilterRel) -> Result<String, EngineError> {
    Ok(node(filter.advanced_extension.as_ref(), "FilterRel")?.id)
}

/// The output columns: Substrait's projection appends its expressions to the input, and the emit picks.
/// Only what is emitted is compiled, in the order of the expressions in the plan.
fn projection(
    builder: &Builder<'_>,
    rel: &ProjectRel,
    input: &Built,
) -> Result<CompiledExpressions, EngineError> {
    let width = input.columns.len();
    let emitted = emit(rel.common.as_ref(), width + rel.expressions.len(), "ProjectRel")?
        .unwrap_or_else(|| (0..width + rel.expressions.len()).collect());
    let expressions: Vec<Expression> = emitted
        .iter()
        .map(|column| match column.checked_sub(width) {
            Some(index) => Ok(rel.expressions[index].clone()),
            None => builder.reference(*column),
        })
        .collect::<Result<_, EngineError>>()?;
    if rel.expressions.len() > emitted.iter().filter(|column| **column >= width).count() {
        return Err(malformed("a ProjectRel with an expression that it does not emit"));
    }
    builder.compile(&expressions, &input.columns)
}
