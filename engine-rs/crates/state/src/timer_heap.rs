use sf_faults::{Fault, is_on};

use crate::table::SlotId;

/// The order in which timers fire: a binary heap that does, step by step, what Flink's HeapPriorityQueue
/// does, so that timers of equal time come out as they do there.
///
/// Flink counts entries from 1, this from 0; the shape is the same.
#[derive(Debug, Default)]
pub(crate) struct TimerHeap {
    entries: Vec<Entry>,
    /// Where in `entries` a slot's timer is. Slots without a timer have any value.
    places: Vec<u32>,
}

/// A timer in the heap.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Entry {
    pub(crate) time: i64,
    pub(crate) slot: SlotId,
}

impl TimerHeap {
    pub(crate) fn len(&self) -> usize {
        self.entries.len()
    }

    /// The time of the next timer.
    pub(crate) fn next_time(&self) -> Option<i64> {
        self.entries.first().map(|entry| entry.time)
    }

    pub(crate) fn memory_bytes(&self) -> usize {
        self.entries.capacity() * size_of::<Entry>() + self.places.capacity() * size_of::<u32>()
    }

    /// Adds the timer of a slot that has none.
    pub(crate) fn push(&mut self, time: i64, slot: SlotId) {
        let place = self.entries.len();
        self.entries.push(Entry { time, slot });
        if self.places.len() <= slot as usize {
            self.places.resize(slot as usize + 1, 0);
        }
        self.put(place, Entry { time, slot });
        self.sift_up(place);
    }

    /// Takes the next timer if it is due.
    pub(crate) fn pop(&mut self, until: i64) -> Option<Entry> {
        let first = self.entries.first().copied().filter(|entry| entry.time <= until)?;
        self.remove_at(0);
        Some(first)
    }

    /// Removes the timer of a slot that has one.
    pub(crate) fn remove(&mut self, slot: SlotId) {
        let place = self.places[slot as usize] as usize;
        debug_assert_eq!(self.entries[place].slot, slot);
        self.remove_at(place);
    }

    /// HeapPriorityQueue.removeInternal: the last entry takes the place.
    fn remove_at(&mut self, place: usize) {
        let Some(last) = self.entries.pop() else {
            return;
        };
        if place < self.entries.len() {
            self.put(place, last);
            self.sift_down(place);
            if self.entries[place].slot == last.slot {
                self.sift_up(place);
            }
        }
    }

    fn sift_up(&mut self, mut place: usize) {
        let current = self.entries[place];
        while place > 0 {
            let parent = (place - 1) / 2;
            if current.time >= self.entries[parent].time {
                break;
            }
            self.put(place, self.entries[parent]);
            place = parent;
        }
        self.put(place, current);
    }

    fn sift_down(&mut self, mut place: usize) {
        let current = self.entries[place];
        loop {
            let (first, second) = (2 * place + 1, 2 * place + 2);
            let Some(mut child) = self.entries.get(first).copied() else {
                break;
            };
            let mut child_place = first;
            // Of two equal children Flink takes the first.
            let takes_second = |other: &&Entry| {
                other.time < child.time
                    || (other.time == child.time && is_on(Fault::SwappedEqualTimers))
            };
            if let Some(other) = self.entries.get(second).filter(takes_second) {
                (child, child_place) = (*other, second);
            }
            if child.time >= current.time {
                break;
            }
            self.put(place, child);
            place = child_place;
        }
        self.put(place, current);
    }

    fn put(&mut self, place: usize, entry: Entry) {
        self.entries[place] = entry;
        // There are fewer entries than slots, and slots are u32.
        self.places[entry.slot as usize] = u32::try_from(place).unwrap_or(u32::MAX);
    }
}
