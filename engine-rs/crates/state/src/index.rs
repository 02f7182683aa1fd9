use crate::table::SlotId;

/// An empty entry. It would stand for a slot that no table gives away.
const EMPTY: u64 = u64::MAX;
const SMALLEST: usize = 16;

/// Which slots have a hash: entries of hash and slot in one word, at the place that the hash gives or as
/// near behind it as there was room. A search reads neighbouring words, mostly one, and looks at no page
/// before the whole hash agrees.
#[derive(Debug, Default)]
pub(crate) struct SlotIndex {
    /// A power of two, or none at all.
    entries: Vec<u64>,
    len: usize,
}

impl SlotIndex {
    /// Number of slots.
    pub(crate) fn len(&self) -> usize {
        self.len
    }

    /// Bytes of memory.
    pub(crate) fn memory_bytes(&self) -> usize {
        self.entries.capacity() * size_of::<u64>()
    }

    /// The first slot with this hash that `is_it` accepts.
    #[inline]
    pub(crate) fn find(&self, hash: i32, mut is_it: impl FnMut(SlotId) -> bool) -> Option<SlotId> {
        let mask = self.entries.len().wrapping_sub(1);
        let mut at = self.home(hash);
        // Ends at an empty entry, of which there is always one; without entries it ends at once.
        while let Some(entry) = self.entries.get(at).filter(|entry| **entry != EMPTY) {
            if hash_of(*entry) == hash && is_it(slot_of(*entry)) {
                return Some(slot_of(*entry));
            }
            at = (at + 1) & mask;
        }
        None
    }

    /// Adds a slot; [`SlotId::MAX`] is none.
    pub(crate) fn insert(&mut self, hash: i32, slot: SlotId) {
        // At most three quarters are in use.
        if self.len + 1 > self.entries.len() / 4 * 3 {
            let grown = vec![EMPTY; (2 * self.entries.len()).max(SMALLEST)];
            let old = std::mem::replace(&mut self.entries, grown);
            for entry in old.into_iter().filter(|entry| *entry != EMPTY) {
                self.put(entry);
            }
        }
        self.put(entry(hash, slot));
        self.len += 1;
    }

    /// Removes a slot and answers whether it was there.
    pub(crate) fn remove(&mut self, hash: i32, slot: SlotId) -> bool {
        let mask = self.entries.len().wrapping_sub(1);
        let wanted = entry(hash, slot);
        let mut hole = self.home(hash);
        loop {
            match self.entries.get(hole) {
                None | Some(&EMPTY) => return false,
                Some(found) if *found == wanted => break,
                Some(_) => hole = (hole + 1) & mask,
            }
        }
        // Entries behind it move up, unless that would put them in front of their place.
        let mut next = (hole + 1) & mask;
        while self.entries[next] != EMPTY {
            let home = self.home(hash_of(self.entries[next]));
            if next.wrapping_sub(home) & mask >= next.wrapping_sub(hole) & mask {
                self.entries[hole] = self.entries[next];
                hole = next;
            }
            next = (next + 1) & mask;
        }
        self.entries[hole] = EMPTY;
        self.len -= 1;
        true
    }

    fn put(&mut self, entry: u64) {
        let mask = self.entries.len().wrapping_sub(1);
        let mut at = self.home(hash_of(entry));
        while self.entries[at] != EMPTY {
            at = (at + 1) & mask;
        }
        self.entries[at] = entry;
    }

    /// Flink's hash spread over all bits, of which the upper ones count.
    #[inline]
    fn home(&self, hash: i32) -> usize {
        let spread = u64::from(hash.cast_unsigned()).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let bits = self.entries.len().trailing_zeros();
        usize::try_from(spread.checked_shr(64 - bits).unwrap_or(0)).unwrap_or(0)
    }
}

#[inline]
fn entry(hash: i32, slot: SlotId) -> u64 {
    u64::from(hash.cast_unsigned()) << 32 | u64::from(slot)
}

#[inline]
fn hash_of(entry: u64) -> i32 {
    high(entry).cast_signed()
}

#[inline]
fn slot_of(entry: u64) -> SlotId {
    let [a, b, c, d, ..] = entry.to_le_bytes();
    SlotId::from_le_bytes([a, b, c, d])
}

#[inline]
fn high(entry: u64) -> u32 {
    let [.., a, b, c, d] = entry.to_le_bytes();
    u32::from_le_bytes([a, b, c, d])
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use proptest::prelude::*;

    use super::*;

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(512))]

        /// Few hashes, so that entries crowd and wrap around the end.
        #[test]
        fn an_index_is_a_set(
            steps in prop::collection::vec((any::<bool>(), 0_u32..60), 1..300),
            hashes in prop::collection::vec(any::<i32>(), 1..8),
        ) {
            let hash = |slot: u32| hashes[slot as usize % hashes.len()];
            let mut index = SlotIndex::default();
            let mut model = BTreeSet::new();
            for (adds, slot) in steps {
                if adds && model.insert(slot) {
                    index.insert(hash(slot), slot);
                } else if !adds {
                    prop_assert_eq!(index.remove(hash(slot), slot), model.remove(&slot));
                }
                prop_assert_eq!(index.len(), model.len());
                for slot in 0..60 {
                    let found = index.find(hash(slot), |other| other == slot);
                    prop_assert_eq!(found.is_some(), model.contains(&slot));
                }
            }
        }
    }
}
