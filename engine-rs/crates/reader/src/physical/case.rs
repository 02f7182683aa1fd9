use std::fmt;
use std::sync::Arc;

use datafusion::arrow::array::{
    Array, ArrayRef, AsArray, BooleanArray, RecordBatch, new_empty_array,
};
use datafusion::arrow::buffer::BooleanBuffer;
use datafusion::arrow::compute::interleave;
use datafusion::arrow::datatypes::{DataType, Schema};
use datafusion::common::Result;
use datafusion::logical_expr::ColumnarValue;
use datafusion::physical_expr::PhysicalExpr;
use datafusion::physical_expr_common::utils::scatter;
use sf_contract::LogicalType;

use super::branch::{children_of, with_children};
use super::{Branch, identity_eq, typed_array};

/// CASE as Flink's generated code evaluates it: per row, conditions in order until one is true, then only
/// that condition's result. The last branch is the default.
#[derive(Debug, Clone)]
pub(crate) struct CaseExpr {
    /// Condition, result, condition, result..., default.
    branches: Vec<Branch>,
    logical_type: LogicalType,
}

identity_eq!(CaseExpr, branches, logical_type);

impl CaseExpr {
    pub(crate) fn new(branches: Vec<Branch>, logical_type: LogicalType) -> Self {
        Self { branches, logical_type }
    }
}

/// The results so far: arrays, and for each row the array and the place in it.
struct Results {
    arrays: Vec<ArrayRef>,
    places: Vec<(usize, usize)>,
}

impl Results {
    /// Takes the result of the rows in the mask. A constant is kept once for all of them.
    fn add(
        &mut self,
        value: ColumnarValue,
        mask: &BooleanArray,
        declared: &DataType,
    ) -> Result<()> {
        let index = self.arrays.len();
        let picked = mask.true_count();
        let constant = matches!(value, ColumnarValue::Scalar(_));
        self.arrays.push(typed_array(value, if constant { 1 } else { picked }, declared)?);
        for (place, row) in mask.values().set_indices().enumerate() {
            self.places[row] = (index, if constant { 0 } else { place });
        }
        Ok(())
    }
}

impl PhysicalExpr for CaseExpr {
    fn data_type(&self, _schema: &Schema) -> Result<DataType> {
        Ok(self.logical_type.to_arrow())
    }

    fn nullable(&self, _schema: &Schema) -> Result<bool> {
        Ok(true)
    }

    fn evaluate(&self, batch: &RecordBatch) -> Result<ColumnarValue> {
        let rows = batch.num_rows();
        let declared = self.logical_type.to_arrow();
        if rows == 0 {
            return Ok(ColumnarValue::Array(new_empty_array(&declared)));
        }
        let mut remaining = BooleanArray::new(BooleanBuffer::new_set(rows), None);
        let mut results = Results { arrays: Vec::new(), places: vec![(0, 0); rows] };
        let mut branches = self.branches.iter();
        while let Some(first) = branches.next() {
            let left = remaining.true_count();
            if left == 0 {
                break;
            }
            let Some(result) = branches.next() else {
                // The default: `first` is a result, not a condition.
                let value = evaluate_on(first, batch, &remaining, left)?;
                results.add(value, &remaining, &declared)?;
                break;
            };
            let condition = evaluate_on(first, batch, &remaining, left)?;
            let chosen = chosen(condition, &remaining, left)?;
            let count = chosen.true_count();
            if count > 0 {
                let value = evaluate_on(result, batch, &chosen, count)?;
                results.add(value, &chosen, &declared)?;
                remaining = BooleanArray::new(remaining.values() & &!chosen.values(), None);
            }
        }
        let arrays: Vec<&dyn Array> = results.arrays.iter().map(AsRef::as_ref).collect();
        if let [only] = arrays.as_slice()
            && only.len() == rows
        {
            return Ok(ColumnarValue::Array(Arc::clone(&results.arrays[0])));
        }
        Ok(ColumnarValue::Array(interleave(&arrays, &results.places)?))
    }

    fn children(&self) -> Vec<&Arc<dyn PhysicalExpr>> {
        children_of(&self.branches)
    }

    fn with_new_children(
        self: Arc<Self>,
        children: Vec<Arc<dyn PhysicalExpr>>,
    ) -> Result<Arc<dyn PhysicalExpr>> {
        let branches = with_children(&self.branches, children);
        Ok(Arc::new(Self::new(branches, self.logical_type.clone())))
    }

    fn fmt_sql(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, formatter)
    }
}

impl fmt::Display for CaseExpr {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("case(")?;
        for (index, branch) in self.branches.iter().enumerate() {
            let separator = if index == 0 { "" } else { ", " };
            write!(formatter, "{separator}{branch}")?;
        }
        formatter.write_str(")")
    }
}

fn evaluate_on(
    branch: &Branch,
    batch: &RecordBatch,
    mask: &BooleanArray,
    count: usize,
) -> Result<ColumnarValue> {
    if count == batch.num_rows() {
        branch.evaluate(batch)
    } else {
        branch.evaluate_masked(batch, mask)
    }
}

/// Rows among the remaining ones for which the condition is true. NULL chooses nothing.
fn chosen(condition: ColumnarValue, remaining: &BooleanArray, left: usize) -> Result<BooleanArray> {
    let condition = typed_array(condition, left, &DataType::Boolean)?;
    let full = if left == remaining.len() { condition } else { scatter(remaining, &condition)? };
    let full = full.as_boolean();
    let chosen = match full.nulls() {
        Some(nulls) => full.values() & nulls.inner(),
        None => full.values().clone(),
    };
    Ok(BooleanArray::new(chosen, None))
}
