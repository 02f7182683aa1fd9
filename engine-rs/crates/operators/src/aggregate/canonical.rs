use std::sync::Arc;

use arrow_array::cast::AsArray;
use arrow_array::types::{Float32Type, Float64Type};
use arrow_array::{Array, ArrayRef, ArrowPrimitiveType, ListArray, PrimitiveArray, StructArray};
use arrow_schema::{DataType, Field};
use sf_contract::map_entries;
use sf_runtime::EngineError;

/// Values as keys of Java's maps: every NaN is the same one, as for Float.equals and Double.equals; None if
/// they are so as they stand. The two zeros stay two values.
pub(super) fn of(values: &ArrayRef) -> Option<ArrayRef> {
    if let Some(values) = values.as_primitive_opt::<Float32Type>() {
        one_nan(values, |value| value.is_nan(), f32::NAN)
    } else if let Some(values) = values.as_primitive_opt::<Float64Type>() {
        one_nan(values, |value| value.is_nan(), f64::NAN)
    } else {
        None
    }
}

fn one_nan<T: ArrowPrimitiveType>(
    values: &PrimitiveArray<T>,
    is_nan: impl Fn(T::Native) -> bool,
    nan: T::Native,
) -> Option<ArrayRef> {
    if !values.values().iter().any(|value| is_nan(*value)) {
        return None;
    }
    let same: PrimitiveArray<T> = values.unary(|value| if is_nan(value) { nan } else { value });
    Some(Arc::new(same))
}

/// Nested values as they come out of Flink's binary form: a NaN that is an element of an array or a map is
/// the usual one, a field of a row keeps its bits. None if they are so as they stand.
///
/// # Errors
/// Parts that do not fit together, which would be a defect.
pub(crate) fn nested(values: &ArrayRef) -> Result<Option<ArrayRef>, EngineError> {
    match values.data_type() {
        DataType::Struct(fields) => {
            let row = values.as_struct();
            let columns = each(row.columns(), nested)?;
            Ok(columns
                .map(|columns| StructArray::try_new(fields.clone(), columns, row.nulls().cloned()))
                .transpose()?
                .map(|row| Arc::new(row) as ArrayRef))
        }
        DataType::List(element) => {
            let list = values.as_list::<i32>();
            let Some(changed) = elements(element, list.values())? else {
                return Ok(None);
            };
            let (element, nulls) = (Arc::clone(element), list.nulls().cloned());
            let list = ListArray::try_new(element, list.offsets().clone(), changed, nulls)?;
            Ok(Some(Arc::new(list)))
        }
        _ => Ok(None),
    }
}

/// The elements of lists, or keys and values of maps.
fn elements(field: &Field, values: &ArrayRef) -> Result<Option<ArrayRef>, EngineError> {
    let element = |values: &ArrayRef| match of(values) {
        Some(values) => Ok(Some(values)),
        None => nested(values),
    };
    if map_entries(field).is_none() {
        return element(values);
    }
    let entries = values.as_struct();
    let Some(columns) = each(entries.columns(), element)? else {
        return Ok(None);
    };
    let nulls = entries.nulls().cloned();
    Ok(Some(Arc::new(StructArray::try_new(entries.fields().clone(), columns, nulls)?)))
}

/// All columns, if one of them changes.
fn each(
    columns: &[ArrayRef],
    change: impl Fn(&ArrayRef) -> Result<Option<ArrayRef>, EngineError>,
) -> Result<Option<Vec<ArrayRef>>, EngineError> {
    let mut changed = false;
    let mut all = Vec::with_capacity(columns.len());
    for column in columns {
        let other = change(column)?;
        changed |= other.is_some();
        all.push(other.unwrap_or_else(|| Arc::clone(column)));
    }
    Ok(changed.then_some(all))
}

#[cfg(test)]
mod tests {
    use arrow_array::Float64Array;
    use arrow_array::builder::{Float64Builder, ListBuilder};

    use super::*;

    #[test]
    fn there_is_one_nan_and_two_zeros() {
        let bits = |values: &ArrayRef| -> Vec<u64> {
            values.as_primitive::<Float64Type>().values().iter().map(|one| one.to_bits()).collect()
        };
        let other = f64::from_bits(0xfff8_0000_0000_0001);
        let values: ArrayRef = Arc::new(Float64Array::from(vec![other, -0.0, 0.0, f64::NAN]));
        let same = of(&values).expect("a NaN to be replaced");
        let nan = 0x7ff8_0000_0000_0000;
        assert_eq!(bits(&same), vec![nan, 1 << 63, 0, nan]);
        let values: ArrayRef = Arc::new(Float64Array::from(vec![-0.0]));
        assert!(of(&values).is_none());
    }

    #[test]
    fn an_element_is_the_usual_nan_and_a_field_keeps_its_bits() {
        let other = f64::from_bits(0xfff8_0000_0000_0001);
        let item = Arc::new(Field::new("item", DataType::Float64, true));
        let mut lists = ListBuilder::new(Float64Builder::new()).with_field(item);
        lists.append_value([Some(other), None, Some(-0.0)]);
        lists.append_null();
        let lists: ArrayRef = Arc::new(lists.finish());
        let doubles: ArrayRef = Arc::new(Float64Array::from(vec![other, 1.0]));
        let field =
            |name: &str, of: &ArrayRef| Arc::new(Field::new(name, of.data_type().clone(), true));
        let row: ArrayRef = Arc::new(StructArray::from(vec![
            (field("l", &lists), Arc::clone(&lists)),
            (field("d", &doubles), Arc::clone(&doubles)),
        ]));
        let changed = nested(&row).expect("a row").expect("a NaN to be replaced");
        let [list, field] = changed.as_struct().columns() else {
            panic!("two columns");
        };
        assert_eq!(field.as_primitive::<Float64Type>().value(0).to_bits(), other.to_bits());
        let list = list.as_list::<i32>();
        assert!(list.is_null(1));
        let elements = list.value(0);
        let elements = elements.as_primitive::<Float64Type>();
        assert_eq!(elements.value(0).to_bits(), 0x7ff8_0000_0000_0000);
        assert!(elements.is_null(1));
        assert_eq!(elements.value(2).to_bits(), 1 << 63);
        assert!(nested(&doubles).expect("no row").is_none());
    }
}
