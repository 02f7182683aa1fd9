use std::ops::RangeInclusive;

use sf_faults::{Fault, is_on};

use crate::error::StateError;
use crate::key_group::hash_bytes_by_words;
use crate::layout::TableLayout;
use crate::snapshot::TableSection;
use crate::table::{StateTable, StateTableView};
use crate::timer_heap::TimerHeap;

const TIME_BYTES: usize = size_of::<i64>();

/// Whose timer it is. An operator has one timer per key, namespace and time.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TimerKey<'a> {
    /// Flink's hash of the key.
    pub hash: i32,
    /// Flink's key group of the key.
    pub key_group: u32,
    /// The key as a BinaryRow.
    pub key: &'a [u8],
    /// What tells timers of one key apart, such as a window; as long as the table says.
    pub namespace: &'a [u8],
}

/// What a table of timers holds.
#[derive(Debug, Clone)]
pub struct TimerLayout {
    /// The node's stable id.
    pub node: String,
    /// The table's name within its node.
    pub table: String,
    /// Key and namespace as text, such as `(BIGINT) window`. A snapshot written for another is refused.
    pub schema: String,
    /// Length of the namespaces, a multiple of 4; 0 without namespaces.
    pub namespace_bytes: usize,
    /// The key groups of the task.
    pub key_groups: RangeInclusive<u32>,
}

/// Timers of one kind of time of an operator. Follows Flink's InternalTimerServiceImpl over a
/// HeapPriorityQueueSet: what is registered twice fires once, timers fire by time, and timers of equal time
/// as they lie in Flink's heap.
///
/// A timer is a key of a [`StateTable`], `| i64 time | namespace | key |` without a value, so views,
/// snapshots and key groups are those of every table. The heap beside it is made anew on restore.
#[derive(Debug)]
pub struct TimerTable {
    table: StateTable,
    namespace_bytes: usize,
    heap: TimerHeap,
    /// The timer that is looked up; kept to be filled again.
    entry: Vec<u8>,
}

impl TimerTable {
    /// A table without timers.
    pub fn new(layout: TimerLayout) -> Self {
        let table = StateTable::new(TableLayout {
            node: layout.node,
            table: layout.table,
            schema: layout.schema,
            row_bytes: 0,
            texts: 0,
            key_groups: layout.key_groups,
            upgrades: &[],
        });
        Self {
            table,
            namespace_bytes: layout.namespace_bytes,
            heap: TimerHeap::default(),
            entry: Vec::new(),
        }
    }

    /// What the table holds.
    pub fn layout(&self) -> &TableLayout {
        self.table.layout()
    }

    /// Number of timers.
    pub fn len(&self) -> usize {
        self.heap.len()
    }

    /// Whether there is no timer.
    pub fn is_empty(&self) -> bool {
        self.heap.len() == 0
    }

    /// Bytes of memory, with those of pages that only a view has still.
    pub fn memory_bytes(&self) -> usize {
        self.table.memory_bytes() + self.heap.memory_bytes() + self.entry.capacity()
    }

    /// When the next timer fires.
    pub fn next_time(&self) -> Option<i64> {
        self.heap.next_time()
    }

    /// Registers a timer and answers whether it is new.
    ///
    /// # Errors
    /// A key group that is not the task's, or a namespace of another length.
    pub fn register(&mut self, key: TimerKey<'_>, time: i64) -> Result<bool, StateError> {
        let hash = self.encode(key, time)?;
        if self.table.find(hash, &self.entry).is_some() && !is_on(Fault::DuplicateTimer) {
            return Ok(false);
        }
        let slot = self.table.insert(hash, &self.entry, key.key_group)?;
        self.heap.push(time, slot);
        Ok(true)
    }

    /// Deletes a timer and answers whether there was one.
    ///
    /// # Errors
    /// A namespace of another length.
    pub fn delete(&mut self, key: TimerKey<'_>, time: i64) -> Result<bool, StateError> {
        let hash = self.encode(key, time)?;
        let Some(slot) = self.table.find(hash, &self.entry) else {
            return Ok(false);
        };
        if is_on(Fault::UndeletedTimer) {
            return Ok(true);
        }
        self.heap.remove(slot);
        self.table.detach(slot);
        self.table.release(slot);
        Ok(true)
    }

    /// Moves the next timer to the end of `fired` if its time is at most `until`, and answers whether there
    /// was one. Between two calls the operator may register and delete timers, as Flink's does while it
    /// fires.
    pub fn pop(&mut self, until: i64, fired: &mut FiredTimers) -> bool {
        let until = if is_on(Fault::EarlyTimer) { until.saturating_add(1) } else { until };
        let Some(timer) = self.heap.pop(until) else {
            return false;
        };
        let key_group = self.table.key_group(timer.slot).unwrap_or_default();
        fired.push(timer.time, key_group, self.namespace_bytes, self.table.key(timer.slot));
        self.table.detach(timer.slot);
        self.table.release(timer.slot);
        true
    }

