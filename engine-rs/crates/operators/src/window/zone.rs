use std::cell::Cell;

use sf_contract::proto::ZoneRules;
use sf_runtime::EngineError;

const MILLIS: i64 = 1_000;
const HOUR_MILLIS: i64 = 60 * 60 * MILLIS;

/// The clock that windows follow: a zone's local time in milliseconds as if it were UTC. Follows Flink's
/// TimeWindowUtil with java.time's rules for local times that do not exist or exist twice.
#[derive(Debug)]
pub(crate) struct WindowClock {
    /// None for UTC.
    zone: Option<Zone>,
    /// The window end whose trigger was asked for last, and its answer: rows come by windows.
    trigger: Cell<(i64, i64)>,
}

#[derive(Debug)]
struct Zone {
    /// Ascending epoch milliseconds at which the offset changes.
    transitions: Vec<i64>,
    /// The offset from the transition before on, the first one being that before all of them.
    offsets: Vec<i64>,
    /// The local time from which on the offset behind each transition holds: behind what it skips or repeats.
    local: Vec<i64>,
    /// Whether Flink looks for hours that do not exist or exist twice.
    daylight_time: bool,
    /// Milliseconds from and until which the last offset holds, and the offset.
    known: Cell<(i64, i64, i64)>,
}

impl WindowClock {
    /// The clock of UTC, whose local times are the epoch's.
    pub(crate) fn utc() -> Self {
        Self::new(None)
    }

    /// The clock of a zone.
    ///
    /// # Errors
    /// Rules that contradict themselves.
    pub(crate) fn of(rules: &ZoneRules, daylight_time: bool) -> Result<Self, EngineError> {
        if rules.transition_epoch_seconds.len() != rules.offset_seconds_after.len() {
            return Err(EngineError::defect("a zone with other offsets than transitions"));
        }
        let transitions: Vec<i64> =
            rules.transition_epoch_seconds.iter().map(|second| second * MILLIS).collect();
        let offsets: Vec<i64> = std::iter::once(rules.initial_offset_seconds)
            .chain(rules.offset_seconds_after.iter().copied())
            .map(|offset| i64::from(offset) * MILLIS)
            .collect();
        let local = transitions.iter().enumerate();
        let local = local.map(|(index, at)| at + offsets[index].max(offsets[index + 1])).collect();
        let known = Cell::new((0, 0, 0));
        Ok(Self::new(Some(Zone { transitions, offsets, local, daylight_time, known })))
    }

    fn new(zone: Option<Zone>) -> Self {
        Self { zone, trigger: Cell::new((i64::MAX, i64::MAX)) }
    }

    /// The local time at an instant: toUtcTimestampMills.
    #[inline]
    pub(crate) fn local(&self, instant: i64) -> i64 {
        match &self.zone {
            Some(zone) if instant != i64::MAX => instant.wrapping_add(zone.offset(instant)),
            _ => instant,
        }
    }

    /// The instant at which it is a local time; the earlier one of two, and behind the gap for one that does
    /// not exist: toEpochMills.
    pub(crate) fn instant(&self, local: i64) -> i64 {
        match &self.zone {
            Some(zone) if local != i64::MAX => zone.instant(local),
            _ => local,
        }
    }

    /// The watermark with which a window fires that ends at this local time: toEpochMillsForTimer of its last
    /// millisecond.
    #[inline]
    pub(crate) fn trigger(&self, window_end: i64) -> i64 {
        let (known, answer) = self.trigger.get();
        if known == window_end && window_end != i64::MAX {
            return answer;
        }
        let answer = self.timer(window_end.wrapping_sub(1));
        self.trigger.set((window_end, answer));
        answer
    }

    /// Whether a window has fired when event time came to `progress`: isWindowFired.
    #[inline]
    pub(crate) fn is_fired(&self, window_end: i64, progress: i64) -> bool {
        window_end != i64::MAX && progress >= self.trigger(window_end)
    }

    /// toEpochMillsForTimer.
    fn timer(&self, local: i64) -> i64 {
        let Some(zone) = self.zone.as_ref().filter(|_| local != i64::MAX) else {
            return local;
        };
        let first = zone.instant(local);
        if !zone.daylight_time {
            return first;
        }
        let second = zone.instant(local.wrapping_add(HOUR_MILLIS));
        if first == second {
            first - first % HOUR_MILLIS
        } else if second - first > HOUR_MILLIS {
            first + HOUR_MILLIS
        } else {
            first
        }
    }

    /// The next watermark at which Flink looks whether a window is due: getNextTriggerWatermark. It is on a
    /// grid without the windows' offset, and on UTC's where the zone has no daylight saving time, so that it
    /// can be later than the end of a window.
    pub(crate) fn next_look(&self, watermark: i64, interval: i64) -> i64 {
        if watermark == i64::MAX {
            return watermark;
        }
        let daylight_time = self.zone.as_ref().is_some_and(|zone| zone.daylight_time);
        let next = if daylight_time {
            let start = grid_start(self.local(watermark), 0, interval);
            self.timer(start.wrapping_add(interval).wrapping_sub(1))
        } else {
            grid_start(watermark, 0, interval).wrapping_add(interval).wrapping_sub(1)
        };
        if next > watermark { next } else { next.wrapping_add(interval) }
    }
}

