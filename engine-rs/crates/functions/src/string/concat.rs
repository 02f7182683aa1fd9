//! `CONCAT`: bytes one after the other; NULL if any argument is.

use datafusion_expr::ColumnarValue;

use crate::kernel::texts::{Texts, build};
use crate::kernel::{Made, total};
use crate::{FunctionCall, FunctionError};

pub(crate) const SIGNATURES: &[&str] = &["(string...) -> string"];

pub(crate) fn create(_call: &FunctionCall<'_>) -> Made {
    total("concat", |arguments, rows| {
        let texts = read_all(arguments)?;
        let constant = texts.iter().all(Texts::is_constant);
        let bytes = total_bytes(&texts, rows);
        build(rows, constant, bytes, |row, builder| {
            if texts.iter().any(|text| text.get(row).is_none()) {
                return builder.close_null();
            }
            for text in texts.iter().filter_map(|text| text.get(row)) {
                builder.bytes().extend_from_slice(text);
            }
            builder.close()
        })
    })
}

/// Reads every argument as text.
pub(super) fn read_all(arguments: &[ColumnarValue]) -> Result<Vec<Texts>, FunctionError> {
    arguments.iter().map(Texts::read).collect()
}

/// How many bytes a concatenation of all arguments takes.
pub(super) fn total_bytes(texts: &[Texts], rows: usize) -> usize {
    texts
        .iter()
        .map(|text| match text {
            Texts::Column(_) => text.all_bytes().len(),
            Texts::Constant(_) => text.all_bytes().len() * rows,
        })
        .sum()
}
