use std::fmt;
use std::hash::{Hash, Hasher};
use std::sync::Arc;

use datafusion::arrow::array::RecordBatch;
use datafusion::arrow::datatypes::{DataType, Schema};
use datafusion::common::Result;
use datafusion::logical_expr::ColumnarValue;
use datafusion::physical_expr::PhysicalExpr;
use sf_contract::LogicalType;
use sf_functions::{FunctionError, ScalarFunction};
use sf_runtime::{EngineError, HostCallHandler};

use super::type_mismatch;

/// The host's call for batches on which a kernel is not exact.
#[derive(Clone)]
pub(crate) struct HostFallback {
    pub(crate) call_id: u32,
    pub(crate) argument_types: Vec<LogicalType>,
    pub(crate) host: Arc<dyn HostCallHandler>,
}

/// A call of a kernel.
#[derive(Clone)]
pub(crate) struct KernelExpr {
    name: String,
    kernel: Arc<dyn ScalarFunction>,
    arguments: Vec<Arc<dyn PhysicalExpr>>,
    logical_type: LogicalType,
    arrow_type: DataType,
    fallback: Option<HostFallback>,
}

impl KernelExpr {
    pub(crate) fn new(
        name: &str,
        kernel: Arc<dyn ScalarFunction>,
        arguments: Vec<Arc<dyn PhysicalExpr>>,
        logical_type: LogicalType,
        fallback: Option<HostFallback>,
    ) -> Self {
        let arrow_type = logical_type.to_arrow();
        Self { name: name.to_owned(), kernel, arguments, logical_type, arrow_type, fallback }
    }

    fn fall_back(
        &self,
        arguments: &[ColumnarValue],
        rows: usize,
        reason: &str,
    ) -> Result<ColumnarValue> {
        let Some(fallback) = &self.fallback else {
            let message = format!("{} needs the host ({reason}), but has no host call", self.name);
            return Err(EngineError::defect(message).into());
        };
        let columns: Result<Vec<_>> =
            arguments.iter().map(|argument| argument.to_array(rows)).collect();
        let types = &fallback.argument_types;
        let result =
            fallback.host.call(fallback.call_id, &columns?, types, rows, &self.logical_type)?;
        match result.failure {
            Some(failure) => Err(failure.into()),
            None => Ok(ColumnarValue::Array(result.values)),
        }
    }
}

impl PhysicalExpr for KernelExpr {
    fn data_type(&self, _schema: &Schema) -> Result<DataType> {
        Ok(self.arrow_type.clone())
    }

    fn nullable(&self, _schema: &Schema) -> Result<bool> {
        Ok(true)
    }

    fn evaluate(&self, batch: &RecordBatch) -> Result<ColumnarValue> {
        let rows = batch.num_rows();
        let arguments: Result<Vec<_>> =
            self.arguments.iter().map(|argument| argument.evaluate(batch)).collect();
        let arguments = arguments?;
        let value = match self.kernel.evaluate(&arguments, rows) {
            Ok(value) => value,
            Err(FunctionError::User { java_class, message, .. }) => {
                return Err(EngineError::User { java_class, message: message.0 }.into());
            }
            Err(FunctionError::NeedsHost { reason }) => {
                self.fall_back(&arguments, rows, &reason)?
            }
            Err(FunctionError::Internal(message)) => {
                return Err(EngineError::defect(format!("{}: {message}", self.name)).into());
            }
        };
        if value.data_type() != self.arrow_type {
            return Err(type_mismatch(&self.name, &value.data_type(), &self.arrow_type).into());
        }
        Ok(value)
    }

    fn children(&self) -> Vec<&Arc<dyn PhysicalExpr>> {
        self.arguments.iter().collect()
    }

    fn with_new_children(
        self: Arc<Self>,
        children: Vec<Arc<dyn PhysicalExpr>>,
    ) -> Result<Arc<dyn PhysicalExpr>> {
        Ok(Arc::new(Self { arguments: children, ..self.as_ref().clone() }))
    }

    fn fmt_sql(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, formatter)
    }
}

impl fmt::Debug for KernelExpr {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, formatter)
    }
}

impl fmt::Display for KernelExpr {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{}(", self.name)?;
        for (index, argument) in self.arguments.iter().enumerate() {
            let separator = if index == 0 { "" } else { ", " };
            write!(formatter, "{separator}{argument}")?;
        }
        formatter.write_str(")")
    }
}

impl PartialEq for KernelExpr {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.kernel, &other.kernel) && self.arguments == other.arguments
    }
}

impl Eq for KernelExpr {}

impl Hash for KernelExpr {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.name.hash(state);
        self.arguments.hash(state);
    }
}
