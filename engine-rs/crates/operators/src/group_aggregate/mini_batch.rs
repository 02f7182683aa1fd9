use sf_runtime::encode::{KeyEncoder, Keys};
use sf_runtime::{
    ChangelogBatch, EngineError, FlushKind, Output, RowKind, StreamOperator, TableSize,
};
use sf_state::OperatorState;

use super::aggregation::{Aggregation, Applied};
use super::emitted::Emitted;
use super::groups::Run;
use crate::mini_batch::Bundle;

/// Rows of a bundle that are applied at a time; those of one key always together.
const STEP_ROWS: u32 = 1 << 13;

/// Holds rows back until their bundle is complete, and emits for each of its keys what changed by all of
/// them. Follows KeyedMapBundleOperator with MiniBatchGroupAggFunction.
pub(super) struct MiniBatchGroupAggregateOperator {
    keys: KeyEncoder,
    held: Held,
    /// A bundle ends with so many rows.
    bundle_rows: usize,
}

/// The rows that are held back, and what they will be applied to.
struct Held {
    bundle: Bundle,
    aggregation: Aggregation,
}

impl MiniBatchGroupAggregateOperator {
    pub(super) fn new(
        id: &str,
        keys: KeyEncoder,
        aggregation: Aggregation,
        bundle_rows: usize,
    ) -> Self {
        Self { keys, held: Held { bundle: Bundle::new(id), aggregation }, bundle_rows }
    }
}

impl Held {
    fn finish_bundle(&mut self, out: &mut Output<'_>) -> Result<(), EngineError> {
        if self.bundle.is_empty() {
            return Ok(());
        }
        let Self { bundle, aggregation } = self;
        aggregation.make_anew()?;
        let runs = bundle.runs();
        for step in runs.steps(STEP_ROWS) {
            let (batch, keys) = (bundle.batch(step.rows)?, bundle.keys(step.rows));
            let mut runs = Vec::new();
            let mut complete = true;
            aggregation.groups.begin();
            for rows in step.runs() {
                match aggregation.groups.find_run(&batch, keys.keys(), rows)? {
                    Some(run) => runs.push(run),
                    // Flink returns from finishBundle there: the keys behind this one are lost.
                    None => {
                        complete = false;
                        break;
                    }
                }
            }
            apply(aggregation, &batch, keys.keys(), runs, out)?;
            if !complete {
                break;
            }
        }
        bundle.clear();
        self.account()
    }

    fn account(&self) -> Result<(), EngineError> {
        self.aggregation.account(self.bundle.memory_bytes())
    }
}

/// Applies the changes of some keys and emits what became of them.
fn apply(
    aggregation: &mut Aggregation,
    batch: &ChangelogBatch,
    keys: Keys<'_>,
    mut runs: Vec<Run>,
    out: &mut Output<'_>,
) -> Result<(), EngineError> {
    let Applied { changed, failure } = aggregation.apply(batch, keys)?;
    if let Some(failure) = &failure {
        runs.truncate(runs.partition_point(|run| run.last < failure.change));
    }
    let mut rest = emitted(aggregation, &changed, &runs)?;
    while !rest.picks.is_empty() {
        let emitted = rest.take(aggregation.fitting(&rest.picks));
        out.batch(aggregation.output(batch, emitted)?)?;
    }
    failure.map_or(Ok(()), |failure| Err(failure.error))
}

fn emitted(
    aggregation: &Aggregation,
    changed: &[bool],
    runs: &[Run],
) -> Result<Emitted, EngineError> {
    let mut emitted = Emitted::with_capacity(2 * runs.len());
    for run in runs {
        let row = u32::try_from(aggregation.groups.changes[run.last].row)
            .map_err(|_| EngineError::defect("a bundle beyond 2^32 rows"))?;
        let (before, after) = (2 * run.first, 2 * run.last + 1);
        if run.ends {
            emitted.push_if(!run.starts, row, before, RowKind::Delete);
        } else if run.starts {
            emitted.push_if(true, row, after, RowKind::Insert);
        } else {
            let any = changed[run.first..=run.last].iter().any(|changed| *changed);
            let changed = aggregation.emits_unchanged()
                || (any && (run.first == run.last || aggregation.differ(before, after)?));
            let with_before = changed && aggregation.emit_update_before;
            emitted.push_if(with_before, row, before, RowKind::UpdateBefore);
            emitted.push_if(changed, row, after, RowKind::UpdateAfter);
        }
    }
    emitted.finish();
    Ok(emitted)
}

impl StreamOperator for MiniBatchGroupAggregateOperator {
    fn process(
        &mut self,
        _port: usize,
        batch: ChangelogBatch,
        out: &mut Output<'_>,
    ) -> Result<(), EngineError> {
        let Self { keys, held, bundle_rows } = self;
        let keys = keys.encode(&batch)?;
        let mut taken = 0;
        while taken < keys.len() {
            let room = *bundle_rows - held.bundle.len();
            let end = keys.len().min(taken.saturating_add(room));
            held.bundle.add(&batch, keys, taken..end)?;
            taken = end;
            held.account()?;
            if held.bundle.len() == *bundle_rows {
                held.finish_bundle(out)?;
            }
        }
        Ok(())
    }

    fn watermark(
        &mut self,
        _port: usize,
        timestamp: i64,
        out: &mut Output<'_>,
    ) -> Result<(), EngineError> {
        self.held.finish_bundle(out)?;
        out.watermark(timestamp)
    }

    fn flush(&mut self, _kind: FlushKind, out: &mut Output<'_>) -> Result<(), EngineError> {
        self.held.finish_bundle(out)
    }

    fn visit_tables(&self, visit: &mut dyn FnMut(TableSize<'_>)) {
        self.held.aggregation.visit_tables(visit);
        visit(self.held.bundle.size());
    }

    fn account(&self) -> Result<(), EngineError> {
        self.held.account()
    }

    fn state(&mut self) -> Option<&mut dyn OperatorState> {
        Some(&mut self.held.aggregation)
    }
}
