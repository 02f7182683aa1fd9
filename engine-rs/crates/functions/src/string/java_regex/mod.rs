//! A part of `java.util.regex` that provably matches as Java does.
//!
//! The dialect is small on purpose: literal characters, `.`, classes, `^` and `$`, groups, alternation, and
//! `? * + {n,m}` (greedy or lazy) on a single character, dot or class. On these Java is an ordinary
//! backtracking matcher: alternatives from left to right, the longest (or shortest) repeat first, the first
//! start position that matches. What could differ is refused: quantified groups (what a capture holds after
//! an empty iteration, and Java's stack depth), look-around, back-references, possessive quantifiers, flags,
//! `\b`, POSIX and Unicode classes, class intersections, characters beyond U+FFFF and ranges over
//! surrogates (where Java can match half a character).
//!
//! [`parser`] builds a program of nodes, each of which names its successor; [`matcher`] walks it.

mod matcher;
mod parser;

use std::ops::Range;

use memchr::memmem::Finder;

pub(crate) use matcher::Scratch;

/// The characters at which Java's `.` stops.
pub(crate) fn is_line_terminator(character: char) -> bool {
    matches!(character, '\n' | '\r' | '\u{85}' | '\u{2028}' | '\u{2029}')
}

/// A set of characters.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Class {
    ranges: Vec<(char, char)>,
    negated: bool,
}

impl Class {
    fn contains(&self, character: char) -> bool {
        let inside = self.ranges.iter().any(|(low, high)| *low <= character && character <= *high);
        inside != self.negated
    }
}

/// One step of a program.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Node {
    /// A run of literal text.
    Text { text: String, next: usize },
    /// Between `min` and `max` characters of a class.
    Repeat { class: Class, min: usize, max: usize, greedy: bool, next: usize },
    /// One of several programs, tried in order.
    Alternatives(Vec<usize>),
    /// `^`
    Start { next: usize },
    /// `$`
    End { next: usize },
    /// Sets a boundary of a group: slot 2g is where group g starts, 2g + 1 where it ends.
    Boundary { slot: usize, next: usize },
    /// The whole pattern has matched.
    Accept,
}

/// Text that every match contains, with the distance in bytes from the match's start.
#[derive(Debug)]
struct Required {
    finder: Finder<'static>,
    nearest: usize,
    farthest: usize,
}

/// A compiled pattern.
#[derive(Debug)]
pub(crate) struct Regex {
    nodes: Vec<Node>,
    entry: usize,
    groups: usize,
    required: Option<Required>,
}

/// The groups of a match, group 0 being all of it.
#[derive(Debug)]
pub(crate) struct Groups<'a> {
    slots: &'a [Option<usize>],
}

impl Groups<'_> {
    /// Where a group matched, None if it took no part.
    pub(crate) fn get(&self, group: usize) -> Option<Range<usize>> {
        let start = self.slots.get(2 * group).copied().flatten()?;
        let end = self.slots.get(2 * group + 1).copied().flatten()?;
        Some(start..end)
    }
}

impl Regex {
    /// Compiles a pattern of the dialect, None for any other.
    pub(crate) fn parse(pattern: &str) -> Option<Self> {
        let parser::Program { nodes, entry, groups, required } = parser::parse(pattern)?;
        let required = required.map(|(text, nearest, farthest)| Required {
            finder: Finder::new(text.as_bytes()).into_owned(),
            nearest,
            farthest,
        });
        Some(Self { nodes, entry, groups, required })
    }

    /// How many capturing groups the pattern has.
    pub(crate) fn groups(&self) -> usize {
        self.groups
    }

    /// The first match, as `Matcher.find` finds it.
    pub(crate) fn find<'a>(&self, text: &str, scratch: &'a mut Scratch) -> Option<Groups<'a>> {
        let found = match &self.required {
            Some(required) => self.find_near(text, required, scratch),
            None => text
                .char_indices()
                .map(|(at, _)| at)
                .chain(std::iter::once(text.len()))
                .any(|start| scratch.matches_at(self, text, start)),
        };
        found.then_some(Groups { slots: scratch.slots() })
    }

    /// Tries only the starts from which the required text is within reach.
    fn find_near(&self, text: &str, required: &Required, scratch: &mut Scratch) -> bool {
        let mut next_start = 0;
        let mut search_from = 0;
        while let Some(found) = required.finder.find(&text.as_bytes()[search_from..]) {
            let at = search_from + found;
            let first = next_start.max(at.saturating_sub(required.farthest));
            let Some(last) = at.checked_sub(required.nearest) else {
                search_from = at + 1;
                continue;
            };
            for start in first..=last {
                if text.is_char_boundary(start) && scratch.matches_at(self, text, start) {
                    return true;
                }
            }
            next_start = next_start.max(last + 1);
            search_from = at + 1;
        }
        false
    }
}

