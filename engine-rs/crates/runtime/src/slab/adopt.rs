use std::sync::Arc;

use arrow_array::types::{
    ArrowPrimitiveType, Date32Type, Decimal128Type, Float32Type, Float64Type, Int8Type, Int16Type,
    Int32Type, Int64Type, Time32MillisecondType, TimestampMicrosecondType,
    TimestampMillisecondType,
};
use arrow_array::{ArrayRef, BinaryArray, BooleanArray, ListArray, PrimitiveArray, StructArray};
use arrow_buffer::{BooleanBuffer, Buffer, NullBuffer, OffsetBuffer, ScalarBuffer};
use arrow_schema::{DataType, Fields, TimeUnit};
use sf_contract::map_entries;
use sf_faults::{Fault, is_on};

use super::layout::SlabLayout;
use crate::{ChangelogBatch, EngineError, ErrorCode, faulty};

/// What the host says it wrote.
#[derive(Debug, Clone)]
pub(super) struct Published {
    pub(super) rows: usize,
    pub(super) row_kinds: bool,
    /// Null count and rows of each field.
    pub(super) fields: Vec<(usize, usize)>,
}

/// Makes Arrow arrays over the buffers. Everything the host published is checked: the arrays are as
/// sound as if the engine had built them.
pub(super) fn adopt(
    layout: &SlabLayout,
    published: &Published,
    buffers: &[Buffer],
) -> Result<ChangelogBatch, EngineError> {
    let rows = published.rows;
    let mut adopter = Adopter { published, buffers, next_buffer: 0, next_field: 0 };
    let kinds = adopter.buffer()?;
    let kinds = match published.row_kinds {
        true => Some(ScalarBuffer::new(sized(kinds, rows)?, 0, rows)),
        false => None,
    };
    let kinds = match kinds {
        Some(kinds) if is_on(Fault::SwappedRowKinds) => Some(faulty::swap_updates(&kinds)),
        kinds => kinds,
    };
    let mut columns = Vec::with_capacity(layout.columns().len());
    for column in layout.columns() {
        columns.push(adopter.field(&column.to_arrow(), rows)?);
    }
    ChangelogBatch::try_new(columns, rows)?.with_row_kinds(kinds)
}

/// Walks fields and buffers in preorder.
struct Adopter<'a> {
    published: &'a Published,
    buffers: &'a [Buffer],
    next_buffer: usize,
    next_field: usize,
}

