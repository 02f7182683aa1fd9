//! Which argument and result types a function has kernels for.
//!
//! A signature reads `(integer, =string, string...) -> boolean`: atoms are Flink's type roots in lower
//! case, `integer`, `approximate`, `string`, `bytes` and `any` are groups, `|` joins alternatives, `=` asks
//! for a literal that is not NULL, and `...` repeats the last argument. The planner reads the same texts
//! from `substrait-ext/extensions/kernels.yaml`.

use sf_contract::{LogicalType, TypeKind};

use crate::FunctionCall;

/// Whether a call fits a signature. A text that does not parse fits no call, which the registry's
/// test of all signatures shows.
pub(crate) fn matches(signature: &str, call: &FunctionCall<'_>) -> bool {
    let Some((parameters, output)) = split(signature) else {
        return false;
    };
    if !type_matches(output, call.output) {
        return false;
    }
    let repeats = parameters.last().is_some_and(|last| last.ends_with("..."));
    let fixed = if repeats { parameters.len() - 1 } else { parameters.len() };
    let count = call.arguments.len();
    if count < fixed || (!repeats && count > fixed) {
        return false;
    }
    (0..count).all(|i| {
        let parameter = parameters.get(i).or(parameters.last()).copied().unwrap_or_default();
        let parameter = parameter.trim_end_matches("...");
        let (literal, types) = match parameter.strip_prefix('=') {
            Some(types) => (true, types),
            None => (false, parameter),
        };
        let given = call.literals.get(i).and_then(Option::as_ref);
        type_matches(types, &call.arguments[i])
            && (!literal || given.is_some_and(|value| !value.is_null()))
    })
}

/// Splits a signature into its parameters and its result.
pub(crate) fn split(signature: &str) -> Option<(Vec<&str>, &str)> {
    let (parameters, output) = signature.split_once("->")?;
    let parameters = parameters.trim().strip_prefix('(')?.strip_suffix(')')?;
    let parameters = match parameters.trim() {
        "" => Vec::new(),
        list => list.split(',').map(str::trim).collect(),
    };
    Some((parameters, output.trim()))
}

fn type_matches(alternatives: &str, logical: &LogicalType) -> bool {
    let atom = atom_of(logical);
    alternatives.split('|').any(|alternative| {
        alternative == atom
            || match alternative {
                "any" => true,
                "integer" => matches!(atom, "tinyint" | "smallint" | "int" | "bigint"),
                "approximate" => matches!(atom, "float" | "double"),
                "string" => matches!(atom, "char" | "varchar"),
                "bytes" => matches!(atom, "binary" | "varbinary"),
                _ => false,
            }
    })
}

/// The atom that names a type's root.
pub(crate) fn atom_of(logical: &LogicalType) -> &'static str {
    match logical.kind {
        TypeKind::Boolean => "boolean",
        TypeKind::TinyInt => "tinyint",
        TypeKind::SmallInt => "smallint",
        TypeKind::Int => "int",
        TypeKind::BigInt => "bigint",
        TypeKind::Float => "float",
        TypeKind::Double => "double",
        TypeKind::Decimal { .. } => "decimal",
        TypeKind::Char { .. } => "char",
        TypeKind::VarChar { .. } => "varchar",
        TypeKind::Binary { .. } => "binary",
        TypeKind::VarBinary { .. } => "varbinary",
        TypeKind::Date => "date",
        TypeKind::Time { .. } => "time",
        TypeKind::Timestamp { .. } => "timestamp",
        TypeKind::TimestampLtz { .. } => "timestamp_ltz",
        TypeKind::IntervalYearMonth => "interval_year_month",
        TypeKind::IntervalDayTime => "interval_day_time",
        TypeKind::Array(_) => "array",
        TypeKind::Map(_, _) => "map",
        TypeKind::Multiset(_) => "multiset",
        TypeKind::Row(_) => "row",
    }
}

/// Whether a text names a type or a group.
#[cfg(test)]
pub(crate) fn is_type_name(name: &str) -> bool {
    const NAMES: &[&str] = &[
        "any",
        "integer",
        "approximate",
        "string",
        "bytes",
        "boolean",
        "tinyint",
        "smallint",
        "int",
        "bigint",
        "float",
        "double",
        "decimal",
        "char",
        "varchar",
        "binary",
        "varbinary",
        "date",
        "time",
        "timestamp",
        "timestamp_ltz",
        "interval_year_month",
        "interval_day_time",
        "array",
        "map",
        "multiset",
        "row",
    ];
    NAMES.contains(&name)
}
