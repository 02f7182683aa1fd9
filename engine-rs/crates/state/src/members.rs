use crate::table::{NO_SLOT, SlotId};

/// Which slots of a table belong to each group, and which of a group comes first: a pairing heap per group,
/// through the slots. It is made anew on restore.
///
/// Whoever calls says which of two slots of a group comes first; where it does not matter, the one asked
/// about, and the heap is little more than a list.
#[derive(Debug, Default)]
pub struct Members {
    /// The first of each group, by the group's slot.
    first: Vec<SlotId>,
    /// By slot.
    links: Vec<Link>,
}

#[derive(Debug, Clone, Copy)]
struct Link {
    group: SlotId,
    /// The first of those behind it.
    child: SlotId,
    /// The sibling in front of it; for a first child its parent.
    previous: SlotId,
    /// The sibling behind it.
    next: SlotId,
}

impl Link {
    const NONE: Self = Self::alone(NO_SLOT);

    const fn alone(group: SlotId) -> Self {
        Self { group, child: NO_SLOT, previous: NO_SLOT, next: NO_SLOT }
    }
}

impl Members {
    /// Bytes of memory.
    pub fn memory_bytes(&self) -> usize {
        self.first.capacity() * size_of::<SlotId>() + self.links.capacity() * size_of::<Link>()
    }

    /// The first slot of a group.
    pub fn first(&self, group: SlotId) -> Option<SlotId> {
        self.first.get(group as usize).copied().filter(|slot| *slot != NO_SLOT)
    }

    /// Adds a slot that belongs to no group.
    pub fn add(
        &mut self,
        group: SlotId,
        slot: SlotId,
        mut comes_first: impl FnMut(SlotId, SlotId) -> bool,
    ) {
        grow(&mut self.first, group, NO_SLOT);
        grow(&mut self.links, slot, Link::NONE);
        self.links[slot as usize] = Link::alone(group);
        self.first[group as usize] = self.meld(slot, self.first[group as usize], &mut comes_first);
    }

    /// Removes a slot that belongs to a group.
    pub fn remove(&mut self, slot: SlotId, mut comes_first: impl FnMut(SlotId, SlotId) -> bool) {
        let Link { group, child, previous, next } = self.links[slot as usize];
        let below = self.meld_all(child, &mut comes_first);
        let first = if previous == NO_SLOT {
            below
        } else {
            let before = &mut self.links[previous as usize];
            if before.child == slot {
                before.child = next;
            } else {
                before.next = next;
            }
            if next != NO_SLOT {
                self.links[next as usize].previous = previous;
            }
            self.meld(self.first[group as usize], below, &mut comes_first)
        };
        self.first[group as usize] = first;
    }

    /// Takes all slots of a group away, in no order.
    pub fn take_all(&mut self, group: SlotId) -> Vec<SlotId> {
        let first = self.first.get_mut(group as usize);
        let first = first.map_or(NO_SLOT, |first| std::mem::replace(first, NO_SLOT));
        let mut taken = Vec::from_iter((first != NO_SLOT).then_some(first));
        let mut seen = 0;
        while let Some(slot) = taken.get(seen).copied() {
            seen += 1;
            let mut child = self.links[slot as usize].child;
            while child != NO_SLOT {
                taken.push(child);
                child = self.links[child as usize].next;
            }
        }
        taken
    }

    /// Joins two heaps, of which the second may be none, and answers what comes first in both.
    fn meld(
        &mut self,
        one: SlotId,
        other: SlotId,
        comes_first: &mut impl FnMut(SlotId, SlotId) -> bool,
    ) -> SlotId {
        if other == NO_SLOT {
            return one;
        }
        let (first, second) = if comes_first(one, other) { (one, other) } else { (other, one) };
        let next = std::mem::replace(&mut self.links[first as usize].child, second);
        let link = &mut self.links[second as usize];
        (link.previous, link.next) = (first, next);
        if next != NO_SLOT {
            self.links[next as usize].previous = second;
        }
        first
    }

    /// Joins siblings, in pairs and then pair by pair from the last one on, which keeps heaps flat.
    fn meld_all(
        &mut self,
        mut sibling: SlotId,
        comes_first: &mut impl FnMut(SlotId, SlotId) -> bool,
    ) -> SlotId {
        let mut pairs = NO_SLOT;
        while sibling != NO_SLOT {
            let one = sibling;
            let other = self.cut(one);
            sibling = if other == NO_SLOT { NO_SLOT } else { self.cut(other) };
            let pair = self.meld(one, other, comes_first);
            self.links[pair as usize].next = pairs;
            pairs = pair;
        }
        let mut all = NO_SLOT;
        while pairs != NO_SLOT {
            let pair = pairs;
            pairs = self.cut(pair);
            all = self.meld(pair, all, comes_first);
        }
        all
    }

    /// Takes a slot away from its siblings and answers the next one.
    fn cut(&mut self, slot: SlotId) -> SlotId {
        let link = &mut self.links[slot as usize];
        link.previous = NO_SLOT;
        std::mem::replace(&mut link.next, NO_SLOT)
    }
}

fn grow<T: Copy>(list: &mut Vec<T>, slot: SlotId, value: T) {
    if list.len() <= slot as usize {
        list.resize(slot as usize + 1, value);
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use proptest::prelude::*;

    use super::*;

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(512))]

        /// A slot that is there is removed, and one that is not is added.
        #[test]
        fn the_first_of_a_group_is_known_and_all_can_be_taken(
            values in prop::collection::vec(0_u32..50, 60),
            steps in prop::collection::vec((0_u32..60, 0_u32..4), 1..300),
            ordered in any::<bool>(),
        ) {
            let comes_first = |one: SlotId, other: SlotId| {
                let value = |slot: SlotId| (values[slot as usize], slot);
                !ordered || value(one) < value(other)
            };
            let mut members = Members::default();
            let mut known = BTreeMap::new();
            for (slot, group) in steps {
                if known.remove(&slot).is_some() {
                    members.remove(slot, comes_first);
                } else {
                    known.insert(slot, group);
                    members.add(group, slot, comes_first);
                }
                for group in 0..5 {
                    let of_group = known.iter().filter(|known| *known.1 == group);
                    let smallest = of_group.map(|known| (values[*known.0 as usize], *known.0)).min();
                    let first = members.first(group);
                    prop_assert_eq!(first.is_some(), smallest.is_some());
                    if ordered {
                        prop_assert_eq!(first, smallest.map(|smallest| smallest.1));
                    }
                }
            }
            for group in 0..2 {
                while let Some(slot) = members.first(group) {
                    prop_assert_eq!(known.remove(&slot), Some(group));
                    members.remove(slot, comes_first);
                }
            }
            for group in 2..5 {
                for slot in members.take_all(group) {
                    prop_assert_eq!(known.remove(&slot), Some(group));
                }
                prop_assert_eq!(members.first(group), None);
            }
            prop_assert!(known.is_empty());
        }
    }
}
