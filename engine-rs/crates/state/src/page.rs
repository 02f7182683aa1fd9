use std::iter::zip;
use std::sync::Arc;

use crate::table::SlotId;

/// Rows of a page; a power of two.
pub(crate) const PAGE_SLOTS: SlotId = 1024;
/// The same as a number of rows.
pub(crate) const PAGE_ROWS: usize = PAGE_SLOTS as usize;

/// Records start at multiples of this, so that one seldom lies in two cache lines.
const RECORD_ALIGNMENT: usize = 8;

/// A stretch of a table's slots: what is copied when a slot changes while a view is still there.
///
/// A key of the length that keys of the page mostly have lies in front of its row, so that finding a key
/// and changing its row touch the same memory. Other keys lie apart.
#[derive(Debug, Clone, Default)]
pub(crate) struct Page {
    row_bytes: usize,
    /// Length of the keys that lie in front of their rows; 0 for none.
    key_bytes: usize,
    /// Bytes of a key and a row.
    record_bytes: usize,
    records: Vec<u8>,
    /// Number of texts of a slot.
    texts_per_slot: usize,
    texts: Vec<Option<Arc<[u8]>>>,
    text_bytes: usize,
    slots: Vec<Slot>,
    apart: KeysApart,
}

#[derive(Debug, Clone, Copy)]
struct Slot {
    hash: i32,
    key_group: u16,
    live: bool,
}

impl Page {
    pub(crate) fn new(row_bytes: usize, texts_per_slot: usize, key_bytes: usize) -> Self {
        Self {
            row_bytes,
            texts_per_slot,
            key_bytes,
            record_bytes: (key_bytes + row_bytes).next_multiple_of(RECORD_ALIGNMENT),
            ..Self::default()
        }
    }

    /// Slots that were ever used.
    pub(crate) fn len(&self) -> usize {
        self.slots.len()
    }

    /// Bytes of memory.
    pub(crate) fn memory_bytes(&self) -> usize {
        self.records.capacity()
            + self.slots.capacity() * size_of::<Slot>()
            + self.texts.capacity() * size_of::<Option<Arc<[u8]>>>()
            + self.text_bytes
            + self.apart.memory_bytes()
    }

    /// Gives a slot, which is the next one or was given up, to a key; its row is zeroed.
    pub(crate) fn take(&mut self, slot: usize, hash: i32, key: &[u8], key_group: u16) {
        let entry = Slot { hash, key_group, live: true };
        if let Some(known) = self.slots.get_mut(slot) {
            *known = entry;
            self.row_mut(slot).fill(0);
            (0..self.texts_per_slot).for_each(|text| self.put_text(slot, text, None));
        } else {
            self.slots.push(entry);
            self.records.resize(self.records.len() + self.record_bytes, 0);
            self.texts.resize(self.texts.len() + self.texts_per_slot, None);
        }
        if key.len() == self.key_bytes {
            let start = slot * self.record_bytes;
            self.records[start..start + key.len()].copy_from_slice(key);
            self.apart.keep_away(slot);
        } else {
            let live = |slot: usize| self.slots.get(slot).is_some_and(|slot| slot.live);
            self.apart.put(slot, key, live);
        }
    }

    /// Gives a slot up; its row stays as it is until the slot is taken again.
    pub(crate) fn give_up(&mut self, slot: usize) {
        self.slots[slot].live = false;
        self.apart.give_up(slot);
    }

    #[inline]
    pub(crate) fn row(&self, slot: usize) -> &[u8] {
        let start = slot * self.record_bytes + self.key_bytes;
        &self.records[start..start + self.row_bytes]
    }

    #[inline]
    pub(crate) fn row_mut(&mut self, slot: usize) -> &mut [u8] {
        let start = slot * self.record_bytes + self.key_bytes;
        &mut self.records[start..start + self.row_bytes]
    }

    pub(crate) fn text(&self, slot: usize, text: usize) -> Option<&Arc<[u8]>> {
        self.texts[slot * self.texts_per_slot + text].as_ref()
    }

    pub(crate) fn put_text(&mut self, slot: usize, text: usize, value: Option<Arc<[u8]>>) {
        let place = &mut self.texts[slot * self.texts_per_slot + text];
        let bytes = |text: &Option<Arc<[u8]>>| text.as_ref().map_or(0, |text| text.len() + 16);
        self.text_bytes = self.text_bytes + bytes(&value) - bytes(place);
        *place = value;
    }

