//! `functions_flink_cast`: Flink's cast rules (`CastRuleProvider`), each pair of types that is here one of them.
//! CAST and TRY_CAST are the same for all of these, since none of them fails.

mod boolean;
mod length;
mod numeric;
mod temporal;
pub(crate) mod text;

use sf_contract::{LogicalType, TypeKind};

use crate::kernel::{Made, argument, total};
use crate::{FunctionCall, Unsupported};

pub(crate) const SIGNATURES: &[&str] = &[
    "(integer|approximate) -> integer|approximate",
    "(integer) -> decimal",
    "(decimal) -> integer|approximate|decimal",
    "(boolean) -> integer|approximate|decimal|boolean",
    "(integer|decimal) -> boolean",
    "(integer|decimal|boolean|date) -> string",
    "(string) -> string",
    "(varbinary|binary) -> varbinary|binary",
    "(timestamp) -> timestamp|date|time|string",
    "(timestamp_ltz) -> timestamp_ltz",
    "(date) -> date|timestamp",
    "(time) -> time",
    "(interval_year_month) -> interval_year_month",
    "(interval_day_time) -> interval_day_time",
];

pub(crate) fn create(call: &FunctionCall<'_>) -> Made {
    use TypeKind as Kind;
    let (from, to) = (&call.arguments[0], call.output);
    match (&from.kind, &to.kind) {
        (from, to) if from == to => identity(),
        // Precision of TIME is not part of its value; TIME to TIME keeps the milliseconds.
        (Kind::Time { .. }, Kind::Time { .. }) => Err(Unsupported::signature(call)),
        (_, Kind::Char { .. } | Kind::VarChar { .. }) if is_text(from) => length::create(call),
        (_, Kind::Char { .. } | Kind::VarChar { .. }) => text::create(call),
        (Kind::VarBinary { .. } | Kind::Binary { .. }, _) => length::bytes(call),
        (Kind::Boolean, _) | (_, Kind::Boolean) => boolean::create(call),
        (Kind::Timestamp { .. } | Kind::TimestampLtz { .. } | Kind::Date, _) => {
            temporal::create(call)
        }
        _ => numeric::create(call),
    }
}

fn is_text(logical: &LogicalType) -> bool {
    matches!(logical.kind, TypeKind::Char { .. } | TypeKind::VarChar { .. })
}

/// A cast that changes nothing in the value.
fn identity() -> Made {
    total("cast", |arguments, _rows| Ok(argument(arguments, 0)?.clone()))
}
