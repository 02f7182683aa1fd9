//! Pattern text to program. A recursive-descent parser that answers None at the first thing outside the
//! dialect.

use super::{Class, Node};

/// Longer patterns are left to the host: the matcher's recursion is as deep as the program is long.
const MAX_PATTERN_CHARS: usize = 512;
const MAX_GROUP_DEPTH: usize = 16;

/// A parsed pattern.
pub(super) struct Program {
    pub nodes: Vec<Node>,
    pub entry: usize,
    pub groups: usize,
    /// Text that every match contains, with its least and greatest distance in bytes from the start.
    pub required: Option<(String, usize, usize)>,
}

/// One element of a pattern.
enum Item {
    Character(char),
    Repeat { class: Class, min: usize, max: usize, greedy: bool },
    Group { number: Option<usize>, alternatives: Vec<Vec<Item>> },
    Start,
    End,
}

pub(super) fn parse(pattern: &str) -> Option<Program> {
    let chars: Vec<char> = pattern.chars().collect();
    // Beyond the basic plane Java works on pairs of units.
    if chars.len() > MAX_PATTERN_CHARS || chars.iter().any(|c| *c > '\u{FFFF}') {
        return None;
    }
    let mut parser = Parser { chars: &chars, at: 0, groups: 0, depth: 0 };
    let alternatives = parser.alternatives()?;
    if parser.at != chars.len() {
        return None;
    }
    let required = required(&alternatives);
    let mut nodes = vec![Node::Accept];
    let end = push(&mut nodes, Node::Boundary { slot: 1, next: 0 });
    let body = emit_alternatives(&mut nodes, &alternatives, end);
    let entry = push(&mut nodes, Node::Boundary { slot: 0, next: body });
    Some(Program { nodes, entry, groups: parser.groups, required })
}

fn push(nodes: &mut Vec<Node>, node: Node) -> usize {
    nodes.push(node);
    nodes.len() - 1
}

struct Parser<'a> {
    chars: &'a [char],
    at: usize,
    groups: usize,
    depth: usize,
}

