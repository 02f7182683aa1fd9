use std::fmt;
use std::sync::Arc;

use datafusion::arrow::array::{Array, ArrayRef, RecordBatch};
use datafusion::arrow::compute::interleave;
use datafusion::arrow::datatypes::{DataType, Schema};
use datafusion::common::Result;
use datafusion::logical_expr::ColumnarValue;
use datafusion::physical_expr::PhysicalExpr;
use sf_contract::LogicalType;

use super::{identity_eq, typed_array};

/// COALESCE. Flink calls its CoalesceFunction with all operands evaluated, so an operand after the first
/// one that is not NULL still fails.
#[derive(Debug, Clone)]
pub(crate) struct CoalesceExpr {
    operands: Vec<Arc<dyn PhysicalExpr>>,
    logical_type: LogicalType,
}

identity_eq!(CoalesceExpr, operands, logical_type);

impl CoalesceExpr {
    pub(crate) fn new(operands: Vec<Arc<dyn PhysicalExpr>>, logical_type: LogicalType) -> Self {
        Self { operands, logical_type }
    }
}

impl PhysicalExpr for CoalesceExpr {
    fn data_type(&self, _schema: &Schema) -> Result<DataType> {
        Ok(self.logical_type.to_arrow())
    }

    fn nullable(&self, _schema: &Schema) -> Result<bool> {
        Ok(true)
    }

    fn evaluate(&self, batch: &RecordBatch) -> Result<ColumnarValue> {
        let rows = batch.num_rows();
        let declared = self.logical_type.to_arrow();
        let mut arrays: Vec<ArrayRef> = Vec::with_capacity(self.operands.len());
        for operand in &self.operands {
            arrays.push(typed_array(operand.evaluate(batch)?, rows, &declared)?);
        }
        if let Some(first) = arrays.first()
            && first.null_count() == 0
        {
            return Ok(ColumnarValue::Array(Arc::clone(first)));
        }
        // A row where all are NULL takes the last operand's NULL.
        let last = arrays.len().saturating_sub(1);
        let places: Vec<(usize, usize)> = (0..rows)
            .map(|row| (arrays.iter().position(|array| array.is_valid(row)).unwrap_or(last), row))
            .collect();
        let arrays: Vec<&dyn Array> = arrays.iter().map(AsRef::as_ref).collect();
        Ok(ColumnarValue::Array(interleave(&arrays, &places)?))
    }

    fn children(&self) -> Vec<&Arc<dyn PhysicalExpr>> {
        self.operands.iter().collect()
    }

    fn with_new_children(
        self: Arc<Self>,
        children: Vec<Arc<dyn PhysicalExpr>>,
    ) -> Result<Arc<dyn PhysicalExpr>> {
        Ok(Arc::new(Self::new(children, self.logical_type.clone())))
    }

    fn fmt_sql(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, formatter)
    }
}

impl fmt::Display for CoalesceExpr {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("coalesce(")?;
        for (index, operand) in self.operands.iter().enumerate() {
            let separator = if index == 0 { "" } else { ", " };
            write!(formatter, "{separator}{operand}")?;
        }
        formatter.write_str(")")
    }
}
