use std::cmp::Ordering;
use std::convert::identity;
use std::sync::Arc;

use arrow_array::builder::{BooleanBufferBuilder, Int32Builder, Int64Builder};
use arrow_array::cast::AsArray;
use arrow_array::types::{ArrowPrimitiveType, Int32Type, Int64Type};
use arrow_array::{Array, ArrayRef, BooleanArray, PrimitiveArray, StructArray};
use arrow_buffer::{NullBuffer, NullBufferBuilder};
use arrow_schema::DataType;
use sf_functions::aggregate as decimals;
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

    /// `compareTo`: NaN is the largest, the zeros are two values.
    fn compare(self, other: Self) -> Ordering;

    /// The same bits for all values that are equal by `compareTo`.
    fn canonical(self) -> Self;
}

/// A value with which Java computes.
pub(super) trait Number: Value + Default {
    /// `+`: integers wrap in their own width, a decimal beyond 38 digits overflows for good.
    fn plus(self, other: Self) -> Self;

    /// `-`.
    fn minus(self, other: Self) -> Self;

    /// Whether this stands for a result that does not fit, which is NULL.
    #[inline]
    fn is_overflow(self) -> bool {
        false
    }
}

macro_rules! values {
    ($($number:ty)+: $compare:path, $canonical:path) => {
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

                #[inline]
                fn compare(self, other: Self) -> Ordering {
                    $compare(&self, &other)
                }

                #[inline]
                fn canonical(self) -> Self {
                    $canonical(self)
                }
            }
        )+
    };
}

macro_rules! numbers {
    ($($number:ty)+: $plus:ident, $minus:ident) => {
        $(
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

values!(i8 i16 i32 i64 i128: Ord::cmp, identity);
values!(f32 f64: JavaOrder::java_compare, JavaOrder::with_one_nan);
numbers!(i8 i16 i32 i64: wrapping_add, wrapping_sub);
numbers!(f32 f64: java_add, java_sub);

/// Java's Float.compareTo and Double.compareTo, for which all NaNs are one.
trait JavaOrder: Sized {
    fn java_compare(&self, other: &Self) -> Ordering;
    fn with_one_nan(self) -> Self;
}

macro_rules! java_order {
    ($($float:ident)+) => {
        $(
            impl JavaOrder for $float {
                #[inline]
                fn java_compare(&self, other: &Self) -> Ordering {
                    self.with_one_nan().total_cmp(&other.with_one_nan())
                }

                #[inline]
                fn with_one_nan(self) -> Self {
                    if self.is_nan() { Self::NAN } else { self }
                }
            }
        )+
    };
}

java_order!(f32 f64);

/// Java's `+` and `-`: a NaN among the operands is the result, bit by bit. The compiler may compute
/// `a - b` as `a + -b`, which turns the sign of a NaN around.
trait JavaArithmetic {
    fn java_add(self, other: Self) -> Self;
    fn java_sub(self, other: Self) -> Self;
}

/// The operand that is a NaN.
#[cold]
fn nan_of<F: Copy + PartialOrd>(left: F, right: F) -> Option<F> {
    [left, right].into_iter().find(|value| value.partial_cmp(value).is_none())
}

macro_rules! java_arithmetic {
    ($($float:ty)+) => {
        $(
            impl JavaArithmetic for $float {
                #[inline]
                fn java_add(self, other: Self) -> Self {
                    let sum = self + other;
                    if sum.is_nan() { nan_of(self, other).unwrap_or(sum) } else { sum }
                }

                #[inline]
                fn java_sub(self, other: Self) -> Self {
                    let difference = self - other;
                    if difference.is_nan() { nan_of(self, other).unwrap_or(difference) } else { difference }
                }
            }
        )+
    };
}

java_arithmetic!(f32 f64);

/// No DECIMAL has as many digits.
const DECIMAL_OVERFLOW: i128 = i128::MIN;

/// A DECIMAL's unscaled value.
impl Number for i128 {
    #[inline]
    fn plus(self, other: Self) -> Self {
        let sum = if self.is_overflow() { None } else { decimals::add(self, other) };
        sum.unwrap_or(DECIMAL_OVERFLOW)
    }

    #[inline]
    fn minus(self, other: Self) -> Self {
        let difference = if self.is_overflow() { None } else { decimals::subtract(self, other) };
        difference.unwrap_or(DECIMAL_OVERFLOW)
    }

    #[inline]
    fn is_overflow(self) -> bool {
        self == DECIMAL_OVERFLOW
    }
}

impl Value for bool {
    const BYTES: usize = 1;

    #[inline]
    fn read(state: &[u8]) -> Self {
        state[0] != 0
    }

    #[inline]
    fn write(self, state: &mut [u8]) {
        state[0] = u8::from(self);
    }

    #[inline]
    fn differs(self, other: Self) -> bool {
        self != other
    }

    #[inline]
    fn exceeds(self, other: Self) -> bool {
        self && !other
    }

    #[inline]
    fn compare(self, other: Self) -> Ordering {
        self.cmp(&other)
    }

    #[inline]
    fn canonical(self) -> Self {
        self
    }
}

/// Milliseconds and the nanoseconds of the millisecond.
impl Value for (i64, i32) {
    const BYTES: usize = i64::BYTES + i32::BYTES;

    #[inline]
    fn read(state: &[u8]) -> Self {
        (i64::read(state), i32::read(&state[i64::BYTES..]))
    }

    #[inline]
    fn write(self, state: &mut [u8]) {
        self.0.write(state);
        self.1.write(&mut state[i64::BYTES..]);
    }

    #[inline]
    fn differs(self, other: Self) -> bool {
        self != other
    }

    #[inline]
    fn exceeds(self, other: Self) -> bool {
        self > other
    }

    #[inline]
    fn compare(self, other: Self) -> Ordering {
        self.cmp(&other)
    }

    #[inline]
    fn canonical(self) -> Self {
        self
    }
}

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
    ///
    /// # Errors
    /// A data type that does not fit.
    fn build(
        values: impl Iterator<Item = Option<Self::Native>>,
        data_type: &DataType,
    ) -> Result<ArrayRef, EngineError>;
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

    fn build(
        values: impl Iterator<Item = Option<T::Native>>,
        data_type: &DataType,
    ) -> Result<ArrayRef, EngineError> {
        let rows = values.size_hint().0;
        let mut natives = Vec::with_capacity(rows);
        // Makes no bitmap before the first NULL.
        let mut nulls = NullBufferBuilder::new(rows);
        for value in values {
            natives.push(value.unwrap_or_default());
            nulls.append(value.is_some());
        }
        let values = PrimitiveArray::<T>::new(natives.into(), nulls.finish());
        Ok(Arc::new(values.with_data_type(data_type.clone())))
    }
}

/// BOOLEAN.
pub(super) struct Booleans;

impl ValueType for Booleans {
    type Native = bool;
    type Column<'a> = &'a BooleanArray;

    fn column<'a>(input: &Input<'a>) -> Result<Self::Column<'a>, EngineError> {
        input.argument().and_then(AsArray::as_boolean_opt).ok_or_else(other_type)
    }

    #[inline]
    fn value(column: &Self::Column<'_>, row: usize) -> Option<bool> {
        column.is_valid(row).then(|| column.value(row))
    }

    fn build(
        values: impl Iterator<Item = Option<bool>>,
        _data_type: &DataType,
    ) -> Result<ArrayRef, EngineError> {
        Ok(Arc::new(values.collect::<BooleanArray>()))
    }
}

