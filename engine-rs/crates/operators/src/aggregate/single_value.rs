use sf_faults::{Fault, is_on};
use sf_runtime::{AggregateMeasure, EngineError};

use super::held::{self, Event, Hold, Next};
use super::registry::Made;
use super::value::Value;

pub(super) const SIGNATURES: &[&str] =
    &["(boolean|integer|approximate|decimal|string|date|time|timestamp|timestamp_ltz) -> same"];

const MORE_THAN_ONE: &str = "SingleValueAggFunction received more than one element.";

pub(super) fn create(measure: &AggregateMeasure) -> Made {
    held::create(SingleValue, measure)
}

/// `SINGLE_VALUE`, which Flink plans where a subquery stands for a value: the only row's value, which can
/// be NULL. Follows Flink's SingleValueAggFunction step by step, also where more is taken back than came.
///
/// State: the number of rows as INT, then the value.
struct SingleValue;

impl Hold for SingleValue {
    const BYTES: usize = i32::BYTES;

    fn next(&self, own: &mut [u8], event: Event) -> Result<Next, EngineError> {
        let count = i32::read(own);
        let (allowed, next, step) = if event.accumulate {
            (count <= 0, Next::Value, 1)
        } else {
            (count == 0 || count == 1, Next::Null, -1)
        };
        if !allowed && !is_on(Fault::SeveralSingleValues) {
            return Err(EngineError::User {
                java_class: "org.apache.flink.table.api.TableRuntimeException",
                message: Some(MORE_THAN_ONE.to_owned()),
            });
        }
        count.wrapping_add(step).write(own);
        Ok(next)
    }
}
