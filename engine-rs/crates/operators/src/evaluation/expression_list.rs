use std::sync::Arc;

use arrow_array::{ArrayRef, RecordBatch, RecordBatchOptions, new_null_array};
use arrow_schema::{DataType, Field, Schema, SchemaRef};
use datafusion_physical_expr::PhysicalExpr;
use datafusion_physical_expr::expressions::Column;
use datafusion_physical_expr::utils::{collect_columns, reassign_expr_columns};
use sf_contract::LogicalType;
use sf_runtime::EngineError;

use super::Rows;

/// Columns that expressions read: those of the batch, then results of host calls, one value per row
/// of the step, then results of repeated calls, one value per row that is evaluated.
#[derive(Clone, Copy)]
pub(crate) struct Columns<'a> {
    batch: &'a [ArrayRef],
    results: &'a [ArrayRef],
    repeated: &'a [ArrayRef],
}

impl<'a> Columns<'a> {
    pub(crate) fn new(batch: &'a [ArrayRef], results: &'a [ArrayRef]) -> Self {
        Self { batch, results, repeated: &[] }
    }

    /// The same with results of repeated calls.
    pub(super) fn with_repeated(self, repeated: &'a [ArrayRef]) -> Self {
        Self { repeated, ..self }
    }
}

/// Expressions evaluated one after the other, narrowed to the columns they read.
#[derive(Debug)]
pub(super) struct ExpressionList {
    columns: Vec<usize>,
    schema: SchemaRef,
    expressions: Vec<Narrowed>,
}

#[derive(Debug)]
struct Narrowed {
    physical: Arc<dyn PhysicalExpr>,
    arrow_type: DataType,
    /// Which of the list's columns it reads.
    reads: Vec<usize>,
}

impl ExpressionList {
    /// Narrows expressions, each with its type, over columns of the given types.
    pub(super) fn try_new(
        expressions: &[(&Arc<dyn PhysicalExpr>, &LogicalType)],
        known: &[&LogicalType],
    ) -> Result<Self, EngineError> {
        let mut columns: Vec<usize> = expressions
            .iter()
            .flat_map(|(physical, _)| collect_columns(physical))
            .map(|column| column.index())
            .collect();
        columns.sort_unstable();
        columns.dedup();
        let mut fields = Vec::with_capacity(columns.len());
        for column in &columns {
            let logical_type = known.get(*column).ok_or_else(|| {
                EngineError::defect(format!("an expression over column {column}"))
            })?;
            fields.push(Field::new(format!("f{column}"), logical_type.to_arrow(), true));
        }
        let schema: SchemaRef = Arc::new(Schema::new(fields));
        let mut narrowed = Vec::with_capacity(expressions.len());
        for (physical, logical_type) in expressions {
            let physical = reassign_expr_columns(Arc::clone(physical), &schema)?;
            let reads = collect_columns(&physical).iter().map(Column::index).collect();
            let arrow_type = logical_type.to_arrow();
            narrowed.push(Narrowed { physical, arrow_type, reads });
        }
        Ok(Self { columns, schema, expressions: narrowed })
    }

    pub(super) fn len(&self) -> usize {
        self.expressions.len()
    }

    /// The Arrow types of the results.
    pub(super) fn types(&self) -> impl Iterator<Item = &DataType> {
        self.expressions.iter().map(|one| &one.arrow_type)
    }

    /// Evaluates the first `count` expressions on some rows.
    pub(super) fn evaluate(
        &self,
        columns: Columns<'_>,
        rows: &Rows,
        count: usize,
    ) -> Result<Vec<ArrayRef>, EngineError> {
        let expressions = &self.expressions[..count];
        let batch = self.gather(columns, rows, expressions)?;
        let mut values = Vec::with_capacity(count);
        for expression in expressions {
            let value = expression.physical.evaluate(&batch)?.into_array(rows.len())?;
            if value.data_type() != &expression.arrow_type || value.len() != rows.len() {
                return Err(EngineError::defect(format!(
                    "{} gave {} rows of {}",
                    expression.physical,
                    value.len(),
                    value.data_type()
                )));
            }
            values.push(value);
        }
        Ok(values)
    }

    fn gather(
        &self,
        columns: Columns<'_>,
        rows: &Rows,
        expressions: &[Narrowed],
    ) -> Result<RecordBatch, EngineError> {
        let mut gathered = Vec::with_capacity(self.columns.len());
        for (place, column) in self.columns.iter().enumerate() {
            if !expressions.iter().any(|expression| expression.reads.contains(&place)) {
                // Read only by expressions that are not evaluated now, and perhaps not there yet.
                gathered.push(new_null_array(self.schema.field(place).data_type(), rows.len()));
                continue;
            }
            gathered.push(column_at(columns, rows, *column)?);
        }
        let options = RecordBatchOptions::new().with_row_count(Some(rows.len()));
        Ok(RecordBatch::try_new_with_options(Arc::clone(&self.schema), gathered, &options)?)
    }
}

/// The column with this number, at the rows.
fn column_at(columns: Columns<'_>, rows: &Rows, column: usize) -> Result<ArrayRef, EngineError> {
    if let Some(input) = columns.batch.get(column) {
        return rows.gather(input);
    }
    let result = column - columns.batch.len();
    if let Some(values) = columns.results.get(result) {
        return Ok(rows.gather_result(values));
    }
    let repeated = columns.repeated.get(result - columns.results.len());
    repeated
        .map(ArrayRef::clone)
        .ok_or_else(|| EngineError::defect(format!("the result of call {result} is not there")))
}