/// TIMESTAMP and TIMESTAMP_LTZ beyond microseconds.
pub(super) struct Instants;

/// The columns of [`Instants`].
pub(super) struct InstantColumns<'a> {
    millis: &'a PrimitiveArray<Int64Type>,
    nanos: &'a PrimitiveArray<Int32Type>,
    nulls: Option<&'a NullBuffer>,
}

impl ValueType for Instants {
    type Native = (i64, i32);
    type Column<'a> = InstantColumns<'a>;

    fn column<'a>(input: &Input<'a>) -> Result<Self::Column<'a>, EngineError> {
        let column = input.argument().and_then(AsArray::as_struct_opt).ok_or_else(other_type)?;
        let [millis, nanos] = column.columns() else {
            return Err(other_type());
        };
        Ok(InstantColumns {
            millis: millis.as_primitive_opt().ok_or_else(other_type)?,
            nanos: nanos.as_primitive_opt().ok_or_else(other_type)?,
            nulls: column.nulls(),
        })
    }

    #[inline]
    fn value(column: &Self::Column<'_>, row: usize) -> Option<(i64, i32)> {
        let valid = column.nulls.is_none_or(|nulls| nulls.is_valid(row));
        valid.then(|| (column.millis.value(row), column.nanos.value(row)))
    }

    fn build(
        values: impl Iterator<Item = Option<(i64, i32)>>,
        data_type: &DataType,
    ) -> Result<ArrayRef, EngineError> {
        let DataType::Struct(fields) = data_type else {
            return Err(other_type());
        };
        let (mut millis, mut nanos) = (Int64Builder::new(), Int32Builder::new());
        let mut valid = BooleanBufferBuilder::new(0);
        for value in values {
            millis.append_option(value.map(|(millis, _)| millis));
            nanos.append_option(value.map(|(_, nanos)| nanos));
            valid.append(value.is_some());
        }
        let columns: Vec<ArrayRef> = vec![Arc::new(millis.finish()), Arc::new(nanos.finish())];
        let nulls = NullBuffer::new(valid.finish());
        Ok(Arc::new(StructArray::try_new(fields.clone(), columns, Some(nulls))?))
    }
}

fn other_type() -> EngineError {
    EngineError::defect("an argument of another type than declared")
}

#[cfg(test)]
mod tests {
    use std::hint::black_box;

    use std::cmp::Ordering;

    use super::{Number, Value};

    #[test]
    fn floats_compare_as_java_compares_them() {
        let other_nan = f64::from_bits(0xfff8_0000_0000_0001);
        assert_eq!(other_nan.compare(f64::NAN), Ordering::Equal);
        assert_eq!(other_nan.compare(f64::INFINITY), Ordering::Greater);
        assert_eq!((-0.0_f64).compare(0.0), Ordering::Less);
        assert_eq!(other_nan.canonical().to_bits(), f64::NAN.to_bits());
        assert_eq!((-0.0_f32).canonical().to_bits(), (-0.0_f32).to_bits());
    }

    #[test]
    fn a_nan_keeps_its_bits_when_it_is_added_or_taken_back() {
        for bits in [0x7ff8_0000_0000_0000_u64, 0xfff8_0000_0000_0000, 0x7ff8_0000_0000_0001] {
            for accumulate in [true, false] {
                let nan = black_box(f64::from_bits(bits));
                let sum = black_box(1.5);
                let result = if black_box(accumulate) { sum.plus(nan) } else { sum.minus(nan) };
                assert_eq!(result.to_bits(), bits, "{accumulate}");
                assert_eq!(nan.minus(sum).to_bits(), bits);
            }
        }
    }
}
