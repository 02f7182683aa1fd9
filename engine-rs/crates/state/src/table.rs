use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, OnceLock};

use sf_faults::{Fault, is_on};

use crate::error::StateError;
use crate::index::SlotIndex;
use crate::layout::TableLayout;
use crate::page::{PAGE_ROWS, PAGE_SLOTS, Page};
use crate::snapshot::{StateView, TableSection};

/// Which row of a table a key has. It stays the same until the key is removed.
pub type SlotId = u32;

/// Not a slot.
pub const NO_SLOT: SlotId = SlotId::MAX;

/// A table in memory: a row of fixed size per key. Keys are found by Flink's hash; rows lie in pages that a
/// view shares with the table, and a page is copied when it changes while a view is still there.
#[derive(Debug)]
pub struct StateTable {
    layout: Arc<TableLayout>,
    index: SlotIndex,
    pages: Vec<PageCell>,
    /// Length of the keys in front of the rows of the next page: that of all keys, 0 if they differ, None
    /// before the first.
    key_bytes: Option<usize>,
    /// Slots that were given up.
    free: Vec<SlotId>,
    /// Memory of the pages before the last one, which is the only one that grows.
    full_pages_bytes: usize,
    /// Memory of pages that changed since, and that only views have still.
    left_to_views: Arc<AtomicUsize>,
}

/// A page of the table. Only a view makes it shared, so that changes in between count no references.
#[derive(Debug)]
struct PageCell {
    /// The page, unless it is shared.
    own: Page,
    shared: Option<Arc<SharedPage>>,
}

/// A page that views have, too.
#[derive(Debug)]
struct SharedPage {
    page: Page,
    /// Bytes of the table's pages that only views have still.
    left_to_views: Arc<AtomicUsize>,
    /// What this page has added there.
    counted: AtomicUsize,
}

impl SharedPage {
    /// The page for the table alone: copied if a view has it still.
    fn take_or_copy(mut shared: Arc<Self>) -> Page {
        if let Some(alone) = Arc::get_mut(&mut shared) {
            return std::mem::take(&mut alone.page);
        }
        let bytes = shared.page.memory_bytes();
        shared.left_to_views.fetch_add(bytes, Ordering::Relaxed);
        shared.counted.store(bytes, Ordering::Relaxed);
        shared.page.clone()
    }
}

impl Drop for SharedPage {
    fn drop(&mut self) {
        self.left_to_views.fetch_sub(*self.counted.get_mut(), Ordering::Relaxed);
    }
}

impl PageCell {
    fn new(page: Page) -> Self {
        Self { own: page, shared: None }
    }

    #[inline]
    fn get(&self) -> &Page {
        self.shared.as_ref().map_or(&self.own, |shared| &shared.page)
    }

    /// Whether a view has the page still.
    fn is_shared(&self) -> bool {
        self.shared.as_ref().is_some_and(|shared| Arc::strong_count(shared) > 1)
    }

    /// The page, to be changed: copied first if a view has it still.
    #[inline]
    fn own(&mut self) -> &mut Page {
        if let Some(shared) = self.shared.take() {
            self.own = SharedPage::take_or_copy(shared);
        }
        &mut self.own
    }

    fn share(&mut self, left_to_views: &Arc<AtomicUsize>) -> Arc<SharedPage> {
        let own = &mut self.own;
        let shared = self.shared.get_or_insert_with(|| {
            Arc::new(SharedPage {
                page: std::mem::take(own),
                left_to_views: Arc::clone(left_to_views),
                counted: AtomicUsize::new(0),
            })
        });
        Arc::clone(shared)
    }
}

impl StateTable {
    /// An empty table.
    pub fn new(layout: TableLayout) -> Self {
        Self {
            layout: Arc::new(layout),
            index: SlotIndex::default(),
            pages: Vec::new(),
            key_bytes: None,
            free: Vec::new(),
            full_pages_bytes: 0,
            left_to_views: Arc::default(),
        }
    }

    /// What the table holds.
    pub fn layout(&self) -> &TableLayout {
        &self.layout
    }

    /// Number of keys.
    pub fn len(&self) -> usize {
        self.index.len()
    }

