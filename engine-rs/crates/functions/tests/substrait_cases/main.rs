//! Runs the test cases of `substrait-ext/tests/cases` against the registry. Their expected values come from
//! stock Flink (`io.streamfusion.parity.function.FunctionOracleMain`).
//!
//! A case is evaluated three times: alone with constants, alone with columns, and within a batch of all
//! cases of the same call, because kernels take different paths there.

#![allow(clippy::expect_used, clippy::panic, reason = "a test fails by panicking")]

mod case;
mod value;

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use arrow_array::ArrayRef;
use datafusion_common::ScalarValue;
use datafusion_expr::ColumnarValue;
use sf_contract::LogicalType;
use sf_functions::registry::registry;
use sf_functions::{FunctionCall, FunctionError, ScalarFunction};

use case::{Case, Expected};

const CASES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../substrait-ext/tests/cases");

#[test]
fn functions_answer_as_flink_does() {
    let mut failures = Vec::new();
    let mut count = 0;
    for (file, family, name) in files() {
        let cases = case::read(&file);
        assert!(!cases.is_empty(), "{} has no case", file.display());
        assert!(
            cases.iter().all(|case| case.name == name),
            "{} holds cases of another function",
            file.display()
        );
        count += cases.len();
        for group in groups(cases) {
            check_group(&family, &group, &mut failures);
        }
    }
    assert!(failures.is_empty(), "{} of {count} differ:\n{}", failures.len(), failures.join("\n"));
    assert!(count > 2_000, "only {count} cases");
}

#[test]
fn every_function_has_cases() {
    let tested: BTreeSet<(String, String)> =
        files().into_iter().map(|(_, family, name)| (family, name)).collect();
    let known: BTreeSet<(String, String)> = registry()
        .entries()
        .map(|entry| (entry.family.to_owned(), entry.name.to_owned()))
        .collect();
    assert_eq!(tested, known);
}

/// The test files with the family and function that they are named after, in order.
fn files() -> Vec<(PathBuf, String, String)> {
    let mut files = Vec::new();
    for family in entries(Path::new(CASES)) {
        for file in entries(&family) {
            files.push((file.clone(), stem(&family), stem(&file)));
        }
    }
    files
}

fn entries(folder: &Path) -> Vec<PathBuf> {
    let listing = std::fs::read_dir(folder).unwrap_or_else(|e| panic!("{}: {e}", folder.display()));
    let mut entries: Vec<_> = listing.map(|entry| entry.expect("an entry").path()).collect();
    entries.sort();
    entries
}

fn stem(path: &Path) -> String {
    path.file_stem().and_then(|stem| stem.to_str()).expect("a name").to_owned()
}

/// Cases that one kernel evaluates: the same types, and the same literals where the function needs them.
fn groups(cases: Vec<Case>) -> Vec<Vec<Case>> {
    let mut groups: BTreeMap<String, Vec<Case>> = BTreeMap::new();
    for case in cases {
        let family_literals = literal_positions(&case);
        let arguments: Vec<String> = case
            .arguments
            .iter()
            .enumerate()
            .map(|(i, (logical, scalar))| match family_literals.contains(&i) {
                true => format!("{logical:?} {scalar:?}"),
                false => format!("{logical:?}"),
            })
            .collect();
        groups.entry(format!("{arguments:?} {:?}", case.output)).or_default().push(case);
    }
    groups.into_values().collect()
}

/// Which arguments a function takes as literals.
fn literal_positions(case: &Case) -> BTreeSet<usize> {
    let mut positions = BTreeSet::new();
    for entry in registry().entries().filter(|entry| entry.name == case.name) {
        for signature in entry.signatures {
            let parameters: Vec<&str> = signature
                .split_once('(')
                .and_then(|(_, rest)| rest.split_once(')'))
                .map(|(list, _)| list.split(',').map(str::trim).collect())
                .unwrap_or_default();
            let repeats = parameters.last().is_some_and(|last| last.ends_with("..."));
            for i in 0..case.arguments.len() {
                let parameter = if repeats {
                    parameters.get(i).or(parameters.last())
                } else {
                    parameters.get(i)
                };
                if parameter.is_some_and(|parameter| parameter.starts_with('=')) {
                    positions.insert(i);
                }
            }
        }
    }
    positions
}

