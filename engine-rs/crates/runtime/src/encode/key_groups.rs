/// A range of key groups, both ends included.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct KeyGroups {
    /// The first one.
    pub first: u32,
    /// The last one.
    pub last: u32,
}

impl KeyGroups {
    /// All of them.
    pub fn all(max_parallelism: u32) -> Self {
        Self { first: 0, last: max_parallelism.saturating_sub(1) }
    }

    /// Those of a subtask: KeyGroupRangeAssignment.computeKeyGroupRangeForOperatorIndex. There is at least
    /// one subtask and no more than key groups.
    pub fn of_subtask(index: u32, parallelism: u32, max_parallelism: u32) -> Self {
        let parallelism = parallelism.max(1);
        Self {
            first: (index * max_parallelism).div_ceil(parallelism),
            last: ((index + 1) * max_parallelism).saturating_sub(1) / parallelism,
        }
    }

    /// Whether a key group is one of them.
    pub fn contains(self, key_group: u32) -> bool {
        self.first <= key_group && key_group <= self.last
    }

    /// Whether all key groups of another range are in this one.
    pub fn covers(self, other: Self) -> bool {
        self.first <= other.first && other.last <= self.last
    }

    /// The smallest range that has both in it.
    pub fn joined(self, other: Self) -> Self {
        Self { first: self.first.min(other.first), last: self.last.max(other.last) }
    }
}

#[cfg(test)]
mod tests {
    use super::KeyGroups;

    /// KeyGroupRangeAssignment.computeOperatorIndexForKeyGroup
    fn subtask(key_group: u32, parallelism: u32, max_parallelism: u32) -> u32 {
        key_group * parallelism / max_parallelism
    }

    #[test]
    fn subtasks_have_the_key_groups_that_are_sent_to_them() {
        for max_parallelism in [1, 2, 7, 64, 128, 32_768] {
            for parallelism in (1..=max_parallelism.min(9)).chain([max_parallelism]) {
                let ranges: Vec<KeyGroups> = (0..parallelism)
                    .map(|index| KeyGroups::of_subtask(index, parallelism, max_parallelism))
                    .collect();
                for key_group in 0..max_parallelism {
                    let index = subtask(key_group, parallelism, max_parallelism) as usize;
                    assert!(ranges[index].contains(key_group), "{key_group} of {max_parallelism}");
                }
                let count: u32 = ranges.iter().map(|range| range.last - range.first + 1).sum();
                assert_eq!(count, max_parallelism);
            }
        }
    }

    #[test]
    fn ranges_join_and_cover() {
        let (low, high) = (KeyGroups { first: 0, last: 3 }, KeyGroups { first: 6, last: 9 });
        assert!(KeyGroups::all(10).covers(low.joined(high)));
        assert!(!low.covers(high) && !low.covers(low.joined(high)) && low.covers(low));
    }
}
