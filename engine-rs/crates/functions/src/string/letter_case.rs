//! What UPPER and LOWER share. Java's mapping of non-ASCII letters depends on its Unicode version, its default
//! locale and, for the final sigma, on its word boundaries, so a batch with such text goes to the host. In
//! the locales where even `i` and `I` differ (Turkish and its kin) the planner does not come here.

use std::sync::Arc;

use arrow_array::{Array, BinaryArray};
use arrow_buffer::{OffsetBuffer, ScalarBuffer};
use datafusion_expr::ColumnarValue;

use crate::FunctionError;
use crate::kernel::texts::{Texts, column_bytes};
use crate::kernel::{Outcome, argument, internal, null_of, result};
use sf_faults::{Fault, is_on};

/// Maps ASCII text byte by byte, all rows at once.
pub(super) fn map_ascii(arguments: &[ColumnarValue], map: fn(&[u8]) -> Vec<u8>) -> Outcome {
    let texts = Texts::read(argument(arguments, 0)?)?;
    if !texts.all_bytes().is_ascii() && !is_on(Fault::AsciiOnlyCase) {
        return Err(FunctionError::NeedsHost {
            reason: "letter case of text that is not ASCII".into(),
        });
    }
    match texts {
        Texts::Column(column) => {
            let bytes = map(column_bytes(&column));
            let array =
                BinaryArray::try_new(rebased(&column), bytes.into(), column.nulls().cloned());
            result(Arc::new(array.map_err(internal)?), false)
        }
        Texts::Constant(Some(text)) => {
            let array = BinaryArray::from_iter_values([map(&text)]);
            result(Arc::new(array), true)
        }
        Texts::Constant(None) => null_of(&arrow_schema::DataType::Binary),
    }
}

/// A column's offsets from its own first byte.
fn rebased(column: &BinaryArray) -> OffsetBuffer<i32> {
    match column.value_offsets().first() {
        None | Some(0) => column.offsets().clone(),
        Some(first) => {
            let offsets: Vec<i32> = column.value_offsets().iter().map(|at| at - first).collect();
            OffsetBuffer::new(ScalarBuffer::from(offsets))
        }
    }
}