impl Parser<'_> {
    fn peek(&self) -> Option<char> {
        self.chars.get(self.at).copied()
    }

    fn take(&mut self) -> Option<char> {
        let character = self.peek()?;
        self.at += 1;
        Some(character)
    }

    fn eat(&mut self, wanted: char) -> bool {
        let found = self.peek() == Some(wanted);
        self.at += usize::from(found);
        found
    }

    fn alternatives(&mut self) -> Option<Vec<Vec<Item>>> {
        let mut alternatives = vec![self.sequence()?];
        while self.eat('|') {
            alternatives.push(self.sequence()?);
        }
        Some(alternatives)
    }

    fn sequence(&mut self) -> Option<Vec<Item>> {
        let mut items = Vec::new();
        while let Some(character) = self.peek() {
            if matches!(character, '|' | ')') {
                break;
            }
            items.push(self.item()?);
        }
        Some(items)
    }

    fn item(&mut self) -> Option<Item> {
        match self.take()? {
            '(' => self.group(),
            '^' => self.unrepeated(Item::Start),
            '$' => self.unrepeated(Item::End),
            '.' => self.repeat(dot()),
            '[' => {
                let class = self.class()?;
                self.repeat(class)
            }
            '\\' => {
                let class = escape(self.take()?)?;
                self.repeat(class)
            }
            '*' | '+' | '?' | '{' | '}' | ']' => None,
            character => self.repeat(single(character)),
        }
    }

    fn group(&mut self) -> Option<Item> {
        self.depth += 1;
        if self.depth > MAX_GROUP_DEPTH {
            return None;
        }
        let number = if self.eat('?') {
            if !self.eat(':') {
                return None;
            }
            None
        } else {
            self.groups += 1;
            Some(self.groups)
        };
        let alternatives = self.alternatives()?;
        if !self.eat(')') {
            return None;
        }
        self.depth -= 1;
        self.unrepeated(Item::Group { number, alternatives })
    }

    /// An element that must not be quantified.
    fn unrepeated(&self, item: Item) -> Option<Item> {
        let quantified = self.peek().is_some_and(|next| matches!(next, '*' | '+' | '?' | '{'));
        (!quantified).then_some(item)
    }

    fn repeat(&mut self, class: Class) -> Option<Item> {
        let (min, max) = match self.peek() {
            Some('*') => (0, usize::MAX),
            Some('+') => (1, usize::MAX),
            Some('?') => (0, 1),
            Some('{') => {
                self.at += 1;
                let bounds = self.bounds()?;
                return self.repeat_within(class, bounds);
            }
            _ => {
                return Some(match class.as_single() {
                    Some(character) => Item::Character(character),
                    None => Item::Repeat { class, min: 1, max: 1, greedy: true },
                });
            }
        };
        self.at += 1;
        self.repeat_within(class, (min, max))
    }

    fn repeat_within(&mut self, class: Class, (min, max): (usize, usize)) -> Option<Item> {
        let greedy = !self.eat('?');
        // A second quantifier, or a possessive one.
        let quantified = self.peek().is_some_and(|next| matches!(next, '*' | '+' | '?' | '{'));
        (!quantified).then_some(Item::Repeat { class, min, max, greedy })
    }

    /// `{n}`, `{n,}` or `{n,m}`, its brace already taken.
    fn bounds(&mut self) -> Option<(usize, usize)> {
        let min = self.number()?;
        let max = if self.eat(',') {
            if self.peek() == Some('}') { usize::MAX } else { self.number()? }
        } else {
            min
        };
        (self.eat('}') && min <= max).then_some((min, max))
    }

    fn number(&mut self) -> Option<usize> {
        let mut digits = String::new();
        while let Some(digit) = self.peek().filter(char::is_ascii_digit) {
            digits.push(digit);
            self.at += 1;
        }
        digits.parse().ok().filter(|number| *number <= 10_000)
    }

    /// A class, its bracket already taken.
    fn class(&mut self) -> Option<Class> {
        let negated = self.eat('^');
        let mut ranges = Vec::new();
        loop {
            match self.take()? {
                // An empty class: Java reads on.
                ']' if ranges.is_empty() => return None,
                ']' => break,
                // Unions and intersections.
                '[' => return None,
                '&' if self.peek() == Some('&') => return None,
                '\\' => {
                    let class = escape(self.take()?)?;
                    if class.negated {
                        return None;
                    }
                    match class.as_single() {
                        Some(low) => ranges.push(self.range(low)?),
                        None => ranges.extend(class.ranges),
                    }
                }
                // Where `^` and `-` stand for themselves is a matter of place.
                '^' | '-' => return None,
                low => ranges.push(self.range(low)?),
            }
        }
        Some(Class { ranges, negated })
    }

    /// `low` alone, or `low-high`.
    fn range(&mut self, low: char) -> Option<(char, char)> {
        if !self.eat('-') {
            return Some((low, low));
        }
        let high = match self.take()? {
            '\\' => escape(self.take()?)?.as_single()?,
            ']' | '[' | '^' | '-' => return None,
            high => high,
        };
        // The surrogates lie between these.
        let crosses_surrogates = low <= '\u{D7FF}' && high >= '\u{E000}';
        (low <= high && !crosses_surrogates).then_some((low, high))
    }
}

impl Class {
    /// The one character of a class that has only one.
    fn as_single(&self) -> Option<char> {
        match self.ranges.as_slice() {
            [(low, high)] if low == high && !self.negated => Some(*low),
            _ => None,
        }
    }
}

fn single(character: char) -> Class {
    Class { ranges: vec![(character, character)], negated: false }
}

fn dot() -> Class {
    let terminators = ['\n', '\r', '\u{85}', '\u{2028}', '\u{2029}'];
    Class { ranges: terminators.into_iter().map(|c| (c, c)).collect(), negated: true }
}

/// A backslash and a character: punctuation stands for itself, a few letters for classes.
fn escape(character: char) -> Option<Class> {
    let class = |ranges: &[(char, char)], negated| Some(Class { ranges: ranges.to_vec(), negated });
    const DIGITS: &[(char, char)] = &[('0', '9')];
    const WORD: &[(char, char)] = &[('a', 'z'), ('A', 'Z'), ('_', '_'), ('0', '9')];
    const SPACE: &[(char, char)] = &[(' ', ' '), ('\t', '\r')];
    match character {
        'd' => class(DIGITS, false),
        'D' => class(DIGITS, true),
        'w' => class(WORD, false),
        'W' => class(WORD, true),
        's' => class(SPACE, false),
        'S' => class(SPACE, true),
        't' => Some(single('\t')),
        'n' => Some(single('\n')),
        'r' => Some(single('\r')),
        'f' => Some(single('\u{C}')),
        _ if character.is_ascii_punctuation() => Some(single(character)),
        _ => None,
    }
}

