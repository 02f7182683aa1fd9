use std::collections::BTreeMap;
use std::fmt::Debug;

use datafusion_common::ScalarValue;
use datafusion_expr::ColumnarValue;
use sf_contract::LogicalType;

use crate::FunctionError;

/// Options of a call by name, each with its values in the plan's order.
pub type FunctionOptions = BTreeMap<String, Vec<String>>;

/// One call in a plan, as its factory sees it when the plan is read.
#[derive(Debug, Clone)]
pub struct FunctionCall<'a> {
    /// The family: the part of the function's URN after `functions_flink_`.
    pub family: &'a str,
    /// The name without a signature.
    pub name: &'a str,
    /// The arguments' Flink types.
    pub arguments: &'a [LogicalType],
    /// For each argument its value where it is a literal; a typed NULL literal is a null scalar.
    pub literals: &'a [Option<ScalarValue>],
    /// The result type that Flink's plan declares. A factory that cannot produce exactly this type,
    /// apart from nullability, answers [`crate::Unsupported`].
    pub output: &'a LogicalType,
    /// The call's options; an option that a factory does not know is `Unsupported`.
    pub options: &'a FunctionOptions,
}

/// A kernel made for the types of one call. It keeps no state between calls.
pub trait ScalarFunction: Debug + Send + Sync {
    /// Evaluates `rows` rows. Each argument is an array of `rows` values or a scalar, of the Arrow
    /// type of its declared type; the result is the same for the declared output. All rows given
    /// are rows on which Flink would evaluate the call.
    ///
    /// # Errors
    /// A row on which Flink would fail. Any failing row will do: the operator finds the first one by
    /// evaluating rows one at a time, and then `rows` is 1.
    fn evaluate(
        &self,
        arguments: &[ColumnarValue],
        rows: usize,
    ) -> Result<ColumnarValue, FunctionError>;

    /// Whether some input can make [`Self::evaluate`] fail. A kernel that cannot fail may be evaluated
    /// on rows that are dropped or not selected, where that is cheaper than leaving them out.
    fn can_fail(&self) -> bool {
        true
    }
}
