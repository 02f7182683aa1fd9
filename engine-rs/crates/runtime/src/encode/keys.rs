use sf_state::{hash_bytes_by_words, key_group};

use super::RowChunks;
use super::binary_rows::{NullParts, encode_fixed};
use super::values::Column;
use crate::{ChangelogBatch, EngineError};

/// Rows encoded in one go; a batch seldom has more.
const CHUNK_ROWS: usize = 1 << 16;

/// Encodes the keys of a batch as Flink does: the key's columns as a BinaryRow, its hash by murmur. What
/// is encoded here meets the same key groups as a key selector of Flink's.
#[derive(Debug)]
pub struct KeyEncoder {
    columns: Vec<usize>,
    chunks: RowChunks,
    /// Keys of fixed size, or those of a batch that took several chunks.
    joined: Vec<u8>,
    offsets: Vec<usize>,
    hashes: Vec<i32>,
}

impl KeyEncoder {
    /// Keys of these columns, in this order; no columns give the one key of a keyless operator.
    pub fn new(columns: Vec<usize>) -> Self {
        Self {
            columns,
            chunks: RowChunks::with(CHUNK_ROWS, NullParts::Zeroed),
            joined: Vec::new(),
            offsets: Vec::new(),
            hashes: Vec::new(),
        }
    }

    /// The key columns.
    pub fn columns(&self) -> &[usize] {
        &self.columns
    }

    /// Encodes the keys of the rows that count, in order.
    ///
    /// # Errors
    /// A key of a type that has no binary layout, or beyond 2 GB.
    pub fn encode(&mut self, batch: &ChangelogBatch) -> Result<Keys<'_>, EngineError> {
        let mut columns = Vec::with_capacity(self.columns.len());
        for column in &self.columns {
            let column = batch.columns().get(*column);
            columns.push(column.cloned().ok_or_else(|| EngineError::defect("no key column"))?);
        }
        let fixed = encode_fixed(
            &Column::all(&columns)?,
            batch.selection().map(|selection| &selection[..]),
            batch.selected_rows(),
            &mut self.joined,
        );
        if let Some(key_bytes) = fixed {
            self.hashes.clear();
            match key_bytes {
                16 => hash_all::<16>(&self.joined, &mut self.hashes),
                24 => hash_all::<24>(&self.joined, &mut self.hashes),
                _ => self.hashes.extend(self.joined.chunks(key_bytes).map(hash_bytes_by_words)),
            }
            let places = Places::Each(key_bytes);
            return Ok(Keys {
                bytes: &self.joined,
                places,
                hashes: &self.hashes,
                owners: &self.hashes,
            });
        }
        let keys = ChangelogBatch::try_new(columns, batch.physical_rows())?
            .with_selection(batch.selection().cloned())?;
        let rows = keys.selected_rows();
        self.joined.clear();
        self.offsets.clear();
        self.hashes.clear();
        self.offsets.push(0);
        let mut taken = 0;
        while taken < rows {
            let count = self.chunks.encode(&keys, taken)?;
            let base = self.joined.len();
            let region = self.chunks.region();
            let offsets = self.chunks.offsets();
            for pair in offsets.windows(2) {
                let (start, end) = (at(pair[0]), at(pair[1]));
                self.hashes.push(hash_bytes_by_words(&region[start..end]));
                self.offsets.push(base + end);
            }
            taken += count;
            if count < rows {
                self.joined.extend_from_slice(region);
            }
        }
        let bytes = if self.joined.is_empty() { self.chunks.region() } else { &self.joined };
        Ok(Keys {
            bytes,
            places: Places::Offsets(&self.offsets),
            hashes: &self.hashes,
            owners: &self.hashes,
        })
    }
}

/// An offset that is known not to be negative.
fn at(offset: i32) -> usize {
    offset.cast_unsigned() as usize
}

/// The keys of a batch, by position among the rows that count.
#[derive(Debug, Clone, Copy)]
pub struct Keys<'a> {
    bytes: &'a [u8],
    places: Places<'a>,
    hashes: &'a [i32],
    /// Hashes of the keys by which rows are sent.
    owners: &'a [i32],
}

#[derive(Debug, Clone, Copy)]
enum Places<'a> {
    /// Keys of so many bytes.
    Each(usize),
    /// Where each key starts, and where the last one ends.
    Offsets(&'a [usize]),
}

