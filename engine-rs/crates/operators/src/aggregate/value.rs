use std::ops::{Add, Sub};
use std::sync::Arc;

use arrow_array::types::{
    ArrowPrimitiveType, Date32Type, Float32Type, Float64Type, Int8Type, Int16Type, Int32Type,
    Int64Type, Time32MillisecondType, TimestampMicrosecondType, TimestampMillisecondType,
};
use arrow_array::{Array, ArrayRef, PrimitiveArray};
use arrow_schema::DataType;
use sf_runtime::EngineError;

use super::Input;

/// A value of fixed size as it lies in a state and as Java compares it.
pub(super) trait Value: Copy + Send + Sync + 'static {
    /// Bytes in a state.
    const BYTES: usize;

    fn read(state: &[u8]) -> Self;
    fn write(self, state: &mut [u8]);

    /// `!=`: NaN differs from itself, the two zeros are equal.
    fn differs(self, other: Self) -> bool;

    /// `>`: false for NaN on either side.
    fn exceeds(self, other: Self) -> bool;
}

/// A value with which Java computes.
pub(super) trait Number: Value + Default {
    /// `+`: integers wrap in their own width.
    fn plus(self, other: Self) -> Self;

    /// `-`.
    fn minus(self, other: Self) -> Self;
}

macro_rules! numbers {
    ($($number:ty)+: $plus:ident, $minus:ident) => {
        $(
            impl Value for $number {
                const BYTES: usize = size_of::<$number>();

                #[inline]
                fn read(state: &[u8]) -> Self {
                    let mut bytes = [0; size_of::<$number>()];
                    bytes.copy_from_slice(&state[..Self::BYTES]);
                    Self::from_le_bytes(bytes)
                }

                #[inline]
                fn write(self, state: &mut [u8]) {
                    state[..Self::BYTES].copy_from_slice(&self.to_le_bytes());
                }

                #[inline]
                #[allow(clippy::float_cmp, reason = "Java's comparison is meant")]
                fn differs(self, other: Self) -> bool {
                    self != other
                }

                #[inline]
                fn exceeds(self, other: Self) -> bool {
                    self > other
                }
            }

            impl Number for $number {
                #[inline]
                fn plus(self, other: Self) -> Self {
                    self.$plus(other)
                }

                #[inline]
                fn minus(self, other: Self) -> Self {
                    self.$minus(other)
                }
            }
        )+
    };
}

numbers!(i8 i16 i32 i64: wrapping_add, wrapping_sub);
numbers!(f32 f64: add, sub);

/// A column type whose values have a fixed size.
pub(super) trait ValueType: 'static {
    type Native: Value;
    type Column<'a>;

    /// A call's argument.
    ///
    /// # Errors
    /// A column of another type than declared.
    fn column<'a>(input: &Input<'a>) -> Result<Self::Column<'a>, EngineError>;

    /// The value of a row, None for NULL.
    fn value(column: &Self::Column<'_>, row: usize) -> Option<Self::Native>;

    /// A column of values.
    fn build(values: impl Iterator<Item = Option<Self::Native>>, data_type: &DataType) -> ArrayRef;
}

impl<T: ArrowPrimitiveType<Native: Value>> ValueType for T {
    type Native = T::Native;
    type Column<'a> = &'a PrimitiveArray<T>;

    fn column<'a>(input: &Input<'a>) -> Result<Self::Column<'a>, EngineError> {
        input.primitive::<T>()
    }

    #[inline]
    fn value(column: &Self::Column<'_>, row: usize) -> Option<T::Native> {
        column.is_valid(row).then(|| column.value(row))
    }

    fn build(values: impl Iterator<Item = Option<T::Native>>, data_type: &DataType) -> ArrayRef {
        let values: PrimitiveArray<T> = values.collect();
        Arc::new(values.with_data_type(data_type.clone()))
    }
}
