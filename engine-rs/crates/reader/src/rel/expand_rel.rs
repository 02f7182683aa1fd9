use sf_contract::LogicalType;
use sf_runtime::{EngineError, ErrorCode, ExpandParameters, ExpressionCompiler};
use substrait::proto::expand_rel::expand_field::FieldType;
use substrait::proto::expression::literal::LiteralType;
use substrait::proto::expression::{Literal, RexType};
use substrait::proto::{ExpandRel, Expression};

use super::{emit, from_rel, input, malformed, node};
use crate::fragment::{Builder, Built};

/// Reads an Expand: each input row leaves once per projection. A field is either the same for all copies
/// or has one expression per copy. Substrait appends the copy's ordinal as an i32 column; the emit drops it
/// where the plan projects the expand id itself.
pub(super) fn from_expand_rel(
    builder: &mut Builder<'_>,
    rel: &ExpandRel,
) -> Result<Built, EngineError> {
    let extension = rel.common.as_ref().and_then(|common| common.advanced_extension.as_ref());
    let node = node(extension, "ExpandRel")?;
    let input = from_rel(builder, input(rel.input.as_deref(), "ExpandRel")?)?;
    let copies = copies(rel)?;
    let width = rel.fields.len() + 1;
    let emitted =
        emit(rel.common.as_ref(), width, "ExpandRel")?.unwrap_or_else(|| (0..width).collect());
    let mut projections = Vec::with_capacity(copies);
    let mut columns: Vec<LogicalType> = Vec::new();
    for copy in 0..copies {
        let expressions: Vec<Expression> = emitted
            .iter()
            .map(|column| expression(rel, *column, copy))
            .collect::<Result<_, EngineError>>()?;
        let projection = builder.compile(&expressions, &input.columns)?;
        for (index, column) in projection.expressions.iter().enumerate() {
            match columns.get_mut(index) {
                None => columns.push(column.logical_type.clone()),
                Some(known) if known.same_kind(&column.logical_type) => {
                    known.nullable |= column.logical_type.nullable;
                }
                Some(known) => {
                    return Err(EngineError::new(
                        ErrorCode::TypeMismatch,
                        format!("an ExpandRel whose column {index} is {known:?} and another type"),
                    ));
                }
            }
        }
        projections.push(projection);
    }
    let expand = builder.operators().standard.expand;
    let operator = expand(&node.id, ExpandParameters { projections }, builder.context())?;
    builder.place(&node.id, operator, vec![input], columns)
}

/// Number of copies: that of the switching fields, which must agree.
fn copies(rel: &ExpandRel) -> Result<usize, EngineError> {
    let mut copies = None;
    for field in &rel.fields {
        match &field.field_type {
            Some(FieldType::SwitchingField(switching)) => {
                let count = switching.duplicates.len();
                if copies.is_some_and(|known| known != count) {
                    return Err(malformed("an ExpandRel whose fields disagree on the copies"));
                }
                copies = Some(count);
            }
            Some(FieldType::ConsistentField(_)) => {}
            None => return Err(malformed("an ExpandRel with an empty field")),
        }
    }
    match copies.unwrap_or(1) {
        0 => Err(malformed("an ExpandRel without copies")),
        copies => Ok(copies),
    }
}

fn expression(rel: &ExpandRel, column: usize, copy: usize) -> Result<Expression, EngineError> {
    let Some(field) = rel.fields.get(column) else {
        return ordinal(copy);
    };
    match &field.field_type {
        Some(FieldType::ConsistentField(expression)) => Ok(expression.clone()),
        Some(FieldType::SwitchingField(switching)) => Ok(switching.duplicates[copy].clone()),
        None => Err(malformed("an ExpandRel with an empty field")),
    }
}

/// The appended ordinal of a copy.
fn ordinal(copy: usize) -> Result<Expression, EngineError> {
    let copy = i32::try_from(copy).map_err(|_| malformed("an ExpandRel with too many copies"))?;
    let literal = Literal { literal_type: Some(LiteralType::I32(copy)), ..Literal::default() };
    Ok(Expression { rex_type: Some(RexType::Literal(literal)) })
}
