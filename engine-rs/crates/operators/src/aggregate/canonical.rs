use std::sync::Arc;

use arrow_array::cast::AsArray;
use arrow_array::types::{Float32Type, Float64Type};
use arrow_array::{ArrayRef, ArrowPrimitiveType, PrimitiveArray};

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

#[cfg(test)]
mod tests {
    use arrow_array::Float64Array;

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
}
