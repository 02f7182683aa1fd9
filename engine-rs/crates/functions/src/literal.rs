//! Literal arguments as factories read them.

use datafusion_common::ScalarValue;

use crate::FunctionCall;

/// The bytes of a text literal.
pub(crate) fn text(value: &ScalarValue) -> Option<&[u8]> {
    match value {
        ScalarValue::Binary(bytes) => bytes.as_deref(),
        ScalarValue::Utf8(text) => text.as_deref().map(str::as_bytes),
        _ => None,
    }
}

/// The text of a call's literal argument; None if it is not one, is NULL or ill-formed.
pub(crate) fn text_of<'a>(call: &'a FunctionCall<'_>, ordinal: usize) -> Option<&'a str> {
    let literal = call.literals.get(ordinal)?.as_ref()?;
    std::str::from_utf8(text(literal)?).ok()
}

/// The value of a call's integer literal argument.
pub(crate) fn integer_of(call: &FunctionCall<'_>, ordinal: usize) -> Option<i64> {
    match call.literals.get(ordinal)?.as_ref()? {
        ScalarValue::Int8(value) => value.map(i64::from),
        ScalarValue::Int16(value) => value.map(i64::from),
        ScalarValue::Int32(value) => value.map(i64::from),
        ScalarValue::Int64(value) => *value,
        _ => None,
    }
}
