//! Frames: batches that travel between fragments. A frame decodes on its own; the types come from the
//! plan and are not repeated.
//!
//! ```text
//! u32 version | u32 rows | u32 flags (1 = row kinds) | u32 columns
//! row kinds, one byte per row                                        if flagged
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

use crate::{ChangelogBatch, EngineError, ErrorCode};

const VERSION: u32 = 1;
const FLAG_ROW_KINDS: u32 = 1;

/// Writes the rows of a batch that count as a frame.
///
/// # Errors
/// A batch with more rows or columns than a frame can hold, or a type that has no frame form.
pub fn encode_frame(batch: &ChangelogBatch, out: &mut Vec<u8>) -> Result<(), EngineError> {
    let batch = batch.clone().compact()?;
    let rows = batch.physical_rows();
    out.clear();
    put_u32(out, VERSION as usize)?;
    put_u32(out, rows)?;
    put_u32(out, if batch.row_kinds().is_some() { FLAG_ROW_KINDS as usize } else { 0 })?;
    put_u32(out, batch.columns().len())?;
    if let Some(kinds) = batch.row_kinds() {
        put_part(out, kinds);
    }
    batch.columns().iter().try_for_each(|column| put_field(out, column))
}

fn put_u32(out: &mut Vec<u8>, value: usize) -> Result<(), EngineError> {
    let value = u32::try_from(value)
        .map_err(|_| EngineError::new(ErrorCode::Memory, format!("a frame with {value} rows")))?;
    out.extend_from_slice(&value.to_le_bytes());
    Ok(())
}

fn put_part(out: &mut Vec<u8>, bytes: &[u8]) {
    out.extend_from_slice(bytes);
    out.resize(out.len().next_multiple_of(8), 0);
}

fn put_field(out: &mut Vec<u8>, array: &ArrayRef) -> Result<(), EngineError> {
    match array.nulls().filter(|nulls| nulls.null_count() > 0) {
        Some(nulls) => {
            out.extend_from_slice(&1_u64.to_le_bytes());
            put_part(out, nulls.inner().sliced().as_slice());
        }
        None => out.extend_from_slice(&0_u64.to_le_bytes()),
    }
    match array.data_type() {
        DataType::Boolean => put_part(out, array.as_boolean().values().sliced().as_slice()),
        DataType::Binary => {
            let bytes = array.as_binary::<i32>();
            let (start, end) = put_offsets(out, bytes.value_offsets());
            put_part(out, &bytes.value_data()[start..end]);
        }
        DataType::Struct(_) => {
            array.as_struct().columns().iter().try_for_each(|child| put_field(out, child))?;
        }
        DataType::List(_) => {
            let list = array.as_list::<i32>();
            let (start, end) = put_offsets(out, list.value_offsets());
            put_field(out, &list.values().slice(start, end - start))?;
        }
        other => {
            let width = width(other)?;
            let data = array.to_data();
            let start = data.offset() * width;
            let end = start + data.len() * width;
            put_part(out, &data.buffers()[0].as_slice()[start..end]);
        }
    }
    Ok(())
}

/// Writes offsets moved to start at 0; returns the range that they cover.
fn put_offsets(out: &mut Vec<u8>, offsets: &[i32]) -> (usize, usize) {
    let first = offsets.first().copied().unwrap_or(0);
    let last = offsets.last().copied().unwrap_or(0);
    for offset in offsets {
        out.extend_from_slice(&(offset - first).to_le_bytes());
    }
    out.resize(out.len().next_multiple_of(8), 0);
    (first.cast_unsigned() as usize, last.cast_unsigned() as usize)
}

fn width(data_type: &DataType) -> Result<usize, EngineError> {
    data_type.primitive_width().ok_or_else(|| {
        EngineError::new(ErrorCode::Type, format!("the type {data_type} has no frame form"))
    })
}

/// Reads frames whose columns have these types into one batch, in order: small pieces that arrive from
/// many senders become one batch again.
///
/// # Errors
/// Bytes that are no frame of these types.
pub fn decode_frames<'a>(
    columns: &[LogicalType],
    frames: impl IntoIterator<Item = &'a [u8]>,
) -> Result<ChangelogBatch, EngineError> {
    let mut readers = Vec::new();
    let mut rows = Vec::new();
    let mut flagged = false;
    for bytes in frames {
        let mut reader = Reader { bytes };
        let (frame_rows, row_kinds) = reader.head(columns.len())?;
        flagged |= row_kinds.is_some();
        rows.push(frame_rows);
        readers.push((reader, row_kinds));
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
    ChangelogBatch::try_new(arrays, total)?.with_row_kinds(kinds)
}

/// What is left of one frame.
struct Reader<'a> {
    bytes: &'a [u8],
}

impl<'a> Reader<'a> {
    /// Number of rows, and the row kinds if there are any.
    fn head(&mut self, columns: usize) -> Result<(usize, Option<&'a [u8]>), EngineError> {
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
        match flags {
            0 => Ok((rows, None)),
            FLAG_ROW_KINDS => Ok((rows, Some(self.part(rows)?))),
            other => Err(malformed(format!("flags {other}"))),
        }
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
