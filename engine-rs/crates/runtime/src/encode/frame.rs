//! Frames: batches that travel between fragments. A frame decodes on its own; the types come from the
//! plan and are not repeated.
//!
//! ```text
//! u32 version | u32 rows | u32 flags (1 = row kinds, 2 = keyed) | u32 columns
//! u32 first key group | u32 last key group, of the subtask it is for    if keyed
//! row kinds, one byte per row                                           if flagged
//! fields in preorder:
//!   u64 1 and a validity bitmap, or u64 0
//!   values | i32 offsets from 0, bytes | i32 offsets from 0, child fields | child fields
//! ```
//!
//! Every part is padded to 8 bytes. Integers are little endian.

use std::iter::zip;
use std::sync::Arc;

use arrow_array::cast::AsArray;
use arrow_array::{Array, ArrayRef, BinaryArray, BooleanArray, ListArray, StructArray};
use arrow_array::{make_array, new_empty_array};
use arrow_buffer::{
    BooleanBuffer, BooleanBufferBuilder, Buffer, MutableBuffer, NullBuffer, OffsetBuffer,
    ScalarBuffer,
};
use arrow_data::ArrayData;
use arrow_schema::DataType;
use sf_contract::LogicalType;
use sf_faults::{Fault, is_on};

use super::KeyGroups;
use crate::{ChangelogBatch, EngineError, ErrorCode};

const VERSION: u32 = 2;
const FLAG_ROW_KINDS: u32 = 1;
const FLAG_KEYED: u32 = 2;

/// Writes physical rows of a batch, or all of them, as a frame behind what is in `out`, whose length is a
/// multiple of 8 before and after. `key_groups` are those of the subtask that the frame is for.
///
/// # Errors
/// A batch with more rows or columns than a frame can hold, or a type that has no frame form.
pub(super) fn encode_frame(
    batch: &ChangelogBatch,
    rows: Option<&[u32]>,
    key_groups: Option<KeyGroups>,
    out: &mut Vec<u8>,
) -> Result<(), EngineError> {
    let kinds = batch.row_kinds();
    let flags = if kinds.is_some() { FLAG_ROW_KINDS } else { 0 }
        | if key_groups.is_some() { FLAG_KEYED } else { 0 };
    put_u32(out, VERSION as usize)?;
    put_u32(out, rows.map_or(batch.physical_rows(), <[u32]>::len))?;
    put_u32(out, flags as usize)?;
    put_u32(out, batch.columns().len())?;
    if let Some(KeyGroups { first, last }) = key_groups {
        put_u32(out, first as usize)?;
        put_u32(out, last as usize)?;
    }
    if let Some(kinds) = kinds {
        put_values::<1>(out, kinds, rows);
    }
    batch.columns().iter().try_for_each(|column| put_field(out, column, rows))
}

fn put_u32(out: &mut Vec<u8>, value: usize) -> Result<(), EngineError> {
    let value = u32::try_from(value)
        .map_err(|_| EngineError::new(ErrorCode::Memory, format!("a frame with {value} rows")))?;
    out.extend_from_slice(&value.to_le_bytes());
    Ok(())
}

fn put_part(out: &mut Vec<u8>, bytes: &[u8]) {
    out.extend_from_slice(bytes);
    pad(out);
}

fn pad(out: &mut Vec<u8>) {
    out.resize(out.len().next_multiple_of(8), 0);
}

/// Writes values of `WIDTH` bytes.
fn put_values<const WIDTH: usize>(out: &mut Vec<u8>, values: &[u8], rows: Option<&[u32]>) {
    let Some(rows) = rows else {
        return put_part(out, values);
    };
    let (values, _) = values.as_chunks::<WIDTH>();
    let start = out.len();
    out.resize(start + rows.len() * WIDTH, 0);
    let (places, _) = out[start..].as_chunks_mut::<WIDTH>();
    for (place, row) in zip(places, rows) {
        *place = values[*row as usize];
    }
    pad(out);
}

fn put_bits(out: &mut Vec<u8>, bits: &BooleanBuffer, rows: Option<&[u32]>) {
    match rows {
        None => put_part(out, bits.sliced().as_slice()),
        Some(rows) => {
            let chosen =
                BooleanBuffer::collect_bool(rows.len(), |at| bits.value(rows[at] as usize));
            put_part(out, chosen.inner().as_slice());
        }
    }
}

