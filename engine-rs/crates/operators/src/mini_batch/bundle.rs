use std::ops::{Range, RangeInclusive};

use arrow_array::{Array, ArrayRef, UInt32Array};
use arrow_select::interleave::interleave;
use arrow_select::take::take;
use sf_runtime::encode::{KeptKeys, Keys};
use sf_runtime::{ChangelogBatch, EngineError, TableKind, TableSize};
use sf_state::TableLayout;

use super::java_map::JavaMap;

/// No key in the index.
const FREE: u32 = u32::MAX;
const INITIAL_PLACES: usize = 16;

/// Rows that are held back, by key.
pub(crate) struct Bundle {
    layout: TableLayout,
    /// Copies of rows, by column, as they came.
    pieces: Vec<Vec<ArrayRef>>,
    /// The piece of each row, and its row there.
    places: Vec<(u32, u32)>,
    kinds: Vec<u8>,
    /// The key of each row.
    keys: KeptKeys,
    /// Which key each row has, by the order in which keys came.
    ordinals: Vec<u32>,
    /// The first row of each key.
    first_rows: Vec<u32>,
    map: JavaMap,
    index: Vec<u32>,
    piece_bytes: usize,
}

/// The rows of a bundle, key by key in the order in which Flink's map has them.
#[derive(Debug)]
pub(crate) struct KeyRuns {
    rows: Vec<u32>,
    /// Where the rows of each key end.
    ends: Vec<u32>,
}

/// Some keys with all of their rows.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Step<'a> {
    /// The rows, key by key.
    pub(crate) rows: &'a [u32],
    start: u32,
    ends: &'a [u32],
}

impl KeyRuns {
    /// Some keys at a time, with about so many rows together.
    pub(crate) fn steps(&self, rows: u32) -> impl Iterator<Item = Step<'_>> {
        let mut key = 0;
        std::iter::from_fn(move || {
            let start = if key == 0 { 0 } else { self.ends[key - 1] };
            let keys = &self.ends[key..];
            let whole = keys.partition_point(|end| end - start <= rows).max(1);
            let ends = keys.get(..whole)?;
            key += whole;
            let end = ends.last().copied()?;
            Some(Step { rows: &self.rows[start as usize..end as usize], start, ends })
        })
    }
}

impl Step<'_> {
    /// The positions of each key's rows among these rows, in the order in which they came.
    pub(crate) fn runs(&self) -> impl Iterator<Item = Range<usize>> {
        let starts = std::iter::once(self.start).chain(self.ends.iter().copied());
        let pairs = std::iter::zip(starts, self.ends.iter().copied());
        pairs.map(|(start, end)| (start - self.start) as usize..(end - self.start) as usize)
    }
}

impl Bundle {
    /// An empty bundle of a node.
    pub(crate) fn new(node: &str) -> Self {
        let layout = TableLayout {
            node: node.to_owned(),
            table: "bundle".to_owned(),
            schema: String::new(),
            row_bytes: 0,
            texts: 0,
            key_groups: RangeInclusive::new(1, 0),
            upgrades: &[],
        };
        Self {
            layout,
            pieces: Vec::new(),
            places: Vec::new(),
            kinds: Vec::new(),
            keys: KeptKeys::default(),
            ordinals: Vec::new(),
            first_rows: Vec::new(),
            map: JavaMap::default(),
            index: Vec::new(),
            piece_bytes: 0,
        }
    }

    /// Number of rows.
    pub(crate) fn len(&self) -> usize {
        self.ordinals.len()
    }

    /// Whether there are none.
    pub(crate) fn is_empty(&self) -> bool {
        self.ordinals.is_empty()
    }

