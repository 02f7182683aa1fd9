//! Nested values: built up in a buffer, because their size is known only when they are written.

use std::ops::Range;

use sf_faults::{Fault, is_on};

use super::layout::{Slot, at, fixed_part, padded, put_word, slot_word};
use super::parts::{
    DECIMAL_PART_BYTES, MAX_INLINE_BYTES, TIMESTAMP_PART_BYTES, put_bytes, put_decimal,
    put_timestamp, split_micros,
};
use crate::encode::values::{Column, Values, low_word};
use crate::{EngineError, ErrorCode};

/// `Float.NaN` and `Double.NaN`.
const JAVA_FLOAT_NAN: u32 = 0x7fc0_0000;
const JAVA_DOUBLE_NAN: u64 = 0x7ff8_0000_0000_0000;

/// Appends the binary form of a ROW, ARRAY or MAP.
pub(super) fn append_nested(
    values: &Values<'_>,
    row: usize,
    out: &mut Vec<u8>,
) -> Result<(), EngineError> {
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
            Values::Float(values) if values[row].is_nan() && !is_on(Fault::NanKeptInArray) => {
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
