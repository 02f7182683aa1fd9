use sf_runtime::{EngineError, ErrorCode, TableSize};
use sf_state::{Members, NO_SLOT, SlotId, StateTable, hash_bytes_by_words};

use super::lifetime::{Sweep, is_expired, write_time};
use super::{Change, GroupKeys, TableContext};

const WORD: usize = size_of::<i64>();
/// The length of the value behind group and value.
const LENGTH: usize = size_of::<u32>();

/// Whether the first of two values comes first among those of a group.
pub(super) type Order = fn(&[u8], &[u8]) -> bool;

/// Values of groups with a state for each: what Flink keeps in a MapView of an accumulator. With a time to
/// live each entry expires for itself, as those of Flink's TtlMapState.
///
/// ```text
/// entry   group's key | value | u32 length of the value   →   i64 time of the last write, if state expires | state
/// ```
///
/// Where groups neither end nor expire, nothing asks for the values of a group, and the length is left out.
pub(super) struct GroupValues {
    table: StateTable,
    members: Option<Members>,
    order: Order,
    ttl_millis: i64,
    sweep: Sweep,
    /// Processing time of the batch at hand.
    now: i64,
    /// Of each change of the batch at hand: the hash of group and value, and the slot that they may have.
    hashes: Vec<i32>,
    candidates: Vec<SlotId>,
    /// Whether entries were removed since the candidates were looked up.
    outdated: bool,
    key: Vec<u8>,
}

impl GroupValues {
    /// A table of this name. `value` and `state` say what its entries hold, as text.
    pub(super) fn new(
        tables: &TableContext<'_>,
        name: String,
        (value, state): (&str, &str),
        state_bytes: usize,
        order: Order,
    ) -> Self {
        let expires = tables.state_ttl_millis > 0;
        let written = if expires { "written " } else { "" };
        let entry = format!("({value}) -> {written}{state}");
        let written_bytes = if expires { WORD } else { 0 };
        Self {
            table: StateTable::new(tables.layout(name, &entry, written_bytes + state_bytes)),
            members: (expires || tables.groups_end).then(Members::default),
            order,
            ttl_millis: tables.state_ttl_millis,
            sweep: Sweep::default(),
            now: 0,
            hashes: Vec::new(),
            candidates: Vec::new(),
            outdated: false,
            key: Vec::new(),
        }
    }

    pub(super) fn table_mut(&mut self) -> &mut StateTable {
        &mut self.table
    }