    /// Whether there is no key.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Bytes of memory, with those of pages that only a view has still.
    pub fn memory_bytes(&self) -> usize {
        let last = self.pages.last().map_or(0, |page| page.get().memory_bytes());
        self.full_pages_bytes
            + last
            + self.left_to_views.load(Ordering::Relaxed)
            + self.index.memory_bytes()
            + self.free.capacity() * size_of::<SlotId>()
    }

    /// The slot of a key.
    #[inline]
    pub fn find(&self, hash: i32, key: &[u8]) -> Option<SlotId> {
        self.index.find(hash, |slot| self.has_key(slot, key))
    }

    /// The slot of a key, which may be this one of its [`Self::candidates`] if no key was removed since.
    #[inline]
    pub fn find_from(&self, candidate: SlotId, hash: i32, key: &[u8]) -> Option<SlotId> {
        if candidate != NO_SLOT && self.has_key(candidate, key) {
            Some(candidate)
        } else {
            self.find(hash, key)
        }
    }

    /// The slots that keys with these hashes may have, [`NO_SLOT`] where there is none, for
    /// [`Self::find_from`]. Many searches at once wait for memory together.
    pub fn candidates(&self, hashes: impl Iterator<Item = i32>, slots: &mut Vec<SlotId>) {
        slots.clear();
        slots.extend(hashes.map(|hash| self.index.find(hash, |_| true).unwrap_or(NO_SLOT)));
    }

    /// Whether a slot has this key. The slot was not given up.
    #[inline]
    fn has_key(&self, slot: SlotId, key: &[u8]) -> bool {
        let (page, row) = place(slot);
        self.pages.get(page).is_some_and(|page| page.get().has_key(row, key))
    }

    /// Adds a key that is not there, with a row of zeros.
    ///
    /// # Errors
    /// A key group that is not the task's: the rows were sent by another key than the table's.
    pub fn insert(&mut self, hash: i32, key: &[u8], key_group: u32) -> Result<SlotId, StateError> {
        let key_group_word = u16::try_from(key_group).ok();
        let Some(key_group_word) =
            key_group_word.filter(|_| self.layout.key_groups.contains(&key_group))
        else {
            return Err(StateError::KeyGroup {
                table: self.layout.title(),
                key_group,
                key_groups: self.layout.key_groups.clone(),
            });
        };
        if self.key_bytes != Some(key.len()) {
            self.key_bytes = Some(if self.key_bytes.is_none() { key.len() } else { 0 });
        }
        let slot = match self.free.pop() {
            Some(slot) => slot,
            None => self.next_slot()?,
        };
        let (page, row) = place(slot);
        self.pages[page].own().take(row, hash, key, key_group_word);
        self.index.insert(hash, slot);
        Ok(slot)
    }

    fn next_slot(&mut self) -> Result<SlotId, StateError> {
        let used = self.pages.last().map_or(PAGE_ROWS, |page| page.get().len());
        if used == PAGE_ROWS {
            self.full_pages_bytes += self.pages.last().map_or(0, |page| page.get().memory_bytes());
            let key_bytes = self.key_bytes.unwrap_or_default();
            let page = Page::new(self.layout.row_bytes, self.layout.texts, key_bytes);
            self.pages.push(PageCell::new(page));
        }
        let row = if used == PAGE_ROWS { 0 } else { used };
        SlotId::try_from((self.pages.len() - 1) * PAGE_ROWS + row)
            .ok()
            .filter(|slot| *slot != NO_SLOT)
            .ok_or_else(|| StateError::Full { table: self.layout.title() })
    }

    /// Removes a key: it is not found any more. Its row can be read until the slot is released.
    pub fn detach(&mut self, slot: SlotId) {
        let (page, row) = place(slot);
        let hash = self.pages[page].get().hash(row);
        if self.index.remove(hash, slot) {
            self.pages[page].own().give_up(row);
        }
    }

    /// Lets another key have the slot of a removed one.
    pub fn release(&mut self, slot: SlotId) {
        self.free.push(slot);
    }

    /// Number of slots that were ever used: all are below it.
    pub fn slots(&self) -> SlotId {
        let last = self.pages.last().map_or(0, |page| page.get().len());
        let full = self.pages.len().saturating_sub(1) * PAGE_ROWS;
        SlotId::try_from(full + last).unwrap_or(SlotId::MAX)
    }

