use sf_contract::proto::StreamExchange;
use sf_runtime::{EngineError, ErrorCode};
use substrait::proto::ExchangeRel;
use substrait::proto::exchange_rel::ExchangeKind;
use substrait::proto::expression::RexType;
use substrait::proto::expression::literal::LiteralType;

use super::{checked_node, enhancement, from_rel, input, malformed, refuse_emit};
use crate::any;
use crate::fragment::{Builder, Built};

/// Reads an exchange and checks it. A singleton exchange leaves rows as they are, so nothing runs for it
/// here: the host's partitioner sends them. Hash exchanges are checked, then refused until rows are
/// split by key group.
pub(super) fn from_exchange_rel(
    builder: &mut Builder<'_>,
    rel: &ExchangeRel,
) -> Result<Built, EngineError> {
    let exchange: StreamExchange =
        any::decode(enhancement(rel.advanced_extension.as_ref(), "ExchangeRel")?)?;
    checked_node(exchange.node, "ExchangeRel")?;
    if !rel.targets.is_empty() || rel.partition_count < 0 {
        return Err(malformed("an ExchangeRel that names its targets"));
    }
    let input = from_rel(builder, input(rel.input.as_deref(), "ExchangeRel")?)?;
    refuse_emit(rel.common.as_ref(), input.columns.len(), "ExchangeRel")?;
    match &rel.exchange_kind {
        Some(ExchangeKind::SingleTarget(single)) => {
            let target = single.expression.as_deref().and_then(|target| match &target.rex_type {
                Some(RexType::Literal(literal)) => literal.literal_type.as_ref(),
                _ => None,
            });
            match target {
                Some(LiteralType::I32(0) | LiteralType::I64(0)) => Ok(input),
                _ => Err(malformed("a singleton exchange whose target is not the literal 0")),
            }
        }
        Some(ExchangeKind::ScatterByFields(scatter)) => {
            for key in &scatter.fields {
                builder.check_key(key, &input.columns)?;
            }
            Err(EngineError::new(ErrorCode::Relation, "hash exchanges do not run yet"))
        }
        _ => Err(EngineError::new(ErrorCode::Relation, "this kind of exchange is not supported")),
    }
}