    /// How much is held back.
    pub(crate) fn size(&self) -> TableSize<'_> {
        TableSize {
            layout: &self.layout,
            kind: TableKind::Bundle { keys: self.map.len() },
            rows: self.len(),
            bytes: self.memory_bytes(),
        }
    }

    /// Bytes of memory.
    pub(crate) fn memory_bytes(&self) -> usize {
        let words = self.ordinals.capacity() + self.first_rows.capacity() + self.index.capacity();
        self.piece_bytes
            + self.places.capacity() * size_of::<(u32, u32)>()
            + self.kinds.capacity()
            + self.keys.memory_bytes()
            + self.map.memory_bytes()
            + words * size_of::<u32>()
    }

    /// Adds copies of some of the rows of a batch that count, by their positions; `keys` are those of all.
    ///
    /// # Errors
    /// A failing Arrow kernel, or too many rows.
    pub(crate) fn add(
        &mut self,
        batch: &ChangelogBatch,
        keys: Keys<'_>,
        positions: Range<usize>,
    ) -> Result<(), EngineError> {
        let piece = word(self.pieces.len())?;
        let mut rows = Vec::with_capacity(positions.len());
        for position in positions {
            let row = batch.selected_row(position);
            self.places.push((piece, word(rows.len())?));
            rows.push(word(row)?);
            self.kinds.push(batch.row_kind(row).byte());
            let (hash, key) = (keys.hash(position), keys.key(position));
            let ordinal = self.ordinal(hash, key)?;
            self.ordinals.push(ordinal);
            self.keys.push(hash, key);
        }
        let rows = UInt32Array::from(rows);
        let mut columns = Vec::with_capacity(batch.columns().len());
        for column in batch.columns() {
            let copy = take(column.as_ref(), &rows, None)?;
            self.piece_bytes += copy.get_array_memory_size();
            columns.push(copy);
        }
        self.pieces.push(columns);
        Ok(())
    }

    /// The key's ordinal; a key that is not there yet is that of the next row.
    fn ordinal(&mut self, hash: i32, key: &[u8]) -> Result<u32, EngineError> {
        if (self.map.len() + 1) * 2 > self.index.len() {
            self.grow_index();
        }
        let known = self.keys.keys();
        let mask = self.index.len() - 1;
        let mut place = spread(hash) & mask;
        while self.index[place] != FREE {
            let ordinal = self.index[place];
            let row = self.first_rows[ordinal as usize] as usize;
            if known.hash(row) == hash && known.key(row) == key {
                return Ok(ordinal);
            }
            place = (place + 1) & mask;
        }
        let ordinal = word(self.map.len())?;
        self.index[place] = ordinal;
        self.first_rows.push(word(self.ordinals.len())?);
        self.map.push(hash);
        Ok(ordinal)
    }

    fn grow_index(&mut self) {
        let places = (self.index.len() * 2).max(INITIAL_PLACES);
        let mut index = vec![FREE; places];
        let known = self.keys.keys();
        for (ordinal, row) in (0_u32..).zip(&self.first_rows) {
            let mut place = spread(known.hash(*row as usize)) & (places - 1);
            while index[place] != FREE {
                place = (place + 1) & (places - 1);
            }
            index[place] = ordinal;
        }
        self.index = index;
    }

    /// Some of the rows as a batch.
    ///
    /// # Errors
    /// Columns that are too long for one batch.
    pub(crate) fn batch(&self, rows: &[u32]) -> Result<ChangelogBatch, EngineError> {
        let places = rows.iter().map(|row| self.places[*row as usize]);
        let places: Vec<(usize, usize)> =
            places.map(|(piece, row)| (piece as usize, row as usize)).collect();
        let width = self.pieces.first().map_or(0, Vec::len);
        let mut columns = Vec::with_capacity(width);
        for column in 0..width {
            let parts: Vec<_> = self.pieces.iter().map(|piece| piece[column].as_ref()).collect();
            columns.push(interleave(&parts, &places)?);
        }
        let kinds: Vec<u8> = rows.iter().map(|row| self.kinds[*row as usize]).collect();
        ChangelogBatch::try_new(columns, rows.len())?.with_row_kinds(Some(kinds.into()))
    }

    /// The keys of some of the rows.
    pub(crate) fn keys(&self, rows: &[u32]) -> KeptKeys {
        let all = self.keys.keys();
        let mut keys = KeptKeys::default();
        for row in rows {
            keys.push(all.hash(*row as usize), all.key(*row as usize));
        }
        keys
    }

    /// The rows of each key.
    pub(crate) fn runs(&self) -> KeyRuns {
        let ranks = self.map.ranks();
        let mut ends = vec![0_u32; ranks.len()];
        for ordinal in &self.ordinals {
            ends[ranks[*ordinal as usize] as usize] += 1;
        }
        let mut next = Vec::with_capacity(ends.len());
        let mut start = 0;
        for end in &mut ends {
            next.push(start);
            start += *end;
            *end = start;
        }
        let mut rows = vec![0_u32; self.ordinals.len()];
        for (row, ordinal) in (0_u32..).zip(&self.ordinals) {
            let place = &mut next[ranks[*ordinal as usize] as usize];
            rows[*place as usize] = row;
            *place += 1;
        }
        KeyRuns { rows, ends }
    }

    /// Forgets the rows.
    pub(crate) fn clear(&mut self) {
        self.pieces.clear();
        self.places.clear();
        self.kinds.clear();
        self.keys.clear();
        self.ordinals.clear();
        self.first_rows.clear();
        self.map.clear();
        self.index.fill(FREE);
        self.piece_bytes = 0;
    }
}

fn word(value: usize) -> Result<u32, EngineError> {
    u32::try_from(value)
        .ok()
        .filter(|value| *value != FREE)
        .ok_or_else(|| EngineError::defect("a bundle beyond 2^32 rows"))
}

/// Where a key is looked for first.
fn spread(hash: i32) -> usize {
    let hash = hash.cast_unsigned();
    (hash ^ hash >> 16) as usize
}
