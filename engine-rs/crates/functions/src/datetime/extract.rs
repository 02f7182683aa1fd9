//! `EXTRACT(unit FROM value)`, and YEAR, HOUR and their kin, as `ExtractCallGen` writes them: on the milliseconds with
//! Java's truncating `/` and `%`, so that times before 1970 come out as Flink has them.

#![allow(clippy::cast_possible_truncation, reason = "Java's (int) of a day number")]

use arrow_array::types::{Int32Type, Int64Type};
use sf_contract::TypeKind;

use crate::kernel::civil::{MILLIS_PER_DAY, civil_from_days, julian_day, julian_from_civil};
use crate::kernel::instants::{Instants, Unit};
use crate::kernel::numbers::{Values, map};
use crate::kernel::{Made, argument, total};
use crate::{FunctionCall, Unsupported};

pub(crate) const SIGNATURES: &[&str] = &["(=string, timestamp|date|time) -> bigint"];

/// A unit that is a function of the day.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum DayUnit {
    Year,
    Month,
    Day,
    Quarter,
    DayOfYear,
    DayOfWeek,
    IsoDayOfWeek,
    IsoYear,
    Week,
    Decade,
    Century,
    Millennium,
}

/// `value % modulus / divisor`.
type Clock = (i64, i64);

pub(crate) fn create(call: &FunctionCall<'_>) -> Made {
    let unsupported = || Unsupported::signature(call);
    let name = crate::literal::text_of(call, 0).ok_or_else(unsupported)?;
    let output = call.output.to_arrow();
    match &call.arguments[1].kind {
        TypeKind::Timestamp { .. } => {
            let unit = Unit::of(&call.arguments[1]).ok_or_else(unsupported)?;
            if let Some(day_unit) = day_unit(name) {
                return total("extract", move |arguments, _rows| {
                    let millis = Instants::read(argument(arguments, 1)?, unit)?.millis();
                    map::<Int64Type, Int64Type>(&millis, &output, |millis| {
                        of_day(day_unit, (millis / MILLIS_PER_DAY) as i32)
                    })
                });
            }
            let (modulus, divisor) = match name {
                "EPOCH" => (i64::MAX, 1_000),
                _ => clock(name).ok_or_else(unsupported)?,
            };
            total("extract", move |arguments, _rows| {
                let millis = Instants::read(argument(arguments, 1)?, unit)?.millis();
                map::<Int64Type, Int64Type>(&millis, &output, |millis| millis % modulus / divisor)
            })
        }
        TypeKind::Date => {
            let day_unit = day_unit(name);
            if day_unit.is_none() && name != "EPOCH" {
                return Err(unsupported());
            }
            total("extract", move |arguments, _rows| {
                let days = Values::<Int32Type>::read(argument(arguments, 1)?)?;
                map::<Int32Type, Int64Type>(&days, &output, |days| match day_unit {
                    Some(unit) => of_day(unit, days),
                    None => i64::from(days) * 86_400,
                })
            })
        }
        TypeKind::Time { .. } => {
            let (modulus, divisor) = clock(name).ok_or_else(unsupported)?;
            total("extract", move |arguments, _rows| {
                let millis = Values::<Int32Type>::read(argument(arguments, 1)?)?;
                map::<Int32Type, Int64Type>(&millis, &output, |millis| {
                    i64::from(millis) % modulus / divisor
                })
            })
        }
        _ => Err(unsupported()),
    }
}

fn clock(name: &str) -> Option<Clock> {
    match name {
        "HOUR" => Some((MILLIS_PER_DAY, 3_600_000)),
        "MINUTE" => Some((3_600_000, 60_000)),
        "SECOND" => Some((60_000, 1_000)),
        "MILLISECOND" => Some((1_000, 1)),
        _ => None,
    }
}

fn day_unit(name: &str) -> Option<DayUnit> {
    match name {
        "YEAR" => Some(DayUnit::Year),
        "MONTH" => Some(DayUnit::Month),
        "DAY" => Some(DayUnit::Day),
        "QUARTER" => Some(DayUnit::Quarter),
        "DOY" => Some(DayUnit::DayOfYear),
        "DOW" => Some(DayUnit::DayOfWeek),
        "ISODOW" => Some(DayUnit::IsoDayOfWeek),
        "ISOYEAR" => Some(DayUnit::IsoYear),
        "WEEK" => Some(DayUnit::Week),
        "DECADE" => Some(DayUnit::Decade),
        "CENTURY" => Some(DayUnit::Century),
        "MILLENNIUM" => Some(DayUnit::Millennium),
        _ => None,
    }
}

/// `DateTimeUtils.julianExtract`.
fn of_day(unit: DayUnit, days: i32) -> i64 {
    let date = civil_from_days(days);
    let julian = julian_day(days);
    let value = match unit {
        DayUnit::Year => date.year,
        DayUnit::Month => date.month,
        DayUnit::Day => date.day,
        DayUnit::Quarter => (date.month + 2) / 3,
        DayUnit::DayOfYear => julian - julian_from_civil(date.year, 1, 1) + 1,
        DayUnit::DayOfWeek => (julian + 1).rem_euclid(7) + 1,
        DayUnit::IsoDayOfWeek => julian.rem_euclid(7) + 1,
        DayUnit::IsoYear => {
            let week = week(julian, date.year, date.month, date.day);
            match (week, date.month) {
                (1, 12) => date.year + 1,
                (51.., 1) => date.year - 1,
                _ => date.year,
            }
        }
        DayUnit::Week => week(julian, date.year, date.month, date.day),
        DayUnit::Decade => date.year / 10,
        DayUnit::Century => (date.year + if date.year > 0 { 99 } else { -99 }) / 100,
        DayUnit::Millennium => (date.year + if date.year > 0 { 999 } else { -999 }) / 1_000,
    };
    i64::from(value)
}

/// `DateTimeUtils.firstMondayOfFirstWeek`.
fn first_monday(year: i32) -> i32 {
    let january = julian_from_civil(year, 1, 1);
    january + (11 - (january + 1).rem_euclid(7)) % 7 - 3
}

/// `DateTimeUtils.getIso8601WeekNumber`.
fn week(julian: i32, year: i32, month: i32, day: i32) -> i32 {
    let weekday = julian.rem_euclid(7) + 1;
    if month == 12 && day > 28 {
        if 31 - day + 4 > 7 - weekday && 31 - day + weekday >= 4 {
            (julian - first_monday(year)) / 7 + 1
        } else {
            1
        }
    } else if month == 1 && day < 5 {
        if 4 - day <= 7 - weekday && day - weekday >= -3 {
            1
        } else {
            (julian - first_monday(year - 1)) / 7 + 1
        }
    } else {
        (julian - first_monday(year)) / 7 + 1
    }
}
