//! Fixed-width arguments and the loops over them.

use std::sync::Arc;

use arrow_array::cast::AsArray;
use arrow_array::types::ArrowPrimitiveType;
use arrow_array::{Array, ArrayRef, BooleanArray, PrimitiveArray};
use arrow_buffer::{BooleanBuffer, BooleanBufferBuilder, NullBuffer};
use arrow_schema::DataType;
use datafusion_expr::ColumnarValue;

use super::{Outcome, Thrown, internal, null_of, relabel, result};
use crate::FunctionError;

/// A fixed-width argument: a column, or one value for every row.
#[derive(Debug)]
pub(crate) enum Values<T: ArrowPrimitiveType> {
    Column(PrimitiveArray<T>),
    Constant(Option<T::Native>),
}

impl<T: ArrowPrimitiveType> Clone for Values<T> {
    fn clone(&self) -> Self {
        match self {
            Self::Column(array) => Self::Column(array.clone()),
            Self::Constant(value) => Self::Constant(*value),
        }
    }
}

impl<T: ArrowPrimitiveType> Values<T> {
    /// Reads an argument as the Arrow type `T`, relabelling a type of the same width.
    pub(crate) fn read(value: &ColumnarValue) -> Result<Self, FunctionError> {
        match value {
            ColumnarValue::Array(array) => Ok(Self::Column(primitive(Arc::clone(array))?)),
            ColumnarValue::Scalar(scalar) => {
                let array = primitive::<T>(scalar.to_array().map_err(internal)?)?;
                let value = array.is_valid(0).then(|| array.value(0));
                Ok(Self::Constant(value))
            }
        }
    }

    pub(crate) fn is_constant(&self) -> bool {
        matches!(self, Self::Constant(_))
    }

    /// The value of a row, None for NULL.
    pub(crate) fn get(&self, row: usize) -> Option<T::Native> {
        match self {
            Self::Column(array) => array.is_valid(row).then(|| array.value(row)),
            Self::Constant(value) => *value,
        }
    }

    pub(crate) fn nulls(&self) -> Option<&NullBuffer> {
        match self {
            Self::Column(array) => array.nulls(),
            Self::Constant(_) => None,
        }
    }

    /// Each value converted; NULLs stay.
    pub(crate) fn convert<R: ArrowPrimitiveType>(
        &self,
        convert: impl Fn(T::Native) -> R::Native,
    ) -> Values<R> {
        match self {
            Self::Column(array) => Values::Column(array.unary(convert)),
            Self::Constant(value) => Values::Constant(value.map(convert)),
        }
    }
}

fn primitive<T: ArrowPrimitiveType>(array: ArrayRef) -> Result<PrimitiveArray<T>, FunctionError> {
    if let Some(typed) = array.as_primitive_opt::<T>() {
        return Ok(typed.clone());
    }
    let relabelled = relabel(array, &T::DATA_TYPE)?;
    relabelled
        .as_primitive_opt::<T>()
        .cloned()
        .ok_or_else(|| internal(format!("{} is not {}", relabelled.data_type(), T::DATA_TYPE)))
}

/// A BOOLEAN argument.
#[derive(Debug, Clone)]
pub(crate) enum Truths {
    Column(BooleanArray),
    Constant(Option<bool>),
}

impl Truths {
    pub(crate) fn read(value: &ColumnarValue) -> Result<Self, FunctionError> {
        let boolean = |array: &ArrayRef| {
            array
                .as_boolean_opt()
                .cloned()
                .ok_or_else(|| internal(format!("{} is not a boolean", array.data_type())))
        };
        match value {
            ColumnarValue::Array(array) => Ok(Self::Column(boolean(array)?)),
            ColumnarValue::Scalar(scalar) => {
                let array = boolean(&scalar.to_array().map_err(internal)?)?;
                Ok(Self::Constant(array.is_valid(0).then(|| array.value(0))))
            }
        }
    }

    /// The values as TINYINT 0 and 1, for kernels written over numbers.
    pub(crate) fn to_bytes(&self) -> Values<arrow_array::types::Int8Type> {
        match self {
            Self::Constant(value) => Values::Constant(value.map(i8::from)),
            Self::Column(array) => {
                let values: Vec<i8> = array.values().iter().map(i8::from).collect();
                Values::Column(PrimitiveArray::new(values.into(), array.nulls().cloned()))
            }
        }
    }
}

