use datafusion_physical_expr::expressions::Column;
use sf_runtime::{
    CalcParameters, CompiledExpression, CompiledExpressions, EngineError, OperatorContext,
    StreamOperator,
};

use super::operator::{CalcOperator, Condition, OutputColumn, Projection};
use crate::evaluation::{ExpressionSet, HostCalls};

/// Makes a Calc.
pub(crate) fn create(
    id: &str,
    parameters: CalcParameters,
    context: &OperatorContext,
) -> Result<Box<dyn StreamOperator>, EngineError> {
    let condition = match &parameters.condition {
        None => None,
        Some(condition) => Some(Condition {
            host_calls: HostCalls::try_new(&condition.host_calls, &condition.input, &context.host)?,
            expression: narrow(condition, &condition.expressions)?,
        }),
    };
    let projection = projection(&parameters.projection, context)?;
    Ok(Box::new(CalcOperator::new(condition, projection, context.memory.register(id))))
}

fn projection(
    compiled: &CompiledExpressions,
    context: &OperatorContext,
) -> Result<Projection, EngineError> {
    let mut columns = Vec::with_capacity(compiled.expressions.len());
    let mut computed: Vec<CompiledExpression> = Vec::new();
    // How many computed expressions come before each expression of the plan.
    let mut computed_before = Vec::with_capacity(compiled.expressions.len());
    for expression in &compiled.expressions {
        computed_before.push(computed.len());
        columns.push(match (expression.column, result_column(expression, compiled.input.len())) {
            (Some(column), _) => OutputColumn::Input(column),
            (None, Some(result)) => OutputColumn::Result(result),
            (None, None) => {
                computed.push(expression.clone());
                OutputColumn::Computed(computed.len() - 1)
            }
        });
    }
    let mut sites = compiled.host_calls.clone();
    for site in &mut sites {
        site.first_use = computed_before.get(site.first_use).copied().unwrap_or(computed.len());
    }
    Ok(Projection {
        host_calls: HostCalls::try_new(&sites, &compiled.input, &context.host)?,
        computed: narrow(compiled, &computed)?,
        columns,
    })
}

/// The host call whose result the expression is.
fn result_column(expression: &CompiledExpression, inputs: usize) -> Option<usize> {
    expression
        .physical
        .downcast_ref::<Column>()
        .and_then(|column| column.index().checked_sub(inputs))
}

fn narrow(
    compiled: &CompiledExpressions,
    expressions: &[CompiledExpression],
) -> Result<ExpressionSet, EngineError> {
    let results = HostCalls::result_types(&compiled.host_calls);
    ExpressionSet::try_with_repeated(expressions, &compiled.repeated, &compiled.input, &results)
}
