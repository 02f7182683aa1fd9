use arrow_array::cast::AsArray;
use arrow_array::types::{Int64Type, TimestampMillisecondType};
use arrow_array::{Array, ArrayRef};
use sf_contract::proto::window_time::Source;
use sf_contract::proto::{WindowKind, WindowSpec, WindowTime, WindowZone};
use sf_contract::{LogicalType, TypeKind};
use sf_runtime::{
    CompiledExpression, ConstructContext, EngineError, ErrorCode, ExpressionCompiler,
};

use super::{Slices, WindowClock};
use crate::message::{invalid, required};

/// Flink's exception for a row without event time.
const NULL_ROWTIME: &str =
    "RowTime field should not be null, please convert it to a non-null long value.";

/// Whether a slice belongs to several windows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Sharing {
    /// It is a window of its own.
    Unshared,
    /// Windows overlap.
    Shared,
}

/// What tells the slice of a row.
#[derive(Debug)]
pub(crate) struct RowTime {
    column: usize,
    source: TimeSource,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum TimeSource {
    /// A time attribute.
    Rowtime,
    /// The end of the only window, or of the slice; as TIMESTAMP(3).
    EndTimestamp,
    /// The same as BIGINT.
    EndLong,
}

impl RowTime {
    /// Reads where the slice of a row is, and whether it is shared.
    ///
    /// # Errors
    /// A column of another type.
    pub(crate) fn of(
        time: Option<WindowTime>,
        slices: &Slices,
        context: &ConstructContext<'_>,
    ) -> Result<(Self, Sharing), EngineError> {
        let input = required(context.inputs.first(), "the input")?;
        let source = required(time.and_then(|time| time.source), "the time of rows")?;
        let shared = match slices.kind() {
            WindowKind::Tumble => Sharing::Unshared,
            _ => Sharing::Shared,
        };
        let (expression, attached, sharing) = match source {
            Source::Rowtime(expression) => (expression, false, shared),
            Source::SliceEnd(expression) => (expression, true, shared),
            Source::WindowEnd(expression) => (expression, true, Sharing::Unshared),
        };
        let column = column_of(context.compiler, expression, input)?;
        let source = match (&input[column].kind, attached) {
            (TypeKind::Timestamp { precision: 0..=3 }, true) => TimeSource::EndTimestamp,
            (TypeKind::BigInt, true) => TimeSource::EndLong,
            (
                TypeKind::Timestamp { precision: 0..=3 }
                | TypeKind::TimestampLtz { precision: 0..=3 },
                false,
            ) => TimeSource::Rowtime,
            (kind, _) => {
                let message = format!("windows by a column of type {kind:?}");
                return Err(EngineError::new(ErrorCode::TypeMismatch, message));
            }
        };
        Ok((Self { column, source }, sharing))
    }

    /// The ends of the slices of all rows.
    ///
    /// # Errors
    /// Flink's, for a row without event time.
    pub(crate) fn slice_ends(
        &self,
        columns: &[ArrayRef],
        slices: &Slices,
        clock: &WindowClock,
    ) -> Result<Vec<i64>, EngineError> {
        let other = || EngineError::defect("a time of another type than declared");
        let column = columns.get(self.column).ok_or_else(other)?;
        let values = match self.source {
            TimeSource::EndLong => column.as_primitive_opt::<Int64Type>().map(|c| c.values()),
            _ => column.as_primitive_opt::<TimestampMillisecondType>().map(|c| c.values()),
        };
        let values = values.ok_or_else(other)?;
        if column.null_count() > 0 {
            return Err(EngineError::User {
                java_class: "java.lang.RuntimeException",
                message: Some(NULL_ROWTIME.to_owned()),
            });
        }
        Ok(match self.source {
            TimeSource::Rowtime => {
                values.iter().map(|time| slices.end_of(clock.local(*time))).collect()
            }
            _ => values.to_vec(),
        })
    }
}

/// The column to which an expression of a message refers.
pub(crate) fn column_of(
    compiler: &dyn ExpressionCompiler,
    expression: sf_contract::substrait_proto::Expression,
    input: &[LogicalType],
) -> Result<usize, EngineError> {
    let compiled = compiler.compile(&[expression], input)?;
    match compiled.expressions.as_slice() {
        [CompiledExpression { column: Some(column), .. }] => Ok(*column),
        _ => Err(invalid("a reference that is no column")),
    }
}

/// The clock of a plan's windows.
///
/// # Errors
/// No zone.
pub(crate) fn clock_of(
    spec: &WindowSpec,
    context: &ConstructContext<'_>,
) -> Result<WindowClock, EngineError> {
    match WindowZone::try_from(spec.zone) {
        Ok(WindowZone::Utc) => Ok(WindowClock::utc()),
        Ok(WindowZone::Session) => match &context.operator.task.session_zone {
            Some(rules) => WindowClock::of(rules, spec.daylight_time),
            None => Err(EngineError::new(ErrorCode::Protocol, "a task without session zone")),
        },
        Ok(WindowZone::Unspecified) | Err(_) => Err(invalid("no zone of windows")),
    }
}