    pub(super) fn size(&self) -> TableSize<'_> {
        let beside = self.members.as_ref().map_or(0, Members::memory_bytes);
        let size = TableSize::of(&self.table);
        TableSize { bytes: size.bytes + beside, ..size }
    }

    /// Starts a batch: looks for the values of its changes, by the hash of each value.
    pub(super) fn look_up(
        &mut self,
        groups: GroupKeys<'_>,
        changes: &[Change],
        hash: impl Fn(&Change) -> i32,
    ) {
        self.now = groups.now;
        self.outdated = false;
        self.hashes.clear();
        self.hashes.extend(changes.iter().map(|change| {
            // One group can have most of the values.
            groups.keys.hash(change.position).wrapping_mul(31).wrapping_add(hash(change))
        }));
        self.table.candidates(self.hashes.iter().copied(), &mut self.candidates);
    }

    /// The entry of a change's value. A new one has a state of zeros, as has one that expired.
    ///
    /// # Errors
    /// A group of another task.
    #[inline]
    pub(super) fn entry(
        &mut self,
        groups: GroupKeys<'_>,
        (index, change): (usize, &Change),
        value: &[u8],
    ) -> Result<SlotId, EngineError> {
        self.key.clear();
        self.key.extend_from_slice(groups.keys.key(change.position));
        self.key.extend_from_slice(value);
        if self.members.is_some() {
            let length = u32::try_from(value.len())
                .map_err(|_| EngineError::defect("a value beyond 4 GB"))?;
            self.key.extend_from_slice(&length.to_le_bytes());
        }
        let hash = self.hashes[index];
        let candidate = if self.outdated { NO_SLOT } else { self.candidates[index] };
        if let Some(slot) = self.table.find_from(candidate, hash, &self.key) {
            if self.is_expired(slot) {
                self.table.row_mut(slot).fill(0);
            }
            return Ok(slot);
        }
        let key_group = groups.keys.key_group(change.position, groups.max_parallelism);
        let slot = self.table.insert(hash, &self.key, key_group)?;
        if let Some(members) = &mut self.members {
            members.add(change.slot, slot, in_order(&self.table, self.order));
        }
        Ok(slot)
    }

    #[inline]
    pub(super) fn state(&self, slot: SlotId) -> &[u8] {
        &self.table.row(slot)[self.state_start()..]
    }

    /// The state of an entry, to be written: the entry lives on.
    #[inline]
    pub(super) fn write(&mut self, slot: SlotId) -> &mut [u8] {
        let (start, now) = (self.state_start(), self.now);
        let row = self.table.row_mut(slot);
        if start > 0 {
            write_time(row, 0, now);
        }
        &mut row[start..]
    }

    pub(super) fn remove(&mut self, slot: SlotId) {
        if let Some(members) = &mut self.members {
            members.remove(slot, in_order(&self.table, self.order));
        }
        self.give_up(slot);
    }

    /// Forgets all entries of a group.
    pub(super) fn forget(&mut self, group: SlotId) {
        let members = self.members.as_mut().map(|members| members.take_all(group));
        members.into_iter().flatten().for_each(|slot| self.give_up(slot));
    }

    /// Gives up an entry that belongs to no group any more.
    fn give_up(&mut self, slot: SlotId) {
        self.outdated = true;
        self.table.detach(slot);
        self.table.release(slot);
    }

    /// The first entry of a group that did not expire.
    pub(super) fn first(&mut self, group: SlotId) -> Option<SlotId> {
        loop {
            let slot = self.members.as_ref().and_then(|members| members.first(group))?;
            if !self.is_expired(slot) {
                return Some(slot);
            }
            self.remove(slot);
        }
    }

    /// The value of an entry.
    pub(super) fn value(&self, slot: SlotId) -> &[u8] {
        value_of(&self.table, slot)
    }

    /// Ends a batch: forgets some of the entries that expired and whose value does not come any more.
    pub(super) fn sweep(&mut self, changes: usize) {
        if self.ttl_millis == 0 {
            return;
        }
        for _ in 0..Sweep::steps(changes) {
            if let Some(slot) = self.sweep.step(&self.table).filter(|slot| self.is_expired(*slot)) {
                self.remove(slot);
            }
        }
    }

    /// Finds the group of each entry, after a restore.
    ///
    /// # Errors
    /// An entry whose group is not there.
    pub(super) fn restored(&mut self, groups: &StateTable) -> Result<(), EngineError> {
        let Some(members) = &mut self.members else {
            return Ok(());
        };
        *members = Members::default();
        for slot in (0..self.table.slots()).filter(|slot| self.table.is_live(*slot)) {
            let group = split(self.table.key(slot))
                .and_then(|(group, _)| groups.find(hash_bytes_by_words(group), group));
            let Some(group) = group else {
                let table = self.table.layout().title();
                let message = format!("the snapshot of {table} has a value without group");
                return Err(EngineError::new(ErrorCode::State, message));
            };
            members.add(group, slot, in_order(&self.table, self.order));
        }
        Ok(())
    }

    #[inline]
    fn is_expired(&self, slot: SlotId) -> bool {
        self.ttl_millis > 0 && is_expired(self.table.row(slot), 0, self.ttl_millis, self.now)
    }

    #[inline]
    fn state_start(&self) -> usize {
        if self.ttl_millis > 0 { WORD } else { 0 }
    }
}

fn in_order(table: &StateTable, order: Order) -> impl Fn(SlotId, SlotId) -> bool {
    move |one, other| order(value_of(table, one), value_of(table, other))
}

fn value_of(table: &StateTable, slot: SlotId) -> &[u8] {
    split(table.key(slot)).map_or(&[], |(_, value)| value)
}

/// Group and value of an entry's key.
fn split(key: &[u8]) -> Option<(&[u8], &[u8])> {
    let (both, length) = key.split_last_chunk::<LENGTH>()?;
    both.split_at_checked(both.len().checked_sub(u32::from_le_bytes(*length) as usize)?)
}
