use sf_contract::DecodeBytes;
use sf_contract::proto::{CorrelateJoinType, StreamCorrelateRel};
use sf_contract::substrait_proto::Expression;
use sf_contract::{LogicalType, TypeKind};
use sf_runtime::{
    CompiledExpressions, ConstructContext, Constructed, EngineError, ErrorCode, RelationConstructor,
};

use super::operator::{CorrelateOperator, Padding};
use super::unnest::{NullRow, Ordinality, Unnest};
use crate::evaluation::ExpressionSet;
use crate::message::{invalid, malformed, name_of, node, required};

/// Makes the operator.
pub(crate) struct CorrelateFactory;

impl RelationConstructor for CorrelateFactory {
    fn slug(&self) -> &'static str {
        "correlate"
    }

    fn message_name(&self) -> &'static str {
        "streamfusion.substrait.v1.StreamCorrelateRel"
    }

    fn construct(
        &self,
        message: &[u8],
        context: &ConstructContext<'_>,
    ) -> Result<Constructed, EngineError> {
        let rel = StreamCorrelateRel::decode_bytes(message).map_err(malformed)?;
        let input = required(context.inputs.first(), "the input")?;
        let padding = match CorrelateJoinType::try_from(rel.join_type) {
            Ok(CorrelateJoinType::Inner) => Padding::None,
            Ok(CorrelateJoinType::Left) => Padding::Unmatched,
            Ok(CorrelateJoinType::Unspecified) | Err(_) => return Err(invalid("no join type")),
        };
        let ordinality = if rel.with_ordinality { Ordinality::With } else { Ordinality::Without };
        let collection = compile(context, required(rel.collection, "the collection")?, input)?;
        let collection_type = match collection.expressions.as_slice() {
            [only] => only.logical_type.clone(),
            _ => return Err(EngineError::defect("a collection that is not one expression")),
        };
        let output = output(input, &collection_type, padding, ordinality)?;
        let condition = match rel.condition {
            None => None,
            Some(condition) => Some(condition_set(&compile(context, condition, &output)?)?),
        };
        let left_arity =
            usize::try_from(rel.left_arity).map_err(|_| invalid("a negative number of fields"))?;
        let null_row = match &collection_type.kind {
            TypeKind::Array(element) | TypeKind::Multiset(element) => {
                NullRow::of(element, ordinality, left_arity)
            }
            _ => NullRow::Skipped,
        };
        let node = node(rel.node, name_of(self))?;
        let operator = CorrelateOperator::new(
            ExpressionSet::try_new(&collection.expressions, input, &[])?,
            Unnest { collection: collection_type.kind, ordinality, null_row },
            padding,
            condition,
            context.operator.memory.register(&node.id),
        );
        Ok(Constructed { node, operator: Box::new(operator), output })
    }
}

fn compile(
    context: &ConstructContext<'_>,
    expression: Expression,
    input: &[LogicalType],
) -> Result<CompiledExpressions, EngineError> {
    let compiled = context.compiler.compile(&[expression], input)?;
    if compiled.host_calls.is_empty() {
        return Ok(compiled);
    }
    let message = "a Correlate that calls the host is not supported";
    Err(EngineError::new(ErrorCode::Expression, message))
}

fn condition_set(compiled: &CompiledExpressions) -> Result<ExpressionSet, EngineError> {
    if compiled.expressions.iter().any(|one| one.logical_type.kind != TypeKind::Boolean) {
        return Err(invalid("a join condition that is not BOOLEAN"));
    }
    ExpressionSet::try_new(&compiled.expressions, &compiled.input, &[])
}

/// The input's columns, the element's, and the ordinality. Padding can make the right side NULL.
fn output(
    input: &[LogicalType],
    collection: &LogicalType,
    padding: Padding,
    ordinality: Ordinality,
) -> Result<Vec<LogicalType>, EngineError> {
    let mut right = match &collection.kind {
        TypeKind::Array(element) | TypeKind::Multiset(element) => match &element.kind {
            TypeKind::Row(fields) => fields.clone(),
            _ => vec![element.as_ref().clone()],
        },
        TypeKind::Map(key, value) => vec![key.as_ref().clone(), value.as_ref().clone()],
        other => {
            let message = format!("UNNEST of {other:?}");
            return Err(EngineError::new(ErrorCode::TypeMismatch, message));
        }
    };
    if ordinality == Ordinality::With {
        right.push(LogicalType::required(TypeKind::Int));
    }
    for column in &mut right {
        column.nullable |= padding == Padding::Unmatched;
    }
    Ok(input.iter().cloned().chain(right).collect())
}