    /// Moves all timers whose time is at most `until` to `fired`: the step of a watermark at once, for an
    /// operator that neither registers nor deletes timers while it fires.
    pub fn pop_all(&mut self, until: i64, fired: &mut FiredTimers) {
        while self.pop(until, fired) {}
    }

    /// A view that later changes do not touch.
    pub fn view(&mut self) -> StateTableView {
        self.table.view()
    }

    /// Takes the timers of one key group out of a snapshot, before any was registered.
    ///
    /// # Errors
    /// As [`StateTable::restore`].
    pub fn restore(
        &mut self,
        key_group: u32,
        section: &TableSection<'_>,
    ) -> Result<(), StateError> {
        // Nothing was removed yet, so what is restored gets the next slots.
        let first = self.table.slots();
        self.table.restore(key_group, section)?;
        for slot in first..self.table.slots() {
            let entry = self.table.key(slot);
            let time = entry
                .first_chunk::<TIME_BYTES>()
                .filter(|_| entry.len() >= TIME_BYTES + self.namespace_bytes);
            let Some(time) = time else {
                let reason = format!("a timer of {} is cut off", self.layout().title());
                return Err(StateError::Malformed { key_group, reason });
            };
            let time = i64::from_le_bytes(*time);
            self.heap.push(if is_on(Fault::UnarmedRestoredTimer) { i64::MAX } else { time }, slot);
        }
        Ok(())
    }

    /// Writes a timer into `entry` and answers its hash.
    fn encode(&mut self, key: TimerKey<'_>, time: i64) -> Result<i32, StateError> {
        if key.namespace.len() != self.namespace_bytes {
            return Err(StateError::Namespace {
                table: self.layout().title(),
                found: key.namespace.len(),
                expected: self.namespace_bytes,
            });
        }
        self.entry.clear();
        self.entry.extend_from_slice(&time.to_le_bytes());
        self.entry.extend_from_slice(key.namespace);
        self.entry.extend_from_slice(key.key);
        Ok(hash_bytes_by_words(&self.entry))
    }
}

/// Timers that fired, in order; kept by the operator and filled again.
#[derive(Debug, Default)]
pub struct FiredTimers {
    timers: Vec<Fired>,
    /// Namespace and key of each timer, one behind the other.
    bytes: Vec<u8>,
}

#[derive(Debug, Clone, Copy)]
struct Fired {
    time: i64,
    key_group: u32,
    namespace_bytes: usize,
    start: usize,
    end: usize,
}

impl FiredTimers {
    /// Number of timers.
    pub fn len(&self) -> usize {
        self.timers.len()
    }

    /// Whether none fired.
    pub fn is_empty(&self) -> bool {
        self.timers.is_empty()
    }

    /// Forgets the timers.
    pub fn clear(&mut self) {
        self.timers.clear();
        self.bytes.clear();
    }

    /// Bytes of memory.
    pub fn memory_bytes(&self) -> usize {
        self.timers.capacity() * size_of::<Fired>() + self.bytes.capacity()
    }

    /// Time and owner of a timer, by its position.
    pub fn get(&self, position: usize) -> Option<(i64, TimerKey<'_>)> {
        self.timers.get(position).map(|timer| self.read(*timer))
    }

    /// Time and owner of the timer that fired last.
    pub fn last(&self) -> Option<(i64, TimerKey<'_>)> {
        self.timers.last().map(|timer| self.read(*timer))
    }

    /// Time and owner of each timer.
    pub fn iter(&self) -> impl Iterator<Item = (i64, TimerKey<'_>)> {
        self.timers.iter().map(|timer| self.read(*timer))
    }

    fn read(&self, timer: Fired) -> (i64, TimerKey<'_>) {
        let bytes = &self.bytes[timer.start..timer.end];
        let (namespace, key) = bytes.split_at(timer.namespace_bytes);
        let hash = hash_bytes_by_words(key);
        (timer.time, TimerKey { hash, key_group: timer.key_group, key, namespace })
    }

    fn push(&mut self, time: i64, key_group: u32, namespace_bytes: usize, entry: &[u8]) {
        let start = self.bytes.len();
        self.bytes.extend_from_slice(entry.get(TIME_BYTES..).unwrap_or_default());
        let end = self.bytes.len();
        self.timers.push(Fired { time, key_group, namespace_bytes, start, end });
    }
}
