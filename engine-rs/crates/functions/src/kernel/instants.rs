//! TIMESTAMP and TIMESTAMP_LTZ arguments: milliseconds plus nanoseconds of the millisecond, whatever
//! the precision's representation.

use std::sync::Arc;

use arrow_array::cast::AsArray;
use arrow_array::types::{Int32Type, Int64Type};
use arrow_array::{Array, ArrayRef, PrimitiveArray, StructArray};
use arrow_buffer::NullBuffer;
use arrow_schema::DataType;
use datafusion_expr::ColumnarValue;
use sf_contract::{LogicalType, TypeKind};

use super::numbers::Values;
use super::{Outcome, Thrown, internal, null_of, relabel, result};
use crate::FunctionError;

/// `TimestampData`: milliseconds since the epoch and 0..=999_999 nanoseconds.
pub(crate) type Instant = (i64, i32);

/// How a precision is held.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Unit {
    /// Precision up to 3.
    Millis,
    /// Precision 4 to 6.
    Micros,
    /// Precision above 6.
    Nanos,
}

impl Unit {
    pub(crate) fn of(logical: &LogicalType) -> Option<Self> {
        match logical.kind {
            TypeKind::Timestamp { precision } | TypeKind::TimestampLtz { precision } => {
                Some(Self::of_precision(precision))
            }
            _ => None,
        }
    }

    pub(crate) fn of_precision(precision: u8) -> Self {
        match precision {
            0..=3 => Self::Millis,
            4..=6 => Self::Micros,
            _ => Self::Nanos,
        }
    }
}

/// A timestamp argument.
#[derive(Debug, Clone)]
pub(crate) enum Instants {
    Millis(Values<Int64Type>),
    Micros(Values<Int64Type>),
    Nanos(Box<Nanos>),
}

/// A column, or one row for every row, of milliseconds and nanoseconds.
#[derive(Debug, Clone)]
pub(crate) struct Nanos {
    column: StructArray,
    millis: PrimitiveArray<Int64Type>,
    nanos: PrimitiveArray<Int32Type>,
    constant: bool,
}

impl Instants {
    pub(crate) fn read(value: &ColumnarValue, unit: Unit) -> Result<Self, FunctionError> {
        match unit {
            Unit::Millis => Values::read(value).map(Self::Millis),
            Unit::Micros => Values::read(value).map(Self::Micros),
            Unit::Nanos => {
                let (array, constant) = match value {
                    ColumnarValue::Array(array) => (Arc::clone(array), false),
                    ColumnarValue::Scalar(scalar) => (scalar.to_array().map_err(internal)?, true),
                };
                let column = array
                    .as_struct_opt()
                    .cloned()
                    .ok_or_else(|| internal(format!("{} is not a timestamp", array.data_type())))?;
                let millis =
                    column.columns().first().and_then(|c| c.as_primitive_opt::<Int64Type>());
                let nanos = column.columns().get(1).and_then(|c| c.as_primitive_opt::<Int32Type>());
                match (millis.cloned(), nanos.cloned()) {
                    (Some(millis), Some(nanos)) => {
                        Ok(Self::Nanos(Box::new(Nanos { column, millis, nanos, constant })))
                    }
                    _ => Err(internal(format!("{} is not a timestamp", column.data_type()))),
                }
            }
        }
    }

    pub(crate) fn is_constant(&self) -> bool {
        match self {
            Self::Millis(values) | Self::Micros(values) => values.is_constant(),
            Self::Nanos(nanos) => nanos.constant,
        }
    }

    /// The value of a row, None for NULL.
    pub(crate) fn get(&self, row: usize) -> Option<Instant> {
        match self {
            Self::Millis(values) => value(values, row).map(|millis| (millis, 0)),
            Self::Micros(values) => value(values, row).map(|micros| {
                // Below a thousand, times a thousand.
                let nanos = i32::try_from(micros.rem_euclid(1_000) * 1_000).unwrap_or_default();
                (micros.div_euclid(1_000), nanos)
            }),
            Self::Nanos(nanos) => {
                let row = if nanos.constant { 0 } else { row };
                let valid = nanos.column.is_valid(row);
                valid.then(|| (nanos.millis.value(row), nanos.nanos.value(row)))
            }
        }
    }

    /// The milliseconds of every row, floored.
    pub(crate) fn millis(&self) -> Values<Int64Type> {
        match self {
            Self::Millis(values) => values.clone(),
            Self::Micros(values) => values.convert(|micros: i64| micros.div_euclid(1_000)),
            Self::Nanos(nanos) => {
                let millis = &nanos.millis;
                if nanos.constant {
                    Values::Constant(nanos.column.is_valid(0).then(|| millis.value(0)))
                } else {
                    let nulls = nanos.column.nulls().cloned();
                    Values::Column(PrimitiveArray::new(millis.values().clone(), nulls))
                }
            }
        }
    }
}

fn value(values: &Values<Int64Type>, row: usize) -> Option<i64> {
    match values {
        Values::Column(array) => array.is_valid(row).then(|| array.value(row)),
        Values::Constant(value) => *value,
    }
}

/// Builds a timestamp result row by row (one row if everything is constant).
pub(crate) fn build(
    rows: usize,
    constant: bool,
    unit: Unit,
    output: &DataType,
    row: impl Fn(usize) -> Result<Option<Instant>, Thrown>,
) -> Outcome {
    let rows = if constant { 1 } else { rows };
    let mut millis = vec![0_i64; rows];
    let mut nanos = vec![0_i32; rows];
    let mut valid = vec![true; rows];
    for i in 0..rows {
        match row(i).map_err(|thrown| thrown.at(i))? {
            Some((value, fraction)) => (millis[i], nanos[i]) = (value, fraction),
            None => valid[i] = false,
        }
    }
    let nulls = Some(NullBuffer::from(valid)).filter(|nulls| nulls.null_count() > 0);
    let array: ArrayRef = match unit {
        Unit::Millis => {
            relabel(Arc::new(PrimitiveArray::<Int64Type>::new(millis.into(), nulls)), output)?
        }
        Unit::Micros => {
            let mut micros = millis;
            for (micro, nano) in micros.iter_mut().zip(&nanos) {
                // Beyond the years that a TIMESTAMP has, where Flink's own row format wraps too.
                *micro = micro.wrapping_mul(1_000).wrapping_add(i64::from(*nano / 1_000));
            }
            relabel(Arc::new(PrimitiveArray::<Int64Type>::new(micros.into(), nulls)), output)?
        }
        Unit::Nanos => {
            let DataType::Struct(fields) = output else {
                return Err(internal(format!("{output} is not a timestamp")));
            };
            let columns: Vec<ArrayRef> = vec![
                Arc::new(PrimitiveArray::<Int64Type>::new(millis.into(), None)),
                Arc::new(PrimitiveArray::<Int32Type>::new(nanos.into(), None)),
            ];
            Arc::new(StructArray::try_new(fields.clone(), columns, nulls).map_err(internal)?)
        }
    };
    if constant && array.is_null(0) {
        return null_of(output);
    }
    result(array, constant)
}
