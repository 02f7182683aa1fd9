//! What `floor` and `ceil` to a unit share: `FloorCeilCallGen` and `DateTimeUtils.julianDateFloor`.

#![allow(clippy::cast_possible_truncation, reason = "a day number is an int in Java")]

use arrow_array::types::Int32Type;
use sf_contract::TypeKind;

use crate::kernel::civil::{MILLIS_PER_DAY, days_from_civil, julian_day};
use crate::kernel::instants::{Instants, Unit, build};
use crate::kernel::numbers::{Values, map};
use crate::kernel::{Made, argument, total};
use crate::{FunctionCall, Unsupported};

pub(crate) const SIGNATURES: &[&str] =
    &["(timestamp, =string) -> timestamp", "(date, =string) -> date"];

/// Down or up.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Toward {
    Floor,
    Ceil,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Step {
    /// A number of milliseconds.
    Millis(i64),
    Calendar(CalendarUnit),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum CalendarUnit {
    Week,
    Month,
    Quarter,
    Year,
}

pub(super) fn create(call: &FunctionCall<'_>, name: &'static str, toward: Toward) -> Made {
    let unsupported = || Unsupported::signature(call);
    let step = match crate::literal::text_of(call, 1).ok_or_else(unsupported)? {
        "SECOND" => Step::Millis(1_000),
        "MINUTE" => Step::Millis(60_000),
        "HOUR" => Step::Millis(3_600_000),
        "DAY" => Step::Millis(MILLIS_PER_DAY),
        "WEEK" => Step::Calendar(CalendarUnit::Week),
        "MONTH" => Step::Calendar(CalendarUnit::Month),
        "QUARTER" => Step::Calendar(CalendarUnit::Quarter),
        "YEAR" => Step::Calendar(CalendarUnit::Year),
        _ => return Err(unsupported()),
    };
    let output = call.output.to_arrow();
    if !call.arguments[0].same_kind(call.output) {
        return Err(unsupported());
    }
    match (&call.arguments[0].kind, step) {
        (TypeKind::Date, Step::Calendar(unit)) => total(name, move |arguments, _rows| {
            let days = Values::<Int32Type>::read(argument(arguments, 0)?)?;
            map::<Int32Type, Int32Type>(&days, &output, |days| round_days(days, unit, toward))
        }),
        (TypeKind::Timestamp { .. }, step) => {
            let unit = Unit::of(&call.arguments[0]).ok_or_else(unsupported)?;
            total(name, move |arguments, rows| {
                let millis = Instants::read(argument(arguments, 0)?, unit)?.millis();
                build(rows, millis.is_constant(), unit, &output, |row| {
                    Ok(millis.get(row).map(|millis| (round_millis(millis, step, toward), 0)))
                })
            })
        }
        _ => Err(unsupported()),
    }
}

fn round_millis(millis: i64, step: Step, toward: Toward) -> i64 {
    match (step, toward) {
        (Step::Millis(step), Toward::Floor) => millis.wrapping_sub(millis.rem_euclid(step)),
        (Step::Millis(step), Toward::Ceil) => {
            let raised = millis.wrapping_add(step - 1);
            raised.wrapping_sub(raised.rem_euclid(step))
        }
        (Step::Calendar(unit), toward) => {
            let days = (millis / MILLIS_PER_DAY) as i32;
            i64::from(round_days(days, unit, toward)) * MILLIS_PER_DAY
        }
    }
}

/// `DateTimeUtils.julianDateFloor`, which counts in the Julian calendar up to 4 October 1582.
fn round_days(days: i32, unit: CalendarUnit, toward: Toward) -> i32 {
    const LAST_JULIAN_DAY: i32 = 2_299_160;
    let julian = julian_day(days);
    let (b, c) = if julian > LAST_JULIAN_DAY {
        let a = julian.wrapping_add(32_044);
        let b = (a.wrapping_mul(4).wrapping_add(3)) / 146_097;
        (b, a.wrapping_sub(b.wrapping_mul(146_097) / 4))
    } else {
        (0, julian.wrapping_add(32_082))
    };
    let d = c.wrapping_mul(4).wrapping_add(3) / 1_461;
    let e = c.wrapping_sub(d.wrapping_mul(1_461) / 4);
    let m = (5 * e + 2) / 153;
    let day = e - (153 * m + 2) / 5 + 1;
    let month = m + 3 - 12 * (m / 10);
    let year = b * 100 + d - 4_800 + m / 10;
    let quarter = (month + 2) / 3;
    let up = toward == Toward::Ceil;
    match unit {
        CalendarUnit::Year => days_from_civil(year + i32::from(up && (month > 1 || day > 1)), 1, 1),
        CalendarUnit::Quarter => {
            let quarter = quarter + i32::from(up && (month > 1 || day > 1));
            days_from_civil(year, quarter * 3 - 2, 1)
        }
        CalendarUnit::Month => days_from_civil(year, month + i32::from(up && day > 1), 1),
        CalendarUnit::Week => {
            let weekday = (julian + 1).rem_euclid(7);
            let back = if up && weekday > 0 { weekday - 7 } else { weekday };
            days_from_civil(year, month, day) - back
        }
    }
}
