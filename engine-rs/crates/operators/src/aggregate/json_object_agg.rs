use std::ops::Range;
use std::sync::Arc;

use arrow_array::builder::BinaryBuilder;
use arrow_array::{Array, ArrayRef, BinaryArray};
use sf_contract::TypeKind;
use sf_faults::{Fault, is_on};
use sf_functions::decoded;
use sf_runtime::{AggregateMeasure, EngineError};

use super::array_agg::Nulls;
use super::growing::{Extent, Growing, Runs};
use super::held::Bytes;
use super::list::{self, Element};
use super::listed::{List, Listed};
use super::registry::{Made, refused};
use super::{Change, Input};

pub(super) const SIGNATURES: &[&str] = &["(string, varchar) -> varchar"];

pub(super) fn create(measure: &AggregateMeasure, nulls: Nulls) -> Made {
    match (measure.argument_types.as_slice(), &measure.output.kind) {
        ([key, value], TypeKind::VarChar { .. })
            if matches!(key.kind, TypeKind::Char { .. } | TypeKind::VarChar { .. })
                && matches!(value.kind, TypeKind::VarChar { .. }) =>
        {
            Ok(Listed::boxed(JsonObjectAgg { nulls, pair: Vec::new(), ambiguous: false }))
        }
        _ => refused(measure),
    }
}

/// `JSON_OBJECTAGG` of keys, and values that are JSON already, as Flink's planner hands them to the function:
/// an object with its keys in the order of Java's strings. A key that is there already is a failure, and so
/// is NULL as a key. With a key its value is taken back, whatever it is. Follows Flink's
/// JsonObjectAggFunction, which has a map of keys and values.
///
/// State: the list of keys, each with its value behind it, in order of arrival; absent if it is empty.
struct JsonObjectAgg {
    /// Whether a key with the value NULL is in the object.
    nulls: Nulls,
    pair: Vec<u8>,
    /// Whether other bytes than those of the key at hand can read the same.
    ambiguous: bool,
}

/// A call's arguments.
struct Columns<'a> {
    keys: &'a BinaryArray,
    values: &'a BinaryArray,
}

/// A key of an object.
struct Member<'a> {
    /// Where it is in the buffer, with its value.
    place: Range<usize>,
    key: &'a [u8],
    /// None for NULL.
    value: Option<&'a [u8]>,
}

