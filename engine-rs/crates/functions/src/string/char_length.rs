//! `CHAR_LENGTH`: `BinaryStringData.numChars`.

use std::sync::Arc;

use arrow_array::types::Int32Type;
use arrow_array::{Array, PrimitiveArray};

use crate::FunctionCall;
use crate::kernel::texts::{Texts, count_chars};
use crate::kernel::{Made, argument, null_of, result, total};
use sf_faults::{Fault, is_on};

pub(crate) const SIGNATURES: &[&str] = &["(string) -> int"];

pub(crate) fn create(call: &FunctionCall<'_>) -> Made {
    let output = call.output.to_arrow();
    total("char_length", move |arguments, rows| {
        // A value has less than 2 GiB.
        let chars = |text: &[u8]| match is_on(Fault::LengthBytes) {
            true => text.len(),
            false => count_chars(text),
        };
        let length = |text: &[u8]| i32::try_from(chars(text)).unwrap_or(i32::MAX);
        match Texts::read(argument(arguments, 0)?)? {
            Texts::Column(column) => {
                let values: Vec<i32> = (0..rows).map(|i| length(column.value(i))).collect();
                let nulls = column.nulls().cloned();
                result(Arc::new(PrimitiveArray::<Int32Type>::new(values.into(), nulls)), false)
            }
            Texts::Constant(Some(text)) => {
                let values = vec![length(&text)];
                result(Arc::new(PrimitiveArray::<Int32Type>::new(values.into(), None)), true)
            }
            Texts::Constant(None) => null_of(&output),
        }
    })
}