fn put_nulls(out: &mut Vec<u8>, array: &ArrayRef, rows: Option<&[u32]>) {
    let some_null = |nulls: &NullBuffer| match rows {
        None => nulls.null_count() > 0,
        Some(rows) => nulls.null_count() > 0 && rows.iter().any(|row| nulls.is_null(*row as usize)),
    };
    match array.nulls().filter(|nulls| some_null(nulls)) {
        Some(nulls) => {
            out.extend_from_slice(&1_u64.to_le_bytes());
            put_bits(out, nulls.inner(), rows);
        }
        None => out.extend_from_slice(&0_u64.to_le_bytes()),
    }
}

fn put_field(out: &mut Vec<u8>, array: &ArrayRef, rows: Option<&[u32]>) -> Result<(), EngineError> {
    put_nulls(out, array, rows);
    match array.data_type() {
        DataType::Boolean => put_bits(out, array.as_boolean().values(), rows),
        DataType::Binary => put_binary(out, array.as_binary::<i32>(), rows),
        DataType::Struct(_) => {
            array.as_struct().columns().iter().try_for_each(|child| put_field(out, child, rows))?;
        }
        DataType::List(_) => put_list(out, array.as_list::<i32>(), rows)?,
        other => {
            let width = width(other)?;
            let data = array.to_data();
            let start = data.offset() * width;
            let values = &data.buffers()[0].as_slice()[start..start + data.len() * width];
            match width {
                1 => put_values::<1>(out, values, rows),
                2 => put_values::<2>(out, values, rows),
                4 => put_values::<4>(out, values, rows),
                8 => put_values::<8>(out, values, rows),
                16 => put_values::<16>(out, values, rows),
                _ => return Err(no_frame_form(other)),
            }
        }
    }
    Ok(())
}

fn put_binary(out: &mut Vec<u8>, array: &BinaryArray, rows: Option<&[u32]>) {
    let (offsets, data) = (array.value_offsets(), array.value_data());
    let Some(rows) = rows else {
        let (start, end) = put_offsets(out, offsets);
        return put_part(out, &data[start..end]);
    };
    put_lengths(out, offsets, rows);
    for row in rows {
        let [start, end] = ends(offsets, *row);
        out.extend_from_slice(&data[start..end]);
    }
    pad(out);
}

fn put_list(out: &mut Vec<u8>, array: &ListArray, rows: Option<&[u32]>) -> Result<(), EngineError> {
    let offsets = array.value_offsets();
    let Some(rows) = rows else {
        let (start, end) = put_offsets(out, offsets);
        return put_field(out, &array.values().slice(start, end - start), None);
    };
    put_lengths(out, offsets, rows);
    let mut elements = Vec::new();
    for row in rows {
        let [start, end] = [offsets[*row as usize], offsets[*row as usize + 1]];
        elements.extend((start..end).map(i32::cast_unsigned));
    }
    put_field(out, array.values(), Some(&elements))
}

/// Where the elements of a row start and end.
fn ends(offsets: &[i32], row: u32) -> [usize; 2] {
    [offsets[row as usize], offsets[row as usize + 1]].map(|at| at.cast_unsigned() as usize)
}

/// Writes offsets moved to start at 0; returns the range that they cover.
fn put_offsets(out: &mut Vec<u8>, offsets: &[i32]) -> (usize, usize) {
    let first = offsets.first().copied().unwrap_or(0);
    let last = offsets.last().copied().unwrap_or(0);
    for offset in offsets {
        out.extend_from_slice(&(offset - first).to_le_bytes());
    }
    pad(out);
    (first.cast_unsigned() as usize, last.cast_unsigned() as usize)
}

/// Writes the offsets from 0 of these rows.
fn put_lengths(out: &mut Vec<u8>, offsets: &[i32], rows: &[u32]) {
    let mut end = 0_i32;
    out.extend_from_slice(&end.to_le_bytes());
    for row in rows {
        end += offsets[*row as usize + 1] - offsets[*row as usize];
        out.extend_from_slice(&end.to_le_bytes());
    }
    pad(out);
}

fn width(data_type: &DataType) -> Result<usize, EngineError> {
    data_type.primitive_width().ok_or_else(|| no_frame_form(data_type))
}

fn no_frame_form(data_type: &DataType) -> EngineError {
    EngineError::new(ErrorCode::Type, format!("the type {data_type} has no frame form"))
}

