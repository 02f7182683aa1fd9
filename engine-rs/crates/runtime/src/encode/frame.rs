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

use std::sync::Arc;

use arrow_array::cast::AsArray;
use arrow_array::{Array, ArrayRef, BinaryArray, BooleanArray, ListArray, StructArray};
use arrow_array::{make_array, new_empty_array};
use arrow_buffer::{BooleanBuffer, Buffer, NullBuffer, OffsetBuffer, ScalarBuffer};
use arrow_data::ArrayData;
use arrow_schema::DataType;
use sf_contract::LogicalType;

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

/// Reads a frame whose columns have these types.
///
/// # Errors
/// Bytes that are no frame of these types.
pub fn decode_frame(columns: &[LogicalType], bytes: &[u8]) -> Result<ChangelogBatch, EngineError> {
    let mut reader = Reader { bytes };
    let version = reader.u32()?;
    if version != VERSION {
        return Err(malformed(format!("version {version}")));
    }
    let rows = reader.u32()? as usize;
    let flags = reader.u32()?;
    let column_count = reader.u32()? as usize;
    if column_count != columns.len() {
        return Err(malformed(format!("{column_count} columns, not {}", columns.len())));
    }
    let kinds = match flags {
        0 => None,
        FLAG_ROW_KINDS => Some(ScalarBuffer::new(reader.part(rows)?, 0, rows)),
        other => return Err(malformed(format!("flags {other}"))),
    };
    let mut arrays = Vec::with_capacity(columns.len());
    for column in columns {
        arrays.push(reader.field(&column.to_arrow(), rows)?);
    }
    if !reader.bytes.is_empty() {
        return Err(malformed(format!("{} bytes too many", reader.bytes.len())));
    }
    ChangelogBatch::try_new(arrays, rows)?.with_row_kinds(kinds)
}

struct Reader<'a> {
    bytes: &'a [u8],
}

impl Reader<'_> {
    fn u32(&mut self) -> Result<u32, EngineError> {
        let (head, rest) =
            self.bytes.split_first_chunk::<4>().ok_or_else(|| malformed("it ends early".into()))?;
        self.bytes = rest;
        Ok(u32::from_le_bytes(*head))
    }

    /// The next part, copied into aligned memory.
    fn part(&mut self, length: usize) -> Result<Buffer, EngineError> {
        let padded = length.next_multiple_of(8);
        if padded > self.bytes.len() {
            return Err(malformed("it ends early".into()));
        }
        let part = Buffer::from(&self.bytes[..length]);
        self.bytes = &self.bytes[padded..];
        Ok(part)
    }

    fn nulls(&mut self, rows: usize) -> Result<Option<NullBuffer>, EngineError> {
        let flag = (self.u32()?, self.u32()?);
        match flag {
            (0, 0) => Ok(None),
            (1, 0) => {
                let bits = self.part(rows.div_ceil(8))?;
                Ok(Some(NullBuffer::new(BooleanBuffer::new(bits, 0, rows))))
            }
            other => Err(malformed(format!("validity flag {other:?}"))),
        }
    }

    fn offsets(&mut self, rows: usize) -> Result<(OffsetBuffer<i32>, usize), EngineError> {
        let bytes = rows.checked_add(1).and_then(|count| count.checked_mul(4));
        let bytes = bytes.ok_or_else(|| malformed("too many rows".into()))?;
        let offsets = ScalarBuffer::<i32>::new(self.part(bytes)?, 0, rows + 1);
        if offsets[0] != 0 || offsets.windows(2).any(|pair| pair[0] > pair[1]) {
            return Err(malformed("offsets that are not ascending".into()));
        }
        let end = offsets[rows].cast_unsigned() as usize;
        Ok((OffsetBuffer::new(offsets), end))
    }

    fn field(&mut self, data_type: &DataType, rows: usize) -> Result<ArrayRef, EngineError> {
        let nulls = self.nulls(rows)?;
        Ok(match data_type {
            DataType::Boolean => {
                let bits = BooleanBuffer::new(self.part(rows.div_ceil(8))?, 0, rows);
                Arc::new(BooleanArray::new(bits, nulls))
            }
            DataType::Binary => {
                let (offsets, end) = self.offsets(rows)?;
                Arc::new(BinaryArray::try_new(offsets, self.part(end)?, nulls)?)
            }
            DataType::Struct(fields) => {
                let mut children = Vec::with_capacity(fields.len());
                for child in fields {
                    children.push(self.field(child.data_type(), rows)?);
                }
                Arc::new(StructArray::try_new_with_length(fields.clone(), children, nulls, rows)?)
            }
            DataType::List(element) => {
                let (offsets, end) = self.offsets(rows)?;
                let values = self.field(element.data_type(), end)?;
                Arc::new(ListArray::try_new(Arc::clone(element), offsets, values, nulls)?)
            }
            other => {
                if rows == 0 {
                    return Ok(new_empty_array(other));
                }
                let bytes = rows.checked_mul(width(other)?);
                let values = self.part(bytes.ok_or_else(|| malformed("too many rows".into()))?)?;
                let data = ArrayData::builder(other.clone())
                    .len(rows)
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
