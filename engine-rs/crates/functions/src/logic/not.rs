//! `NOT`: NULL stays NULL.

use crate::FunctionCall;
use crate::kernel::numbers::{Truths, truths};
use crate::kernel::{Made, argument, null_of, total};

pub(crate) const SIGNATURES: &[&str] = &["(boolean) -> boolean"];

pub(crate) fn create(_call: &FunctionCall<'_>) -> Made {
    total("not", |arguments, _rows| match Truths::read(argument(arguments, 0)?)? {
        Truths::Column(column) => {
            truths(!column.values(), arrow_array::Array::nulls(&column).cloned(), false)
        }
        Truths::Constant(Some(value)) => {
            truths(arrow_buffer::BooleanBuffer::collect_bool(1, |_| !value), None, true)
        }
        Truths::Constant(None) => null_of(&arrow_schema::DataType::Boolean),
    })
}