/// Reads frames whose columns have these types into one batch, in order: small pieces that arrive from
/// many senders become one batch again.
///
/// # Errors
/// Bytes that are no frame of these types.
pub(super) fn decode_frames<'a>(
    columns: &[LogicalType],
    frames: impl IntoIterator<Item = &'a [u8]>,
) -> Result<Decoded, EngineError> {
    let mut readers = Vec::new();
    let mut rows = Vec::new();
    let mut flagged = false;
    let mut key_groups: Option<KeyGroups> = None;
    for bytes in frames {
        let mut reader = Reader { bytes };
        let head = reader.head(columns.len())?;
        flagged |= head.row_kinds.is_some();
        key_groups = match (key_groups, head.key_groups) {
            (Some(before), Some(these)) => Some(before.joined(these)),
            (before, these) => before.or(these),
        };
        rows.push(head.rows);
        readers.push((reader, head.row_kinds));
    }
    if readers.len() > 1 && is_on(Fault::LostFrame) {
        readers.pop();
        rows.pop();
    }
    let total = rows.iter().sum();
    let kinds = flagged.then(|| {
        let mut kinds = Vec::with_capacity(total);
        for (index, (_, row_kinds)) in readers.iter().enumerate() {
            match row_kinds {
                Some(row_kinds) => kinds.extend_from_slice(row_kinds),
                // A frame without row kinds holds inserts.
                None => kinds.resize(kinds.len() + rows[index], 0),
            }
        }
        ScalarBuffer::from(kinds)
    });
    let mut frames = Frames { readers: readers.into_iter().map(|(reader, _)| reader).collect() };
    let mut arrays = Vec::with_capacity(columns.len());
    for column in columns {
        arrays.push(frames.field(&column.to_arrow(), &rows)?);
    }
    for reader in &frames.readers {
        if !reader.bytes.is_empty() {
            return Err(malformed(format!("{} bytes too many", reader.bytes.len())));
        }
    }
    let batch = ChangelogBatch::try_new(arrays, total)?.with_row_kinds(kinds)?;
    Ok(Decoded { batch, rows, key_groups })
}

/// Frames that were read together.
#[derive(Debug)]
pub(super) struct Decoded {
    pub(super) batch: ChangelogBatch,
    /// Rows of each frame.
    pub(super) rows: Vec<usize>,
    /// Which key groups can be in the batch, None without a key.
    pub(super) key_groups: Option<KeyGroups>,
}

/// What a frame says about itself.
struct Head<'a> {
    rows: usize,
    row_kinds: Option<&'a [u8]>,
    key_groups: Option<KeyGroups>,
}

/// What is left of one frame.
struct Reader<'a> {
    bytes: &'a [u8],
}

impl<'a> Reader<'a> {
    fn head(&mut self, columns: usize) -> Result<Head<'a>, EngineError> {
        let version = self.u32()?;
        if version != VERSION {
            return Err(malformed(format!("version {version}")));
        }
        let rows = self.u32()? as usize;
        let flags = self.u32()?;
        let column_count = self.u32()? as usize;
        if column_count != columns {
            return Err(malformed(format!("{column_count} columns, not {columns}")));
        }
        if flags & !(FLAG_ROW_KINDS | FLAG_KEYED) != 0 {
            return Err(malformed(format!("flags {flags}")));
        }
        let key_groups = match flags & FLAG_KEYED {
            0 => None,
            _ => Some(KeyGroups { first: self.u32()?, last: self.u32()? }),
        };
        let row_kinds = match flags & FLAG_ROW_KINDS {
            0 => None,
            _ => Some(self.part(rows)?),
        };
        Ok(Head { rows, row_kinds, key_groups })
    }

    fn u32(&mut self) -> Result<u32, EngineError> {
        let (head, rest) =
            self.bytes.split_first_chunk::<4>().ok_or_else(|| malformed("it ends early".into()))?;
        self.bytes = rest;
        Ok(u32::from_le_bytes(*head))
    }

    /// The next part without its padding.
    fn part(&mut self, length: usize) -> Result<&'a [u8], EngineError> {
        let padded = length.next_multiple_of(8);
        if padded > self.bytes.len() {
            return Err(malformed("it ends early".into()));
        }
        let (part, rest) = self.bytes.split_at(padded);
        self.bytes = rest;
        Ok(&part[..length])
    }

    /// The validity bitmap, None without NULLs.
    fn nulls(&mut self, rows: usize) -> Result<Option<&'a [u8]>, EngineError> {
        match (self.u32()?, self.u32()?) {
            (0, 0) => Ok(None),
            (1, 0) => Ok(Some(self.part(rows.div_ceil(8))?)),
            other => Err(malformed(format!("validity flag {other:?}"))),
        }
    }
}

/// Several frames, read field by field in step.
struct Frames<'a> {
    readers: Vec<Reader<'a>>,
}

