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
//! equality go over bytes.

use std::iter::zip;
use std::ops::Range;

use super::values::{Column, Values};
use crate::{ChangelogBatch, EngineError, ErrorCode};

const HEADER_BITS: usize = 8;
const MAX_INLINE_BYTES: usize = 7;
/// A chunk ends before it passes this size; one larger row makes a chunk of its own.
const MAX_CHUNK_BYTES: usize = 32 << 20;
const DECIMAL_PART_BYTES: usize = 16;
const TIMESTAMP_PART_BYTES: usize = 8;
/// `Float.NaN` and `Double.NaN`.
const JAVA_FLOAT_NAN: u32 = 0x7fc0_0000;
const JAVA_DOUBLE_NAN: u64 = 0x7ff8_0000_0000_0000;

/// Encodes the rows of a batch in chunks small enough to stay in cache.
#[derive(Debug)]
pub struct RowChunks {
    chunk_rows: usize,
    region: Vec<u8>,
    /// Regions that were outgrown: the host may still hold a row of them.
    outgrown: Vec<Vec<u8>>,
    offsets: Vec<i32>,
    /// Where the next variable part of each row of the chunk goes.
    cursors: Vec<usize>,
    /// Physical row numbers of the chunk.
    rows: Vec<usize>,
    /// Nested values of the chunk, encoded before their size is needed.
    scratch: Vec<u8>,
}