/// Hashes keys of a length that the compiler knows.
fn hash_all<const BYTES: usize>(keys: &[u8], hashes: &mut Vec<i32>) {
    let (keys, _) = keys.as_chunks::<BYTES>();
    hashes.extend(keys.iter().map(|key| hash_bytes_by_words(key)));
}

impl<'a> Keys<'a> {
    /// Number of keys.
    #[inline]
    pub fn len(&self) -> usize {
        self.hashes.len()
    }

    /// Whether there is none.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.hashes.is_empty()
    }

    /// The key as a BinaryRow.
    #[inline]
    pub fn key(&self, position: usize) -> &'a [u8] {
        match self.places {
            Places::Each(bytes) => &self.bytes[position * bytes..(position + 1) * bytes],
            Places::Offsets(offsets) => &self.bytes[offsets[position]..offsets[position + 1]],
        }
    }

    /// Flink's hash of the key.
    #[inline]
    pub fn hash(&self, position: usize) -> i32 {
        self.hashes[position]
    }

    /// Flink's key group of the key.
    #[inline]
    pub fn key_group(&self, position: usize, max_parallelism: u32) -> u32 {
        key_group(self.owners[position], max_parallelism)
    }
}

/// Keys of rows of several batches, by the order in which they were added.
#[derive(Debug)]
pub struct KeptKeys {
    bytes: Vec<u8>,
    /// Where each key starts, and where the last one ends.
    offsets: Vec<usize>,
    hashes: Vec<i32>,
}

impl Default for KeptKeys {
    fn default() -> Self {
        Self { bytes: Vec::new(), offsets: vec![0], hashes: Vec::new() }
    }
}

impl KeptKeys {
    /// Adds a key.
    pub fn push(&mut self, hash: i32, key: &[u8]) {
        self.bytes.extend_from_slice(key);
        self.offsets.push(self.bytes.len());
        self.hashes.push(hash);
    }

    /// The keys.
    pub fn keys(&self) -> Keys<'_> {
        let places = Places::Offsets(&self.offsets);
        Keys { bytes: &self.bytes, places, hashes: &self.hashes, owners: &self.hashes }
    }

    /// Bytes of memory.
    pub fn memory_bytes(&self) -> usize {
        self.bytes.capacity()
            + self.offsets.capacity() * size_of::<usize>()
            + self.hashes.capacity() * size_of::<i32>()
    }

    /// Forgets all of them.
    pub fn clear(&mut self) {
        self.bytes.clear();
        self.offsets.truncate(1);
        self.hashes.clear();
    }
}

/// Keys with a window each: `| i64 end of the window | key |`. Whose key group it is tells the key alone.
#[derive(Debug, Default)]
pub struct WindowKeys {
    bytes: Vec<u8>,
    offsets: Vec<usize>,
    hashes: Vec<i32>,
    owners: Vec<i32>,
}

impl WindowKeys {
    /// The window keys of rows with these keys and windows.
    pub fn of(&mut self, keys: Keys<'_>, windows: &[i64]) -> Keys<'_> {
        self.clear();
        for (position, window) in windows.iter().enumerate() {
            let start = self.bytes.len();
            write_window_key(*window, keys.key(position), &mut self.bytes);
            self.hashes.push(hash_bytes_by_words(&self.bytes[start..]));
            self.offsets.push(self.bytes.len());
            self.owners.push(keys.hash(position));
        }
        self.keys()
    }

    /// No keys.
    pub fn none(&mut self) -> Keys<'_> {
        self.clear();
        self.keys()
    }

    fn clear(&mut self) {
        self.bytes.clear();
        self.hashes.clear();
        self.owners.clear();
        self.offsets.clear();
        self.offsets.push(0);
    }

    fn keys(&self) -> Keys<'_> {
        Keys {
            bytes: &self.bytes,
            places: Places::Offsets(&self.offsets),
            hashes: &self.hashes,
            owners: &self.owners,
        }
    }
}

/// Adds the key of a window, of which [`sf_state::hash_bytes_by_words`] is the hash.
pub fn write_window_key(window: i64, key: &[u8], target: &mut Vec<u8>) {
    target.extend_from_slice(&window.to_le_bytes());
    target.extend_from_slice(key);
}