impl Frames<'_> {
    fn nulls(&mut self, rows: &[usize]) -> Result<Option<NullBuffer>, EngineError> {
        let mut bitmaps = Vec::with_capacity(rows.len());
        for (reader, rows) in zip(&mut self.readers, rows) {
            bitmaps.push(reader.nulls(*rows)?);
        }
        if bitmaps.iter().all(Option::is_none) {
            return Ok(None);
        }
        let mut valid = BooleanBufferBuilder::new(rows.iter().sum());
        for (bitmap, rows) in zip(bitmaps, rows) {
            match bitmap {
                Some(bitmap) => valid.append_packed_range(0..*rows, bitmap),
                None => valid.append_n(*rows, true),
            }
        }
        Ok(Some(NullBuffer::new(valid.finish())))
    }

    /// Offsets from 0 over all frames, and how many elements each frame has.
    fn offsets(&mut self, rows: &[usize]) -> Result<(OffsetBuffer<i32>, Vec<usize>), EngineError> {
        let mut offsets = Vec::with_capacity(rows.iter().sum::<usize>() + 1);
        let mut ends = Vec::with_capacity(rows.len());
        offsets.push(0_i32);
        for (reader, rows) in zip(&mut self.readers, rows) {
            let base = offsets.last().copied().unwrap_or_default();
            let bytes = rows.checked_add(1).and_then(|count| count.checked_mul(4));
            let bytes = reader.part(bytes.ok_or_else(|| malformed("too many rows".into()))?)?;
            let (words, _) = bytes.as_chunks::<4>();
            let mut previous = 0;
            for (position, word) in words.iter().enumerate() {
                let offset = i32::from_le_bytes(*word);
                if offset < previous || (position == 0 && offset != 0) {
                    return Err(malformed("offsets that are not ascending".into()));
                }
                previous = offset;
                if position > 0 {
                    let moved = base.checked_add(offset);
                    offsets.push(moved.ok_or_else(|| malformed("more than 2 GB".into()))?);
                }
            }
            ends.push(previous.cast_unsigned() as usize);
        }
        Ok((OffsetBuffer::new(offsets.into()), ends))
    }

    /// The next part of each frame, one behind the other.
    fn parts(&mut self, lengths: &[usize]) -> Result<Buffer, EngineError> {
        let available: usize = self.readers.iter().map(|reader| reader.bytes.len()).sum();
        let wanted = lengths.iter().fold(0_usize, |sum, length| sum.saturating_add(*length));
        if wanted > available {
            return Err(malformed("it ends early".into()));
        }
        let mut joined = MutableBuffer::with_capacity(wanted);
        for (reader, length) in zip(&mut self.readers, lengths) {
            joined.extend_from_slice(reader.part(*length)?);
        }
        Ok(joined.into())
    }

    fn bits(&mut self, rows: &[usize]) -> Result<BooleanBuffer, EngineError> {
        let mut bits = BooleanBufferBuilder::new(rows.iter().sum());
        for (reader, rows) in zip(&mut self.readers, rows) {
            bits.append_packed_range(0..*rows, reader.part(rows.div_ceil(8))?);
        }
        Ok(bits.finish())
    }

    fn field(&mut self, data_type: &DataType, rows: &[usize]) -> Result<ArrayRef, EngineError> {
        let nulls = self.nulls(rows)?;
        let total = rows.iter().sum();
        Ok(match data_type {
            DataType::Boolean => Arc::new(BooleanArray::new(self.bits(rows)?, nulls)),
            DataType::Binary => {
                let (offsets, ends) = self.offsets(rows)?;
                Arc::new(BinaryArray::try_new(offsets, self.parts(&ends)?, nulls)?)
            }
            DataType::Struct(fields) => {
                let mut children = Vec::with_capacity(fields.len());
                for child in fields {
                    children.push(self.field(child.data_type(), rows)?);
                }
                Arc::new(StructArray::try_new_with_length(fields.clone(), children, nulls, total)?)
            }
            DataType::List(element) => {
                let (offsets, ends) = self.offsets(rows)?;
                let values = self.field(element.data_type(), &ends)?;
                Arc::new(ListArray::try_new(Arc::clone(element), offsets, values, nulls)?)
            }
            other => {
                if total == 0 {
                    return Ok(new_empty_array(other));
                }
                let width = width(other)?;
                let lengths: Option<Vec<usize>> =
                    rows.iter().map(|rows| rows.checked_mul(width)).collect();
                let values =
                    self.parts(&lengths.ok_or_else(|| malformed("too many rows".into()))?)?;
                let data = ArrayData::builder(other.clone())
                    .len(total)
                    .nulls(nulls)
                    .add_buffer(values)
                    .build()?;
                make_array(data)
            }
        })
    }
}

fn malformed(message: String) -> EngineError {
    EngineError::new(ErrorCode::Protocol, format!("a malformed frame: {message}"))
}