/// The keys of an object in order of arrival.
fn members(object: Runs<'_>) -> impl Iterator<Item = Member<'_>> {
    let mut elements = list::located::<Bytes>(object);
    std::iter::from_fn(move || {
        let ((start, key), (last, value)) = (elements.next()?, elements.next()?);
        Some(Member {
            place: start..last + value.len(),
            key: list::text(key),
            value: list::as_text(value),
        })
    })
}

/// Writes an object as JSON.
fn render(object: Option<Runs<'_>>, target: &mut Vec<u8>) {
    let members = object.into_iter().flat_map(members);
    let mut members: Vec<_> = members.map(|one| (decoded(one.key), one.value)).collect();
    if !is_on(Fault::UnsortedObject) {
        members.sort_by(|(one, _), (other, _)| one.encode_utf16().cmp(other.encode_utf16()));
    }
    target.push(b'{');
    for (position, (key, value)) in members.iter().enumerate() {
        // Of keys that read the same there is one, in Flink that which its map happens to have last.
        if members.get(position + 1).is_some_and(|(next, _)| next == key) {
            continue;
        }
        if target.len() > 1 {
            target.push(b',');
        }
        write_key(key, target);
        target.push(b':');
        target.extend_from_slice(value.unwrap_or(b"null"));
    }
    target.push(b'}');
}

/// Writes a key as Jackson does.
fn write_key(key: &str, target: &mut Vec<u8>) {
    const HEX: &[u8; 16] = b"0123456789ABCDEF";
    target.push(b'"');
    for byte in key.bytes() {
        match byte {
            b'"' | b'\\' => target.extend([b'\\', byte]),
            b'\n' => target.extend(b"\\n"),
            b'\r' => target.extend(b"\\r"),
            b'\t' => target.extend(b"\\t"),
            0x08 => target.extend(b"\\b"),
            0x0C => target.extend(b"\\f"),
            0..0x20 => {
                target.extend(b"\\u00");
                target.extend([HEX[usize::from(byte >> 4)], HEX[usize::from(byte & 15)]]);
            }
            _ => target.push(byte),
        }
    }
    target.push(b'"');
}

fn failure(java_class: &'static str, message: String) -> EngineError {
    EngineError::User { java_class, message: Some(message) }
}

impl List for JsonObjectAgg {
    type Columns<'a> = Columns<'a>;

    fn columns<'a>(&self, input: &Input<'a>) -> Result<Columns<'a>, EngineError> {
        Ok(Columns { keys: input.bytes(0)?, values: input.bytes(1)? })
    }

    fn step(
        &mut self,
        lists: &mut Growing,
        list: Option<Extent>,
        columns: &Columns<'_>,
        change: &Change,
    ) -> Result<Option<Extent>, EngineError> {
        if columns.keys.is_null(change.row) {
            let message = "Map views don't support null keys.".to_owned();
            return Err(failure("org.apache.flink.table.api.TableRuntimeException", message));
        }
        let key = columns.keys.value(change.row);
        let text = decoded(key);
        self.ambiguous = text.contains(char::REPLACEMENT_CHARACTER);
        let known = list.map(|list| lists.text(list)).and_then(|object| {
            members(object).find(|member| member.key == key).map(|member| member.place)
        });
        if !change.accumulate {
            let rest = list.zip(known).map(|(list, place)| lists.take_out(list, place));
            return Ok(rest.or(list).filter(|rest| rest.size() > 0));
        }
        if known.is_some() {
            let message = format!(
                "Key '{text}' is already present. Duplicate keys are not allowed in JSON_OBJECTAGG. \
                 Please ensure that keys are unique."
            );
            return Err(failure("org.apache.flink.table.api.TableException", message));
        }
        if columns.values.is_null(change.row) && self.nulls == Nulls::Ignored {
            return Ok(list);
        }
        self.pair.clear();
        list::put_text(key, &mut self.pair);
        Bytes::put(&columns.values, change.row, &mut self.pair);
        Ok(Some(match list {
            Some(list) => lists.append(list, &[&self.pair]),
            None => lists.start(&[&self.pair]),
        }))
    }

    fn differ(&self, lists: &Growing, before: Option<Extent>, after: Option<Extent>) -> bool {
        let text_of = |list: Option<Extent>| {
            let mut text = Vec::new();
            render(list.map(|list| lists.text(list)), &mut text);
            text
        };
        before != after && (!self.ambiguous || text_of(before) != text_of(after))
    }

    fn results<'a>(
        &self,
        lists: impl ExactSizeIterator<Item = Option<Runs<'a>>> + Clone,
    ) -> Result<ArrayRef, EngineError> {
        let mut objects = BinaryBuilder::with_capacity(lists.len(), 0);
        let mut object = Vec::new();
        for list in lists {
            object.clear();
            render(list, &mut object);
            objects.append_value(&object);
        }
        Ok(Arc::new(objects.finish()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_is_escaped_as_jackson_does() {
        let written = |key: &str| {
            let mut text = Vec::new();
            write_key(key, &mut text);
            String::from_utf8(text).unwrap()
        };
        assert_eq!(written("größe/日本😀\u{7f}"), "\"größe/日本😀\u{7f}\"");
        assert_eq!(written("\"\\\n\r\t\u{8}\u{c}"), r#""\"\\\n\r\t\b\f""#);
        assert_eq!(written("\0\u{1f}"), "\"\\u0000\\u001F\"");
    }
}
