//! When rows of a table expire: Flink's StateTtlConfig with OnCreateAndWrite and NeverReturnExpired. A row
//! holds the time of its last write in epoch milliseconds.

use sf_faults::{Fault, is_on};
use sf_state::{SlotId, StateTable};

use super::{long_at, put_long};

/// The row was written.
pub(crate) fn write_time(row: &mut [u8], at: usize, now: i64) {
    if !is_on(Fault::UnrefreshedTtl) || long_at(row, at) == 0 {
        put_long(row, at, now);
    }
}

/// Flink's TtlUtils.expired: the sum saturates.
pub(crate) fn is_expired(row: &[u8], at: usize, ttl_millis: i64, now: i64) -> bool {
    let ttl_millis = ttl_millis + i64::from(is_on(Fault::LateExpiry));
    long_at(row, at).saturating_add(ttl_millis) <= now
}

/// Passes over a table again and again, some slots at a time, for rows that expired and whose key does not
/// come any more.
#[derive(Debug, Default)]
pub(crate) struct Sweep {
    next: SlotId,
}

impl Sweep {
    /// Slots to look at behind a batch of so many changes: more than it can have brought.
    pub(crate) fn steps(changes: usize) -> usize {
        2 * changes + 16
    }

    /// The next slot, if it has a key.
    pub(crate) fn step(&mut self, table: &StateTable) -> Option<SlotId> {
        let slot = self.next;
        self.next = if slot + 1 < table.slots() { slot + 1 } else { 0 };
        table.is_live(slot).then_some(slot)
    }
}
