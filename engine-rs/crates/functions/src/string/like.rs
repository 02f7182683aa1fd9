//! `LIKE` with a literal pattern, as `LikeCallGen` translates it: without `_`, comparisons of bytes; with it, a
//! regular expression over the decoded text, in which `_` does not match a line break and `%` does. There is
//! no default escape character.

use crate::kernel::texts::{Texts, decoded};
use crate::kernel::{Made, argument, null_of, total};
use crate::{FunctionCall, Unsupported};
use arrow_array::Array;
use arrow_buffer::BooleanBuffer;
use arrow_schema::DataType;
use memchr::memmem;
use sf_faults::{Fault, is_on};

use super::java_regex::is_line_terminator;
use crate::kernel::numbers::truths;

pub(crate) const SIGNATURES: &[&str] =
    &["(string, =string) -> boolean", "(string, =string, =string) -> boolean"];

pub(crate) fn create(call: &FunctionCall<'_>) -> Made {
    let unsupported = || Unsupported::signature(call);
    let pattern = crate::literal::text_of(call, 1).ok_or_else(unsupported)?;
    let escape = match call.arguments.len() {
        2 => None,
        // An escape that is not one character fails in Flink, when it plans or when it opens the task.
        _ => {
            let mut chars = crate::literal::text_of(call, 2).ok_or_else(unsupported)?.chars();
            match (chars.next(), chars.next()) {
                // A supplementary character is two UTF-16 units.
                (Some(escape @ '\u{1}'..='\u{FFFF}'), None) => Some(escape),
                _ => return Err(unsupported()),
            }
        }
    };
    let escape = escape.filter(|_| !is_on(Fault::IgnoredEscape));
    let tokens = parse(pattern, escape).ok_or_else(unsupported)?;
    let matcher = Matcher::new(tokens);
    total("like", move |arguments, rows| match Texts::read(argument(arguments, 0)?)? {
        Texts::Column(column) => {
            let bits = BooleanBuffer::collect_bool(rows, |i| matcher.matches(column.value(i)));
            truths(bits, column.nulls().cloned(), false)
        }
        Texts::Constant(Some(text)) => {
            truths(BooleanBuffer::collect_bool(1, |_| matcher.matches(&text)), None, true)
        }
        Texts::Constant(None) => null_of(&DataType::Boolean),
    })
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Token {
    Character(char),
    /// `_`
    One,
    /// `%`
    Any,
}

/// None for an escape sequence that Flink refuses.
fn parse(pattern: &str, escape: Option<char>) -> Option<Vec<Token>> {
    let mut tokens = Vec::new();
    let mut chars = pattern.chars();
    while let Some(character) = chars.next() {
        tokens.push(match character {
            _ if Some(character) == escape => match chars.next()? {
                next if next == '_' || next == '%' || Some(next) == escape => {
                    Token::Character(next)
                }
                _ => return None,
            },
            '_' => Token::One,
            '%' => Token::Any,
            _ => Token::Character(character),
        });
    }
    Some(tokens)
}

#[derive(Debug)]
enum Matcher {
    Equals(Vec<u8>),
    StartsWith(Vec<u8>),
    EndsWith(Vec<u8>),
    Contains(Box<memmem::Finder<'static>>),
    /// Pieces of text with `%` between them; an empty first or last piece stands for a `%` there.
    Chain(Vec<Vec<u8>>),
    /// With `_`, on decoded text.
    Wildcards(Vec<Token>),
}

impl Matcher {
    fn new(tokens: Vec<Token>) -> Self {
        // A `%` that stands for itself makes Flink take the regular expression too.
        if tokens.contains(&Token::One) || tokens.contains(&Token::Character('%')) {
            return Self::Wildcards(tokens);
        }
        let pieces: Vec<Vec<u8>> = tokens
            .split(|token| *token == Token::Any)
            .map(|piece| {
                let text: String = piece
                    .iter()
                    .filter_map(|token| match token {
                        Token::Character(character) => Some(*character),
                        _ => None,
                    })
                    .collect();
                text.into_bytes()
            })
            .collect();
        match pieces.as_slice() {
            [only] => Self::Equals(only.clone()),
            [first, last] if last.is_empty() => Self::StartsWith(first.clone()),
            [first, last] if first.is_empty() => Self::EndsWith(last.clone()),
            [first, middle, last] if first.is_empty() && last.is_empty() => {
                Self::Contains(Box::new(memmem::Finder::new(middle).into_owned()))
            }
            _ => Self::Chain(pieces),
        }
    }

    fn matches(&self, text: &[u8]) -> bool {
        match self {
            Self::Equals(value) => text == value,
            Self::StartsWith(value) => text.starts_with(value),
            Self::EndsWith(value) => text.ends_with(value),
            Self::Contains(finder) => finder.find(text).is_some(),
            Self::Chain(pieces) => matches_chain(pieces, text),
            Self::Wildcards(tokens) => {
                let text: Vec<char> = decoded(text).chars().collect();
                matches_wildcards(tokens, &text)
            }
        }
    }
}

/// `SqlLikeChainChecker`: the ends first, then each middle piece at its first place.
fn matches_chain(pieces: &[Vec<u8>], text: &[u8]) -> bool {
    let [first, middle @ .., last] = pieces else {
        return false;
    };
    let Some(text) = text.strip_prefix(first.as_slice()) else {
        return false;
    };
    let Some(mut text) = text.strip_suffix(last.as_slice()) else {
        return false;
    };
    for piece in middle {
        match memmem::find(text, piece) {
            Some(at) => text = &text[at + piece.len()..],
            None => return false,
        }
    }
    true
}

/// Greedy matching that goes back to the last `%` only, which is enough for these patterns.
fn matches_wildcards(tokens: &[Token], text: &[char]) -> bool {
    let (mut token, mut at) = (0, 0);
    let mut retry: Option<(usize, usize)> = None;
    loop {
        let matched = match (tokens.get(token), text.get(at)) {
            (None, None) => return true,
            (Some(Token::Any), _) => {
                retry = Some((token + 1, at));
                token += 1;
                continue;
            }
            (Some(Token::Character(wanted)), Some(found)) => wanted == found,
            (Some(Token::One), Some(found)) => !is_line_terminator(*found),
            _ => false,
        };
        if matched {
            token += 1;
            at += 1;
            continue;
        }
        match retry {
            Some((after, from)) if from < text.len() => {
                retry = Some((after, from + 1));
                token = after;
                at = from + 1;
            }
            _ => return false,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Matcher, parse};

    fn like(text: &str, pattern: &str, escape: Option<char>) -> bool {
        Matcher::new(parse(pattern, escape).expect("parses")).matches(text.as_bytes())
    }

    #[test]
    fn matches_as_flink_does() {
        assert!(!like("a\nb", "a_b", None));
        assert!(like("a\nb", "a%b", None));
        assert!(like("a\\xb", "a\\_b", None));
        assert!(like("", "", None));
        assert!(like("", "%", None));
        assert!(!like("a", "", None));
        assert!(like("abcabc", "a%c%c", None));
        assert!(!like("ac", "a%c%c", None));
        assert!(like("abab", "%a_", None));
        assert!(like("a_b", "a!_b", Some('!')));
        assert!(!like("axb", "a!_b", Some('!')));
        assert!(like("50%", "%!%", Some('!')));
        assert!(like("😀a", "_a", None));
        assert_eq!(parse("a!b", Some('!')), None);
        assert_eq!(parse("a!", Some('!')), None);
    }
}