/// The NULL rows of two columns together.
pub(crate) fn either_null(
    left: Option<&NullBuffer>,
    right: Option<&NullBuffer>,
) -> Option<NullBuffer> {
    NullBuffer::union(left, right)
}

fn finish<R: ArrowPrimitiveType>(
    values: Vec<R::Native>,
    nulls: Option<NullBuffer>,
    output: &DataType,
    constant: bool,
) -> Outcome {
    let array = PrimitiveArray::<R>::new(values.into(), nulls);
    // Decimals carry their precision in the type; everything else is relabelled only across types.
    let array = if R::DATA_TYPE == *output {
        Arc::new(array) as ArrayRef
    } else {
        relabel(Arc::new(array), output)?
    };
    result(array, constant)
}

/// One value to one value; runs on NULL slots too.
pub(crate) fn map<A: ArrowPrimitiveType, R: ArrowPrimitiveType>(
    argument: &Values<A>,
    output: &DataType,
    row: impl Fn(A::Native) -> R::Native,
) -> Outcome {
    match argument {
        Values::Column(array) => {
            let values = array.values().iter().map(|value| row(*value)).collect();
            finish::<R>(values, array.nulls().cloned(), output, false)
        }
        Values::Constant(Some(value)) => finish::<R>(vec![row(*value)], None, output, true),
        Values::Constant(None) => null_of(output),
    }
}

/// Two values to one; runs on NULL slots too.
pub(crate) fn map_two<A: ArrowPrimitiveType, B: ArrowPrimitiveType, R: ArrowPrimitiveType>(
    left: &Values<A>,
    right: &Values<B>,
    output: &DataType,
    row: impl Fn(A::Native, B::Native) -> R::Native,
) -> Outcome {
    let nulls = either_null(left.nulls(), right.nulls());
    match (left, right) {
        (Values::Constant(None), _) | (_, Values::Constant(None)) => null_of(output),
        (Values::Column(left), Values::Column(right)) => {
            let rows = left.len().min(right.len());
            let (left, right) = (&left.values()[..rows], &right.values()[..rows]);
            let values = (0..rows).map(|i| row(left[i], right[i])).collect();
            finish::<R>(values, nulls, output, false)
        }
        (Values::Column(left), Values::Constant(Some(right))) => {
            let values = left.values().iter().map(|value| row(*value, *right)).collect();
            finish::<R>(values, nulls, output, false)
        }
        (Values::Constant(Some(left)), Values::Column(right)) => {
            let values = right.values().iter().map(|value| row(*left, *value)).collect();
            finish::<R>(values, nulls, output, false)
        }
        (Values::Constant(Some(left)), Values::Constant(Some(right))) => {
            finish::<R>(vec![row(*left, *right)], None, output, true)
        }
    }
}

/// Collects values of which some are NULL, and stops at the first row that throws.
fn collect_nullable<R: ArrowPrimitiveType>(
    rows: usize,
    nulls: Option<NullBuffer>,
    output: &DataType,
    constant: bool,
    row: impl Fn(usize) -> Result<Option<R::Native>, Thrown>,
) -> Outcome {
    let mut values = vec![R::default_value(); rows];
    let mut validity: Option<BooleanBufferBuilder> = None;
    for (i, slot) in values.iter_mut().enumerate() {
        if nulls.as_ref().is_some_and(|nulls| nulls.is_null(i)) {
            continue;
        }
        match row(i).map_err(|thrown| thrown.at(i))? {
            Some(value) => *slot = value,
            None => {
                let bits = validity.get_or_insert_with(|| {
                    let mut bits = BooleanBufferBuilder::new(rows);
                    match &nulls {
                        Some(nulls) => bits.append_buffer(nulls.inner()),
                        None => bits.append_n(rows, true),
                    }
                    bits
                });
                bits.set_bit(i, false);
            }
        }
    }
    let nulls = match validity {
        Some(mut bits) => Some(NullBuffer::new(bits.finish())),
        None => nulls,
    };
    finish::<R>(values, nulls, output, constant)
}

