//! Casts to CHAR, VARCHAR and STRING from what prints the same on every JDK (floats do not).

use arrow_array::types::Int32Type;
use sf_contract::TypeKind;

use super::length::Limit;
use crate::kernel::civil::civil_from_days;
use crate::kernel::decimal::{self, Shape};
use crate::kernel::instants::{Instants, Unit};
use crate::kernel::numbers::{Truths, Values};
use crate::kernel::texts::{TextBuilder, build};
use crate::kernel::{Made, Outcome, Thrown, argument, total};
use crate::{FunctionCall, Unsupported};

pub(crate) fn create(call: &FunctionCall<'_>) -> Made {
    let from = call.arguments[0].clone();
    let limit = Limit::of(&call.output.kind);
    match from.kind {
        TypeKind::Boolean => total("cast", move |arguments, rows| {
            let truths = Truths::read(argument(arguments, 0)?)?;
            let constant = matches!(truths, Truths::Constant(_));
            print(rows, constant, 5, limit, |row, text| {
                let value = match &truths {
                    Truths::Column(column) => {
                        arrow_array::Array::is_valid(column, row).then(|| column.value(row))
                    }
                    Truths::Constant(value) => *value,
                };
                value.map(|value| text.extend_from_slice(if value { b"TRUE" } else { b"FALSE" }))
            })
        }),
        TypeKind::Date => total("cast", move |arguments, rows| {
            let days = Values::<Int32Type>::read(argument(arguments, 0)?)?;
            print(rows, days.is_constant(), 10, limit, |row, text| {
                days.get(row).map(|days| push_date(text, days))
            })
        }),
        TypeKind::Timestamp { precision } => {
            let unit = Unit::of_precision(precision);
            total("cast", move |arguments, rows| {
                let instants = Instants::read(argument(arguments, 0)?, unit)?;
                print(rows, instants.is_constant(), 29, limit, |row, text| {
                    instants.get(row).map(|instant| push_timestamp(text, instant, precision))
                })
            })
        }
        _ => {
            let shape = Shape::of(&from).ok_or_else(|| Unsupported::signature(call))?;
            total("cast", move |arguments, rows| {
                let values = decimal::read(argument(arguments, 0)?, &from)?;
                print(rows, values.is_constant(), 12, limit, |row, text| {
                    values.get(row).map(|value| decimal::push_plain(text, value, shape.scale))
                })
            })
        }
    }
}

/// Prints each row, None for NULL, under the target's limit. Everything printed is ASCII.
fn print(
    rows: usize,
    constant: bool,
    width: usize,
    limit: Option<Limit>,
    row: impl Fn(usize, &mut Vec<u8>) -> Option<()>,
) -> Outcome {
    let close = |builder: &mut TextBuilder, start: usize| -> Result<(), Thrown> {
        if let Some(limit) = limit {
            let printed = builder.bytes().len() - start;
            if printed > limit.length || limit.pads {
                builder.bytes().resize(start + limit.length, b' ');
            }
        }
        builder.close()
    };
    build(rows, constant, rows * width, |i, builder| {
        let start = builder.bytes().len();
        match row(i, builder.bytes()) {
            Some(()) => close(builder, start),
            None => builder.close_null(),
        }
    })
}

/// Two digits.
pub(crate) fn push_two(text: &mut Vec<u8>, value: i32) {
    push_padded(text, value, 2);
}

/// A number that is not negative, padded with zeros to a width.
pub(crate) fn push_padded(text: &mut Vec<u8>, value: i32, width: usize) {
    let start = text.len();
    decimal::push_integer(text, value.into());
    let printed = text.len() - start;
    if printed < width {
        text.splice(start..start, std::iter::repeat_n(b'0', width - printed));
    }
}

/// `DateTimeUtils.formatDate`: the last four digits of the year.
fn push_date(text: &mut Vec<u8>, days: i32) {
    let date = civil_from_days(days);
    push_padded(text, date.year.rem_euclid(10_000), 4);
    text.push(b'-');
    push_two(text, date.month);
    text.push(b'-');
    push_two(text, date.day);
}

/// `DateTimeUtils.formatTimestamp` with a precision: all its digits, none dropped.
fn push_timestamp(text: &mut Vec<u8>, (millis, nanos): (i64, i32), precision: u8) {
    const MILLIS_PER_DAY: i64 = crate::kernel::civil::MILLIS_PER_DAY;
    let days = i32::try_from(millis.div_euclid(MILLIS_PER_DAY)).unwrap_or_default();
    let of_day = i32::try_from(millis.rem_euclid(MILLIS_PER_DAY)).unwrap_or_default();
    push_date(text, days);
    text.push(b' ');
    push_two(text, of_day / 3_600_000);
    text.push(b':');
    push_two(text, of_day / 60_000 % 60);
    text.push(b':');
    push_two(text, of_day / 1_000 % 60);
    if precision > 0 {
        text.push(b'.');
        let start = text.len();
        push_padded(text, of_day % 1_000 * 1_000_000 + nanos, 9);
        text.truncate(start + usize::from(precision));
    }
}