impl Zone {
    /// The offset at an instant.
    #[inline]
    fn offset(&self, instant: i64) -> i64 {
        let (from, until, offset) = self.known.get();
        if from <= instant && instant < until {
            return offset;
        }
        let index = self.transitions.partition_point(|at| *at <= instant);
        let from = index.checked_sub(1).map_or(i64::MIN, |before| self.transitions[before]);
        let until = self.transitions.get(index).copied().unwrap_or(i64::MAX);
        self.known.set((from, until, self.offsets[index]));
        self.offsets[index]
    }

    fn instant(&self, local: i64) -> i64 {
        let index = self.local.partition_point(|from| *from <= local);
        local.wrapping_sub(self.offsets[index])
    }
}

/// The start of the grid's interval that a time is in: TimeWindow.getWindowStartWithOffset.
#[inline]
pub(super) fn grid_start(time: i64, offset: i64, interval: i64) -> i64 {
    let remainder = time.wrapping_sub(offset).wrapping_rem(interval);
    if remainder < 0 {
        time.wrapping_sub(remainder.wrapping_add(interval))
    } else {
        time.wrapping_sub(remainder)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const HOUR: i64 = HOUR_MILLIS;

    /// America/Los_Angeles around 2021: the clock goes forward at 10:00 UTC of March 14th and back at 9:00 UTC
    /// of November 7th.
    fn los_angeles() -> WindowClock {
        let rules = ZoneRules {
            zone_id: "America/Los_Angeles".into(),
            initial_offset_seconds: -8 * 3_600,
            transition_epoch_seconds: vec![1_615_716_000, 1_636_275_600],
            offset_seconds_after: vec![-7 * 3_600, -8 * 3_600],
        };
        WindowClock::of(&rules, true).expect("a zone")
    }

    fn kolkata() -> WindowClock {
        let rules = ZoneRules { initial_offset_seconds: 19_800, ..ZoneRules::default() };
        WindowClock::of(&rules, false).expect("a zone")
    }

    #[test]
    fn local_times_follow_the_offset_of_the_instant() {
        let clock = los_angeles();
        let forward = 1_615_716_000_000;
        assert_eq!(clock.local(forward - 1), forward - 1 - 8 * HOUR);
        assert_eq!(clock.local(forward), forward - 7 * HOUR);
        assert_eq!(clock.local(forward - 1), forward - 1 - 8 * HOUR);
        assert_eq!(clock.local(i64::MAX), i64::MAX);
        assert_eq!(WindowClock::utc().local(5), 5);
        assert_eq!(kolkata().local(-1), 19_800_000 - 1);
    }

    /// The examples in the comments of TimeWindowUtil.toEpochMillsForTimer.
    #[test]
    fn timers_of_hours_that_are_skipped_or_come_twice_are_those_of_flink() {
        let clock = los_angeles();
        let march = 1_615_680_000_000;
        assert_eq!(clock.timer(march), 1_615_708_800_000);
        assert_eq!(clock.timer(march + HOUR), 1_615_712_400_000);
        assert_eq!(clock.timer(march + 2 * HOUR), 1_615_716_000_000);
        assert_eq!(clock.timer(march + 3 * HOUR - 1_000), 1_615_716_000_000);
        assert_eq!(clock.timer(march + 3 * HOUR), 1_615_716_000_000);
        assert_eq!(clock.timer(march + 4 * HOUR), 1_615_719_600_000);
        let november = 1_636_243_200_000;
        assert_eq!(clock.timer(november), 1_636_268_400_000);
        assert_eq!(clock.timer(november + HOUR), 1_636_275_600_000);
        assert_eq!(clock.timer(november + 2 * HOUR), 1_636_279_200_000);
    }

    #[test]
    fn a_window_fires_with_its_last_millisecond() {
        let clock = WindowClock::utc();
        assert!(!clock.is_fired(10_000, 9_998));
        assert!(clock.is_fired(10_000, 9_999));
        assert!(!clock.is_fired(i64::MAX, i64::MAX));
    }

    #[test]
    fn flink_looks_for_due_rows_on_a_grid_of_its_own() {
        let clock = kolkata();
        // Windows of an hour end half an hour behind UTC's.
        assert_eq!(clock.next_look(0, HOUR), HOUR - 1);
        assert_eq!(clock.next_look(HOUR - 1, HOUR), 2 * HOUR - 1);
        assert_eq!(clock.next_look(-1, HOUR), HOUR - 1);
        assert_eq!(clock.next_look(i64::MAX, HOUR), i64::MAX);
    }

    #[test]
    fn windows_before_1970_start_at_the_grid() {
        assert_eq!(grid_start(-1, 0, 10), -10);
        assert_eq!(grid_start(-10, 0, 10), -10);
        assert_eq!(grid_start(5, 2, 10), 2);
        assert_eq!(grid_start(1, 2, 10), -8);
        assert_eq!(grid_start(1, -2, 10), -2);
    }
}
