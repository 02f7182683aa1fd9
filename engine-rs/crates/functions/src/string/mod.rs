//! `functions_flink_string`: on bytes where Flink works on `BinaryStringData`, on decoded text where it works
//! on `java.lang.String`.

pub(crate) mod char_length;
pub(crate) mod concat;
pub(crate) mod concat_operator;
pub(crate) mod concat_ws;
mod java_regex;
pub(crate) mod left;
mod letter_case;
pub(crate) mod like;
pub(crate) mod lower;
pub(crate) mod ltrim;
pub(crate) mod position;
pub(crate) mod regexp_extract;
pub(crate) mod right;
pub(crate) mod rtrim;
pub(crate) mod split_index;
pub(crate) mod substring;
pub(crate) mod trim;
mod trimming;
pub(crate) mod upper;
