//! What kernels share: reading arguments, running a closure over rows, building results.
//!
//! A kernel is a closure over the call's arguments. Arguments are columns or constants; the loops in
//! [`numbers`] and [`texts`] are written once for both, so that a function's own file holds only what
//! one row does. Infallible closures also run on the slots of NULL rows (whatever value lies there);
//! closures that can throw or yield NULL see only rows without NULL arguments.

pub(crate) mod civil;
pub(crate) mod decimal;
pub(crate) mod instants;
pub(crate) mod numbers;
pub(crate) mod texts;

use std::fmt;
use std::sync::Arc;

use arrow_array::{ArrayRef, make_array};
use arrow_schema::DataType;
use datafusion_common::ScalarValue;
use datafusion_expr::ColumnarValue;

use crate::{FunctionError, ScalarFunction, Unsupported};

/// What one row throws; the loop adds which row it was.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Thrown {
    /// `java.lang.ArithmeticException`.
    Arithmetic(&'static str),
    /// The kernel is not exact for this row.
    NeedsHost(&'static str),
    /// The result does not fit an Arrow array.
    TooLarge,
}

impl Thrown {
    pub(crate) fn at(self, row: usize) -> FunctionError {
        match self {
            Thrown::Arithmetic(message) => FunctionError::arithmetic(row, message),
            Thrown::NeedsHost(reason) => FunctionError::NeedsHost { reason: reason.into() },
            Thrown::TooLarge => FunctionError::Internal(
                "a column of text exceeds 2 GiB in one batch; lower the batch size".into(),
            ),
        }
    }
}

/// What a kernel answers.
pub(crate) type Outcome = Result<ColumnarValue, FunctionError>;

/// A kernel made of a closure.
struct Kernel<F> {
    name: &'static str,
    can_fail: bool,
    body: F,
}

impl<F> fmt::Debug for Kernel<F> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.name)
    }
}

impl<F> ScalarFunction for Kernel<F>
where
    F: Fn(&[ColumnarValue], usize) -> Outcome + Send + Sync,
{
    fn evaluate(&self, arguments: &[ColumnarValue], rows: usize) -> Outcome {
        (self.body)(arguments, rows)
    }

    fn can_fail(&self) -> bool {
        self.can_fail
    }
}

/// What a factory answers.
pub(crate) type Made = Result<Arc<dyn ScalarFunction>, Unsupported>;

/// A kernel that no input makes fail.
pub(crate) fn total<F>(name: &'static str, body: F) -> Made
where
    F: Fn(&[ColumnarValue], usize) -> Outcome + Send + Sync + 'static,
{
    Ok(Arc::new(Kernel { name, can_fail: false, body }))
}

/// A kernel that some input makes fail.
pub(crate) fn partial<F>(name: &'static str, body: F) -> Made
where
    F: Fn(&[ColumnarValue], usize) -> Outcome + Send + Sync + 'static,
{
    Ok(Arc::new(Kernel { name, can_fail: true, body }))
}

/// The argument at an ordinal; the registry has checked the number of arguments.
pub(crate) fn argument(
    arguments: &[ColumnarValue],
    ordinal: usize,
) -> Result<&ColumnarValue, FunctionError> {
    arguments
        .get(ordinal)
        .ok_or_else(|| FunctionError::Internal(format!("argument {ordinal} is missing")))
}

/// A constant NULL of a type.
pub(crate) fn null_of(data_type: &DataType) -> Outcome {
    ScalarValue::try_from(data_type).map(ColumnarValue::Scalar).map_err(internal)
}

/// The array as a result: a constant where every argument was constant.
pub(crate) fn result(array: ArrayRef, constant: bool) -> Outcome {
    if constant {
        ScalarValue::try_from_array(&array, 0).map(ColumnarValue::Scalar).map_err(internal)
    } else {
        Ok(ColumnarValue::Array(array))
    }
}

/// The same values under another Arrow type of the same layout: a timestamp as its i64, a date as
/// its i32, a decimal under its declared precision.
pub(crate) fn relabel(array: ArrayRef, data_type: &DataType) -> Result<ArrayRef, FunctionError> {
    if array.data_type() == data_type {
        return Ok(array);
    }
    let data = array.to_data().into_builder().data_type(data_type.clone()).build();
    data.map(make_array).map_err(internal)
}

/// A mismatch that the reader should have refused.
pub(crate) fn internal(error: impl fmt::Display) -> FunctionError {
    FunctionError::Internal(error.to_string())
}
