use std::fmt;
use std::hash::{Hash, Hasher};
use std::sync::Arc;

use datafusion::arrow::array::{BooleanArray, RecordBatch, RecordBatchOptions};
use datafusion::arrow::compute::{FilterBuilder, filter_record_batch};
use datafusion::arrow::datatypes::{Field, Schema, SchemaRef};
use datafusion::common::Result;
use datafusion::logical_expr::ColumnarValue;
use datafusion::physical_expr::PhysicalExpr;
use datafusion::physical_expr::expressions::Column;
use datafusion::physical_expr::utils::{collect_columns, reassign_expr_columns};

/// An operand that is evaluated only on some rows. It keeps an expression over just the columns it
/// reads, so that picking rows copies no other column; the columns themselves are the children that the
/// expression around it shows to DataFusion.
#[derive(Debug, Clone)]
pub(crate) struct Branch {
    inputs: Vec<Arc<dyn PhysicalExpr>>,
    inner: Arc<dyn PhysicalExpr>,
    schema: SchemaRef,
    can_fail: bool,
}

impl Branch {
    /// Narrows an expression over `input` to the columns it reads.
    pub(crate) fn try_new(
        expression: Arc<dyn PhysicalExpr>,
        input: &Schema,
        can_fail: bool,
    ) -> Result<Self> {
        let mut columns: Vec<Column> = collect_columns(&expression).into_iter().collect();
        columns.sort_by_key(Column::index);
        let fields: Vec<Field> =
            columns.iter().map(|column| input.field(column.index()).clone()).collect();
        let schema = Arc::new(Schema::new(fields));
        let inner = reassign_expr_columns(expression, &schema)?;
        let inputs =
            columns.into_iter().map(|column| Arc::new(column) as Arc<dyn PhysicalExpr>).collect();
        Ok(Self { inputs, inner, schema, can_fail })
    }

    /// The operand over other columns.
    pub(crate) fn with_inputs(&self, inputs: Vec<Arc<dyn PhysicalExpr>>) -> Self {
        Self { inputs, ..self.clone() }
    }

    pub(crate) fn can_fail(&self) -> bool {
        self.can_fail
    }

    /// Evaluates every row.
    pub(crate) fn evaluate(&self, batch: &RecordBatch) -> Result<ColumnarValue> {
        self.inner.evaluate(&self.columns(batch)?)
    }

    /// Evaluates the rows for which the mask is true; the result has only those.
    pub(crate) fn evaluate_masked(
        &self,
        batch: &RecordBatch,
        mask: &BooleanArray,
    ) -> Result<ColumnarValue> {
        let columns = self.columns(batch)?;
        let picked = if columns.num_columns() == 0 {
            let options = RecordBatchOptions::new().with_row_count(Some(mask.true_count()));
            RecordBatch::try_new_with_options(Arc::clone(&self.schema), Vec::new(), &options)?
        } else if columns.num_columns() == 1 {
            filter_record_batch(&columns, mask)?
        } else {
            FilterBuilder::new(mask).optimize().build().filter_record_batch(&columns)?
        };
        self.inner.evaluate(&picked)
    }

    fn columns(&self, batch: &RecordBatch) -> Result<RecordBatch> {
        let rows = batch.num_rows();
        let columns: Result<Vec<_>> =
            self.inputs.iter().map(|input| input.evaluate(batch)?.into_array(rows)).collect();
        let options = RecordBatchOptions::new().with_row_count(Some(rows));
        Ok(RecordBatch::try_new_with_options(Arc::clone(&self.schema), columns?, &options)?)
    }
}

impl fmt::Display for Branch {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.inner, formatter)
    }
}

impl PartialEq for Branch {
    fn eq(&self, other: &Self) -> bool {
        self.inputs == other.inputs && self.inner.eq(&other.inner)
    }
}

impl Eq for Branch {}

impl Hash for Branch {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.inputs.hash(state);
        self.inner.hash(state);
    }
}

/// Splits children back into the inputs of each branch, in the order [`children_of`] gave them.
pub(super) fn with_children(
    branches: &[Branch],
    children: Vec<Arc<dyn PhysicalExpr>>,
) -> Vec<Branch> {
    let mut children = children.into_iter();
    branches
        .iter()
        .map(|branch| branch.with_inputs(children.by_ref().take(branch.inputs.len()).collect()))
        .collect()
}

/// The inputs of all branches.
pub(super) fn children_of(branches: &[Branch]) -> Vec<&Arc<dyn PhysicalExpr>> {
    branches.iter().flat_map(|branch| branch.inputs.iter()).collect()
}
