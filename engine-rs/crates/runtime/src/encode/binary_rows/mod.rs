//! Flink's BinaryRow layout, byte for byte as `BinaryRowWriter` and `BinaryArrayWriter` write it.
//!
//! ```text
//! row    u8 row kind, then one null bit per field, padded to 8 bytes | 8 bytes per field | variable parts
//! array  i32 size, null bits padded to 4 bytes | elements, padded to 8 bytes | variable parts
//! map    i32 bytes of the key array | key array | value array
//! ```
//!
//! A variable part is padded to 8 bytes with zeros; its slot holds `offset << 32 | length`. Up to 7
//! bytes lie in the slot itself. Unused bytes and slots of NULLs are zero, because hash codes and
//! equality go over bytes; see [`NullParts`] for the exception.

mod block;
mod fixed;
mod layout;
mod nested;
mod parts;

use std::iter::zip;
use std::ops::Range;

use self::block::{BLOCK_ROWS, Block};
pub(super) use self::fixed::encode_fixed;
use self::layout::{Slot, at, fixed_part, padded};
use self::nested::append_nested;
use self::parts::{DECIMAL_PART_BYTES, TIMESTAMP_PART_BYTES, bytes_part};
use super::values::{Column, Values};
use crate::{ChangelogBatch, EngineError, ErrorCode};

/// A chunk ends before it passes this size; one larger row makes a chunk of its own.
const MAX_CHUNK_BYTES: usize = 32 << 20;

/// What a NULL leaves of a part of fixed size: that of a DECIMAL or timestamp which is not compact.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum NullParts {
    /// Nothing, as in rows that Flink's RowDataSerializer writes.
    Absent,
    /// A part of zeros that the slot points at, as in keys: Flink's generated projections call
    /// `writeDecimal(null)` and `writeTimestamp(null)`.
    Zeroed,
}

impl NullParts {
    fn size(self, values: &Values<'_>) -> usize {
        match (self, values) {
            (Self::Zeroed, Values::Decimal(_)) => DECIMAL_PART_BYTES,
            (Self::Zeroed, Values::Micros(_) | Values::Nanos { .. }) => TIMESTAMP_PART_BYTES,
            _ => 0,
        }
    }
}

/// Encodes the rows of a batch in chunks small enough to stay in cache.
#[derive(Debug)]
pub struct RowChunks {
    chunk_rows: usize,
    null_parts: NullParts,
    region: Vec<u8>,
    /// Regions that were outgrown: the host may still hold a row of them.
    outgrown: Vec<Vec<u8>>,
    offsets: Vec<i32>,
    /// The size of each row of the chunk, then where its next variable part goes.
    cursors: Vec<usize>,
    /// Physical row numbers of the chunk.
    rows: Vec<usize>,
    /// Nested values of the chunk, encoded before their size is needed.
    scratch: Vec<u8>,
}

impl RowChunks {
    /// Chunks of at most this many rows.
    pub fn new(chunk_rows: usize) -> Self {
        Self::with(chunk_rows, NullParts::Absent)
    }

    pub(super) fn with(chunk_rows: usize, null_parts: NullParts) -> Self {
        Self {
            chunk_rows: chunk_rows.max(1),
            null_parts,
            region: Vec::new(),
            outgrown: Vec::new(),
            offsets: Vec::new(),
            cursors: Vec::new(),
            rows: Vec::new(),
            scratch: Vec::new(),
        }
    }

    /// Encodes the rows that count from the `start`-th on, as many as fit into a chunk, and returns
    /// their number.
    ///
    /// # Errors
    /// A column of a type that has no binary layout, or a row beyond 2 GB.
    pub fn encode(&mut self, batch: &ChangelogBatch, start: usize) -> Result<usize, EngineError> {
        let columns = Column::all(batch.columns())?;
        self.select(batch, start);
        let fixed = fixed_part(columns.len());
        self.cursors.clear();
        self.cursors.resize(self.rows.len(), fixed);
        self.scratch.clear();
        let mut nested = Vec::with_capacity(columns.len());
        for column in &columns {
            nested.push(self.measure(column)?);
        }
        self.place(fixed)?;
        let kinds = batch.row_kinds().map(|kinds| &kinds[..]);
        for start in (0..self.rows.len()).step_by(BLOCK_ROWS) {
            self.write_block(start, &columns, &nested, kinds);
        }
        Ok(self.rows.len())
    }