    #[inline]
    pub(crate) fn key(&self, slot: usize) -> &[u8] {
        self.apart.key(slot).unwrap_or_else(|| {
            let start = slot * self.record_bytes;
            &self.records[start..start + self.key_bytes]
        })
    }

    pub(crate) fn hash(&self, slot: usize) -> i32 {
        self.slots[slot].hash
    }

    /// The key group of a slot, None if it was given up.
    pub(crate) fn key_group(&self, slot: usize) -> Option<u32> {
        let entry = &self.slots[slot];
        entry.live.then(|| u32::from(entry.key_group))
    }

    /// Whether a slot that was not given up is the key's.
    #[inline]
    pub(crate) fn has_key(&self, slot: usize, key: &[u8]) -> bool {
        let known = self.key(slot);
        // Word by word, since keys are BinaryRows: a call of memcmp would wait for each row's memory.
        let (words, rest) = key.as_chunks::<8>();
        let (known_words, known_rest) = known.as_chunks::<8>();
        key.len() == known.len()
            && zip(words, known_words)
                .all(|(word, known)| u64::from_le_bytes(*word) == u64::from_le_bytes(*known))
            && (rest.is_empty() || rest == known_rest)
    }
}

/// Keys that do not lie in front of their rows.
#[derive(Debug, Clone, Default)]
struct KeysApart {
    /// One behind the other, with gaps where keys were given up.
    keys: Vec<u8>,
    /// By slot; shorter than the page as long as no later slot has its key here.
    places: Vec<Place>,
    /// Bytes of `keys` in use.
    used: usize,
}

#[derive(Debug, Clone, Copy)]
struct Place {
    start: u32,
    length: u32,
}

impl Place {
    /// The key lies in front of its row.
    const ELSEWHERE: Self = Self { start: 0, length: u32::MAX };

    fn is_here(self) -> bool {
        self.length != u32::MAX
    }
}

impl KeysApart {
    fn memory_bytes(&self) -> usize {
        self.keys.capacity() + self.places.capacity() * size_of::<Place>()
    }

    #[inline]
    fn key(&self, slot: usize) -> Option<&[u8]> {
        let place = self.places.get(slot).filter(|place| place.is_here())?;
        let start = place.start as usize;
        Some(&self.keys[start..start + place.length as usize])
    }

    /// The slot's key is not here any more, if it was.
    fn keep_away(&mut self, slot: usize) {
        if let Some(place) = self.places.get_mut(slot) {
            *place = Place::ELSEWHERE;
        }
    }

    fn put(&mut self, slot: usize, key: &[u8], live: impl Fn(usize) -> bool) {
        if slot >= self.places.len() {
            self.places.resize(slot + 1, Place::ELSEWHERE);
        }
        self.places[slot] = Place::ELSEWHERE;
        self.close_gaps(key.len(), live);
        self.places[slot] =
            Place { start: length_word(self.keys.len()), length: length_word(key.len()) };
        self.keys.extend_from_slice(key);
        self.used += key.len();
    }

    fn give_up(&mut self, slot: usize) {
        if let Some(place) = self.places.get(slot).filter(|place| place.is_here()) {
            self.used -= place.length as usize;
        }
    }

    /// Moves keys together when there is more gap than key.
    fn close_gaps(&mut self, wanted: usize, live: impl Fn(usize) -> bool) {
        if self.keys.len() + wanted <= 2 * (self.used + wanted) {
            return;
        }
        let mut keys = Vec::with_capacity(self.used + wanted);
        for (slot, place) in self.places.iter_mut().enumerate() {
            if place.is_here() && live(slot) {
                let start = place.start as usize;
                place.start = length_word(keys.len());
                keys.extend_from_slice(&self.keys[start..start + place.length as usize]);
            } else {
                // A key that was given up is not asked for any more.
                *place = Place::ELSEWHERE;
            }
        }
        self.keys = keys;
    }
}

/// A page's keys stay far below 4 GiB: a row, keys included, is limited to 2 GB and there are few rows
/// of such a size in memory.
fn length_word(length: usize) -> u32 {
    u32::try_from(length).unwrap_or(u32::MAX)
}
