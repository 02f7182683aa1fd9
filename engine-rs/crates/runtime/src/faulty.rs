//! What deliberate faults do to batches; see sf-faults.

use arrow_buffer::ScalarBuffer;

use crate::{ChangelogBatch, EngineError, RowKind};

/// -U for +U and +U for -U.
pub(crate) fn swap_updates(kinds: &ScalarBuffer<u8>) -> ScalarBuffer<u8> {
    let (before, after) = (RowKind::UpdateBefore.byte(), RowKind::UpdateAfter.byte());
    let swapped = kinds.iter().map(|kind| match *kind {
        kind if kind == before => after,
        kind if kind == after => before,
        kind => kind,
    });
    swapped.collect::<Vec<u8>>().into()
}

/// The batch without its -U rows.
pub(crate) fn without_update_before(batch: ChangelogBatch) -> Result<ChangelogBatch, EngineError> {
    let Some(kinds) = batch.row_kinds() else {
        return Ok(batch);
    };
    let kept: Result<Vec<u32>, _> = batch
        .selected()
        .filter(|row| kinds[*row] != RowKind::UpdateBefore.byte())
        .map(u32::try_from)
        .collect();
    let kept = kept.map_err(|_| EngineError::defect("a batch of more than 2^32 rows"))?;
    batch.with_selection(Some(kept.into()))
}
