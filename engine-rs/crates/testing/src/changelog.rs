//! Changelogs as text: what a test gives a fragment, and what came out of it.

use arrow_array::cast::AsArray;
use arrow_array::types::{
    Decimal128Type, Float32Type, Float64Type, Int8Type, Int16Type, Int32Type, Int64Type,
    TimestampMillisecondType,
};
use arrow_array::{
    Array, ArrayRef, BinaryArray, BooleanArray, Float64Array, Int32Array, Int64Array,
    TimestampMillisecondArray,
};
use arrow_schema::{DataType, TimeUnit};
use sf_runtime::{
    ChangelogBatch, EngineError, Event, FragmentTask, OutputEvent, RowKind, StreamStatus,
};
use std::sync::Arc;

/// A BIGINT column.
pub fn longs(values: &[Option<i64>]) -> ArrayRef {
    Arc::new(Int64Array::from(values.to_vec()))
}

/// An INT column.
pub fn ints(values: &[Option<i32>]) -> ArrayRef {
    Arc::new(Int32Array::from(values.to_vec()))
}

/// A DOUBLE column.
pub fn doubles(values: &[Option<f64>]) -> ArrayRef {
    Arc::new(Float64Array::from(values.to_vec()))
}

/// A BOOLEAN column.
pub fn booleans(values: &[Option<bool>]) -> ArrayRef {
    Arc::new(BooleanArray::from(values.to_vec()))
}

/// A STRING column.
pub fn strings(values: &[Option<&str>]) -> ArrayRef {
    let bytes: Vec<Option<&[u8]>> = values.iter().map(|text| text.map(str::as_bytes)).collect();
    Arc::new(BinaryArray::from(bytes))
}

/// A TIMESTAMP(3) column of epoch milliseconds.
pub fn timestamps(values: &[Option<i64>]) -> ArrayRef {
    Arc::new(TimestampMillisecondArray::from(values.to_vec()))
}

/// A batch of inserts.
///
/// # Errors
/// Columns of different lengths.
pub fn inserts(columns: Vec<ArrayRef>) -> Result<ChangelogBatch, EngineError> {
    let rows = columns.first().map_or(0, |column| column.len());
    ChangelogBatch::try_new(columns, rows)
}

/// A batch with a kind for each row.
///
/// # Errors
/// Columns or kinds of different lengths.
pub fn changes(kinds: &[RowKind], columns: Vec<ArrayRef>) -> Result<ChangelogBatch, EngineError> {
    let bytes: Vec<u8> = kinds.iter().map(|kind| kind.byte()).collect();
    inserts(columns)?.with_row_kinds(Some(bytes.into()))
}

/// Takes all events of a fragment as text: `+I(1, a)`, `WM 10`, `IDLE`, `ACTIVE`, and for an error
/// `ERROR` with what it prints.
pub fn drain(task: &mut FragmentTask) -> Vec<String> {
    let mut lines = Vec::new();
    loop {
        match task.take_event() {
            Ok(Some(OutputEvent { event, .. })) => render(&event, &mut lines),
            Ok(None) => return lines,
            Err(error) => {
                lines.push(format!("ERROR {error}"));
                return lines;
            }
        }
    }
}

fn render(event: &Event, lines: &mut Vec<String>) {
    match event {
        Event::Watermark(timestamp) => lines.push(format!("WM {timestamp}")),
        Event::Status(StreamStatus::Idle) => lines.push("IDLE".into()),
        Event::Status(StreamStatus::Active) => lines.push("ACTIVE".into()),
        Event::Batch(batch) => {
            for row in batch.selected() {
                let values: Vec<String> =
                    batch.columns().iter().map(|column| value(column, row)).collect();
                lines.push(format!("{}({})", batch.row_kind(row).short_name(), values.join(", ")));
            }
        }
    }
}

/// A value as text; text types as they are.
pub fn value(column: &ArrayRef, row: usize) -> String {
    if column.is_null(row) {
        return "NULL".into();
    }
    match column.data_type() {
        DataType::Boolean => column.as_boolean().value(row).to_string(),
        DataType::Int8 => column.as_primitive::<Int8Type>().value(row).to_string(),
        DataType::Int16 => column.as_primitive::<Int16Type>().value(row).to_string(),
        DataType::Int32 => column.as_primitive::<Int32Type>().value(row).to_string(),
        DataType::Int64 => column.as_primitive::<Int64Type>().value(row).to_string(),
        DataType::Float32 => column.as_primitive::<Float32Type>().value(row).to_string(),
        DataType::Float64 => column.as_primitive::<Float64Type>().value(row).to_string(),
        DataType::Decimal128(..) => column.as_primitive::<Decimal128Type>().value_as_string(row),
        DataType::Timestamp(TimeUnit::Millisecond, _) => {
            column.as_primitive::<TimestampMillisecondType>().value(row).to_string()
        }
        DataType::Binary => String::from_utf8_lossy(column.as_binary::<i32>().value(row)).into(),
        DataType::Struct(_) => {
            let fields: Vec<String> =
                column.as_struct().columns().iter().map(|field| value(field, row)).collect();
            format!("{{{}}}", fields.join(", "))
        }
        DataType::List(_) => {
            let elements = column.as_list::<i32>().value(row);
            let elements: Vec<String> =
                (0..elements.len()).map(|element| value(&elements, element)).collect();
            format!("[{}]", elements.join(", "))
        }
        other => format!("{other}?"),
    }
}
