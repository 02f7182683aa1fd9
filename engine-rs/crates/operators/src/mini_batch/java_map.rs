/// Table size of a new `java.util.HashMap`.
const INITIAL_CAPACITY: usize = 16;
/// Keys in a bin that a further one makes a tree, or the table larger.
const TREEIFY_THRESHOLD: usize = 8;
/// Smaller tables become larger instead.
const MIN_TREEIFY_CAPACITY: usize = 64;
const MAXIMUM_CAPACITY: usize = 1 << 30;

/// In which order a `java.util.HashMap` iterates over its keys, which decides the order in which the groups
/// of a bundle are emitted: bin by bin, and within a bin as the keys came. A map that is cleared keeps its table.
///
/// In a tree of more than eight keys of one bin Java moves its root to the front; here they stay in the order
/// in which they came.
#[derive(Debug)]
pub(super) struct JavaMap {
    /// Number of bins, a power of two.
    capacity: usize,
    /// Spread hashes of the keys, as they came.
    hashes: Vec<u32>,
}

impl Default for JavaMap {
    fn default() -> Self {
        Self { capacity: INITIAL_CAPACITY, hashes: Vec::new() }
    }
}

impl JavaMap {
    /// Adds a key that is not there yet; its ordinal is the number of keys before it.
    pub(super) fn push(&mut self, hash: i32) {
        let hash = spread(hash);
        if self.capacity < MIN_TREEIFY_CAPACITY {
            let bin = self.bin(hash);
            let others = self.hashes.iter().filter(|other| self.bin(**other) == bin).count();
            if others >= TREEIFY_THRESHOLD {
                self.grow();
            }
        }
        self.hashes.push(hash);
        if self.hashes.len() > self.capacity / 4 * 3 {
            self.grow();
        }
    }

    /// Number of keys.
    pub(super) fn len(&self) -> usize {
        self.hashes.len()
    }

    /// For each key its place in the order of iteration.
    pub(super) fn ranks(&self) -> Vec<u32> {
        let keys = u32::try_from(self.hashes.len()).unwrap_or(u32::MAX);
        let mut order: Vec<u32> = (0..keys).collect();
        order.sort_by_key(|key| self.bin(self.hashes[*key as usize]));
        let mut ranks = vec![0; order.len()];
        for (rank, key) in (0_u32..).zip(order) {
            ranks[key as usize] = rank;
        }
        ranks
    }

    /// Forgets the keys, but not how large the table is.
    pub(super) fn clear(&mut self) {
        self.hashes.clear();
    }

    /// Bytes of memory.
    pub(super) fn memory_bytes(&self) -> usize {
        self.hashes.capacity() * size_of::<u32>()
    }

    fn grow(&mut self) {
        self.capacity = (self.capacity * 2).min(MAXIMUM_CAPACITY);
    }

    fn bin(&self, hash: u32) -> usize {
        hash as usize & (self.capacity - 1)
    }
}

/// `HashMap.hash`.
fn spread(hash: i32) -> u32 {
    let hash = hash.cast_unsigned();
    hash ^ hash >> 16
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The keys in order of iteration.
    fn order(map: &JavaMap, keys: &[i32]) -> Vec<i32> {
        let mut order: Vec<(u32, i32)> =
            std::iter::zip(map.ranks(), keys.iter().copied()).collect();
        order.sort_unstable();
        order.into_iter().map(|(_, key)| key).collect()
    }

    fn filled(keys: &[i32]) -> JavaMap {
        let mut map = JavaMap::default();
        keys.iter().for_each(|key| map.push(*key));
        map
    }

    #[test]
    fn bins_come_in_order_and_their_keys_as_they_came() {
        let keys = [33, 17, 1, 16, 0, -1, 65536];
        // 65536 spreads to 65537, -1 to 0xFFFF0000.
        assert_eq!(order(&filled(&keys), &keys), [16, 0, -1, 33, 17, 1, 65536]);
    }

    #[test]
    fn the_table_doubles_with_the_13th_key_and_stays_large() {
        let keys: Vec<i32> = (0..13).map(|key| key * 16).collect();
        let mut map = filled(&keys[..8]);
        assert_eq!(map.capacity, 16);
        map = filled(&(0..12).collect::<Vec<i32>>());
        assert_eq!(map.capacity, 16);
        map.push(12);
        assert_eq!(map.capacity, 32);
        map.clear();
        assert_eq!((map.len(), map.capacity), (0, 32));
        let few = [48, 16, 0];
        few.iter().for_each(|key| map.push(*key));
        assert_eq!(order(&map, &few), [0, 48, 16]);
    }

    #[test]
    fn a_full_bin_doubles_a_small_table() {
        let keys: Vec<i32> = (0..9).map(|key| key * 64).collect();
        assert_eq!(filled(&keys[..8]).capacity, 16);
        assert_eq!(filled(&keys).capacity, 32);
        let keys: Vec<i32> = (0..10).map(|key| key * 64).collect();
        assert_eq!(filled(&keys).capacity, 64);
    }
}
