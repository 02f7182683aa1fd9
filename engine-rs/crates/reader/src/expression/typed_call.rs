use std::any::Any;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::sync::Arc;

use datafusion::arrow::datatypes::DataType;
use datafusion::common::{Result, ScalarValue, exec_err};
use datafusion::logical_expr::expr::ScalarFunction as ScalarFunctionExpr;
use datafusion::logical_expr::{
    ColumnarValue, Expr, ScalarFunctionArgs, ScalarUDF, ScalarUDFImpl, Signature, Volatility,
};
use sf_contract::LogicalType;
use sf_functions::{FunctionOptions, ScalarFunction};

/// What a typed call does. AND, OR and CASE are operations of their own, because their operands are
/// evaluated per row; the lowering gives each its physical form.
#[derive(Debug, Clone)]
pub(crate) enum Operation {
    /// A constant.
    Literal(ScalarValue),
    /// A field of the ROW in the only argument.
    Field(usize),
    /// All arguments true, left to right.
    And,
    /// One argument true, left to right.
    Or,
    /// Condition, result, condition, result..., default.
    Case,
    /// The first argument that is not NULL; all are evaluated.
    Coalesce,
    /// A kernel.
    Kernel(KernelCall),
    /// A call that the host evaluates.
    HostCall { call_id: u32 },
}

/// A call of a kernel.
#[derive(Debug, Clone)]
pub(crate) struct KernelCall {
    pub(crate) kernel: Arc<dyn ScalarFunction>,
    /// The host's call for batches on which the kernel is not exact.
    pub(crate) host_call: Option<u32>,
    /// With the name, the types and the arguments these say which kernel it is.
    pub(crate) family: String,
    pub(crate) options: FunctionOptions,
}

impl Operation {
    /// Whether both do the same with the same arguments of the same types.
    fn is_same(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Literal(one), Self::Literal(other)) => one == other,
            (Self::Field(one), Self::Field(other)) => one == other,
            (Self::And, Self::And)
            | (Self::Or, Self::Or)
            | (Self::Case, Self::Case)
            | (Self::Coalesce, Self::Coalesce) => true,
            (Self::Kernel(one), Self::Kernel(other)) => {
                one.host_call == other.host_call
                    && one.family == other.family
                    && one.options == other.options
            }
            // A host call may answer otherwise the next time.
            _ => false,
        }
    }
}

/// The marker with which an expression of the plan travels through DataFusion's `Expr`: an operation and
/// the Flink type that the plan declares for it. It is never invoked; the lowering replaces it.
#[derive(Clone)]
pub(crate) struct TypedCall(Arc<Inner>);

struct Inner {
    name: String,
    operation: Operation,
    logical_type: LogicalType,
    signature: Signature,
}

impl TypedCall {
    /// The call as an expression.
    pub(crate) fn expression(
        name: &str,
        operation: Operation,
        logical_type: LogicalType,
        arguments: Vec<Expr>,
    ) -> Expr {
        let call = Self(Arc::new(Inner {
            name: name.to_owned(),
            operation,
            logical_type,
            signature: Signature::variadic_any(Volatility::Volatile),
        }));
        let udf = Arc::new(ScalarUDF::new_from_impl(call));
        Expr::ScalarFunction(ScalarFunctionExpr::new_udf(udf, arguments))
    }

    /// The marker inside an expression, if it is one.
    pub(crate) fn of(expression: &Expr) -> Option<(&TypedCall, &[Expr])> {
        let Expr::ScalarFunction(function) = expression else {
            return None;
        };
        let implementation: &dyn Any = function.func.inner().as_ref();
        let call = implementation.downcast_ref::<TypedCall>()?;
        Some((call, function.args.as_slice()))
    }

    pub(crate) fn name(&self) -> &str {
        &self.0.name
    }

    pub(crate) fn operation(&self) -> &Operation {
        &self.0.operation
    }

    pub(crate) fn logical_type(&self) -> &LogicalType {
        &self.0.logical_type
    }
}

impl ScalarUDFImpl for TypedCall {
    fn name(&self) -> &str {
        &self.0.name
    }

    fn signature(&self) -> &Signature {
        &self.0.signature
    }

    fn return_type(&self, _arguments: &[DataType]) -> Result<DataType> {
        Ok(self.0.logical_type.to_arrow())
    }

    fn invoke_with_args(&self, _arguments: ScalarFunctionArgs) -> Result<ColumnarValue> {
        exec_err!("the call {} was not lowered", self.0.name)
    }
}

impl fmt::Debug for TypedCall {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{} -> {:?}", self.0.name, self.0.logical_type)
    }
}

/// Two calls are equal if they do the same; the arguments are compared with the expressions around
/// them.
impl PartialEq for TypedCall {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
            || (self.0.name == other.0.name
                && self.0.logical_type == other.0.logical_type
                && self.0.operation.is_same(&other.0.operation))
    }
}

impl Eq for TypedCall {}

impl Hash for TypedCall {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.0.name.hash(state);
        if let Operation::Literal(value) = &self.0.operation {
            value.hash(state);
        }
    }
}