fn check_group(family: &str, group: &[Case], failures: &mut Vec<String>) {
    let first = &group[0];
    let literal_positions = literal_positions(first);
    let types: Vec<LogicalType> =
        first.arguments.iter().map(|(logical, _)| logical.clone()).collect();
    let literals: Vec<Option<ScalarValue>> = first
        .arguments
        .iter()
        .enumerate()
        .map(|(i, (_, scalar))| literal_positions.contains(&i).then(|| scalar.clone()))
        .collect();
    let call = FunctionCall {
        family,
        name: &first.name,
        arguments: &types,
        literals: &literals,
        output: &first.output,
        options: &BTreeMap::new(),
    };
    let kernel = match registry().create(&call) {
        Ok(kernel) => kernel,
        Err(error) => {
            failures.push(format!("{}: {error}", first.line));
            return;
        }
    };
    for case in group {
        check_alone(kernel.as_ref(), case, true, failures);
        check_alone(kernel.as_ref(), case, false, failures);
    }
    check_batch(kernel.as_ref(), group, &literal_positions, failures);
}

fn check_alone(
    kernel: &dyn ScalarFunction,
    case: &Case,
    constant: bool,
    failures: &mut Vec<String>,
) {
    let arguments: Vec<ColumnarValue> = case
        .arguments
        .iter()
        .map(|(_, scalar)| match constant {
            true => ColumnarValue::Scalar(scalar.clone()),
            false => ColumnarValue::Array(scalar.to_array_of_size(1).expect("an array")),
        })
        .collect();
    match (kernel.evaluate(&arguments, 1), &case.expected) {
        (Ok(value), Expected::Value(expected)) => {
            let array = value.into_array(1).expect("an array");
            report(case, &array, 0, expected, failures);
        }
        (Err(FunctionError::User { java_class, message, .. }), Expected::Failure(expected)) => {
            let thrown = format!("{java_class}: {}", message.0.unwrap_or_default());
            if thrown != *expected {
                failures.push(format!("{}: throws {thrown}", case.line));
            }
        }
        // What the kernel hands to the host is exact by definition.
        (Err(FunctionError::NeedsHost { .. }), _) => {}
        (Ok(value), Expected::Failure(_)) => {
            failures.push(format!("{}: answers {value:?}", case.line));
        }
        (Err(error), _) => failures.push(format!("{}: {error}", case.line)),
    }
}

fn check_batch(
    kernel: &dyn ScalarFunction,
    group: &[Case],
    literal_positions: &BTreeSet<usize>,
    failures: &mut Vec<String>,
) {
    let cases: Vec<&Case> =
        group.iter().filter(|case| matches!(case.expected, Expected::Value(_))).collect();
    if cases.is_empty() {
        return;
    }
    let arguments: Vec<ColumnarValue> = (0..cases[0].arguments.len())
        .map(|i| {
            if literal_positions.contains(&i) {
                return ColumnarValue::Scalar(cases[0].arguments[i].1.clone());
            }
            let values = cases.iter().map(|case| case.arguments[i].1.clone());
            // A batch can be a slice of a longer column.
            let padded = std::iter::once(cases[0].arguments[i].1.clone()).chain(values);
            let column: ArrayRef = ScalarValue::iter_to_array(padded).expect("a column");
            ColumnarValue::Array(column.slice(1, cases.len()))
        })
        .collect();
    match kernel.evaluate(&arguments, cases.len()) {
        Ok(value) => {
            let array = value.into_array(cases.len()).expect("an array");
            for (i, case) in cases.iter().enumerate() {
                if let Expected::Value(expected) = &case.expected {
                    report(case, &array, i, expected, failures);
                }
            }
        }
        Err(FunctionError::NeedsHost { .. }) => {}
        Err(error) => failures.push(format!("{} in a batch: {error}", group[0].line)),
    }
}

/// Compares one value with the expected one, NaN being equal to NaN and -0.0 not to 0.0.
fn report(
    case: &Case,
    array: &ArrayRef,
    row: usize,
    expected: &ScalarValue,
    failures: &mut Vec<String>,
) {
    let declared = case.output.to_arrow();
    if *array.data_type() != declared {
        failures.push(format!("{}: {} instead of {declared}", case.line, array.data_type()));
        return;
    }
    let expected = expected.to_array().expect("an array");
    let found = array.slice(row, 1);
    if !value::same(&found, &expected) {
        failures.push(format!("{}: {found:?}", case.line));
    }
}
