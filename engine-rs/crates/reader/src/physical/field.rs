use std::fmt;
use std::sync::Arc;

use datafusion::arrow::array::{Array, ArrayRef, AsArray, RecordBatch, make_array};
use datafusion::arrow::buffer::NullBuffer;
use datafusion::arrow::datatypes::{DataType, Schema};
use datafusion::common::Result;
use datafusion::logical_expr::ColumnarValue;
use datafusion::physical_expr::PhysicalExpr;
use sf_contract::LogicalType;
use sf_runtime::EngineError;

use super::{identity_eq, type_mismatch};

/// A field of a ROW; the field of a NULL row is NULL, whatever the child array holds there.
#[derive(Debug, Clone)]
pub(crate) struct FieldExpr {
    row: Arc<dyn PhysicalExpr>,
    field: usize,
    logical_type: LogicalType,
}

identity_eq!(FieldExpr, row, field, logical_type);

impl FieldExpr {
    pub(crate) fn new(row: Arc<dyn PhysicalExpr>, field: usize, logical_type: LogicalType) -> Self {
        Self { row, field, logical_type }
    }
}

impl PhysicalExpr for FieldExpr {
    fn data_type(&self, _schema: &Schema) -> Result<DataType> {
        Ok(self.logical_type.to_arrow())
    }

    fn nullable(&self, _schema: &Schema) -> Result<bool> {
        Ok(true)
    }

    fn evaluate(&self, batch: &RecordBatch) -> Result<ColumnarValue> {
        let row = self.row.evaluate(batch)?.into_array(batch.num_rows())?;
        let Some(row) = row.as_struct_opt().filter(|row| self.field < row.num_columns()) else {
            let message = format!("field {} of {}", self.field, row.data_type());
            return Err(EngineError::defect(message).into());
        };
        let child = row.column(self.field);
        let declared = self.logical_type.to_arrow();
        if child.data_type() != &declared {
            return Err(type_mismatch("a field", child.data_type(), &declared).into());
        }
        Ok(ColumnarValue::Array(masked(child, row.nulls())?))
    }

    fn children(&self) -> Vec<&Arc<dyn PhysicalExpr>> {
        vec![&self.row]
    }

    fn with_new_children(
        self: Arc<Self>,
        children: Vec<Arc<dyn PhysicalExpr>>,
    ) -> Result<Arc<dyn PhysicalExpr>> {
        let row = children
            .into_iter()
            .next()
            .ok_or_else(|| EngineError::defect("a field reference without its row"))?;
        Ok(Arc::new(Self::new(row, self.field, self.logical_type.clone())))
    }

    fn fmt_sql(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, formatter)
    }
}

impl fmt::Display for FieldExpr {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{}.{}", self.row, self.field)
    }
}

/// The child with the parent's NULLs on top of its own.
fn masked(child: &ArrayRef, parent: Option<&NullBuffer>) -> Result<ArrayRef> {
    let Some(parent) = parent.filter(|parent| parent.null_count() > 0) else {
        return Ok(Arc::clone(child));
    };
    let nulls = NullBuffer::union(Some(parent), child.nulls());
    Ok(make_array(child.to_data().into_builder().nulls(nulls).build()?))
}
