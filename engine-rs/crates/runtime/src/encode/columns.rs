use arrow_array::cast::AsArray;
use arrow_array::{Array, ArrayRef};
use arrow_schema::DataType;
use sf_contract::map_entries;

use crate::abi::ColumnEntry;
use crate::slab::is_timestamp;
use crate::{EngineError, ErrorCode};

/// Describes columns for a host that reads them in place: one entry per field in preorder. The
/// addresses hold as long as the arrays live.
///
/// # Errors
/// A type that the host cannot read.
pub fn column_entries(
    columns: &[ArrayRef],
    entries: &mut Vec<ColumnEntry>,
) -> Result<(), EngineError> {
    entries.clear();
    columns.iter().try_for_each(|column| append(column, entries))
}

fn append(array: &ArrayRef, entries: &mut Vec<ColumnEntry>) -> Result<(), EngineError> {
    let mut entry = ColumnEntry::default();
    if let Some(nulls) = array.nulls().filter(|nulls| nulls.null_count() > 0) {
        entry.validity = address(nulls.validity());
        entry.validity_bit = bit(nulls.offset())?;
    }
    match array.data_type() {
        DataType::Boolean => {
            let values = array.as_boolean().values();
            entry.values = address(values.values());
            entry.value_bit = bit(values.offset())?;
            entries.push(entry);
        }
        DataType::Binary => {
            let bytes = array.as_binary::<i32>();
            entry.second = address(bytes.value_offsets());
            entry.data = address(bytes.value_data());
            entry.data_bytes = bytes.value_data().len() as u64;
            entries.push(entry);
        }
        DataType::Struct(fields) if is_timestamp(fields) => {
            let children = array.as_struct().columns();
            entry.values = values_address(&children[0])?;
            entry.second = values_address(&children[1])?;
            entries.push(entry);
        }
        DataType::Struct(_) => {
            entries.push(entry);
            for child in array.as_struct().columns() {
                append(child, entries)?;
            }
        }
        DataType::List(element) => {
            let list = array.as_list::<i32>();
            entry.second = address(list.value_offsets());
            entries.push(entry);
            match map_entries(element) {
                None => append(list.values(), entries)?,
                // The host knows key and value as the children of a MAP.
                Some(_) => {
                    for child in list.values().as_struct().columns() {
                        append(child, entries)?;
                    }
                }
            }
        }
        _ => {
            entry.values = values_address(array)?;
            entries.push(entry);
        }
    }
    Ok(())
}

/// Address of value 0 of an array of fixed width.
fn values_address(array: &ArrayRef) -> Result<u64, EngineError> {
    let data = array.to_data();
    let width = array.data_type().primitive_width().ok_or_else(|| {
        EngineError::new(
            ErrorCode::Type,
            format!("the type {} does not leave a fragment", array.data_type()),
        )
    })?;
    Ok(address(&data.buffers()[0].as_slice()[data.offset() * width..]))
}

fn address<T>(slice: &[T]) -> u64 {
    slice.as_ptr() as u64
}

fn bit(offset: usize) -> Result<u32, EngineError> {
    u32::try_from(offset).map_err(|_| EngineError::defect("an array that starts beyond 2^32 bits"))
}
