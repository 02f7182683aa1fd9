use datafusion::common::{DFSchema, Result, ScalarValue};
use datafusion::logical_expr::Expr;
use datafusion_substrait::logical_plan::consumer::SubstraitConsumer;
use sf_contract::{LogicalType, TypeKind};
use sf_runtime::{EngineError, ErrorCode};
use substrait::proto::Expression;
use substrait::proto::expression::IfThen;

use super::{ExpressionReader, Operation, TypedCall};

/// Reads a CASE: conditions in order, each with its result, then the default, NULL if there is none. All
/// results must be of one type; it is the type of the whole, nullable if a result is.
pub(super) async fn from_if_then(reader: &ExpressionReader<'_>, case: &IfThen) -> Result<Expr> {
    if case.ifs.is_empty() {
        return Err(malformed("a CASE without a condition"));
    }
    let mut arguments = Vec::with_capacity(case.ifs.len() * 2 + 1);
    let mut logical_type: Option<LogicalType> = None;
    for clause in &case.ifs {
        let condition = consume(reader, clause.r#if.as_ref()).await?;
        if reader.logical_type(&condition)?.kind != TypeKind::Boolean {
            return Err(malformed("a CASE condition that is not BOOLEAN"));
        }
        let result = consume(reader, clause.then.as_ref()).await?;
        logical_type = Some(unify(logical_type, reader.logical_type(&result)?)?);
        arguments.push(condition);
        arguments.push(result);
    }
    let logical_type = match (&case.r#else, logical_type) {
        (Some(default), logical_type) => {
            let default = consume(reader, Some(default.as_ref())).await?;
            let logical_type = unify(logical_type, reader.logical_type(&default)?)?;
            arguments.push(default);
            logical_type
        }
        (None, Some(logical_type)) => {
            let logical_type = LogicalType::nullable(logical_type.kind);
            let null = ScalarValue::try_from(&logical_type.to_arrow())?;
            arguments.push(TypedCall::expression(
                "null",
                Operation::Literal(null),
                logical_type.clone(),
                Vec::new(),
            ));
            logical_type
        }
        (None, None) => return Err(malformed("a CASE without a result")),
    };
    Ok(TypedCall::expression("case", Operation::Case, logical_type, arguments))
}

async fn consume(reader: &ExpressionReader<'_>, expression: Option<&Expression>) -> Result<Expr> {
    let expression = expression.ok_or_else(|| malformed("a CASE with an empty branch"))?;
    reader.consume_expression(expression, &DFSchema::empty()).await
}

fn unify(known: Option<LogicalType>, result: LogicalType) -> Result<LogicalType> {
    match known {
        None => Ok(result),
        Some(known) if known.same_kind(&result) => {
            Ok(LogicalType { nullable: known.nullable || result.nullable, ..known })
        }
        Some(known) => Err(EngineError::new(
            ErrorCode::TypeMismatch,
            format!("a CASE with results of types {:?} and {:?}", known.kind, result.kind),
        )
        .into()),
    }
}

fn malformed(message: &str) -> datafusion::common::DataFusionError {
    EngineError::new(ErrorCode::PlanMalformed, message).into()
}
