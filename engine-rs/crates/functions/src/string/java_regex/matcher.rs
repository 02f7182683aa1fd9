//! The backtracking walk. Its recursion goes no deeper than the program is long: repeats of a character loop.

use super::{Class, Node, Regex, is_line_terminator};

/// What a search needs besides the pattern, kept from row to row.
#[derive(Debug, Default)]
pub(crate) struct Scratch {
    slots: Vec<Option<usize>>,
}

impl Scratch {
    pub(super) fn slots(&self) -> &[Option<usize>] {
        &self.slots
    }

    /// Whether the pattern matches from a position; the groups are in the slots then.
    pub(super) fn matches_at(&mut self, regex: &Regex, text: &str, start: usize) -> bool {
        self.slots.clear();
        self.slots.resize(2 * (regex.groups + 1), None);
        let mut walk = Walk { nodes: &regex.nodes, text, slots: &mut self.slots };
        walk.node(regex.entry, start)
    }
}

struct Walk<'a> {
    nodes: &'a [Node],
    text: &'a str,
    slots: &'a mut [Option<usize>],
}

impl<'a> Walk<'a> {
    fn node(&mut self, node: usize, at: usize) -> bool {
        let nodes = self.nodes;
        match &nodes[node] {
            Node::Accept => true,
            Node::Text { text, next } => {
                self.text.as_bytes()[at..].starts_with(text.as_bytes())
                    && self.node(*next, at + text.len())
            }
            Node::Start { next } => at == 0 && self.node(*next, at),
            Node::End { next } => is_end(self.text, at) && self.node(*next, at),
            Node::Alternatives(entries) => entries.iter().any(|entry| self.node(*entry, at)),
            Node::Boundary { slot, next } => {
                let before = self.slots[*slot].replace(at);
                let matched = self.node(*next, at);
                if !matched {
                    self.slots[*slot] = before;
                }
                matched
            }
            Node::Repeat { class, min, max, greedy: true, next } => {
                self.greedy(class, *min, *max, *next, at)
            }
            Node::Repeat { class, min, max, greedy: false, next } => {
                self.lazy(class, *min, *max, *next, at)
            }
        }
    }

    fn greedy(&mut self, class: &Class, min: usize, max: usize, next: usize, start: usize) -> bool {
        let text = self.text;
        let mut count = 0;
        let mut at = start;
        for character in text[start..].chars() {
            if count == max || !class.contains(character) {
                break;
            }
            at += character.len_utf8();
            count += 1;
        }
        loop {
            if count < min {
                return false;
            }
            if self.node(next, at) {
                return true;
            }
            match text[start..at].chars().next_back() {
                Some(last) => at -= last.len_utf8(),
                None => return false,
            }
            count -= 1;
        }
    }

    fn lazy(&mut self, class: &Class, min: usize, max: usize, next: usize, start: usize) -> bool {
        let text = self.text;
        let mut count = 0;
        let mut at = start;
        loop {
            if count >= min && self.node(next, at) {
                return true;
            }
            match text[at..].chars().next() {
                Some(character) if count < max && class.contains(character) => {
                    at += character.len_utf8();
                    count += 1;
                }
                _ => return false,
            }
        }
    }
}

/// Java's `$`: the end, or in front of a line terminator that ends the text, but not inside `\r\n`.
fn is_end(text: &str, at: usize) -> bool {
    let rest = &text[at..];
    let mut chars = rest.chars();
    match (chars.next(), chars.as_str()) {
        (None, _) => true,
        (Some('\n'), "") => !text[..at].ends_with('\r'),
        (Some('\r'), "\n") => true,
        (Some(character), "") => is_line_terminator(character),
        _ => false,
    }
}
