use datafusion::common::{DFSchema, Result};
use datafusion::logical_expr::Expr;
use datafusion_substrait::logical_plan::consumer::SubstraitConsumer;
use sf_runtime::{EngineError, ErrorCode};
use substrait::proto::expression::Cast;
use substrait::proto::expression::cast::FailureBehavior;

use super::ExpressionReader;
use super::scalar_function::{Call, kernel_call};

/// Reads a cast as a call of the family `cast`, with Flink's meaning: `cast` fails where Flink's CAST
/// fails, `try_cast` gives NULL there.
pub(super) async fn from_cast(reader: &ExpressionReader<'_>, cast: &Cast) -> Result<Expr> {
    let output = reader.declared_type(cast.r#type.as_ref(), "a cast")?;
    let name = match FailureBehavior::try_from(cast.failure_behavior) {
        Ok(FailureBehavior::ThrowException) => "cast",
        Ok(FailureBehavior::ReturnNull) => "try_cast",
        Ok(FailureBehavior::Unspecified) | Err(_) => {
            let message = "a cast that does not say what happens on failure";
            return Err(EngineError::new(ErrorCode::PlanMalformed, message).into());
        }
    };
    let input = cast
        .input
        .as_ref()
        .ok_or_else(|| EngineError::new(ErrorCode::PlanMalformed, "a cast without input"))?;
    let argument = reader.consume_expression(input, &DFSchema::empty()).await?;
    let call = Call { family: "cast", name, output, options: Default::default() };
    kernel_call(reader, call, vec![argument])
}
