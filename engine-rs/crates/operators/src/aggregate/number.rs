use arrow_array::types::{
    ArrowPrimitiveType, Date32Type, Float32Type, Float64Type, Int8Type, Int16Type, Int32Type,
    Int64Type, Time32MillisecondType, TimestampMicrosecondType, TimestampMillisecondType,
};

/// A number as Java computes with it and as it lies in a state.
pub(super) trait Number: Copy + Default + Send + Sync + 'static {
    /// Bytes in a state.
    const BYTES: usize;

    fn read(state: &[u8]) -> Self;
    fn write(self, state: &mut [u8]);

    /// `+`: integers wrap in their own width.
    fn plus(self, other: Self) -> Self;

    /// `-`.
    fn minus(self, other: Self) -> Self;

    /// `!=`: NaN differs from itself, the two zeros are equal.
    fn differs(self, other: Self) -> bool;

    /// `>`: false for NaN on either side.
    fn exceeds(self, other: Self) -> bool;
}

macro_rules! integers {
    ($($integer:ty),+) => {
        $(impl Number for $integer {
            const BYTES: usize = size_of::<$integer>();

            #[inline]
            fn read(state: &[u8]) -> Self {
                let mut bytes = [0; size_of::<$integer>()];
                bytes.copy_from_slice(&state[..Self::BYTES]);
                Self::from_le_bytes(bytes)
            }

            #[inline]
            fn write(self, state: &mut [u8]) {
                state[..Self::BYTES].copy_from_slice(&self.to_le_bytes());
            }

            #[inline]
            fn plus(self, other: Self) -> Self {
                self.wrapping_add(other)
            }

            #[inline]
            fn minus(self, other: Self) -> Self {
                self.wrapping_sub(other)
            }

            #[inline]
            fn differs(self, other: Self) -> bool {
                self != other
            }

            #[inline]
            fn exceeds(self, other: Self) -> bool {
                self > other
            }
        })+
    };
}

macro_rules! floats {
    ($($float:ty),+) => {
        $(impl Number for $float {
            const BYTES: usize = size_of::<$float>();

            #[inline]
            fn read(state: &[u8]) -> Self {
                let mut bytes = [0; size_of::<$float>()];
                bytes.copy_from_slice(&state[..Self::BYTES]);
                Self::from_le_bytes(bytes)
            }

            #[inline]
            fn write(self, state: &mut [u8]) {
                state[..Self::BYTES].copy_from_slice(&self.to_le_bytes());
            }

            #[inline]
            fn plus(self, other: Self) -> Self {
                self + other
            }

            #[inline]
            fn minus(self, other: Self) -> Self {
                self - other
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
        })+
    };
}

integers!(i8, i16, i32, i64);
floats!(f32, f64);

/// A column type whose values are numbers.
pub(super) trait NumberType: ArrowPrimitiveType<Native: Number> {}

impl NumberType for Int8Type {}
impl NumberType for Int16Type {}
impl NumberType for Int32Type {}
impl NumberType for Int64Type {}
impl NumberType for Float32Type {}
impl NumberType for Float64Type {}
impl NumberType for Date32Type {}
impl NumberType for Time32MillisecondType {}
impl NumberType for TimestampMillisecondType {}
impl NumberType for TimestampMicrosecondType {}
