use std::sync::Arc;

use arrow_array::{ArrayRef, new_empty_array};
use datafusion_physical_expr::PhysicalExpr;
use sf_contract::LogicalType;
use sf_runtime::{CompiledExpression, EngineError, ErrorClass};

use super::Rows;
use super::expression_list::{Columns, ExpressionList};

/// Expressions evaluated together.
#[derive(Debug)]
pub(crate) struct ExpressionSet {
    plain: ExpressionList,
    sharing: Option<Sharing>,
}

/// Calls that occur more than once, and the expressions over their results. If this fails, the plain
/// expressions say where and how: a shared call fails in front of what stands before it.
#[derive(Debug)]
struct Sharing {
    repeated: ExpressionList,
    expressions: ExpressionList,
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
    /// Expressions over `input` columns followed by `results` columns, without repeated calls.
    pub(crate) fn try_new(
        expressions: &[CompiledExpression],
        input: &[LogicalType],
        results: &[LogicalType],
    ) -> Result<Self, EngineError> {
        Self::try_with_repeated(expressions, &[], input, results)
    }

    /// Expressions in which calls occur more than once.
    pub(crate) fn try_with_repeated(
        expressions: &[CompiledExpression],
        repeated: &[CompiledExpression],
        input: &[LogicalType],
        results: &[LogicalType],
    ) -> Result<Self, EngineError> {
        let mut known: Vec<&LogicalType> = input.iter().chain(results).collect();
        let plain = ExpressionList::try_new(&plain_forms(expressions), &known)?;
        if repeated.is_empty() {
            return Ok(Self { plain, sharing: None });
        }
        let calls = ExpressionList::try_new(&plain_forms(repeated), &known)?;
        known.extend(repeated.iter().map(|call| &call.logical_type));
        let sharing: Vec<_> =
            expressions.iter().map(|one| (&one.sharing, &one.logical_type)).collect();
        let expressions = ExpressionList::try_new(&sharing, &known)?;
        Ok(Self { plain, sharing: Some(Sharing { repeated: calls, expressions }) })
    }

    /// Evaluates all expressions on some rows, up to the first row that fails.
    pub(crate) fn evaluate(
        &self,
        columns: Columns<'_>,
        rows: &Rows,
    ) -> Result<Evaluated, EngineError> {
        if rows.len() == 0 {
            // Not even a constant that fails is evaluated when no row asks for it.
            let values = self.plain.types().map(new_empty_array).collect();
            return Ok(Evaluated { values, failure: None });
        }
        match self.evaluate_all(columns, rows) {
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
        match self.plain.evaluate(columns, &rows.slice(row, 1), count) {
            Ok(_) => Ok(None),
            Err(error) if error.class() == ErrorClass::User => Ok(Some(error)),
            Err(error) => Err(error),
        }
    }

    fn replay(&self, columns: Columns<'_>, rows: &Rows) -> Result<Evaluated, EngineError> {
        for row in 0..rows.len() {
            if let Some(error) = self.first_error(columns, rows, row, self.plain.len())? {
                let values = self.evaluate_all(columns, &rows.slice(0, row))?;
                return Ok(Evaluated { values, failure: Some(Failure { row, error }) });
            }
        }
        Err(EngineError::defect("a batch failed, but none of its rows does"))
    }

    fn evaluate_all(
        &self,
        columns: Columns<'_>,
        rows: &Rows,
    ) -> Result<Vec<ArrayRef>, EngineError> {
        let Some(sharing) = &self.sharing else {
            return self.plain.evaluate(columns, rows, self.plain.len());
        };
        let repeated = sharing.repeated.evaluate(columns, rows, sharing.repeated.len())?;
        let columns = columns.with_repeated(&repeated);
        sharing.expressions.evaluate(columns, rows, sharing.expressions.len())
    }
}

fn plain_forms(expressions: &[CompiledExpression]) -> Vec<(&Arc<dyn PhysicalExpr>, &LogicalType)> {
    expressions.iter().map(|one| (&one.physical, &one.logical_type)).collect()
}
