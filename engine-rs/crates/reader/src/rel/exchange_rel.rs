use sf_contract::proto::StreamExchange;
use sf_runtime::encode::Distribution;
use sf_runtime::{EngineError, ErrorCode};
use substrait::proto::exchange_rel::ExchangeKind;
use substrait::proto::expression::RexType;
use substrait::proto::expression::literal::LiteralType;
use substrait::proto::{ExchangeRel, Expression};

use super::{checked_node, enhancement, from_rel, input, malformed, refuse_emit};
use crate::any;
use crate::fragment::{Builder, Built};

/// Reads the exchange at the top of a fragment. No operator runs for it: rows are split where they leave,
/// and the host's partitioner sends them.
pub(super) fn from_exchange_rel(
    builder: &mut Builder<'_>,
    rel: &ExchangeRel,
) -> Result<(Built, Distribution), EngineError> {
    let exchange: StreamExchange =
        any::decode(enhancement(rel.advanced_extension.as_ref(), "ExchangeRel")?)?;
    checked_node(exchange.node, "ExchangeRel")?;
    if !rel.targets.is_empty() || rel.partition_count != 0 {
        return Err(malformed("an ExchangeRel that names its targets"));
    }
    let input = from_rel(builder, input(rel.input.as_deref(), "ExchangeRel")?)?;
    refuse_emit(rel.common.as_ref(), input.columns.len(), "ExchangeRel")?;
    let distribution = match &rel.exchange_kind {
        Some(ExchangeKind::SingleTarget(single)) => {
            let target = single.expression.as_deref().and_then(|target| match &target.rex_type {
                Some(RexType::Literal(literal)) => literal.literal_type.as_ref(),
                _ => None,
            });
            match target {
                Some(LiteralType::I32(0) | LiteralType::I64(0)) => Distribution::Single,
                _ => {
                    return Err(malformed(
                        "a singleton exchange whose target is not the literal 0",
                    ));
                }
            }
        }
        Some(ExchangeKind::ScatterByFields(scatter)) => {
            let mut keys = Vec::with_capacity(scatter.fields.len());
            for key in &scatter.fields {
                let key = Expression { rex_type: Some(RexType::Selection(Box::new(key.clone()))) };
                keys.push(builder.column(&key, &input.columns, "a key")?);
            }
            if keys.is_empty() {
                return Err(malformed("a hash exchange without a key"));
            }
            Distribution::Hash { keys }
        }
        _ => {
            let message = "this kind of exchange is not supported";
            return Err(EngineError::new(ErrorCode::Relation, message));
        }
    };
    Ok((input, distribution))
}