#[cfg(test)]
mod tests {
    use super::{Regex, Scratch};

    fn group(pattern: &str, text: &str, group: usize) -> Option<String> {
        let regex = Regex::parse(pattern).expect("in the dialect");
        let mut scratch = Scratch::default();
        let groups = regex.find(text, &mut scratch)?;
        groups.get(group).map(|range| text[range].to_owned())
    }

    fn some(text: &str) -> Option<String> {
        Some(text.to_owned())
    }

    #[test]
    fn finds_a_url_parameter() {
        let pattern = "(&|^)channel_id=([^&]*)";
        let url = "https://www.nexmark.com/a/b/item.htm?query=1&channel_id=4711";
        assert_eq!(group(pattern, url, 2), some("4711"));
        assert_eq!(group(pattern, "channel_id=1&x", 2), some("1"));
        assert_eq!(group(pattern, "channel_id=1&x", 1), some(""));
        assert_eq!(group(pattern, "xchannel_id=1&channel_id=", 2), some(""));
        assert_eq!(group(pattern, "xchannel_id=1", 2), None);
        assert_eq!(group(pattern, "ü&channel_id=é&", 2), some("é"));
    }

    #[test]
    fn takes_alternatives_from_the_left() {
        assert_eq!(group("(?:a|ab)(c|bcd)", "abcd", 1), some("bcd"));
        assert_eq!(group("(ab|a)(c|bcd)", "abcd", 2), some("c"));
        assert_eq!(group("x|(b)", "ab", 1), some("b"));
    }

    #[test]
    fn backtracks() {
        assert_eq!(group("(a*)(ab)b?", "aaab", 1), some("aa"));
        assert_eq!(group("(a*?)(a*)b", "aaab", 2), some("aaa"));
        assert_eq!(group("a{2,3}(.)", "aaaa", 1), some("a"));
        assert_eq!(group("n\\d{1,3}-\\d{1,3}-\\d{1,3}", "dc05-p2-ta22-n146.bytes.org", 0), None);
        assert_eq!(group("n\\d{1,3}-\\d{1,3}", "x-n1-22-333", 0), some("n1-22"));
    }

    #[test]
    fn dot_stops_at_line_terminators() {
        assert_eq!(group("a.b", "a\u{2028}b", 0), None);
        assert_eq!(group("a[^x]b", "a\u{2028}b", 0), some("a\u{2028}b"));
        assert_eq!(group("a.b", "a😀b", 0), some("a😀b"));
    }

    #[test]
    fn end_matches_before_the_last_line_terminator() {
        assert_eq!(group("(b)$", "ab\r\n", 1), some("b"));
        assert_eq!(group("(b)$", "ab\n\n", 1), None);
        assert_eq!(group("(b\r)$", "ab\r\n", 1), None);
        assert_eq!(group("(b)$", "ab", 1), some("b"));
    }

    #[test]
    fn refuses_what_java_may_read_otherwise() {
        let refused = [
            "(ab)*",
            "(?=a)",
            "(?i)a",
            "a*+",
            "\\bword",
            "\\1",
            "[a&&b]",
            "[[a]b]",
            "\\p{L}",
            "😀",
            "[\\u0000-\\uffff]",
            "a**",
            "*a",
            "(a",
            "a)",
            "[a",
            "a{",
            "a{2",
            "a{3,2}",
            "\\Qa\\E",
            "x{2}{3}",
            "(?<n>a)",
            "^*",
            "\\",
            "[b-a]",
            "[]a]",
            "a||*",
        ];
        for pattern in refused {
            assert!(Regex::parse(pattern).is_none(), "{pattern}");
        }
    }

    /// The planner decides with the same file, see the Java test JavaRegexSubsetTest.
    #[test]
    fn agrees_with_the_planner() {
        let vectors = include_str!("../../../../../../substrait-ext/tests/patterns/regexp.txt");
        for line in vectors.lines().filter(|line| !line.starts_with("# ")) {
            let (answer, pattern) = line.split_once('\t').expect("an answer and a pattern");
            assert_eq!(Regex::parse(pattern).is_some(), answer == "yes", "{pattern}");
        }
    }
}
