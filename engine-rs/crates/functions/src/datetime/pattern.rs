//! The part of `DateTimeFormatter`'s pattern language whose output depends on nothing but the value: `yyyy`, `M`,
//! `MM`, `d`, `dd`, `H`, `HH`, `m`, `mm`, `s`, `ss`, `S` to `SSSSSSSSS`, quoted text and punctuation.

use crate::cast::text::push_padded;
use crate::kernel::civil::{Civil, MILLIS_PER_DAY};
use crate::kernel::decimal::push_integer;

/// What a pattern can print.
#[derive(Debug, Clone, Copy)]
pub(super) struct Fields {
    pub date: Civil,
    pub millis_of_day: i32,
    /// Nanoseconds of the millisecond.
    pub nanos: i32,
}

#[derive(Debug, Clone, PartialEq, Eq)]
enum Piece {
    Text(String),
    /// `yyyy`: the year of the era, with a plus sign beyond four digits.
    Year,
    /// A field padded to a width.
    Number(Field, usize),
    /// The first digits of the second's fraction, cut off.
    Fraction(u32),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Field {
    Month,
    Day,
    Hour,
    Minute,
    Second,
}

/// A parsed pattern.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Pattern {
    pieces: Vec<Piece>,
}

impl Pattern {
    /// None for a pattern with anything else in it.
    pub(super) fn parse(pattern: &str) -> Option<Self> {
        let mut pieces = Vec::new();
        let mut text = String::new();
        let mut chars = pattern.chars().peekable();
        while let Some(character) = chars.next() {
            match character {
                '\'' => {
                    // Two quotes are one, inside and outside of quoted text.
                    if chars.next_if_eq(&'\'').is_some() {
                        text.push('\'');
                        continue;
                    }
                    loop {
                        match chars.next()? {
                            '\'' if chars.next_if_eq(&'\'').is_some() => text.push('\''),
                            '\'' => break,
                            quoted => text.push(quoted),
                        }
                    }
                }
                letter if letter.is_ascii_alphabetic() => {
                    let mut count = 1;
                    while chars.next_if_eq(&letter).is_some() {
                        count += 1;
                    }
                    if !text.is_empty() {
                        pieces.push(Piece::Text(std::mem::take(&mut text)));
                    }
                    pieces.push(letters(letter, count)?);
                }
                // Optional sections and reserved characters.
                '[' | ']' | '{' | '}' | '#' => return None,
                literal => text.push(literal),
            }
        }
        if !text.is_empty() {
            pieces.push(Piece::Text(text));
        }
        Some(Self { pieces })
    }

    /// About how many bytes a row takes.
    pub(super) fn width(&self) -> usize {
        self.pieces
            .iter()
            .map(|piece| match piece {
                Piece::Text(text) => text.len(),
                Piece::Year => 4,
                Piece::Number(_, _) => 2,
                Piece::Fraction(_) => 9,
            })
            .sum()
    }

    /// The milliseconds, counted from the epoch, for which the text stays the same: those of the finest
    /// field that is printed. None where every value may have a text of its own.
    pub(super) fn period_millis(&self) -> Option<i64> {
        let mut periods = self.pieces.iter().map(|piece| match piece {
            Piece::Text(_) | Piece::Year | Piece::Number(Field::Month | Field::Day, _) => {
                Some(MILLIS_PER_DAY)
            }
            Piece::Number(Field::Hour, _) => Some(3_600_000),
            Piece::Number(Field::Minute, _) => Some(60_000),
            Piece::Number(Field::Second, _) => Some(1_000),
            Piece::Fraction(_) => None,
        });
        periods.try_fold(MILLIS_PER_DAY, |finest, period| Some(finest.min(period?)))
    }

