//! `||`: concatenates `java.lang.String`s, so that ill-formed bytes become U+FFFD, unlike in `CONCAT`.

use super::concat::{read_all, total_bytes};
use crate::FunctionCall;
use crate::kernel::texts::{Texts, build, decoded};
use crate::kernel::{Made, total};

pub(crate) const SIGNATURES: &[&str] = &["(string, string) -> string"];

pub(crate) fn create(_call: &FunctionCall<'_>) -> Made {
    total("concat_operator", |arguments, rows| {
        let texts = read_all(arguments)?;
        let constant = texts.iter().all(Texts::is_constant);
        let bytes = total_bytes(&texts, rows);
        build(rows, constant, bytes, |row, builder| {
            if texts.iter().any(|text| text.get(row).is_none()) {
                return builder.close_null();
            }
            for text in texts.iter().filter_map(|text| text.get(row)) {
                builder.bytes().extend_from_slice(decoded(text).as_bytes());
            }
            builder.close()
        })
    })
}
