//! What `plus` and `minus` share: a point in time and an interval (`generateTemporalPlusMinus`).

#![allow(clippy::cast_possible_truncation, reason = "a day number is an int in Java")]

use arrow_array::types::{Int32Type, Int64Type};
use sf_contract::TypeKind;

use crate::kernel::civil::{MILLIS_PER_DAY, add_months, add_months_to_millis};
use crate::kernel::instants::{Instants, Unit, build};
use crate::kernel::numbers::{Values, map_two, try_map_two};
use crate::kernel::{Made, Thrown, argument, partial, total};
use crate::{FunctionCall, Unsupported};

/// Points in time with intervals, and intervals with each other.
pub(crate) const SIGNATURES: &[&str] = &[
    "(timestamp, interval_day_time|interval_year_month) -> timestamp",
    "(timestamp_ltz, interval_day_time|interval_year_month) -> timestamp_ltz",
    "(date, interval_day_time|interval_year_month) -> date",
    "(date, interval_day_time) -> timestamp",
    "(time, interval_day_time) -> time",
    "(interval_day_time, interval_day_time) -> interval_day_time",
    "(interval_year_month, interval_year_month) -> interval_year_month",
];

/// Which way to go.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Direction {
    Plus,
    Minus,
}

impl Direction {
    /// The interval as it is added; Java's minus wraps at the minimum as negating and adding does.
    fn of_long(self, interval: i64) -> i64 {
        match self {
            Self::Plus => interval,
            Self::Minus => interval.wrapping_neg(),
        }
    }

    fn of_int(self, interval: i32) -> i32 {
        match self {
            Self::Plus => interval,
            Self::Minus => interval.wrapping_neg(),
        }
    }
}

pub(super) fn create(call: &FunctionCall<'_>, name: &'static str, direction: Direction) -> Made {
    use TypeKind as Kind;
    let output = call.output.to_arrow();
    match (&call.arguments[0].kind, &call.arguments[1].kind, &call.output.kind) {
        (Kind::Timestamp { .. } | Kind::TimestampLtz { .. }, interval, _) => {
            timestamp(call, name, direction, *interval == Kind::IntervalYearMonth)
        }
        (Kind::Date, Kind::IntervalYearMonth, Kind::Date) => {
            total(name, move |arguments, _rows| {
                let days = Values::<Int32Type>::read(argument(arguments, 0)?)?;
                let months = Values::<Int32Type>::read(argument(arguments, 1)?)?;
                map_two::<_, _, Int32Type>(&days, &months, &output, |days, months| {
                    add_months(days, direction.of_int(months))
                })
            })
        }
        (Kind::Date, Kind::IntervalDayTime, Kind::Date) => {
            partial(name, move |arguments, _rows| {
                let days = Values::<Int32Type>::read(argument(arguments, 0)?)?;
                let millis = Values::<Int64Type>::read(argument(arguments, 1)?)?;
                try_map_two::<_, _, Int32Type>(&days, &millis, &output, |days, millis| {
                    let interval = i32::try_from(millis / MILLIS_PER_DAY)
                        .map_err(|_| Thrown::Arithmetic("integer overflow"))?;
                    Ok(Some(days.wrapping_add(direction.of_int(interval))))
                })
            })
        }
        (Kind::Date, Kind::IntervalDayTime, Kind::Timestamp { .. }) => {
            let unit = Unit::of(call.output).ok_or_else(|| Unsupported::signature(call))?;
            total(name, move |arguments, rows| {
                let days = Values::<Int32Type>::read(argument(arguments, 0)?)?;
                let millis = Values::<Int64Type>::read(argument(arguments, 1)?)?;
                let constant = days.is_constant() && millis.is_constant();
                build(rows, constant, unit, &output, |row| {
                    Ok(days.get(row).zip(millis.get(row)).map(|(days, millis)| {
                        let start = i64::from(days) * MILLIS_PER_DAY;
                        (start.wrapping_add(direction.of_long(millis)), 0)
                    }))
                })
            })
        }
        (Kind::Time { .. }, Kind::IntervalDayTime, Kind::Time { .. }) => {
            total(name, move |arguments, _rows| {
                let times = Values::<Int32Type>::read(argument(arguments, 0)?)?;
                let millis = Values::<Int64Type>::read(argument(arguments, 1)?)?;
                map_two::<_, _, Int32Type>(&times, &millis, &output, |time, millis| {
                    let interval = direction.of_long(millis % MILLIS_PER_DAY);
                    ((i64::from(time) + MILLIS_PER_DAY + interval) % MILLIS_PER_DAY) as i32
                })
            })
        }
        (Kind::IntervalDayTime, Kind::IntervalDayTime, _) => {
            total(name, move |arguments, _rows| {
                let left = Values::<Int64Type>::read(argument(arguments, 0)?)?;
                let right = Values::<Int64Type>::read(argument(arguments, 1)?)?;
                map_two::<_, _, Int64Type>(&left, &right, &output, |left: i64, right| {
                    left.wrapping_add(direction.of_long(right))
                })
            })
        }
        (Kind::IntervalYearMonth, Kind::IntervalYearMonth, _) => {
            total(name, move |arguments, _rows| {
                let left = Values::<Int32Type>::read(argument(arguments, 0)?)?;
                let right = Values::<Int32Type>::read(argument(arguments, 1)?)?;
                map_two::<_, _, Int32Type>(&left, &right, &output, |left: i32, right| {
                    left.wrapping_add(direction.of_int(right))
                })
            })
        }
        _ => Err(Unsupported::signature(call)),
    }
}

/// A timestamp keeps its type and its nanoseconds of the millisecond.
fn timestamp(
    call: &FunctionCall<'_>,
    name: &'static str,
    direction: Direction,
    months: bool,
) -> Made {
    let unit = Unit::of(call.output).ok_or_else(|| Unsupported::signature(call))?;
    if !call.arguments[0].same_kind(call.output) {
        return Err(Unsupported::signature(call));
    }
    let output = call.output.to_arrow();
    if !months && unit != Unit::Nanos {
        let scale = if unit == Unit::Millis { 1 } else { 1_000 };
        return total(name, move |arguments, _rows| {
            let points = Values::<Int64Type>::read(argument(arguments, 0)?)?;
            let millis = Values::<Int64Type>::read(argument(arguments, 1)?)?;
            map_two::<_, _, Int64Type>(&points, &millis, &output, |point: i64, millis| {
                point.wrapping_add(direction.of_long(millis).wrapping_mul(scale))
            })
        });
    }
    total(name, move |arguments, rows| {
        let points = Instants::read(argument(arguments, 0)?, unit)?;
        if months {
            let intervals = Values::<Int32Type>::read(argument(arguments, 1)?)?;
            let constant = points.is_constant() && intervals.is_constant();
            return build(rows, constant, unit, &output, |row| {
                Ok(points.get(row).zip(intervals.get(row)).map(|((millis, nanos), months)| {
                    (add_months_to_millis(millis, direction.of_int(months)), nanos)
                }))
            });
        }
        let intervals = Values::<Int64Type>::read(argument(arguments, 1)?)?;
        let constant = points.is_constant() && intervals.is_constant();
        build(rows, constant, unit, &output, |row| {
            Ok(points.get(row).zip(intervals.get(row)).map(|((millis, nanos), interval)| {
                (millis.wrapping_add(direction.of_long(interval)), nanos)
            }))
        })
    })
}