impl<'a> Adopter<'a> {
    fn buffer(&mut self) -> Result<&'a Buffer, EngineError> {
        let buffer = self.buffers.get(self.next_buffer);
        self.next_buffer += 1;
        buffer.ok_or_else(|| EngineError::defect("a slab with too few buffers"))
    }

    fn field(&mut self, data_type: &DataType, rows: usize) -> Result<ArrayRef, EngineError> {
        let field = self.next_field;
        self.next_field += 1;
        let (null_count, field_rows) = self.published.fields[field];
        if field_rows != rows {
            return Err(malformed(format!("field {field} has {field_rows} rows, not {rows}")));
        }
        let nulls = self.nulls(field, null_count, rows)?;
        Ok(match data_type {
            DataType::Boolean => {
                let bytes = sized(self.buffer()?, rows)?;
                let bits = BooleanBuffer::collect_bool(rows, |row| bytes[row] != 0);
                Arc::new(BooleanArray::new(bits, nulls))
            }
            DataType::Int8 => self.primitive::<Int8Type>(rows, nulls)?,
            DataType::Int16 => self.primitive::<Int16Type>(rows, nulls)?,
            DataType::Int32 => self.primitive::<Int32Type>(rows, nulls)?,
            DataType::Int64 => self.primitive::<Int64Type>(rows, nulls)?,
            DataType::Float32 => self.primitive::<Float32Type>(rows, nulls)?,
            DataType::Float64 => self.primitive::<Float64Type>(rows, nulls)?,
            DataType::Date32 => self.primitive::<Date32Type>(rows, nulls)?,
            DataType::Time32(TimeUnit::Millisecond) => {
                self.primitive::<Time32MillisecondType>(rows, nulls)?
            }
            DataType::Timestamp(TimeUnit::Millisecond, zone) => {
                let values = self.values::<TimestampMillisecondType>(rows, nulls)?;
                Arc::new(values.with_timezone_opt(zone.clone()))
            }
            DataType::Timestamp(TimeUnit::Microsecond, zone) => {
                let values = self.values::<TimestampMicrosecondType>(rows, nulls)?;
                Arc::new(values.with_timezone_opt(zone.clone()))
            }
            DataType::Decimal128(precision, scale) => {
                let values = self.values::<Decimal128Type>(rows, nulls)?;
                Arc::new(values.with_precision_and_scale(*precision, *scale)?)
            }
            DataType::Binary => {
                let offsets = self.offsets(field, rows)?;
                let data = self.buffer()?;
                let end = last(&offsets);
                if end > data.len() {
                    return Err(malformed(format!("field {field} ends at byte {end}")));
                }
                let data = data.slice_with_length(0, end);
                Arc::new(BinaryArray::try_new(offsets, data, nulls)?)
            }
            DataType::Struct(fields) if is_timestamp(fields) => {
                let millis = self.primitive::<Int64Type>(rows, None)?;
                let mut nanos = self.primitive::<Int32Type>(rows, None)?;
                if is_on(Fault::LostNanoseconds) {
                    nanos = Arc::new(PrimitiveArray::<Int32Type>::from_value(0, rows));
                }
                let children = vec![millis, nanos];
                Arc::new(StructArray::try_new_with_length(fields.clone(), children, nulls, rows)?)
            }
            DataType::Struct(fields) => {
                let mut children = Vec::with_capacity(fields.len());
                for child in fields {
                    children.push(self.field(child.data_type(), rows)?);
                }
                Arc::new(StructArray::try_new_with_length(fields.clone(), children, nulls, rows)?)
            }
            DataType::List(element) => {
                let offsets = self.offsets(field, rows)?;
                let size = last(&offsets);
                let values: ArrayRef = match map_entries(element) {
                    None => self.field(element.data_type(), size)?,
                    // Key and value are fields of the slab, the pair is not.
                    Some(fields) => {
                        let mut children = Vec::with_capacity(fields.len());
                        for child in fields {
                            children.push(self.field(child.data_type(), size)?);
                        }
                        let fields = fields.clone();
                        Arc::new(StructArray::try_new_with_length(fields, children, None, size)?)
                    }
                };
                Arc::new(ListArray::try_new(Arc::clone(element), offsets, values, nulls)?)
            }
            other => {
                return Err(EngineError::new(
                    ErrorCode::Type,
                    format!("the type {other} does not lie in slabs"),
                ));
            }
        })
    }

    fn nulls(
        &mut self,
        field: usize,
        null_count: usize,
        rows: usize,
    ) -> Result<Option<NullBuffer>, EngineError> {
        let bitmap = self.buffer()?;
        if null_count == 0 || is_on(Fault::LostNullsIn) {
            return Ok(None);
        }
        if rows.div_ceil(8) > bitmap.len() {
            return Err(malformed(format!("field {field} has a short validity bitmap")));
        }
        let nulls = NullBuffer::new(BooleanBuffer::new(bitmap.clone(), 0, rows));
        if nulls.null_count() != null_count {
            return Err(malformed(format!(
                "field {field} has {} NULLs, not {null_count}",
                nulls.null_count()
            )));
        }
        Ok(Some(nulls))
    }

    fn values<T: ArrowPrimitiveType>(
        &mut self,
        rows: usize,
        nulls: Option<NullBuffer>,
    ) -> Result<PrimitiveArray<T>, EngineError> {
        let width = size_of::<T::Native>();
        let bytes = sized(self.buffer()?, rows * width)?;
        Ok(PrimitiveArray::try_new(ScalarBuffer::new(bytes, 0, rows), nulls)?)
    }

    fn primitive<T: ArrowPrimitiveType>(
        &mut self,
        rows: usize,
        nulls: Option<NullBuffer>,
    ) -> Result<ArrayRef, EngineError> {
        Ok(Arc::new(self.values::<T>(rows, nulls)?))
    }

    /// Offsets that start at 0 and never descend.
    fn offsets(&mut self, field: usize, rows: usize) -> Result<OffsetBuffer<i32>, EngineError> {
        let bytes = sized(self.buffer()?, (rows + 1) * 4)?;
        let offsets = ScalarBuffer::<i32>::new(bytes, 0, rows + 1);
        // Without an early end the comparison runs in vectors.
        let ascending = offsets.windows(2).fold(true, |ok, pair| ok & (pair[0] <= pair[1]));
        if offsets[0] != 0 || !ascending {
            return Err(malformed(format!("field {field} has offsets that are not ascending")));
        }
        Ok(OffsetBuffer::new(offsets))
    }
}

fn sized(buffer: &Buffer, bytes: usize) -> Result<Buffer, EngineError> {
    if bytes > buffer.len() {
        return Err(malformed(format!("{bytes} bytes in a buffer of {}", buffer.len())));
    }
    Ok(buffer.slice_with_length(0, bytes))
}

fn last(offsets: &OffsetBuffer<i32>) -> usize {
    offsets.last().map_or(0, |end| usize::try_from(*end).unwrap_or(0))
}

/// Whether these are the fields of a TIMESTAMP above precision 6 and not of a ROW, whose fields are
/// named by position.
pub(crate) fn is_timestamp(fields: &Fields) -> bool {
    fields.len() == 2 && fields[0].name() == "millis"
}

fn malformed(message: String) -> EngineError {
    EngineError::new(ErrorCode::Protocol, format!("a malformed input slab: {message}"))
}
