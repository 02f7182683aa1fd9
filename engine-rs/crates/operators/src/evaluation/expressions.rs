use std::sync::Arc;

use arrow_array::{ArrayRef, RecordBatch, RecordBatchOptions, new_empty_array, new_null_array};
use arrow_schema::{DataType, Field, Schema, SchemaRef};
use datafusion_physical_expr::PhysicalExpr;
use datafusion_physical_expr::expressions::Column;
use datafusion_physical_expr::utils::{collect_columns, reassign_expr_columns};
use sf_contract::LogicalType;
use sf_runtime::{CompiledExpression, EngineError, ErrorClass};

use super::Rows;

/// Columns that expressions read: those of the batch, then results of host calls, one value per row
/// of the step.
#[derive(Clone, Copy)]
pub(crate) struct Columns<'a> {
    pub(crate) batch: &'a [ArrayRef],
    pub(crate) results: &'a [ArrayRef],
}

/// Expressions evaluated together, narrowed to the columns they read.
#[derive(Debug)]
pub(crate) struct ExpressionSet {
    columns: Vec<usize>,
    schema: SchemaRef,
    expressions: Vec<Narrowed>,
}

#[derive(Debug)]
struct Narrowed {
    physical: Arc<dyn PhysicalExpr>,
    arrow_type: DataType,
    /// Which of the set's columns it reads.
    reads: Vec<usize>,
}

/// A row on which Flink fails.
#[derive(Debug)]
pub(crate) struct Failure {
    /// The row, counted among the rows that were given.
    pub(crate) row: usize,
    /// Its first error.
    pub(crate) error: EngineError,
}

/// Results for the rows before the first failing one, or for all.
#[derive(Debug)]
pub(crate) struct Evaluated {
    pub(crate) values: Vec<ArrayRef>,
    pub(crate) failure: Option<Failure>,
}

impl ExpressionSet {
    /// Narrows expressions over `input` columns followed by `results` columns.
    pub(crate) fn try_new(
        expressions: &[CompiledExpression],
        input: &[LogicalType],
        results: &[LogicalType],
    ) -> Result<Self, EngineError> {
        let known: Vec<&LogicalType> = input.iter().chain(results).collect();
        let mut columns: Vec<usize> = expressions
            .iter()
            .flat_map(|expression| collect_columns(&expression.physical))
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
        for expression in expressions {
            let physical = reassign_expr_columns(Arc::clone(&expression.physical), &schema)?;
            let reads = collect_columns(&physical).iter().map(Column::index).collect();
            let arrow_type = expression.logical_type.to_arrow();
            narrowed.push(Narrowed { physical, arrow_type, reads });
        }
        Ok(Self { columns, schema, expressions: narrowed })
    }

    pub(crate) fn len(&self) -> usize {
        self.expressions.len()
    }

    /// Evaluates all expressions on some rows, up to the first row that fails.
    pub(crate) fn evaluate(
        &self,
        columns: Columns<'_>,
        rows: &Rows,
    ) -> Result<Evaluated, EngineError> {
        if rows.len() == 0 {
            // Not even a constant that fails is evaluated when no row asks for it.
            let empty = |one: &Narrowed| new_empty_array(&one.arrow_type);
            return Ok(Evaluated {
                values: self.expressions.iter().map(empty).collect(),
                failure: None,
            });
        }
        match self.evaluate_all(columns, rows, self.len()) {
            Ok(values) => Ok(Evaluated { values, failure: None }),
            Err(error) if error.class() == ErrorClass::User => self.replay(columns, rows),
            Err(error) => Err(error),
        }
    }

    /// Evaluates the first `count` expressions on one row: the row's first error among them.
    pub(crate) fn first_error(
        &self,
        columns: Columns<'_>,
        rows: &Rows,
        row: usize,
        count: usize,
    ) -> Result<Option<EngineError>, EngineError> {
        match self.evaluate_all(columns, &rows.slice(row, 1), count) {
            Ok(_) => Ok(None),
            Err(error) if error.class() == ErrorClass::User => Ok(Some(error)),
            Err(error) => Err(error),
        }
    }

    fn replay(&self, columns: Columns<'_>, rows: &Rows) -> Result<Evaluated, EngineError> {
        for row in 0..rows.len() {
            if let Some(error) = self.first_error(columns, rows, row, self.len())? {
                let values = self.evaluate_all(columns, &rows.slice(0, row), self.len())?;
                return Ok(Evaluated { values, failure: Some(Failure { row, error }) });
            }
        }
        Err(EngineError::defect("a batch failed, but none of its rows does"))
    }

    fn evaluate_all(
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
            gathered.push(match column.checked_sub(columns.batch.len()) {
                None => rows.gather(&columns.batch[*column])?,
                Some(result) => {
                    rows.gather_result(columns.results.get(result).ok_or_else(|| {
                        EngineError::defect(format!(
                            "the result of host call {result} is not there"
                        ))
                    })?)
                }
            });
        }
        let options = RecordBatchOptions::new().with_row_count(Some(rows.len()));
        Ok(RecordBatch::try_new_with_options(Arc::clone(&self.schema), gathered, &options)?)
    }
}
