//! Casts between TIMESTAMP, DATE and TIME, and between precisions. Those that need a time zone are not here.

#![allow(clippy::cast_possible_truncation, reason = "Java's (int) of a day number")]

use arrow_array::types::{Int32Type, Int64Type};
use sf_contract::TypeKind;

use super::identity;
use crate::kernel::civil::MILLIS_PER_DAY;
use crate::kernel::instants::{Instant, Instants, Unit, build};
use crate::kernel::numbers::{Values, map};
use crate::kernel::{Made, argument, total};
use crate::{FunctionCall, Unsupported};

pub(crate) fn create(call: &FunctionCall<'_>) -> Made {
    use TypeKind as Kind;
    let from = &call.arguments[0];
    let output = call.output.to_arrow();
    match (&from.kind, &call.output.kind) {
        (Kind::Timestamp { precision: from }, Kind::Timestamp { precision: to })
        | (Kind::TimestampLtz { precision: from }, Kind::TimestampLtz { precision: to }) => {
            precision(call, *from, *to)
        }
        // `TimestampToDateCastRule`: truncates, so that times before 1970 round up.
        (Kind::Timestamp { .. }, Kind::Date) => {
            let unit = Unit::of(from).ok_or_else(|| Unsupported::signature(call))?;
            total("cast", move |arguments, _rows| {
                let millis = Instants::read(argument(arguments, 0)?, unit)?.millis();
                map::<Int64Type, Int32Type>(&millis, &output, |millis| {
                    (millis / MILLIS_PER_DAY) as i32
                })
            })
        }
        // `DateTimeUtils.timestampWithoutLocalZoneToTime`.
        (Kind::Timestamp { .. }, Kind::Time { precision }) => {
            let unit = Unit::of(from).ok_or_else(|| Unsupported::signature(call))?;
            let step = match precision {
                0 => 1_000,
                1 => 100,
                2 => 10,
                _ => 1,
            };
            total("cast", move |arguments, _rows| {
                let millis = Instants::read(argument(arguments, 0)?, unit)?.millis();
                map::<Int64Type, Int32Type>(&millis, &output, |millis| {
                    (millis % MILLIS_PER_DAY) as i32 / step * step
                })
            })
        }
        (Kind::Date, Kind::Timestamp { .. }) => {
            let unit = Unit::of(call.output).ok_or_else(|| Unsupported::signature(call))?;
            total("cast", move |arguments, rows| {
                let days = Values::<Int32Type>::read(argument(arguments, 0)?)?;
                build(rows, days.is_constant(), unit, &output, |row| {
                    Ok(days.get(row).map(|days| (i64::from(days) * MILLIS_PER_DAY, 0)))
                })
            })
        }
        _ => Err(Unsupported::signature(call)),
    }
}

/// `TimestampToTimestampCastRule`: a wider precision changes nothing, a narrower one truncates.
fn precision(call: &FunctionCall<'_>, from: u8, to: u8) -> Made {
    let (from_unit, to_unit) = (Unit::of_precision(from), Unit::of_precision(to));
    if from <= to && from_unit == to_unit {
        return identity();
    }
    if from_unit == Unit::Nanos && to_unit != Unit::Nanos {
        // Flink leaves a fraction of few digits whole (see below), and the result cannot hold it.
        return Err(Unsupported::signature(call));
    }
    let output = call.output.to_arrow();
    total("cast", move |arguments, rows| {
        let instants = Instants::read(argument(arguments, 0)?, from_unit)?;
        build(rows, instants.is_constant(), to_unit, &output, |row| {
            let instant = instants.get(row);
            Ok(if from <= to { instant } else { instant.map(|value| truncate(value, to)) })
        })
    })
}

/// `DateTimeUtils.truncate`. It looks at the printed nanoseconds of the second, leading zeros left out: a
/// fraction of few digits stays whole even where the precision has no room for it.
fn truncate((millis, nanos): Instant, precision: u8) -> Instant {
    let nano_of_second = millis.rem_euclid(1_000) * 1_000_000 + i64::from(nanos);
    let digits = nano_of_second.checked_ilog10().map_or(1, |log| log + 1);
    if digits <= u32::from(precision) {
        (millis, nanos)
    } else if precision <= 3 {
        let unit = 10_i64.pow(3 - u32::from(precision));
        (millis / unit * unit, 0)
    } else {
        let unit = 10_i32.pow(9 - u32::from(precision));
        (millis, nanos / unit * unit)
    }
}
