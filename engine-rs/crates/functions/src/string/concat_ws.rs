//! `CONCAT_WS`: the separator between the arguments that are not NULL; NULL only if the separator is.

use super::concat::{read_all, total_bytes};
use crate::FunctionCall;
use crate::kernel::texts::{Texts, build};
use crate::kernel::{Made, total};

pub(crate) const SIGNATURES: &[&str] = &["(string, string...) -> string"];

pub(crate) fn create(_call: &FunctionCall<'_>) -> Made {
    total("concat_ws", |arguments, rows| {
        let texts = read_all(arguments)?;
        let constant = texts.iter().all(Texts::is_constant);
        let bytes = total_bytes(&texts, rows);
        let Some((separators, values)) = texts.split_first() else {
            return Err(crate::kernel::internal("concat_ws without a separator"));
        };
        build(rows, constant, bytes, |row, builder| {
            let Some(separator) = separators.get(row) else {
                return builder.close_null();
            };
            for (i, value) in values.iter().filter_map(|value| value.get(row)).enumerate() {
                if i > 0 {
                    builder.bytes().extend_from_slice(separator);
                }
                builder.bytes().extend_from_slice(value);
            }
            builder.close()
        })
    })
}
