use sf_faults::{Fault, is_on};
use sf_runtime::encode::KeyEncoder;
use sf_runtime::{
    AggregateParameters, ChangelogBatch, EngineError, Mark, MarkHandling, OperatorContext, Output,
    RowKind, Signal, StreamOperator, TableSize,
};
use sf_state::OperatorState;

use super::aggregation::{Aggregation, Applied};
use super::emitted::Emitted;
use super::groups::Fate;
use super::mini_batch::MiniBatchGroupAggregateOperator;

/// Makes a group aggregate.
pub(crate) fn create(
    id: &str,
    parameters: AggregateParameters,
    context: &OperatorContext,
) -> Result<Box<dyn StreamOperator>, EngineError> {
    let keys = KeyEncoder::new(parameters.grouping.clone());
    let bundle_rows = parameters.bundle_rows;
    let aggregation = Aggregation::try_new(id, parameters, context)?;
    Ok(match bundle_rows {
        Some(rows) => Box::new(MiniBatchGroupAggregateOperator::new(id, keys, aggregation, rows)),
        None => Box::new(GroupAggregateOperator { keys, aggregation }),
    })
}

/// Emits with each row what changed.
struct GroupAggregateOperator {
    keys: KeyEncoder,
    aggregation: Aggregation,
}

impl StreamOperator for GroupAggregateOperator {
    fn mark_handling(&self) -> MarkHandling {
        MarkHandling::Carried
    }

    fn process(
        &mut self,
        _port: usize,
        mut batch: ChangelogBatch,
        out: &mut Output<'_>,
    ) -> Result<(), EngineError> {
        let Self { keys, aggregation } = self;
        aggregation.make_anew()?;
        let mut marks = batch.take_marks();
        let keys = keys.encode(&batch)?;
        aggregation.groups.find(&batch, keys)?;
        let Applied { mut changed, failure } = aggregation.apply(&batch, keys)?;
        aggregation.account(0)?;
        if let Some(failure) = &failure {
            let row = aggregation.groups.changes[failure.change].row;
            marks.retain(|mark| mark.position <= row);
            changed.truncate(failure.change);
        }
        let mut rest = emitted(aggregation, &changed)?;
        rest.place(&mut marks);
        while !rest.picks.is_empty() {
            let emitted = rest.take(aggregation.fitting(&rest.picks));
            let rows = emitted.picks.len();
            // A mark behind these rows comes with the next ones, if there are any.
            let is_last = rest.picks.is_empty();
            let inside = marks.partition_point(|mark| mark.position < rows || is_last);
            let of_output: Vec<Mark> = marks.drain(..inside).collect();
            marks.iter_mut().for_each(|mark| mark.position -= rows);
            out.batch(aggregation.output(&batch, emitted)?.with_marks(of_output)?)?;
        }
        for mark in marks {
            match mark.signal {
                Signal::Watermark(timestamp) => out.watermark(timestamp)?,
                Signal::Status(status) => out.status(status)?,
            }
        }
        failure.map_or(Ok(()), |failure| Err(failure.error))
    }

    fn visit_tables(&self, visit: &mut dyn FnMut(TableSize<'_>)) {
        self.aggregation.visit_tables(visit);
    }

    fn account(&self) -> Result<(), EngineError> {
        self.aggregation.account(0)
    }

    fn state(&mut self) -> Option<&mut dyn OperatorState> {
        Some(&mut self.aggregation)
    }
}

fn emitted(aggregation: &Aggregation, changed: &[bool]) -> Result<Emitted, EngineError> {
    let mut emitted = Emitted::with_capacity(2 * changed.len());
    let groups = &aggregation.groups;
    let changes = groups.changes.iter().zip(&groups.fates);
    for (index, ((change, fate), changed)) in changes.zip(changed).enumerate() {
        let row = u32::try_from(change.row)
            .map_err(|_| EngineError::defect("a batch beyond 2^32 rows"))?;
        let (starts, ends) = (*fate == Fate::Starts, *fate == Fate::Ends);
        let before = ends | (!starts & *changed & aggregation.emit_update_before);
        let kind = if ends { RowKind::Delete } else { RowKind::UpdateBefore };
        emitted.push_if(before, row, 2 * index, kind);
        let after = starts | (!ends & *changed);
        let kind = if starts { RowKind::Insert } else { RowKind::UpdateAfter };
        emitted.push_if(after, row, 2 * index + 1, kind);
    }
    emitted.finish();
    if is_on(Fault::UpdateWithOldValue) {
        emitted.picks.iter_mut().for_each(|pick| *pick &= !1);
    }
    Ok(emitted)
}
