//! The three trims: `BinaryStringDataUtil.trimLeft` and `trimRight` with a literal set of characters.

use crate::kernel::texts::{Texts, build, char_bytes};
use crate::kernel::{Made, Thrown, argument, partial};
use crate::{FunctionCall, Unsupported};

/// Which ends to trim.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Ends {
    pub leading: bool,
    pub trailing: bool,
}

/// Makes a trim kernel. `text` is the ordinal of the text argument, `set` that of the literal with the
/// characters to trim; without one, blanks are trimmed. A set that is a column is refused: Flink reads
/// one that begins with a blank differently depending on how it holds the value.
pub(super) fn create(
    call: &FunctionCall<'_>,
    name: &'static str,
    ends: Ends,
    text: usize,
    set: Option<usize>,
) -> Made {
    let set = match set {
        None => b" ".to_vec(),
        Some(ordinal) => match crate::literal::text_of(call, ordinal) {
            Some(set) => set.as_bytes().to_vec(),
            None => return Err(Unsupported::signature(call)),
        },
    };
    partial(name, move |arguments, rows| {
        let texts = Texts::read(argument(arguments, text)?)?;
        build(rows, texts.is_constant(), texts.all_bytes().len(), |row, builder| {
            match texts.get(row) {
                Some(text) if set == b" " => builder.append(Some(trim_blanks(text, ends))),
                Some(text) => builder.append(Some(trim_set(text, &set, ends)?)),
                None => builder.close_null(),
            }
        })
    })
}

fn trim_blanks(text: &[u8], ends: Ends) -> &[u8] {
    let start =
        if ends.leading { text.iter().take_while(|byte| **byte == b' ').count() } else { 0 };
    let text = &text[start..];
    let end =
        if ends.trailing { text.iter().rev().take_while(|byte| **byte == b' ').count() } else { 0 };
    &text[..text.len() - end]
}

fn trim_set<'a>(text: &'a [u8], set: &[u8], ends: Ends) -> Result<&'a [u8], Thrown> {
    let cut_short = Thrown::NeedsHost("text whose last character is cut short");
    // A character is in the set when its bytes occur in it.
    let in_set = |character: &[u8]| memchr::memmem::find(set, character).is_some();
    let mut start = 0;
    if ends.leading {
        while let Some(first) = text.get(start) {
            let character = text.get(start..start + char_bytes(*first)).ok_or(cut_short.clone())?;
            if !in_set(character) {
                break;
            }
            start += character.len();
        }
    }
    let text = &text[start..];
    if !ends.trailing {
        return Ok(text);
    }
    // Characters are found from the front, so the end to keep is where the last one outside the set ends.
    let mut keep = 0;
    let mut at = 0;
    while let Some(first) = text.get(at) {
        let character = text.get(at..at + char_bytes(*first)).ok_or(cut_short.clone())?;
        at += character.len();
        if !in_set(character) {
            keep = at;
        }
    }
    Ok(&text[..keep])
}
