use arrow_array::{Array, ArrayRef};
use arrow_buffer::ScalarBuffer;
use arrow_select::interleave::interleave;
use sf_runtime::{
    ChangelogBatch, EngineError, ErrorCode, ExpandParameters, OperatorContext, OperatorMemory,
    Output, StreamOperator,
};

use crate::evaluation::{Columns, ExpressionSet, Failure, Rows};

/// Makes an Expand.
pub(crate) fn create(
    id: &str,
    parameters: ExpandParameters,
    context: &OperatorContext,
) -> Result<Box<dyn StreamOperator>, EngineError> {
    let mut projections = Vec::with_capacity(parameters.projections.len());
    for projection in &parameters.projections {
        if !projection.host_calls.is_empty() {
            let message = "an Expand that calls the host is not supported";
            return Err(EngineError::new(ErrorCode::Expression, message));
        }
        projections.push(ExpressionSet::try_new(&projection.expressions, &projection.input, &[])?);
    }
    Ok(Box::new(ExpandOperator { projections, memory: context.memory.register(id) }))
}

struct ExpandOperator {
    projections: Vec<ExpressionSet>,
    memory: OperatorMemory,
}

impl StreamOperator for ExpandOperator {
    fn process(
        &mut self,
        _port: usize,
        batch: ChangelogBatch,
        out: &mut Output<'_>,
    ) -> Result<(), EngineError> {
        let rows = Rows::of(&batch);
        let mut copies: Vec<Vec<ArrayRef>> = Vec::with_capacity(self.projections.len());
        // The first failing row, and among its copies the first failing one.
        let mut failed: Option<(Failure, usize)> = None;
        for (copy, projection) in self.projections.iter().enumerate() {
            let columns = Columns::new(batch.columns(), &[]);
            let evaluated = projection.evaluate(columns, &rows)?;
            if let Some(failure) = evaluated.failure
                && failed.as_ref().is_none_or(|(known, _)| failure.row < known.row)
            {
                failed = Some((failure, copy));
            }
            copies.push(evaluated.values);
        }
        let (count, last_copies) =
            failed.as_ref().map_or((rows.len(), 0), |(failure, copy)| (failure.row, *copy));
        let mut places = Vec::with_capacity(count * copies.len() + last_copies);
        for row in 0..count {
            places.extend((0..copies.len()).map(|copy| (copy, row)));
        }
        places.extend((0..last_copies).map(|copy| (copy, count)));
        let output = output(&batch, &rows, &copies, &places)?;
        self.memory.resize(output.memory_size())?;
        out.batch(output)?;
        match failed {
            Some((failure, _)) => Err(failure.error),
            None => Ok(()),
        }
    }
}

fn output(
    batch: &ChangelogBatch,
    rows: &Rows,
    copies: &[Vec<ArrayRef>],
    places: &[(usize, usize)],
) -> Result<ChangelogBatch, EngineError> {
    let width = copies.first().map_or(0, Vec::len);
    let mut columns = Vec::with_capacity(width);
    for column in 0..width {
        let values: Vec<&dyn Array> = copies.iter().map(|copy| copy[column].as_ref()).collect();
        columns.push(interleave(&values, places)?);
    }
    let kinds: Option<Vec<u8>> = batch
        .row_kinds()
        .map(|kinds| places.iter().map(|(_, row)| kinds[rows.physical(*row)]).collect());
    ChangelogBatch::try_new(columns, places.len())?.with_row_kinds(kinds.map(ScalarBuffer::from))
}
