//! Reads a Substrait test file, as `io.streamfusion.parity.function.TestLine` writes it.

use std::path::Path;

use datafusion_common::ScalarValue;
use sf_contract::LogicalType;

use crate::value;

/// What Flink does.
pub enum Expected {
    Value(ScalarValue),
    /// Class and message of the exception.
    Failure(String),
}

/// One line of a test file.
pub struct Case {
    pub line: String,
    pub name: String,
    pub arguments: Vec<(LogicalType, ScalarValue)>,
    pub output: LogicalType,
    pub expected: Expected,
}

pub fn read(file: &Path) -> Vec<Case> {
    let text = std::fs::read_to_string(file).expect("a test file");
    let mut failure: Option<&str> = None;
    let mut cases = Vec::new();
    for line in text.lines() {
        if let Some(thrown) = line.strip_prefix("# fails: ") {
            failure = Some(thrown);
        } else if !line.trim().is_empty() && !line.starts_with('#') {
            cases.push(parse(line, failure.take()));
        }
    }
    cases
}

fn parse(line: &str, failure: Option<&str>) -> Case {
    let open = line.find('(').unwrap_or_else(|| panic!("no call in {line}"));
    let (arguments, rest) = split_arguments(&line[open + 1..]);
    let arguments = arguments.iter().map(|argument| literal(argument)).collect();
    let result = rest.split_once('=').map(|(_, result)| result.trim()).unwrap_or_default();
    let (output, expected) = match failure {
        Some(thrown) => {
            let (_, logical) = result.rsplit_once("::").expect("a type");
            (value::logical_type(logical), Expected::Failure(thrown.to_owned()))
        }
        None => {
            let (logical, value) = literal(result);
            (logical, Expected::Value(value))
        }
    };
    Case { line: line.to_owned(), name: line[..open].to_owned(), arguments, output, expected }
}

/// Splits at the commas outside of quotes and type parameters, up to the closing parenthesis.
fn split_arguments(text: &str) -> (Vec<String>, &str) {
    let mut parts = vec![String::new()];
    let mut quoted = false;
    let mut depth = 0;
    let mut chars = text.char_indices();
    while let Some((at, character)) = chars.next() {
        let part = parts.last_mut().expect("a part");
        match character {
            '\\' if quoted => {
                part.push('\\');
                part.extend(chars.next().map(|(_, escaped)| escaped));
            }
            ')' if !quoted => return (parts, &text[at + 1..]),
            ',' if !quoted && depth == 0 => parts.push(String::new()),
            _ => {
                match character {
                    '\'' => quoted = !quoted,
                    '<' if !quoted => depth += 1,
                    '>' if !quoted => depth -= 1,
                    _ => {}
                }
                part.push(character);
            }
        }
    }
    panic!("no closing parenthesis in {text}");
}

fn literal(source: &str) -> (LogicalType, ScalarValue) {
    let (text, logical) = source.rsplit_once("::").unwrap_or_else(|| panic!("no type on {source}"));
    let logical = value::logical_type(logical);
    let text = text.trim();
    let text = text.strip_prefix('\'').and_then(|rest| rest.strip_suffix('\'')).unwrap_or(text);
    let scalar = value::scalar(text, &logical);
    (logical, scalar)
}
