//! Calendar arithmetic on days since 1970-01-01, as Flink's `DateTimeUtils` does it: Julian day numbers in
//! `int`, so that results wrap where Java's do.

/// `DateTimeUtils.MILLIS_PER_DAY`.
pub(crate) const MILLIS_PER_DAY: i64 = 86_400_000;

const EPOCH_JULIAN: i32 = 2_440_588;

/// A day of the proleptic Gregorian calendar.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Civil {
    pub year: i32,
    pub month: i32,
    pub day: i32,
}

/// Year, month and day of a day number (`julianExtract`), for day numbers within years -4800 to
/// several million; Java's truncating division shows outside.
pub(crate) fn civil_from_days(days: i32) -> Civil {
    let j = days.wrapping_add(EPOCH_JULIAN).wrapping_add(32_044);
    let g = j / 146_097;
    let dg = j % 146_097;
    let c = (dg / 36_524 + 1) * 3 / 4;
    let dc = dg - c * 36_524;
    let b = dc / 1_461;
    let db = dc % 1_461;
    let a = (db / 365 + 1) * 3 / 4;
    let da = db - a * 365;
    let y = g * 400 + c * 100 + b * 4 + a;
    let m = (da * 5 + 308) / 153 - 2;
    let d = da - (m + 4) * 153 / 5 + 122;
    Civil { year: y - 4_800 + (m + 2) / 12, month: (m + 2) % 12 + 1, day: d + 1 }
}

/// `ymdToJulian`.
pub(crate) fn julian_from_civil(year: i32, month: i32, day: i32) -> i32 {
    let a = (14 - month) / 12;
    let y = year.wrapping_add(4_800 - a);
    let m = month + 12 * a - 3;
    (day + (153 * m + 2) / 5)
        .wrapping_add(365_i32.wrapping_mul(y))
        .wrapping_add(y / 4 - y / 100 + y / 400 - 32_045)
}

/// `ymdToUnixDate`.
pub(crate) fn days_from_civil(year: i32, month: i32, day: i32) -> i32 {
    julian_from_civil(year, month, day).wrapping_sub(EPOCH_JULIAN)
}

/// The Julian day number of a day number.
pub(crate) fn julian_day(days: i32) -> i32 {
    days.wrapping_add(EPOCH_JULIAN)
}

fn last_day(year: i32, month: i32) -> i32 {
    match month {
        2 if year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) => 29,
        2 => 28,
        4 | 6 | 9 | 11 => 30,
        _ => 31,
    }
}

/// `DateTimeUtils.addMonths(int, int)`: the day is clipped to the month's last.
pub(crate) fn add_months(days: i32, months: i32) -> i32 {
    let date = civil_from_days(days);
    let month = date.month.wrapping_add(months);
    let mut year = date.year.wrapping_add(month.div_euclid(12));
    let mut month = month.rem_euclid(12);
    if month == 0 {
        year = year.wrapping_sub(1);
        month = 12;
    }
    days_from_civil(year, month, date.day.min(last_day(year, month)))
}

/// `DateTimeUtils.addMonths(long, int)`.
#[allow(clippy::cast_possible_truncation, reason = "Java's (int) of a day number")]
pub(crate) fn add_months_to_millis(millis: i64, months: i32) -> i64 {
    let of_day = millis.rem_euclid(MILLIS_PER_DAY);
    let day = (millis.wrapping_sub(of_day) / MILLIS_PER_DAY) as i32;
    i64::from(add_months(day, months)).wrapping_mul(MILLIS_PER_DAY).wrapping_add(of_day)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn converts_both_ways() {
        for days in (-719_162..2_932_897).step_by(17) {
            let date = civil_from_days(days);
            assert_eq!(days_from_civil(date.year, date.month, date.day), days);
        }
        assert_eq!(civil_from_days(-719_162), Civil { year: 1, month: 1, day: 1 });
        assert_eq!(civil_from_days(2_932_896), Civil { year: 9999, month: 12, day: 31 });
        assert_eq!(civil_from_days(0), Civil { year: 1970, month: 1, day: 1 });
    }

    #[test]
    fn clips_to_the_end_of_the_month() {
        let day = |year, month, day| days_from_civil(year, month, day);
        assert_eq!(add_months(day(2024, 1, 31), 1), day(2024, 2, 29));
        assert_eq!(add_months(day(2024, 3, 31), -1), day(2024, 2, 29));
        assert_eq!(add_months(day(2023, 12, 31), -10), day(2023, 2, 28));
        assert_eq!(add_months(day(2024, 1, 15), -1), day(2023, 12, 15));
        assert_eq!(add_months(day(2024, 1, 15), 12), day(2025, 1, 15));
    }
}
