//! Deliberate faults of the engine, for `make mutants`: each must turn parity red. A place that can be
//! faulty asks [`is_on`], which is the constant `false` in every library but the one that
//! `bin/build-mutants.sh` builds. There one fault at a time is switched on while jobs run.

/// Makes [`Fault`] and the list of its values from one list of names.
macro_rules! faults {
    ($($(#[$doc:meta])* $fault:ident = $name:literal,)*) => {
        /// Something that the engine can do wrong on purpose.
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        pub enum Fault {
            $($(#[$doc])* $fault,)*
        }

        impl Fault {
            /// All of them.
            pub const ALL: &'static [Self] = &[$(Self::$fault,)*];

            /// The name in `parity/mutants.properties`.
            pub fn name(self) -> &'static str {
                match self {
                    $(Self::$fault => $name,)*
                }
            }
        }
    };
}

faults! {
    /// Rows that come in as -U and +U are taken for each other.
    SwappedRowKinds = "swapped-row-kinds",
    /// -U rows do not leave.
    LostUpdateBefore = "lost-update-before",
    /// The last row of a batch that is handed over before it is full does not arrive.
    LostRowAtFlush = "lost-row-at-flush",
    /// The nanoseconds of a precise timestamp are taken for 0.
    LostNanoseconds = "lost-nanoseconds",
    /// NULLs come in as zeros.
    LostNullsIn = "lost-nulls-in",
    /// The NULL bits of rows that leave are not set.
    LostNullsOut = "lost-nulls-out",
    /// A filter does not narrow the selection.
    IgnoredFilter = "ignored-filter",
    /// The rows before a failing row do not leave.
    LostRowsBeforeFailure = "lost-rows-before-failure",
    /// Results of a host call belong to the row before.
    ShiftedHostResults = "shifted-host-results",
    /// NULL AND FALSE is NULL.
    NullAndFalse = "null-and-false",
    /// AND and OR evaluate all operands on all rows.
    EagerLogic = "eager-logic",
    /// Watermarks are one millisecond early.
    EarlyWatermark = "early-watermark",
    /// A watermark leaves in front of the row that it follows.
    WatermarkBeforeRow = "watermark-before-row",
    /// That an input became idle or active is not heard.
    SwallowedStatus = "swallowed-status",
    /// A union does not hand on the rows of any input but its first.
    LostUnionInput = "lost-union-input",
    /// WITH ORDINALITY counts from 0.
    OrdinalityFromZero = "ordinality-from-zero",
    /// A left join with an empty collection drops the row.
    LostUnmatchedRow = "lost-unmatched-row",
    /// Decimals that lie halfway are rounded toward zero.
    HalfDown = "half-down",
    /// A decimal that does not fit its precision is not NULL.
    DecimalOverflowKept = "decimal-overflow-kept",
    /// MOD has the sign of the divisor.
    ModuloSign = "modulo-sign",
    /// A failure has another message.
    OtherMessage = "other-message",
    /// SUBSTRING counts bytes.
    SubstringBytes = "substring-bytes",
    /// CHAR_LENGTH counts bytes.
    LengthBytes = "length-bytes",
    /// LIKE does not know its escape character.
    IgnoredEscape = "ignored-escape",
    /// UPPER and LOWER leave letters beyond ASCII as they are.
    AsciiOnlyCase = "ascii-only-case",
    /// Times of day before 1970 are not floored.
    UnflooredDay = "unfloored-day",
    /// A row that is taken back is added to its group.
    RetractedAsAdded = "retracted-as-added",
    /// A result that did not change leaves.
    EmittedUnchanged = "emitted-unchanged",
    /// Rows leave with the results before the row that changed them.
    UpdateWithOldValue = "update-with-old-value",
    /// A changed group does not take back its old row.
    UpdateWithoutBefore = "update-without-before",
    /// A row that is taken back from an unknown group starts one.
    UnknownRetractionKept = "unknown-retraction-kept",
    /// A group lives on when its last row was taken back.
    KeptEmptyGroup = "kept-empty-group",
    /// A write does not prolong the life of state.
    UnrefreshedTtl = "unrefreshed-ttl",
    /// State lives a millisecond too long.
    LateExpiry = "late-expiry",
    /// FILTER of an aggregate call is not seen.
    IgnoredAggregateFilter = "ignored-aggregate-filter",
    /// DISTINCT of an aggregate call is not seen.
    IgnoredDistinct = "ignored-distinct",
    /// A value that is taken back is forgotten although it is still there.
    DistinctForgottenEarly = "distinct-forgotten-early",
    /// MIN and MAX stay what they were when that value was taken back.
    RetractedExtremeKept = "retracted-extreme-kept",
    /// COUNT counts NULLs.
    CountedNull = "counted-null",
    /// SUM stays what it was when its last value was taken back.
    SumOfNothing = "sum-of-nothing",
    /// LAST_VALUE keeps the first value.
    LastValueIsFirst = "last-value-is-first",
    /// A NaN in an array keeps its bits where the array becomes bytes.
    NanKeptInArray = "nan-kept-in-array",
    /// SINGLE_VALUE takes the last of several values.
    SeveralSingleValues = "several-single-values",
    /// LISTAGG puts nothing between two values.
    LostSeparator = "lost-separator",
    /// JSON_OBJECTAGG has its keys in order of arrival.
    UnsortedObject = "unsorted-object",
    /// What is taken back from a list is added to it.
    KeptInList = "kept-in-list",
    /// The first page of a table is not in its snapshot.
    LostPage = "lost-page",
    /// A row that changes while a view has its page starts from nothing.
    LostPageCopy = "lost-page-copy",
    /// State is written as that of a neighbouring key group.
    StateInOtherKeyGroup = "state-in-other-key-group",
    /// Entries of a snapshot are taken twice.
    RestoredTwice = "restored-twice",
    /// Texts are not in snapshots.
    LostTexts = "lost-texts",
    /// A frame says that it has the key groups of the next subtask.
    FrameOfOtherKeyGroup = "frame-of-other-key-group",
    /// Of several frames that are read together the last one is lost.
    LostFrame = "lost-frame",
    /// After rescaling a subtask takes also the rows of others that are in a frame.
    ForeignRowsKept = "foreign-rows-kept",
    /// Timers fire a millisecond before their time.
    EarlyTimer = "early-timer",
    /// A timer that is registered twice fires twice.
    DuplicateTimer = "duplicate-timer",
    /// A timer that was deleted fires.
    UndeletedTimer = "undeleted-timer",
    /// Timers of equal time fire in another order than Flink's.
    SwappedEqualTimers = "swapped-equal-timers",
    /// A timer that is registered behind the watermark does not fire.
    LostLateTimer = "lost-late-timer",
    /// Timers do not fire any more after a restore.
    UnarmedRestoredTimer = "unarmed-restored-timer",
}

#[cfg(feature = "armed")]
mod switch {
    use std::sync::atomic::{AtomicUsize, Ordering};

    use super::Fault;

    const NONE: usize = usize::MAX;
    static ON: AtomicUsize = AtomicUsize::new(NONE);

    /// Whether the engine is to do this wrong.
    #[inline]
    pub fn is_on(fault: Fault) -> bool {
        ON.load(Ordering::Relaxed) == fault as usize
    }

    /// Switches one fault on and all others off; a name that no fault has answers false.
    pub fn switch_on(name: &str) -> bool {
        let found = Fault::ALL.iter().find(|fault| fault.name() == name);
        ON.store(found.map_or(NONE, |fault| *fault as usize), Ordering::Relaxed);
        found.is_some()
    }
}

#[cfg(feature = "armed")]
pub use switch::{is_on, switch_on};

/// Whether the engine is to do this wrong: never, in this library.
#[cfg(not(feature = "armed"))]
#[inline(always)]
pub const fn is_on(_fault: Fault) -> bool {
    false
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;
    use std::path::Path;

    use super::Fault;

    /// What may stand in the place of a case file.
    const RANDOM_TESTS: [&str; 2] = ["fuzz:state", "test:timers"];

    fn parity() -> &'static Path {
        Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../../../parity"))
    }

    /// The cases that must turn red, by fault.
    fn listed() -> BTreeMap<String, Vec<String>> {
        let text = std::fs::read_to_string(parity().join("mutants.properties")).expect("the list");
        text.lines()
            .map(str::trim)
            .filter(|line| !line.is_empty() && !line.starts_with('#'))
            .map(|line| {
                let (name, cases) = line.split_once('=').expect("name = cases");
                let cases = cases.split(',').map(|case| case.trim().to_owned()).collect();
                (name.trim().to_owned(), cases)
            })
            .collect()
    }

    #[test]
    fn every_fault_has_cases_in_parity_and_no_other_is_listed() {
        let mut names: Vec<&str> = Fault::ALL.iter().map(|fault| fault.name()).collect();
        names.sort_unstable();
        assert_eq!(listed().keys().map(String::as_str).collect::<Vec<_>>(), names);
    }

    #[test]
    fn the_listed_cases_exist() {
        for (fault, cases) in listed() {
            for case in cases.into_iter().filter(|case| !RANDOM_TESTS.contains(&case.as_str())) {
                let file = parity().join("cases").join(&case);
                assert!(file.is_file(), "{fault}: there is no case {case}");
            }
        }
    }
}