fn emit_alternatives(nodes: &mut Vec<Node>, alternatives: &[Vec<Item>], next: usize) -> usize {
    match alternatives {
        [only] => emit_sequence(nodes, only, next),
        _ => {
            let entries =
                alternatives.iter().map(|items| emit_sequence(nodes, items, next)).collect();
            push(nodes, Node::Alternatives(entries))
        }
    }
}

/// Emits from the back, so that each node knows its successor.
fn emit_sequence(nodes: &mut Vec<Node>, items: &[Item], next: usize) -> usize {
    let mut next = next;
    let mut text = String::new();
    for item in items.iter().rev() {
        if let Item::Character(character) = item {
            text.insert(0, *character);
            continue;
        }
        next = emit_text(nodes, &mut text, next);
        next = match item {
            Item::Character(_) => next,
            Item::Start => push(nodes, Node::Start { next }),
            Item::End => push(nodes, Node::End { next }),
            Item::Repeat { class, min, max, greedy } => push(
                nodes,
                Node::Repeat { class: class.clone(), min: *min, max: *max, greedy: *greedy, next },
            ),
            Item::Group { number: None, alternatives } => {
                emit_alternatives(nodes, alternatives, next)
            }
            Item::Group { number: Some(number), alternatives } => {
                let end = push(nodes, Node::Boundary { slot: 2 * number + 1, next });
                let body = emit_alternatives(nodes, alternatives, end);
                push(nodes, Node::Boundary { slot: 2 * number, next: body })
            }
        };
    }
    emit_text(nodes, &mut text, next)
}

fn emit_text(nodes: &mut Vec<Node>, text: &mut String, next: usize) -> usize {
    if text.is_empty() {
        return next;
    }
    push(nodes, Node::Text { text: std::mem::take(text), next })
}

/// The longest run of literal text in a pattern without alternatives at the top, if what precedes it
/// has a bounded length.
fn required(alternatives: &[Vec<Item>]) -> Option<(String, usize, usize)> {
    const FARTHEST: usize = 64;
    let [items] = alternatives else {
        return None;
    };
    let mut best: Option<(String, usize, usize)> = None;
    let (mut nearest, mut farthest) = (0_usize, 0_usize);
    let mut run = String::new();
    let mut start = (0, 0);
    for item in items {
        if let Item::Character(character) = item {
            if run.is_empty() {
                start = (nearest, farthest);
            }
            run.push(*character);
        } else {
            keep_longer(&mut best, &mut run, start);
        }
        let (least, most) = length(item);
        nearest = nearest.saturating_add(least);
        farthest = farthest.saturating_add(most);
        if farthest > FARTHEST {
            break;
        }
    }
    keep_longer(&mut best, &mut run, start);
    best
}

fn keep_longer(
    best: &mut Option<(String, usize, usize)>,
    run: &mut String,
    (nearest, farthest): (usize, usize),
) {
    let longer = best.as_ref().is_none_or(|(text, _, _)| run.len() > text.len());
    if longer && !run.is_empty() {
        *best = Some((run.clone(), nearest, farthest));
    }
    run.clear();
}

/// The least and greatest number of bytes that an element matches.
fn length(item: &Item) -> (usize, usize) {
    match item {
        Item::Character(character) => (character.len_utf8(), character.len_utf8()),
        Item::Repeat { min, max, .. } => (*min, max.saturating_mul(4)),
        Item::Start | Item::End => (0, 0),
        Item::Group { alternatives, .. } => {
            let lengths = alternatives.iter().map(|items| {
                items.iter().map(length).fold((0_usize, 0_usize), |sum, item| {
                    (sum.0.saturating_add(item.0), sum.1.saturating_add(item.1))
                })
            });
            lengths
                .fold((usize::MAX, 0), |bounds, item| (bounds.0.min(item.0), bounds.1.max(item.1)))
        }
    }
}