    /// Whether a slot has a key.
    pub fn is_live(&self, slot: SlotId) -> bool {
        let (page, row) = place(slot);
        let page = self.pages.get(page).map(PageCell::get).filter(|page| row < page.len());
        page.is_some_and(|page| page.key_group(row).is_some())
    }

    /// The key of a slot that was not given up.
    pub fn key(&self, slot: SlotId) -> &[u8] {
        let (page, row) = place(slot);
        self.pages[page].get().key(row)
    }

    /// The key group of a slot, None if it was given up.
    pub(crate) fn key_group(&self, slot: SlotId) -> Option<u32> {
        let (page, row) = place(slot);
        self.pages[page].get().key_group(row)
    }

    /// The row of a slot.
    #[inline]
    pub fn row(&self, slot: SlotId) -> &[u8] {
        let (page, row) = place(slot);
        self.pages[page].get().row(row)
    }

    /// The row of a slot, to be changed.
    #[inline]
    pub fn row_mut(&mut self, slot: SlotId) -> &mut [u8] {
        let (page, row) = place(slot);
        let lost = is_on(Fault::LostPageCopy) && self.pages[page].is_shared();
        let row = self.pages[page].own().row_mut(row);
        if lost {
            row.fill(0);
        }
        row
    }

    /// A text of a slot.
    #[inline]
    pub fn text(&self, slot: SlotId, text: usize) -> Option<&Arc<[u8]>> {
        let (page, row) = place(slot);
        self.pages[page].get().text(row, text)
    }

    /// Replaces a text of a slot.
    pub fn put_text(&mut self, slot: SlotId, text: usize, value: Option<Arc<[u8]>>) {
        let (page, row) = place(slot);
        let full_page = page + 1 < self.pages.len();
        let page = self.pages[page].own();
        let before = page.memory_bytes();
        page.put_text(row, text, value);
        if full_page {
            self.full_pages_bytes = self.full_pages_bytes + page.memory_bytes() - before;
        }
    }

    /// A view that later changes do not touch. Takes time by the number of pages, not of rows.
    pub fn view(&mut self) -> StateTableView {
        StateTableView {
            layout: Arc::clone(&self.layout),
            pages: self.pages.iter_mut().map(|page| page.share(&self.left_to_views)).collect(),
            by_key_group: OnceLock::new(),
        }
    }

    /// Takes the entries of one key group out of a snapshot.
    ///
    /// # Errors
    /// A section of a later version, of another schema, or one that cannot be read.
    pub fn restore(
        &mut self,
        key_group: u32,
        section: &TableSection<'_>,
    ) -> Result<(), StateError> {
        let layout = Arc::clone(&self.layout);
        if section.version > layout.version() || section.version == 0 {
            return Err(StateError::Version {
                what: layout.title(),
                found: section.version,
                known: layout.version(),
            });
        }
        if section.schema != layout.schema {
            return Err(StateError::Schema {
                table: layout.title(),
                found: section.schema.to_owned(),
                expected: layout.schema.clone(),
            });
        }
        let upgrades = layout.upgrades.get(usize::from(section.version) - 1..).unwrap_or_default();
        let mut rest = section.entries;
        while !rest.is_empty() {
            let hash = i32::from_le_bytes(*split(&mut rest, key_group)?);
            let key = take(&mut rest, key_group)?;
            let value = take(&mut rest, key_group)?;
            let upgraded = upgrades.iter().fold(None, |known: Option<Vec<u8>>, upgrade| {
                Some(upgrade(known.as_deref().unwrap_or(value)))
            });
            let value = upgraded.as_deref().unwrap_or(value);
            let known = self.find(hash, key).is_some() && !is_on(Fault::RestoredTwice);
            if value.len() < layout.row_bytes || known {
                let reason = format!("an entry of {} does not fit", layout.title());
                return Err(StateError::Malformed { key_group, reason });
            }
            let (row, mut texts) = value.split_at(layout.row_bytes);
            if is_on(Fault::RestoredTwice) {
                let slot = self.insert(hash, key, key_group)?;
                self.row_mut(slot).copy_from_slice(row);
            }
            let slot = self.insert(hash, key, key_group)?;
            self.row_mut(slot).copy_from_slice(row);
            for text in 0..layout.texts {
                let present = u32::from_le_bytes(*split(&mut texts, key_group)?) != 0;
                if present {
                    let bytes = take(&mut texts, key_group)?;
                    self.put_text(slot, text, Some(bytes.into()));
                }
            }
            if !texts.is_empty() {
                let reason = format!("an entry of {} is too long", layout.title());
                return Err(StateError::Malformed { key_group, reason });
            }
        }
        Ok(())
    }
}

