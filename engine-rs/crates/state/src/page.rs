use std::sync::Arc;

use crate::table::SlotId;

/// Rows of a page; a power of two.
pub(crate) const PAGE_SLOTS: SlotId = 1024;
/// The same as a number of rows.
pub(crate) const PAGE_ROWS: usize = PAGE_SLOTS as usize;

/// A stretch of a table's slots: what is copied when a slot changes while a view is still there.
#[derive(Debug, Clone, Default)]
pub(crate) struct Page {
    row_bytes: usize,
    rows: Vec<u8>,
    /// Number of texts of a slot.
    texts_per_slot: usize,
    texts: Vec<Option<Arc<[u8]>>>,
    text_bytes: usize,
    /// Keys one behind the other, with gaps where keys were given up.
    keys: Vec<u8>,
    slots: Vec<Slot>,
    /// Bytes of `keys` in use.
    key_bytes: usize,
}

#[derive(Debug, Clone, Copy)]
struct Slot {
    key_start: u32,
    key_length: u32,
    hash: i32,
    key_group: u16,
    live: bool,
}

impl Page {
    pub(crate) fn new(row_bytes: usize, texts_per_slot: usize) -> Self {
        Self { row_bytes, texts_per_slot, ..Self::default() }
    }

    /// Slots that were ever used.
    pub(crate) fn len(&self) -> usize {
        self.slots.len()
    }

    /// Bytes of memory.
    pub(crate) fn memory_bytes(&self) -> usize {
        self.rows.capacity()
            + self.keys.capacity()
            + self.slots.capacity() * size_of::<Slot>()
            + self.texts.capacity() * size_of::<Option<Arc<[u8]>>>()
            + self.text_bytes
    }

    /// Gives a slot, which is the next one or was given up, to a key; its row is zeroed.
    pub(crate) fn take(&mut self, slot: usize, hash: i32, key: &[u8], key_group: u16) {
        if slot == self.slots.len() {
            self.rows.resize(self.rows.len() + self.row_bytes, 0);
            self.texts.resize(self.texts.len() + self.texts_per_slot, None);
        } else {
            self.row_mut(slot).fill(0);
            (0..self.texts_per_slot).for_each(|text| self.put_text(slot, text, None));
            self.compact_keys(key.len());
        }
        let entry = Slot {
            key_start: length_word(self.keys.len()),
            key_length: length_word(key.len()),
            hash,
            key_group,
            live: true,
        };
        self.keys.extend_from_slice(key);
        self.key_bytes += key.len();
        if slot == self.slots.len() {
            self.slots.push(entry);
        } else {
            self.slots[slot] = entry;
        }
    }

    /// Gives a slot up; its row stays as it is until the slot is taken again.
    pub(crate) fn give_up(&mut self, slot: usize) {
        let entry = &mut self.slots[slot];
        entry.live = false;
        self.key_bytes -= entry.key_length as usize;
    }

    /// Closes the gaps between keys when there is more gap than key.
    fn compact_keys(&mut self, wanted: usize) {
        if self.keys.len() + wanted <= 2 * (self.key_bytes + wanted) {
            return;
        }
        let mut keys = Vec::with_capacity(self.key_bytes + wanted);
        for slot in self.slots.iter_mut().filter(|slot| slot.live) {
            let start = slot.key_start as usize;
            slot.key_start = length_word(keys.len());
            keys.extend_from_slice(&self.keys[start..start + slot.key_length as usize]);
        }
        self.keys = keys;
    }

    pub(crate) fn row(&self, slot: usize) -> &[u8] {
        &self.rows[slot * self.row_bytes..(slot + 1) * self.row_bytes]
    }

    pub(crate) fn row_mut(&mut self, slot: usize) -> &mut [u8] {
        &mut self.rows[slot * self.row_bytes..(slot + 1) * self.row_bytes]
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

    pub(crate) fn key(&self, slot: usize) -> &[u8] {
        let entry = &self.slots[slot];
        let start = entry.key_start as usize;
        &self.keys[start..start + entry.key_length as usize]
    }

    pub(crate) fn hash(&self, slot: usize) -> i32 {
        self.slots[slot].hash
    }

    /// The key group of a slot, None if it was given up.
    pub(crate) fn key_group(&self, slot: usize) -> Option<u32> {
        let entry = &self.slots[slot];
        entry.live.then(|| u32::from(entry.key_group))
    }

    pub(crate) fn has_key(&self, slot: usize, hash: i32, key: &[u8]) -> bool {
        self.slots[slot].hash == hash && self.key(slot) == key
    }
}

/// A page's keys stay far below 4 GiB: a row, keys included, is limited to 2 GB and there are few rows
/// of such a size in memory.
fn length_word(length: usize) -> u32 {
    u32::try_from(length).unwrap_or(u32::MAX)
}