/// One value to a value, NULL or a thrown error; skips NULL rows.
pub(crate) fn try_map<A: ArrowPrimitiveType, R: ArrowPrimitiveType>(
    argument: &Values<A>,
    output: &DataType,
    row: impl Fn(A::Native) -> Result<Option<R::Native>, Thrown>,
) -> Outcome {
    match argument {
        Values::Column(array) => {
            let values = array.values();
            collect_nullable::<R>(array.len(), array.nulls().cloned(), output, false, |i| {
                row(values[i])
            })
        }
        Values::Constant(Some(value)) => {
            collect_nullable::<R>(1, None, output, true, |_| row(*value))
        }
        Values::Constant(None) => null_of(output),
    }
}

/// Two values to a value, NULL or a thrown error; skips rows in which either is NULL.
pub(crate) fn try_map_two<A: ArrowPrimitiveType, B: ArrowPrimitiveType, R: ArrowPrimitiveType>(
    left: &Values<A>,
    right: &Values<B>,
    output: &DataType,
    row: impl Fn(A::Native, B::Native) -> Result<Option<R::Native>, Thrown>,
) -> Outcome {
    let nulls = either_null(left.nulls(), right.nulls());
    match (left, right) {
        (Values::Constant(None), _) | (_, Values::Constant(None)) => null_of(output),
        (Values::Column(left), Values::Column(right)) => {
            let rows = left.len().min(right.len());
            let (left, right) = (&left.values()[..rows], &right.values()[..rows]);
            collect_nullable::<R>(rows, nulls, output, false, |i| row(left[i], right[i]))
        }
        (Values::Column(left), Values::Constant(Some(right))) => {
            let left = left.values();
            collect_nullable::<R>(left.len(), nulls, output, false, |i| row(left[i], *right))
        }
        (Values::Constant(Some(left)), Values::Column(right)) => {
            let right = right.values();
            collect_nullable::<R>(right.len(), nulls, output, false, |i| row(*left, right[i]))
        }
        (Values::Constant(Some(left)), Values::Constant(Some(right))) => {
            collect_nullable::<R>(1, None, output, true, |_| row(*left, *right))
        }
    }
}

/// Wraps bits as a BOOLEAN result.
pub(crate) fn truths(bits: BooleanBuffer, nulls: Option<NullBuffer>, constant: bool) -> Outcome {
    result(Arc::new(BooleanArray::new(bits, nulls)), constant)
}

/// One value to a truth; runs on NULL slots too.
pub(crate) fn test<A: ArrowPrimitiveType>(
    argument: &Values<A>,
    row: impl Fn(A::Native) -> bool,
) -> Outcome {
    match argument {
        Values::Column(array) => {
            let values = array.values();
            let bits = BooleanBuffer::collect_bool(values.len(), |i| row(values[i]));
            truths(bits, array.nulls().cloned(), false)
        }
        Values::Constant(Some(value)) => {
            truths(BooleanBuffer::collect_bool(1, |_| row(*value)), None, true)
        }
        Values::Constant(None) => null_of(&DataType::Boolean),
    }
}

/// Two values to a truth; runs on NULL slots too.
pub(crate) fn test_two<A: ArrowPrimitiveType, B: ArrowPrimitiveType>(
    left: &Values<A>,
    right: &Values<B>,
    row: impl Fn(A::Native, B::Native) -> bool,
) -> Outcome {
    let nulls = either_null(left.nulls(), right.nulls());
    match (left, right) {
        (Values::Constant(None), _) | (_, Values::Constant(None)) => null_of(&DataType::Boolean),
        (Values::Column(left), Values::Column(right)) => {
            let rows = left.len().min(right.len());
            let (left, right) = (&left.values()[..rows], &right.values()[..rows]);
            truths(BooleanBuffer::collect_bool(rows, |i| row(left[i], right[i])), nulls, false)
        }
        (Values::Column(left), Values::Constant(Some(right))) => {
            let left = left.values();
            let bits = BooleanBuffer::collect_bool(left.len(), |i| row(left[i], *right));
            truths(bits, nulls, false)
        }
        (Values::Constant(Some(left)), Values::Column(right)) => {
            let right = right.values();
            let bits = BooleanBuffer::collect_bool(right.len(), |i| row(*left, right[i]));
            truths(bits, nulls, false)
        }
        (Values::Constant(Some(left)), Values::Constant(Some(right))) => {
            truths(BooleanBuffer::collect_bool(1, |_| row(*left, *right)), None, true)
        }
    }
}
