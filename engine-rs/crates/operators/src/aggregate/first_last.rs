use sf_contract::TypeKind;
use sf_faults::{Fault, is_on};
use sf_runtime::{AggregateMeasure, EngineError};

use super::first_last_retract::{FirstLastRetract, Place};
use super::held::{self, Event, Hold, Next};
use super::registry::{Made, refused};
use super::types::{by_flat, only_type};

pub(super) const SIGNATURES: &[&str] =
    &["(boolean|integer|approximate|decimal|string|bytes|date|time|timestamp|timestamp_ltz\
     |interval_year_month|interval_day_time) -> same"];

pub(super) fn create_first(measure: &AggregateMeasure) -> Made {
    if measure.retracting {
        retracting(measure, Place::First)
    } else {
        held::create(First, measure)
    }
}

pub(super) fn create_last(measure: &AggregateMeasure) -> Made {
    if measure.retracting { retracting(measure, Place::Last) } else { held::create(Last, measure) }
}

fn retracting(measure: &AggregateMeasure, place: Place) -> Made {
    match only_type(measure) {
        // Of these, equality depends on Flink's state backend.
        Some(
            TypeKind::Float
            | TypeKind::Double
            | TypeKind::Binary { .. }
            | TypeKind::VarBinary { .. },
        ) => refused(measure),
        kind => by_flat!(
            of kind,
            E => FirstLastRetract::<E>::boxed(measure, place),
            _ => refused(measure)
        ),
    }
}

/// `FIRST_VALUE` of values that are not taken back: the first that is not NULL. Follows Flink's
/// FirstValueAggFunction.
struct First;

impl Hold for First {
    fn next(&self, _own: &mut [u8], event: Event) -> Result<Next, EngineError> {
        let first = event.accumulate && !event.null && !event.holds;
        Ok(if first { Next::Value } else { Next::Same })
    }
}

/// `LAST_VALUE` of values that are not taken back: the last that is not NULL. Follows Flink's
/// LastValueAggFunction.
struct Last;

impl Hold for Last {
    fn next(&self, own: &mut [u8], event: Event) -> Result<Next, EngineError> {
        if is_on(Fault::LastValueIsFirst) {
            return First.next(own, event);
        }
        Ok(if event.accumulate && !event.null { Next::Value } else { Next::Same })
    }
}
