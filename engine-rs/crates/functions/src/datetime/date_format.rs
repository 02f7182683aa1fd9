//! `DATE_FORMAT` of a TIMESTAMP with a literal pattern: Java's `DateTimeFormatter` for the letters that
//! [`super::pattern`] knows.

use super::pattern::{Fields, Pattern};
use crate::kernel::civil::{MILLIS_PER_DAY, civil_from_days};
use crate::kernel::instants::{Instants, Unit};
use crate::kernel::texts::build;
use crate::kernel::{Made, argument, total};
use crate::{FunctionCall, Unsupported};
use sf_faults::{Fault, is_on};

pub(crate) const SIGNATURES: &[&str] = &["(timestamp, =string) -> string"];

pub(crate) fn create(call: &FunctionCall<'_>) -> Made {
    let unsupported = || Unsupported::signature(call);
    let unit = Unit::of(&call.arguments[0]).ok_or_else(unsupported)?;
    let pattern = crate::literal::text_of(call, 1).ok_or_else(unsupported)?;
    let pattern = Pattern::parse(pattern).ok_or_else(unsupported)?;
    total("date_format", move |arguments, rows| {
        let instants = Instants::read(argument(arguments, 0)?, unit)?;
        // Rows tend to be of the same day, or hour: what is printed for one is copied to the next.
        let mut last_period = 0..0;
        let mut last_text = 0..0;
        build(rows, instants.is_constant(), rows * pattern.width(), |row, builder| {
            let Some((millis, nanos)) = instants.get(row) else {
                return builder.close_null();
            };
            if last_period.contains(&millis) {
                builder.bytes().extend_from_within(last_text.clone());
                return builder.close();
            }
            // The years of a TIMESTAMP are far inside an i32 of days.
            let day = match is_on(Fault::UnflooredDay) {
                true => millis / MILLIS_PER_DAY,
                false => millis.div_euclid(MILLIS_PER_DAY),
            };
            let day = i32::try_from(day).unwrap_or(i32::MAX);
            let date = civil_from_days(day);
            let millis_of_day =
                i32::try_from(millis.rem_euclid(MILLIS_PER_DAY)).unwrap_or_default();
            let text = builder.bytes();
            let start = text.len();
            pattern.push(text, Fields { date, millis_of_day, nanos });
            if let Some(period) = pattern.period_millis() {
                let from = millis - millis.rem_euclid(period);
                last_period = from..from + period;
                last_text = start..text.len();
            }
            builder.close()
        })
    })
}