/// Page and row of a slot.
#[inline]
fn place(slot: SlotId) -> (usize, usize) {
    (slot as usize / PAGE_ROWS, slot as usize % PAGE_ROWS)
}

/// A consistent view of a table.
#[derive(Debug)]
pub struct StateTableView {
    layout: Arc<TableLayout>,
    pages: Vec<Arc<SharedPage>>,
    /// Slots by key group; made by the thread that writes.
    by_key_group: OnceLock<Vec<Vec<SlotId>>>,
}

impl StateTableView {
    fn slots(&self, key_group: u32) -> &[SlotId] {
        let first = *self.layout.key_groups.start();
        let by_key_group = self.by_key_group.get_or_init(|| {
            let mut groups = vec![Vec::new(); self.layout.key_groups.clone().count()];
            let lost = usize::from(is_on(Fault::LostPage));
            for (number, page) in (0_u32..).zip(&self.pages).skip(lost) {
                let page = &page.page;
                for (offset, row) in (0_u32..).zip(0..page.len()) {
                    let neighbour = u32::from(is_on(Fault::StateInOtherKeyGroup));
                    let group = page.key_group(row).map(|group| group ^ neighbour);
                    let group = group.and_then(|group| group.checked_sub(first));
                    if let Some(group) = group.and_then(|group| groups.get_mut(group as usize)) {
                        group.push(number * PAGE_SLOTS + offset);
                    }
                }
            }
            groups
        });
        let group = key_group.checked_sub(first).and_then(|group| by_key_group.get(group as usize));
        group.map_or(&[], Vec::as_slice)
    }
}

impl StateView for StateTableView {
    fn layout(&self) -> &TableLayout {
        &self.layout
    }

    fn write(&self, key_group: u32, target: &mut Vec<u8>) {
        for slot in self.slots(key_group) {
            let (page, row) = place(*slot);
            let page = &self.pages[page].page;
            target.extend_from_slice(&page.hash(row).to_le_bytes());
            put(target, page.key(row));
            // The value: the row, then for each text 0, or 1 and the text. Its length comes last.
            let length_at = target.len();
            target.extend_from_slice(&[0; 4]);
            target.extend_from_slice(page.row(row));
            for text in 0..self.layout.texts {
                let text = page.text(row, text).filter(|_| !is_on(Fault::LostTexts));
                target.extend_from_slice(&u32::from(text.is_some()).to_le_bytes());
                if let Some(text) = text {
                    put(target, text);
                }
            }
            let length = u32::try_from(target.len() - length_at - 4).unwrap_or(u32::MAX);
            target[length_at..length_at + 4].copy_from_slice(&length.to_le_bytes());
        }
    }
}

fn put(target: &mut Vec<u8>, part: &[u8]) {
    // A key or value of 4 GiB cannot be in memory with the rest of a row.
    let length = u32::try_from(part.len()).unwrap_or(u32::MAX);
    target.extend_from_slice(&length.to_le_bytes());
    target.extend_from_slice(part);
}

fn split<'a>(rest: &mut &'a [u8], key_group: u32) -> Result<&'a [u8; 4], StateError> {
    let cut = || StateError::Malformed { key_group, reason: "an entry is cut off".into() };
    let (word, after) = rest.split_first_chunk::<4>().ok_or_else(cut)?;
    *rest = after;
    Ok(word)
}

fn take<'a>(rest: &mut &'a [u8], key_group: u32) -> Result<&'a [u8], StateError> {
    let cut = || StateError::Malformed { key_group, reason: "an entry is cut off".into() };
    let length = u32::from_le_bytes(*split(rest, key_group)?) as usize;
    let part = rest.get(..length).ok_or_else(cut)?;
    *rest = &rest[length..];
    Ok(part)
}