    pub(super) fn push(&self, text: &mut Vec<u8>, fields: Fields) {
        for piece in &self.pieces {
            match piece {
                Piece::Text(literal) => text.extend_from_slice(literal.as_bytes()),
                Piece::Year => push_year(text, fields.date.year),
                Piece::Number(field, width) => {
                    let value = match field {
                        Field::Month => fields.date.month,
                        Field::Day => fields.date.day,
                        Field::Hour => fields.millis_of_day / 3_600_000,
                        Field::Minute => fields.millis_of_day / 60_000 % 60,
                        Field::Second => fields.millis_of_day / 1_000 % 60,
                    };
                    push_padded(text, value, *width);
                }
                Piece::Fraction(digits) => {
                    let nanos = fields.millis_of_day % 1_000 * 1_000_000 + fields.nanos;
                    let width = usize::try_from(*digits).unwrap_or_default();
                    push_padded(text, nanos / 10_i32.pow(9 - digits), width);
                }
            }
        }
    }
}

fn letters(letter: char, count: u32) -> Option<Piece> {
    let number = |field| match count {
        1 => Some(Piece::Number(field, 1)),
        2 => Some(Piece::Number(field, 2)),
        _ => None,
    };
    match letter {
        'y' => (count == 4).then_some(Piece::Year),
        'M' => number(Field::Month),
        'd' => number(Field::Day),
        'H' => number(Field::Hour),
        'm' => number(Field::Minute),
        's' => number(Field::Second),
        'S' => (count <= 9).then_some(Piece::Fraction(count)),
        _ => None,
    }
}

fn push_year(text: &mut Vec<u8>, year: i32) {
    // Year 0 is 1 BC, -1 is 2 BC.
    let of_era = if year > 0 { year } else { 1 - year };
    if of_era > 9_999 {
        text.push(b'+');
        push_integer(text, of_era.into());
    } else {
        push_padded(text, of_era, 4);
    }
}

#[cfg(test)]
mod tests {
    use super::{Fields, Pattern};
    use crate::kernel::civil::Civil;

    fn format(pattern: &str, year: i32) -> Option<String> {
        let date = Civil { year, month: 3, day: 9 };
        // 05:07:08.012, and 345678 ns.
        let millis_of_day = ((5 * 60 + 7) * 60 + 8) * 1_000 + 12;
        let mut text = Vec::new();
        Pattern::parse(pattern)?.push(&mut text, Fields { date, millis_of_day, nanos: 345_678 });
        String::from_utf8(text).ok()
    }

    #[test]
    fn prints_the_known_letters() {
        assert_eq!(
            format("yyyy-MM-dd HH:mm:ss.SSS", 2024).as_deref(),
            Some("2024-03-09 05:07:08.012")
        );
        assert_eq!(format("d/M H:m:s SSSSSSSSS", 1).as_deref(), Some("9/3 5:7:8 012345678"));
        assert_eq!(format("yyyy'T''o'''", 12_345).as_deref(), Some("+12345T'o'"));
        assert_eq!(format("S", 1).as_deref(), Some("0"));
        assert_eq!(format("年yyyy", 7).as_deref(), Some("年0007"));
    }

    #[test]
    fn knows_how_long_its_text_stays() {
        let period = |pattern| Pattern::parse(pattern).and_then(|pattern| pattern.period_millis());
        assert_eq!(period("yyyy-MM-dd"), Some(86_400_000));
        assert_eq!(period("'at' HH 'of' MM"), Some(3_600_000));
        assert_eq!(period("mm:HH"), Some(60_000));
        assert_eq!(period("ss yyyy"), Some(1_000));
        assert_eq!(period("yyyy S"), None);
    }

    #[test]
    fn refuses_the_rest() {
        for pattern in
            ["yy", "y", "YYYY", "MMM", "a", "h", "[yyyy]", "'open", "HHH", "SSSSSSSSSS", "{"]
        {
            assert_eq!(Pattern::parse(pattern), None, "{pattern}");
        }
    }

    /// The planner decides with the same file, see the Java test DateFormatSubsetTest.
    #[test]
    fn agrees_with_the_planner() {
        let vectors = include_str!("../../../../../substrait-ext/tests/patterns/date_format.txt");
        for line in vectors.lines().filter(|line| !line.starts_with("# ")) {
            let (answer, pattern) = line.split_once('\t').expect("an answer and a pattern");
            assert_eq!(Pattern::parse(pattern).is_some(), answer == "yes", "{pattern}");
        }
    }
}
