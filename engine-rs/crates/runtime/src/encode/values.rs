use arrow_array::cast::AsArray;
use arrow_array::types::{
    ArrowPrimitiveType, Date32Type, Decimal128Type, Float32Type, Float64Type, Int8Type, Int16Type,
    Int32Type, Int64Type, Time32MillisecondType, TimestampMicrosecondType,
    TimestampMillisecondType,
};
use arrow_array::{Array, ArrayRef, BinaryArray, BooleanArray};
use arrow_buffer::NullBuffer;
use arrow_schema::{DataType, TimeUnit};
use sf_contract::map_entries;
use sf_faults::{Fault, is_on};

use crate::slab::is_timestamp;
use crate::{EngineError, ErrorCode};

/// DECIMALs up to this precision are a long in Flink's binary layout.
const MAX_COMPACT_PRECISION: u8 = 18;

/// A column with its type resolved once, so that loops over rows do not ask again.
pub(super) struct Column<'a> {
    pub(super) nulls: Option<&'a NullBuffer>,
    pub(super) values: Values<'a>,
}

/// The values by how Flink's binary layout holds them.
pub(super) enum Values<'a> {
    Boolean(&'a BooleanArray),
    Byte(&'a [i8]),
    Short(&'a [i16]),
    Int(&'a [i32]),
    Long(&'a [i64]),
    Float(&'a [f32]),
    Double(&'a [f64]),
    CompactDecimal(&'a [i128]),
    Decimal(&'a [i128]),
    Bytes(&'a BinaryArray),
    /// Timestamps of precision 4 to 6, which are not compact in Flink.
    Micros(&'a [i64]),
    Nanos {
        millis: &'a [i64],
        nanos: &'a [i32],
    },
    Row(Vec<Column<'a>>),
    List {
        offsets: &'a [i32],
        element: Box<Column<'a>>,
    },
    Map {
        offsets: &'a [i32],
        key: Box<Column<'a>>,
        value: Box<Column<'a>>,
    },
}

impl<'a> Column<'a> {
    pub(super) fn try_new(array: &'a ArrayRef) -> Result<Self, EngineError> {
        let nulls = array.nulls().filter(|_| !is_on(Fault::LostNullsOut));
        Ok(Self { nulls, values: Values::try_new(array)? })
    }

    pub(super) fn all(arrays: &'a [ArrayRef]) -> Result<Vec<Self>, EngineError> {
        arrays.iter().map(Self::try_new).collect()
    }

    pub(super) fn is_null(&self, row: usize) -> bool {
        self.nulls.is_some_and(|nulls| nulls.is_null(row))
    }
}

impl<'a> Values<'a> {
    fn try_new(array: &'a ArrayRef) -> Result<Self, EngineError> {
        Ok(match array.data_type() {
            DataType::Boolean => Self::Boolean(array.as_boolean()),
            DataType::Int8 => Self::Byte(primitive::<Int8Type>(array)),
            DataType::Int16 => Self::Short(primitive::<Int16Type>(array)),
            DataType::Int32 => Self::Int(primitive::<Int32Type>(array)),
            DataType::Int64 => Self::Long(primitive::<Int64Type>(array)),
            DataType::Float32 => Self::Float(primitive::<Float32Type>(array)),
            DataType::Float64 => Self::Double(primitive::<Float64Type>(array)),
            DataType::Date32 => Self::Int(primitive::<Date32Type>(array)),
            DataType::Time32(TimeUnit::Millisecond) => {
                Self::Int(primitive::<Time32MillisecondType>(array))
            }
            DataType::Timestamp(TimeUnit::Millisecond, _) => {
                Self::Long(primitive::<TimestampMillisecondType>(array))
            }
            DataType::Timestamp(TimeUnit::Microsecond, _) => {
                Self::Micros(primitive::<TimestampMicrosecondType>(array))
            }
            DataType::Decimal128(precision, _) if *precision <= MAX_COMPACT_PRECISION => {
                Self::CompactDecimal(primitive::<Decimal128Type>(array))
            }
            DataType::Decimal128(_, _) => Self::Decimal(primitive::<Decimal128Type>(array)),
            DataType::Binary => Self::Bytes(array.as_binary()),
            DataType::Struct(fields) if is_timestamp(fields) => {
                let children = array.as_struct().columns();
                Self::Nanos {
                    millis: primitive::<Int64Type>(&children[0]),
                    nanos: primitive::<Int32Type>(&children[1]),
                }
            }
            DataType::Struct(_) => Self::Row(Column::all(array.as_struct().columns())?),
            DataType::List(element) => {
                let list = array.as_list::<i32>();
                let offsets = list.value_offsets();
                match map_entries(element) {
                    None => {
                        Self::List { offsets, element: Box::new(Column::try_new(list.values())?) }
                    }
                    Some(_) => {
                        let entries = list.values().as_struct();
                        Self::Map {
                            offsets,
                            key: Box::new(Column::try_new(entries.column(0))?),
                            value: Box::new(Column::try_new(entries.column(1))?),
                        }
                    }
                }
            }
            other => {
                return Err(EngineError::new(
                    ErrorCode::Type,
                    format!("the type {other} does not leave a fragment"),
                ));
            }
        })
    }
}

/// Takes the words of a column of fixed size.
pub(super) trait WordVisitor {
    /// `word` gives the slot of a row that is not NULL.
    fn visit(self, word: impl Fn(usize) -> u64);
}

impl Values<'_> {
    /// Whether each value fills its slot and has no part beside it.
    pub(super) fn fill_slots(&self) -> bool {
        !matches!(
            self,
            Self::Bytes(_)
                | Self::Decimal(_)
                | Self::Micros(_)
                | Self::Nanos { .. }
                | Self::Row(_)
                | Self::List { .. }
                | Self::Map { .. }
        )
    }

    /// Visits the values if they [`Self::fill_slots`]; the visitor is compiled once per kind.
    pub(super) fn visit_words(&self, visitor: impl WordVisitor) {
        match self {
            Self::Boolean(values) => visitor.visit(|row| u64::from(values.value(row))),
            Self::Byte(values) => visitor.visit(|row| u64::from(values[row].cast_unsigned())),
            Self::Short(values) => visitor.visit(|row| u64::from(values[row].cast_unsigned())),
            Self::Int(values) => visitor.visit(|row| u64::from(values[row].cast_unsigned())),
            Self::Long(values) => visitor.visit(|row| values[row].cast_unsigned()),
            Self::Float(values) => visitor.visit(|row| u64::from(values[row].to_bits())),
            Self::Double(values) => visitor.visit(|row| values[row].to_bits()),
            Self::CompactDecimal(values) => visitor.visit(|row| low_word(values[row])),
            Self::Bytes(_)
            | Self::Decimal(_)
            | Self::Micros(_)
            | Self::Nanos { .. }
            | Self::Row(_)
            | Self::List { .. }
            | Self::Map { .. } => {}
        }
    }
}

/// The low word of a DECIMAL that fits a long.
#[inline]
#[allow(clippy::cast_possible_truncation, reason = "up to precision 18 the value fits")]
pub(super) fn low_word(value: i128) -> u64 {
    value as u64
}

fn primitive<T: ArrowPrimitiveType>(array: &ArrayRef) -> &[T::Native] {
    array.as_primitive::<T>().values()
}