impl RowChunks {
    /// Chunks of at most this many rows.
    pub fn new(chunk_rows: usize) -> Self {
        Self {
            chunk_rows: chunk_rows.max(1),
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
        self.write_heads(batch, columns.len());
        for (position, column) in columns.iter().enumerate() {
            self.write_column(Slot::new(position, columns.len()), column, &nested[position]);
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
        let rows = zip(&self.rows, &mut self.cursors);
        match &column.values {
            Values::Bytes(bytes) => {
                let offsets = bytes.value_offsets();
                for (row, size) in rows {
                    let length = at(offsets[*row + 1] - offsets[*row]);
                    if length > MAX_INLINE_BYTES && !column.is_null(*row) {
                        *size += padded(length);
                    }
                }
            }
            Values::Decimal(_) => {
                for (row, size) in rows {
                    *size += if column.is_null(*row) { 0 } else { DECIMAL_PART_BYTES };
                }
            }
            Values::Micros(_) | Values::Nanos { .. } => {
                for (row, size) in rows {
                    *size += if column.is_null(*row) { 0 } else { TIMESTAMP_PART_BYTES };
                }
            }
            Values::Row(_) | Values::List { .. } | Values::Map { .. } => {
                let mut places = Vec::with_capacity(self.rows.len());
                for (row, size) in rows {
                    let start = self.scratch.len();
                    if !column.is_null(*row) {
                        append_nested(&column.values, *row, &mut self.scratch)?;
                    }
                    let place = start..self.scratch.len();
                    *size += padded(place.len());
                    places.push(place);
                }
                return Ok(places);
            }
            _ => {}
        }
        Ok(Vec::new())
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

    /// Row kinds and cleared null bits.
    fn write_heads(&mut self, batch: &ChangelogBatch, arity: usize) {
        let bits = null_bits(arity);
        let kinds = batch.row_kinds();
        for (row, offset) in zip(&self.rows, &self.offsets) {
            let start = at(*offset);
            let head = &mut self.region[start..start + bits];
            head.fill(0);
            head[0] = kinds.map_or(0, |kinds| kinds[*row]);
        }
    }

    fn write_column(&mut self, slot: Slot, column: &Column<'_>, nested: &[Range<usize>]) {
        // The closures are inlined into one loop per kind of value.
        match &column.values {
            Values::Boolean(values) => {
                self.fixed(slot, column, |row| u64::from(values.value(row)));
            }
            Values::Byte(values) => {
                self.fixed(slot, column, |row| u64::from(values[row].cast_unsigned()));
            }
            Values::Short(values) => {
                self.fixed(slot, column, |row| u64::from(values[row].cast_unsigned()));
            }
            Values::Int(values) => {
                self.fixed(slot, column, |row| u64::from(values[row].cast_unsigned()));
            }
            Values::Long(values) => self.fixed(slot, column, |row| values[row].cast_unsigned()),
            Values::Float(values) => {
                self.fixed(slot, column, |row| u64::from(values[row].to_bits()));
            }
            Values::Double(values) => self.fixed(slot, column, |row| values[row].to_bits()),
            Values::CompactDecimal(values) => {
                self.fixed(slot, column, |row| low_word(values[row]));
            }
            Values::Bytes(values) => {
                let offsets = values.value_offsets();
                let data = values.value_data();
                self.variable(slot, column, |_, row, part, out| {
                    put_bytes(&data[at(offsets[row])..at(offsets[row + 1])], part, out)
                });
            }
            Values::Decimal(values) => {
                self.variable(slot, column, |_, row, part, out| {
                    put_decimal(values[row], part, out)
                });
            }
            Values::Micros(values) => {
                self.variable(slot, column, |_, row, part, out| {
                    let (millis, nanos) = split_micros(values[row]);
                    put_timestamp(millis, nanos, part, out)
                });
            }
            Values::Nanos { millis, nanos } => {
                self.variable(slot, column, |_, row, part, out| {
                    put_timestamp(millis[row], nanos[row], part, out)
                });
            }
            Values::Row(_) | Values::List { .. } | Values::Map { .. } => {
                let scratch = std::mem::take(&mut self.scratch);
                self.variable(slot, column, |index, _, part, out| {
                    put_part(&scratch[nested[index].clone()], part, out)
                });
                self.scratch = scratch;
            }
        }
    }

    #[inline]
    fn fixed(&mut self, slot: Slot, column: &Column<'_>, word: impl Fn(usize) -> u64) {
        for (row, offset) in zip(&self.rows, &self.offsets) {
            let out = &mut self.region[at(*offset)..];
            if column.is_null(*row) {
                slot.put_null(out);
            } else {
                slot.put(out, word(*row));
            }
        }
    }

    /// `put(index, row, part, out)` writes a variable part at `out[part]`, `out` starting at the row,
    /// and returns the slot and the size of the part.
    #[inline]
    fn variable(
        &mut self,
        slot: Slot,
        column: &Column<'_>,
        put: impl Fn(usize, usize, usize, &mut [u8]) -> (u64, usize),
    ) {
        for (index, row) in self.rows.iter().enumerate() {
            let out = &mut self.region[at(self.offsets[index])..];
            if column.is_null(*row) {
                slot.put_null(out);
            } else {
                let (word, size) = put(index, *row, self.cursors[index], out);
                slot.put(out, word);
                self.cursors[index] += size;
            }
        }
    }
}

/// A field's place in the fixed part of a row.
#[derive(Clone, Copy)]
struct Slot {
    null_byte: usize,
    null_mask: u8,
    start: usize,
}

impl Slot {
    fn new(position: usize, arity: usize) -> Self {
        let bit = position + HEADER_BITS;
        Self {
            null_byte: bit / 8,
            null_mask: 1 << (bit % 8),
            start: null_bits(arity) + 8 * position,
        }
    }

    #[inline]
    fn put(self, row: &mut [u8], word: u64) {
        put_word(row, self.start, word);
    }

    #[inline]
    fn put_null(self, row: &mut [u8]) {
        row[self.null_byte] |= self.null_mask;
        put_word(row, self.start, 0);
    }
}

fn null_bits(arity: usize) -> usize {
    (arity + HEADER_BITS).div_ceil(64) * 8
}

fn fixed_part(arity: usize) -> usize {
    null_bits(arity) + 8 * arity
}

fn padded(bytes: usize) -> usize {
    bytes.next_multiple_of(8)
}

/// An offset that is known not to be negative.
#[inline]
fn at(offset: i32) -> usize {
    offset.cast_unsigned() as usize
}

#[inline]
fn put_word(out: &mut [u8], start: usize, word: u64) {
    out[start..start + 8].copy_from_slice(&word.to_le_bytes());
}

/// A slot that points at a variable part.
#[inline]
fn slot_word(part: usize, low: usize) -> u64 {
    ((part as u64) << 32) | low as u64
}

/// The low word of a DECIMAL that fits a long.
#[inline]
#[allow(clippy::cast_possible_truncation, reason = "up to precision 18 the value fits")]
fn low_word(value: i128) -> u64 {
    value as u64
}

fn split_micros(micros: i64) -> (i64, i32) {
    let nanos = micros.rem_euclid(1000) * 1000;
    (micros.div_euclid(1000), i32::try_from(nanos).unwrap_or(0))
}

/// Puts a value of any length at `out[part..]`, padded with zeros.
#[inline]
fn put_part(value: &[u8], part: usize, out: &mut [u8]) -> (u64, usize) {
    let size = padded(value.len());
    if size > value.len() {
        // The last word first, as Flink does; the value then overwrites its start.
        put_word(out, part + size - 8, 0);
    }
    out[part..part + value.len()].copy_from_slice(value);
    (slot_word(part, value.len()), size)
}

#[inline]
fn put_bytes(value: &[u8], part: usize, out: &mut [u8]) -> (u64, usize) {
    if value.len() > MAX_INLINE_BYTES {
        return put_part(value, part, out);
    }
    (inline_word(value), 0)
}

/// Up to seven bytes and their number in one slot.
#[inline]
fn inline_word(value: &[u8]) -> u64 {
    let mut word = [0; 8];
    word[..value.len()].copy_from_slice(value);
    u64::from_le_bytes(word) | ((0x80 | value.len() as u64) << 56)
}

#[inline]
fn put_decimal(value: i128, part: usize, out: &mut [u8]) -> (u64, usize) {
    let bytes = value.to_be_bytes();
    let magnitude = if value < 0 { !value } else { value };
    // As BigInteger.toByteArray: the fewest bytes that keep the sign bit.
    let significant = (128 - magnitude.leading_zeros() as usize) / 8 + 1;
    let target = &mut out[part..part + DECIMAL_PART_BYTES];
    target.fill(0);
    target[..significant].copy_from_slice(&bytes[16 - significant..]);
    (slot_word(part, significant), DECIMAL_PART_BYTES)
}

#[inline]
fn put_timestamp(millis: i64, nanos: i32, part: usize, out: &mut [u8]) -> (u64, usize) {
    put_word(out, part, millis.cast_unsigned());
    (slot_word(part, nanos.cast_unsigned() as usize), TIMESTAMP_PART_BYTES)
}

// ---------------------------------------------------------------------------------------------
// Nested values
// ---------------------------------------------------------------------------------------------

/// Appends the binary form of a ROW, ARRAY or MAP.
fn append_nested(values: &Values<'_>, row: usize, out: &mut Vec<u8>) -> Result<(), EngineError> {
    match values {
        Values::Row(fields) => append_row(fields, row, out),
        Values::List { offsets, element } => {
            append_array(element, at(offsets[row])..at(offsets[row + 1]), out)
        }
        Values::Map { offsets, key, value } => {
            let entries = at(offsets[row])..at(offsets[row + 1]);
            let start = out.len();
            out.extend_from_slice(&[0; 4]);
            append_array(key, entries.clone(), out)?;
            let key_bytes = size_word(out.len() - start - 4)?;
            out[start..start + 4].copy_from_slice(&key_bytes);
            append_array(value, entries, out)
        }
        _ => Err(EngineError::defect("a flat value where a nested one was expected")),
    }
}

fn append_row(fields: &[Column<'_>], row: usize, out: &mut Vec<u8>) -> Result<(), EngineError> {
    let start = out.len();
    out.resize(start + fixed_part(fields.len()), 0);
    for (position, field) in fields.iter().enumerate() {
        let slot = Slot::new(position, fields.len());
        if field.is_null(row) {
            slot.put_null(&mut out[start..]);
        } else {
            append_value(&field.values, row, out, start, start + slot.start)?;
        }
    }
    Ok(())
}

fn append_array(
    element: &Column<'_>,
    range: Range<usize>,
    out: &mut Vec<u8>,
) -> Result<(), EngineError> {
    let start = out.len();
    let header = 4 + range.len().div_ceil(32) * 4;
    let width = element_width(&element.values);
    out.resize(start + padded(header + width * range.len()), 0);
    out[start..start + 4].copy_from_slice(&size_word(range.len())?);
    for (index, row) in range.enumerate() {
        if element.is_null(row) {
            out[start + 4 + index / 8] |= 1 << (index % 8);
            continue;
        }
        let slot = start + header + width * index;
        match &element.values {
            Values::Boolean(values) => out[slot] = u8::from(values.value(row)),
            Values::Byte(values) => out[slot] = values[row].cast_unsigned(),
            Values::Short(values) => put(out, slot, &values[row].to_le_bytes()),
            Values::Int(values) => put(out, slot, &values[row].to_le_bytes()),
            // Arrays hold one NaN, rows hold what they were given.
            Values::Float(values) if values[row].is_nan() => {
                put(out, slot, &JAVA_FLOAT_NAN.to_le_bytes());
            }
            Values::Float(values) => put(out, slot, &values[row].to_bits().to_le_bytes()),
            Values::Double(values) if values[row].is_nan() => {
                put(out, slot, &JAVA_DOUBLE_NAN.to_le_bytes());
            }
            values => append_value(values, row, out, start, slot)?,
        }
    }
    Ok(())
}

/// Writes a value's slot and appends its variable part; parts count from `container`.
fn append_value(
    values: &Values<'_>,
    row: usize,
    out: &mut Vec<u8>,
    container: usize,
    slot: usize,
) -> Result<(), EngineError> {
    let part = out.len() - container;
    let word = match values {
        Values::Boolean(values) => u64::from(values.value(row)),
        Values::Byte(values) => u64::from(values[row].cast_unsigned()),
        Values::Short(values) => u64::from(values[row].cast_unsigned()),
        Values::Int(values) => u64::from(values[row].cast_unsigned()),
        Values::Long(values) => values[row].cast_unsigned(),
        Values::Float(values) => u64::from(values[row].to_bits()),
        Values::Double(values) => values[row].to_bits(),
        Values::CompactDecimal(values) => low_word(values[row]),
        Values::Bytes(values) => {
            let value = values.value(row);
            let needed = if value.len() > MAX_INLINE_BYTES { padded(value.len()) } else { 0 };
            grown(out, needed, container, |out| put_bytes(value, part, out))
        }
        Values::Decimal(values) => {
            grown(out, DECIMAL_PART_BYTES, container, |out| put_decimal(values[row], part, out))
        }
        Values::Micros(values) => {
            let (millis, nanos) = split_micros(values[row]);
            grown(out, TIMESTAMP_PART_BYTES, container, |out| {
                put_timestamp(millis, nanos, part, out)
            })
        }
        Values::Nanos { millis, nanos } => grown(out, TIMESTAMP_PART_BYTES, container, |out| {
            put_timestamp(millis[row], nanos[row], part, out)
        }),
        Values::Row(_) | Values::List { .. } | Values::Map { .. } => {
            append_nested(values, row, out)?;
            let length = out.len() - container - part;
            out.resize(container + part + padded(length), 0);
            slot_word(part, length)
        }
    };
    put_word(out, slot, word);
    Ok(())
}

fn grown(
    out: &mut Vec<u8>,
    bytes: usize,
    container: usize,
    put: impl FnOnce(&mut [u8]) -> (u64, usize),
) -> u64 {
    out.resize(out.len() + bytes, 0);
    put(&mut out[container..]).0
}

fn put(out: &mut [u8], start: usize, bytes: &[u8]) {
    out[start..start + bytes.len()].copy_from_slice(bytes);
}

fn size_word(size: usize) -> Result<[u8; 4], EngineError> {
    i32::try_from(size)
        .map(i32::to_le_bytes)
        .map_err(|_| EngineError::new(ErrorCode::Memory, format!("a nested value of size {size}")))
}

/// `BinaryArrayData.calculateFixLengthPartSize`.
fn element_width(values: &Values<'_>) -> usize {
    match values {
        Values::Boolean(_) | Values::Byte(_) => 1,
        Values::Short(_) => 2,
        Values::Int(_) | Values::Float(_) => 4,
        _ => 8,
    }
}
