use std::sync::Arc;

use arrow_array::cast::AsArray;
use arrow_array::{Array, ArrayRef, Int32Array, UInt32Array};
use arrow_buffer::ScalarBuffer;
use arrow_select::take::take;
use sf_faults::{Fault, is_on};
use sf_runtime::{ChangelogBatch, EngineError, OperatorMemory, Output, StreamOperator};

use super::unnest::{Elements, Joined, Ordinality, Unnest};
use crate::evaluation::{Columns, ExpressionSet, Failure, Rows};

/// Rows per output batch: a large collection must not make one huge batch.
const BATCH_ROWS: usize = 8192;

/// What happens to an input row without a joined row.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Padding {
    /// It is dropped.
    None,
    /// It leaves once, the right side NULL.
    Unmatched,
}

pub(super) struct CorrelateOperator {
    collection: ExpressionSet,
    unnest: Unnest,
    padding: Padding,
    condition: Option<ExpressionSet>,
    memory: OperatorMemory,
}

/// A row of the output: an input row, counted among the rows of the step, and its element.
type OutputRow = (usize, Option<Joined>);

impl CorrelateOperator {
    pub(super) fn new(
        collection: ExpressionSet,
        unnest: Unnest,
        padding: Padding,
        condition: Option<ExpressionSet>,
        memory: OperatorMemory,
    ) -> Self {
        Self { collection, unnest, padding, condition, memory }
    }

    /// The joined rows that the condition lets pass, up to the first on which it fails.
    fn matching(
        &self,
        batch: &ChangelogBatch,
        rows: &Rows,
        elements: &Elements,
    ) -> Result<(Vec<Joined>, Option<Failure>), EngineError> {
        let joined = &elements.joined;
        let Some(condition) = &self.condition else {
            return Ok((joined.clone(), None));
        };
        let pairs: Vec<OutputRow> = joined.iter().map(|one| (one.row, Some(*one))).collect();
        let candidates = self.columns(batch, rows, elements, &pairs)?;
        let all = Rows::of(&ChangelogBatch::try_new(candidates.clone(), joined.len())?);
        let columns = Columns::new(&candidates, &[]);
        let evaluated = condition.evaluate(columns, &all)?;
        let values = evaluated
            .values
            .first()
            .and_then(|values| values.as_boolean_opt())
            .ok_or_else(|| EngineError::defect("a join condition that is not BOOLEAN"))?;
        let matching = (0..values.len())
            .filter(|place| values.is_valid(*place) && values.value(*place))
            .map(|place| joined[place])
            .collect();
        let failure = evaluated
            .failure
            .map(|failure| Failure { row: joined[failure.row].row, error: failure.error });
        Ok((matching, failure))
    }

    /// The output rows, with padding for rows before `complete` that have no match.
    fn output_rows(&self, matching: Vec<Joined>, complete: usize) -> Vec<OutputRow> {
        if self.padding == Padding::None || is_on(Fault::LostUnmatchedRow) {
            return matching.into_iter().map(|one| (one.row, Some(one))).collect();
        }
        let mut rows = Vec::with_capacity(matching.len());
        let mut matching = matching.into_iter().peekable();
        for row in 0..complete {
            let before = rows.len();
            while let Some(one) = matching.next_if(|one| one.row == row) {
                rows.push((row, Some(one)));
            }
            if rows.len() == before {
                rows.push((row, None));
            }
        }
        rows.extend(matching.map(|one| (one.row, Some(one))));
        rows
    }

    fn columns(
        &self,
        batch: &ChangelogBatch,
        rows: &Rows,
        elements: &Elements,
        output: &[OutputRow],
    ) -> Result<Vec<ArrayRef>, EngineError> {
        let left: Result<Vec<u32>, _> =
            output.iter().map(|(row, _)| u32::try_from(rows.physical(*row))).collect();
        let left = left.map_err(|_| EngineError::defect("a batch of more than 2^32 rows"))?;
        let left = UInt32Array::from(left);
        let right: UInt32Array =
            output.iter().map(|(_, joined)| joined.map(|joined| joined.element)).collect();
        let mut columns = Vec::with_capacity(batch.columns().len() + elements.columns.len() + 1);
        for column in batch.columns() {
            columns.push(take(column.as_ref(), &left, None)?);
        }
        for column in &elements.columns {
            columns.push(take(column.as_ref(), &right, None)?);
        }
        if self.unnest.ordinality == Ordinality::With {
            let positions: Int32Array =
                output.iter().map(|(_, joined)| joined.map(|joined| joined.position)).collect();
            columns.push(Arc::new(positions));
        }
        Ok(columns)
    }
}

impl StreamOperator for CorrelateOperator {
    fn process(
        &mut self,
        _port: usize,
        batch: ChangelogBatch,
        out: &mut Output<'_>,
    ) -> Result<(), EngineError> {
        let rows = Rows::of(&batch);
        let columns = Columns::new(batch.columns(), &[]);
        let evaluated = self.collection.evaluate(columns, &rows)?;
        let collections = evaluated
            .values
            .first()
            .ok_or_else(|| EngineError::defect("a Correlate without its collection"))?;
        let mut elements = self.unnest.elements(collections)?;
        let (matching, condition_failure) = self.matching(&batch, &rows, &elements)?;
        // The condition sees only elements in front of the one that failed.
        let failure = condition_failure.or(elements.failure.take());
        let complete = failure.as_ref().map_or(collections.len(), |failure| failure.row);
        let output = self.output_rows(matching, complete);
        for chunk in output.chunks(BATCH_ROWS) {
            let columns = self.columns(&batch, &rows, &elements, chunk)?;
            let kinds: Option<Vec<u8>> = batch
                .row_kinds()
                .map(|kinds| chunk.iter().map(|(row, _)| kinds[rows.physical(*row)]).collect());
            let joined = ChangelogBatch::try_new(columns, chunk.len())?
                .with_row_kinds(kinds.map(ScalarBuffer::from))?;
            self.memory.resize(joined.memory_size())?;
            out.batch(joined)?;
        }
        match failure.or(evaluated.failure) {
            Some(failure) => Err(failure.error),
            None => Ok(()),
        }
    }
}
