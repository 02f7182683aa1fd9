//! A point in time minus an interval, and the milliseconds between two points in time.

use arrow_array::types::{Int32Type, Int64Type};
use sf_contract::TypeKind;

use super::shift::{Direction, create as shift};
use crate::kernel::civil::MILLIS_PER_DAY;
use crate::kernel::instants::{Instants, Unit};
use crate::kernel::numbers::{Values, map_two};
use crate::kernel::{Made, argument, total};
use crate::{FunctionCall, FunctionError, Unsupported};
use datafusion_expr::ColumnarValue;
use sf_contract::LogicalType;

pub(crate) const SIGNATURES: &[&str] = &[
    "(timestamp, interval_day_time|interval_year_month) -> timestamp",
    "(timestamp_ltz, interval_day_time|interval_year_month) -> timestamp_ltz",
    "(date, interval_day_time|interval_year_month) -> date",
    "(date, interval_day_time) -> timestamp",
    "(time, interval_day_time) -> time",
    "(interval_day_time, interval_day_time) -> interval_day_time",
    "(interval_year_month, interval_year_month) -> interval_year_month",
    "(timestamp|date, timestamp|date) -> interval_day_time",
    "(timestamp_ltz, timestamp_ltz) -> interval_day_time",
];

pub(crate) fn create(call: &FunctionCall<'_>) -> Made {
    let is_point = |logical: &LogicalType| {
        matches!(
            logical.kind,
            TypeKind::Date | TypeKind::Timestamp { .. } | TypeKind::TimestampLtz { .. }
        )
    };
    let (left, right) = (call.arguments[0].clone(), call.arguments[1].clone());
    if !(is_point(&left) && is_point(&right)) {
        return shift(call, "minus", Direction::Minus);
    }
    if call.output.kind != TypeKind::IntervalDayTime {
        return Err(Unsupported::signature(call));
    }
    let output = call.output.to_arrow();
    total("minus", move |arguments, _rows| {
        let left = epoch_millis(argument(arguments, 0)?, &left)?;
        let right = epoch_millis(argument(arguments, 1)?, &right)?;
        map_two::<_, _, Int64Type>(&left, &right, &output, i64::wrapping_sub)
    })
}

fn epoch_millis(
    value: &ColumnarValue,
    logical: &LogicalType,
) -> Result<Values<Int64Type>, FunctionError> {
    match Unit::of(logical) {
        Some(unit) => Ok(Instants::read(value, unit)?.millis()),
        None => {
            let days = Values::<Int32Type>::read(value)?;
            Ok(days.convert(|days| i64::from(days) * MILLIS_PER_DAY))
        }
    }
}
