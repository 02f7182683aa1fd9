use std::ops::Range;
use std::sync::Arc;

use sf_faults::{Fault, is_on};
use sf_runtime::encode::Keys;
use sf_runtime::{ChangelogBatch, Clock, EngineError, RowKind};
use sf_state::{NO_SLOT, SlotId, StateTable};

use super::state::{Ended, RowLayout};
use crate::aggregate::{Aggregate, Change, DistinctValues, Sweep};

/// The groups and what a batch does to them.
pub(super) struct Groups {
    pub(super) table: StateTable,
    pub(super) layout: RowLayout,
    pub(super) state_ttl_millis: i64,
    pub(super) max_parallelism: u32,
    pub(super) clock: Arc<dyn Clock>,
    /// The slot that each key of the batch at hand may have.
    pub(super) candidates: Vec<SlotId>,
    /// The changes of the batch at hand.
    pub(super) changes: Vec<Change>,
    /// What becomes of the group with each change.
    pub(super) fates: Vec<Fate>,
    pub(super) ended: Ended,
    /// Slots whose groups expired and which the functions do not know yet.
    pub(super) expired: Vec<SlotId>,
    /// Processing time of the batch at hand.
    pub(super) now: i64,
    pub(super) sweep: Sweep,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Fate {
    Starts,
    Changes,
    Ends,
}

/// The changes of one group that are emitted together.
#[derive(Debug, Clone, Copy)]
pub(super) struct Run {
    pub(super) first: usize,
    pub(super) last: usize,
    /// Whether the group starts with the first of them.
    pub(super) starts: bool,
    /// Whether the group has no rows after the last of them.
    pub(super) ends: bool,
}

fn is_accumulate(batch: &ChangelogBatch, row: usize) -> bool {
    matches!(batch.row_kind(row), RowKind::Insert | RowKind::UpdateAfter)
        || is_on(Fault::RetractedAsAdded)
}

impl Groups {
    /// Starts a batch.
    pub(super) fn begin(&mut self) {
        self.now = if self.state_ttl_millis > 0 { self.clock.now_millis() } else { 0 };
        self.changes.clear();
        self.fates.clear();
    }

    /// Finds or makes the group of each row, and what becomes of it.
    pub(super) fn find(
        &mut self,
        batch: &ChangelogBatch,
        keys: Keys<'_>,
    ) -> Result<(), EngineError> {
        self.begin();
        let (ttl, now) = (self.state_ttl_millis, self.now);
        let hashes = (0..keys.len()).map(|position| keys.hash(position));
        self.table.candidates(hashes, &mut self.candidates);
        for (position, candidate) in self.candidates.iter().copied().enumerate() {
            let row = batch.selected_row(position);
            let accumulate = is_accumulate(batch, row);
            let (hash, key) = (keys.hash(position), keys.key(position));
            // A slot that was looked for before a group ended may have been given up since.
            let candidate = if self.ended.is_empty() { candidate } else { NO_SLOT };
            let mut found = self.table.find_from(candidate, hash, key);
            if let Some(slot) = found
                && ttl > 0
                && self.layout.is_expired(self.table.row(slot), ttl, now)
            {
                self.ended.end(&mut self.table, slot);
                self.expired.push(slot);
                found = None;
            }
            let (slot, fate) = match found {
                Some(slot) => (slot, Fate::Changes),
                // A retraction for an unknown group may come first, or after its state expired.
                None if !accumulate && !is_on(Fault::UnknownRetractionKept) => continue,
                None => {
                    let key_group = keys.key_group(position, self.max_parallelism);
                    (self.table.insert(hash, key, key_group)?, Fate::Starts)
                }
            };
            let state = self.table.row_mut(slot);
            self.layout.write_time(state, now);
            let fate = if self.layout.count(state, accumulate) {
                self.ended.end(&mut self.table, slot);
                Fate::Ends
            } else {
                fate
            };
            let ends = fate == Fate::Ends;
            self.changes.push(Change { row, position, slot, accumulate, ends });
            self.fates.push(fate);
        }
        Ok(())
    }
}

impl Groups {
    /// Finds or makes the group of rows with one key, whose changes are emitted together. None if there is no
    /// such group and none of them adds to it.
    pub(super) fn find_run(
        &mut self,
        batch: &ChangelogBatch,
        keys: Keys<'_>,
        rows: Range<usize>,
    ) -> Result<Option<Run>, EngineError> {
        let position = rows.start;
        let (hash, key) = (keys.hash(position), keys.key(position));
        let mut found = self.table.find(hash, key);
        if let Some(slot) = found
            && self.state_ttl_millis > 0
            && self.layout.is_expired(self.table.row(slot), self.state_ttl_millis, self.now)
        {
            self.ended.end(&mut self.table, slot);
            self.expired.push(slot);
            found = None;
        }
        let mut rows = rows.peekable();
        let slot = match found {
            Some(slot) => slot,
            None => {
                // Only those in front: a later one takes back what was added before.
                let retracts = |row: &usize| {
                    !is_accumulate(batch, *row) && !is_on(Fault::UnknownRetractionKept)
                };
                while rows.next_if(retracts).is_some() {}
                if rows.peek().is_none() {
                    return Ok(None);
                }
                self.table.insert(hash, key, keys.key_group(position, self.max_parallelism))?
            }
        };
        let first = self.changes.len();
        let state = self.table.row_mut(slot);
        self.layout.write_time(state, self.now);
        let mut ends = false;
        for row in rows {
            let accumulate = is_accumulate(batch, row);
            ends = self.layout.count(state, accumulate);
            self.changes.push(Change { row, position: row, slot, accumulate, ends: false });
        }
        if ends {
            if let Some(last) = self.changes.last_mut() {
                last.ends = true;
            }
            self.ended.end(&mut self.table, slot);
        }
        let last = self.changes.len() - 1;
        Ok(Some(Run { first, last, starts: found.is_none(), ends }))
    }
}

impl Groups {
    /// Forgets some of the groups that expired and whose key does not come any more.
    pub(super) fn sweep(&mut self) {
        if self.state_ttl_millis == 0 {
            return;
        }
        for _ in 0..Sweep::steps(self.changes.len()) {
            let Some(slot) = self.sweep.step(&self.table) else {
                continue;
            };
            if self.layout.is_expired(self.table.row(slot), self.state_ttl_millis, self.now) {
                self.table.detach(slot);
                self.table.release(slot);
                self.expired.push(slot);
            }
        }
    }
}

impl Groups {
    /// Forgets what else there is of groups that expired.
    pub(super) fn forget_expired(
        &mut self,
        distinct: &mut [DistinctValues],
        functions: &mut [Box<dyn Aggregate>],
    ) {
        for slot in self.expired.drain(..) {
            distinct.iter_mut().for_each(|distinct| distinct.forget(slot));
            functions.iter_mut().for_each(|function| function.forget(slot));
        }
    }
}
