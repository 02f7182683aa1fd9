use datafusion::common::{DFSchema, Result, ScalarValue};
use datafusion::logical_expr::Expr;
use datafusion_substrait::logical_plan::consumer::SubstraitConsumer;
use sf_contract::{LogicalType, TypeKind};
use sf_functions::{FunctionCall, FunctionOptions, registry};
use sf_runtime::{EngineError, ErrorCode};
use substrait::proto::expression::ScalarFunction;
use substrait::proto::function_argument::ArgType;

use super::{ExpressionReader, KernelCall, Operation, TypedCall};

/// Option that names the host's code for a call: all of `host_call`, and for a kernel the standby for
/// batches on which the kernel is not exact.
const HOST_CALL_ID: &str = "id";
/// Option that ties a host call to the code in the operator factory.
const HOST_CALL_DIGEST: &str = "digest";

/// A call of a function, apart from its arguments.
pub(super) struct Call<'a> {
    pub(super) family: &'a str,
    pub(super) name: &'a str,
    pub(super) output: LogicalType,
    pub(super) options: FunctionOptions,
}

/// Reads a call. `and`, `or` and `coalesce` are operations of the engine, `host_call` goes up, every
/// other call must have a kernel for exactly its types.
pub(super) async fn from_scalar_function(
    reader: &ExpressionReader<'_>,
    function: &ScalarFunction,
) -> Result<Expr> {
    let declared = reader.declarations().function(function.function_reference)?;
    let output = reader.declared_type(function.output_type.as_ref(), &declared.name)?;
    let mut arguments = Vec::with_capacity(function.arguments.len());
    for argument in &function.arguments {
        match &argument.arg_type {
            Some(ArgType::Value(value)) => {
                arguments.push(reader.consume_expression(value, &DFSchema::empty()).await?);
            }
            Some(ArgType::Enum(_) | ArgType::Type(_)) | None => {
                let message = format!("{} takes values only", declared.name);
                return Err(EngineError::new(ErrorCode::Function, message).into());
            }
        }
    }
    let mut options = FunctionOptions::new();
    for option in &function.options {
        if options.insert(option.name.clone(), option.preference.clone()).is_some() {
            let message = format!("{} with the option {} twice", declared.name, option.name);
            return Err(EngineError::new(ErrorCode::PlanMalformed, message).into());
        }
    }
    let call = Call { family: &declared.family, name: &declared.name, output, options };
    match (call.family, call.name) {
        ("logic", "and") => logic(reader, call, Operation::And, arguments),
        ("logic", "or") => logic(reader, call, Operation::Or, arguments),
        ("conditional", "coalesce") => coalesce(reader, call, arguments),
        ("host", "host_call") => host_call(call, arguments),
        _ => kernel_call(reader, call, arguments),
    }
}

/// A call with a kernel.
pub(super) fn kernel_call(
    reader: &ExpressionReader<'_>,
    mut call: Call<'_>,
    arguments: Vec<Expr>,
) -> Result<Expr> {
    let host_call = match call.options.remove(HOST_CALL_ID) {
        Some(values) => Some(call_id(call.name, &values)?),
        None => None,
    };
    if host_call.is_some() {
        call.options.remove(HOST_CALL_DIGEST);
    }
    let types = argument_types(reader, &arguments)?;
    let literals: Vec<Option<ScalarValue>> = arguments.iter().map(literal).collect();
    let function_call = FunctionCall {
        family: call.family,
        name: call.name,
        arguments: &types,
        literals: &literals,
        output: &call.output,
        options: &call.options,
    };
    let kernel = registry::registry()
        .create(&function_call)
        .map_err(|error| EngineError::new(ErrorCode::Function, error.to_string()))?;
    let operation = Operation::Kernel(KernelCall {
        kernel,
        host_call,
        family: call.family.to_owned(),
        options: call.options,
    });
    Ok(TypedCall::expression(call.name, operation, call.output, arguments))
}

fn logic(
    reader: &ExpressionReader<'_>,
    call: Call<'_>,
    operation: Operation,
    arguments: Vec<Expr>,
) -> Result<Expr> {
    refuse_options(&call)?;
    let types = argument_types(reader, &arguments)?;
    let boolean = types.iter().all(|argument| argument.kind == TypeKind::Boolean);
    if arguments.is_empty() || !boolean || call.output.kind != TypeKind::Boolean {
        let message = format!("{} of {types:?}", call.name);
        return Err(EngineError::new(ErrorCode::TypeMismatch, message).into());
    }
    Ok(TypedCall::expression(call.name, operation, call.output, arguments))
}

fn coalesce(reader: &ExpressionReader<'_>, call: Call<'_>, arguments: Vec<Expr>) -> Result<Expr> {
    refuse_options(&call)?;
    let types = argument_types(reader, &arguments)?;
    if arguments.is_empty() || !types.iter().all(|argument| argument.same_kind(&call.output)) {
        let message = format!("coalesce of {types:?} to {:?}", call.output);
        return Err(EngineError::new(ErrorCode::TypeMismatch, message).into());
    }
    Ok(TypedCall::expression(call.name, Operation::Coalesce, call.output, arguments))
}

fn host_call(mut call: Call<'_>, arguments: Vec<Expr>) -> Result<Expr> {
    let values = call.options.remove(HOST_CALL_ID).unwrap_or_default();
    let call_id = call_id(call.name, &values)?;
    call.options.remove(HOST_CALL_DIGEST);
    refuse_options(&call)?;
    Ok(TypedCall::expression(call.name, Operation::HostCall { call_id }, call.output, arguments))
}

fn call_id(name: &str, values: &[String]) -> Result<u32> {
    match values {
        [value] => value.parse().map_err(|_| {
            let message = format!("{name} with the host call id {value}");
            EngineError::new(ErrorCode::PlanMalformed, message).into()
        }),
        _ => {
            let message = format!("{name} without exactly one host call id");
            Err(EngineError::new(ErrorCode::PlanMalformed, message).into())
        }
    }
}

fn refuse_options(call: &Call<'_>) -> Result<()> {
    match call.options.keys().next() {
        None => Ok(()),
        Some(option) => {
            let message = format!("{} with the option {option}", call.name);
            Err(EngineError::new(ErrorCode::Function, message).into())
        }
    }
}

fn argument_types(reader: &ExpressionReader<'_>, arguments: &[Expr]) -> Result<Vec<LogicalType>> {
    arguments.iter().map(|argument| Ok(reader.logical_type(argument)?)).collect()
}

fn literal(argument: &Expr) -> Option<ScalarValue> {
    match TypedCall::of(argument)?.0.operation() {
        Operation::Literal(value) => Some(value.clone()),
        _ => None,
    }
}