    /// The encoded rows.
    pub fn region(&self) -> &[u8] {
        let end = self.offsets.last().and_then(|end| usize::try_from(*end).ok()).unwrap_or(0);
        &self.region[..end]
    }

    /// Where each row starts in the region, and where the last one ends.
    pub fn offsets(&self) -> &[i32] {
        &self.offsets
    }

    fn select(&mut self, batch: &ChangelogBatch, start: usize) {
        self.rows.clear();
        let end = batch.selected_rows().min(start + self.chunk_rows);
        match batch.selection() {
            None => self.rows.extend(start..end),
            Some(selection) => {
                self.rows.extend(selection[start..end].iter().map(|row| *row as usize));
            }
        }
    }

    /// Adds the sizes of a column's variable parts to the cursors. Nested values are encoded into the
    /// scratch buffer, and their places there are returned.
    fn measure(&mut self, column: &Column<'_>) -> Result<Vec<Range<usize>>, EngineError> {
        let null_part = self.null_parts.size(&column.values);
        match &column.values {
            Values::Bytes(bytes) => {
                let offsets = bytes.value_offsets();
                self.add_sizes(column, 0, |row| bytes_part(at(offsets[row + 1] - offsets[row])));
            }
            Values::Decimal(_) => self.add_sizes(column, null_part, |_| DECIMAL_PART_BYTES),
            Values::Micros(_) | Values::Nanos { .. } => {
                self.add_sizes(column, null_part, |_| TIMESTAMP_PART_BYTES);
            }
            Values::Row(_) | Values::List { .. } | Values::Map { .. } => {
                return self.measure_nested(column);
            }
            _ => {}
        }
        Ok(Vec::new())
    }

    #[inline]
    fn add_sizes(&mut self, column: &Column<'_>, null_part: usize, part: impl Fn(usize) -> usize) {
        match column.nulls {
            None => {
                for (row, size) in zip(&self.rows, &mut self.cursors) {
                    *size += part(*row);
                }
            }
            Some(nulls) => {
                for (row, size) in zip(&self.rows, &mut self.cursors) {
                    *size += if nulls.is_null(*row) { null_part } else { part(*row) };
                }
            }
        }
    }

    fn measure_nested(&mut self, column: &Column<'_>) -> Result<Vec<Range<usize>>, EngineError> {
        let mut places = Vec::with_capacity(self.rows.len());
        for (row, size) in zip(&self.rows, &mut self.cursors) {
            let start = self.scratch.len();
            if !column.is_null(*row) {
                append_nested(&column.values, *row, &mut self.scratch)?;
            }
            let place = start..self.scratch.len();
            *size += padded(place.len());
            places.push(place);
        }
        Ok(places)
    }

    /// Turns sizes into offsets, cuts the chunk if it is too large, and readies the region.
    fn place(&mut self, fixed: usize) -> Result<(), EngineError> {
        self.offsets.clear();
        self.offsets.push(0);
        let mut end = 0_usize;
        let mut fitting = 0;
        for size in &self.cursors {
            if fitting > 0 && end + size > MAX_CHUNK_BYTES {
                break;
            }
            end += size;
            let offset = i32::try_from(end).map_err(|_| {
                EngineError::new(ErrorCode::Memory, format!("a row of {size} bytes"))
            })?;
            self.offsets.push(offset);
            fitting += 1;
        }
        self.rows.truncate(fitting);
        self.cursors.truncate(fitting);
        self.cursors.fill(fixed);
        if self.region.len() < end {
            let grown = vec![0; end.max(self.region.len() * 2).next_multiple_of(64)];
            let old = std::mem::replace(&mut self.region, grown);
            if !old.is_empty() {
                self.outgrown.push(old);
            }
        }
        Ok(())
    }

    fn write_block(
        &mut self,
        start: usize,
        columns: &[Column<'_>],
        nested: &[Vec<Range<usize>>],
        kinds: Option<&[u8]>,
    ) {
        let end = self.rows.len().min(start + BLOCK_ROWS);
        let mut block = Block {
            rows: &self.rows[start..end],
            offsets: &self.offsets[start..end],
            cursors: &mut self.cursors[start..end],
            region: &mut self.region,
            null_parts: self.null_parts,
        };
        block.write_heads(kinds, columns.len());
        for (position, (column, places)) in zip(columns, nested).enumerate() {
            let places = if places.is_empty() { &[] } else { &places[start..end] };
            block.write_column(Slot::new(position, columns.len()), column, places, &self.scratch);
        }
    }
}
