//! Groups and distinct values of nested types.

use std::sync::Arc;

use arrow_array::builder::{Float64Builder, ListBuilder};
use arrow_array::{ArrayRef, Float32Array, StructArray};
use arrow_buffer::NullBuffer;
use arrow_schema::{DataType, Field};
use sf_contract::{LogicalType, TypeKind};
use sf_runtime::FragmentTask;
use sf_runtime::RowKind::{self, Delete, Insert};
use sf_testing::changelog::{changes, drain, longs, strings};
use sf_testing::plan::AggregateCall;

use crate::fixture::{long, string};
use crate::group_aggregate::{Form, count};
use crate::state::key_groups;

const NAN: f32 = f32::NAN;

fn other_nan() -> f32 {
    f32::from_bits(0x7fc0_0001)
}

fn row_type() -> LogicalType {
    LogicalType::nullable(TypeKind::Row(vec![LogicalType::nullable(TypeKind::Float), string()]))
}

fn array_type() -> LogicalType {
    let element = LogicalType::nullable(TypeKind::Double);
    LogicalType::nullable(TypeKind::Array(Box::new(element)))
}

/// A ROW<FLOAT, STRING>, an ARRAY<DOUBLE> of at most one element, and a number.
type Values<'a> = (Option<(Option<f32>, Option<&'a str>)>, Option<&'a [Option<f64>]>, Option<i64>);

fn columns(rows: &[Values<'_>]) -> Vec<ArrayRef> {
    let floats: Vec<Option<f32>> = rows.iter().map(|row| row.0.and_then(|row| row.0)).collect();
    let texts: Vec<Option<&str>> = rows.iter().map(|row| row.0.and_then(|row| row.1)).collect();
    let there: NullBuffer = rows.iter().map(|row| row.0.is_some()).collect();
    let fields =
        vec![Field::new("f0", DataType::Float32, true), Field::new("f1", DataType::Binary, true)];
    let fields_of_row: Vec<ArrayRef> = vec![Arc::new(Float32Array::from(floats)), strings(&texts)];
    let row = StructArray::new(fields.into(), fields_of_row, Some(there));
    let item = Arc::new(Field::new("item", DataType::Float64, true));
    let mut lists = ListBuilder::new(Float64Builder::new()).with_field(item);
    for row in rows {
        lists.append_option(row.1.map(|elements| elements.iter().copied()));
    }
    let numbers: Vec<Option<i64>> = rows.iter().map(|row| row.2).collect();
    vec![Arc::new(row), Arc::new(lists.finish()), longs(&numbers)]
}

fn push(task: &mut FragmentTask, kinds: &[RowKind], rows: &[Values<'_>]) -> Vec<String> {
    task.push(0, changes(kinds, columns(rows)).unwrap());
    drain(task)
}

fn form<'a>(grouping: &'a [i32], calls: Vec<AggregateCall<'a>>) -> Form<'a> {
    Form {
        input: vec![row_type(), array_type(), long()],
        grouping,
        calls,
        retracting: true,
        update_before: false,
        ..Form::counting()
    }
}

fn row(float: f32, text: &str) -> Option<(Option<f32>, Option<&str>)> {
    Some((Some(float), Some(text)))
}

#[test]
fn rows_are_told_apart_by_their_bits_and_by_their_nulls() {
    let form = form(&[0], vec![count(&[], None)]);
    let mut task = form.open().unwrap();
    let rows = [
        (row(NAN, "longer than seven"), None, None),
        (row(other_nan(), "longer than seven"), None, None),
        (row(0.0, "a"), None, None),
        (row(-0.0, "a"), None, None),
        (None, None, None),
        (Some((None, None)), None, None),
        (row(NAN, "longer than seven"), None, None),
        (None, None, None),
        (row(0.0, "a"), None, None),
    ];
    assert_eq!(
        push(&mut task, &[Insert; 9], &rows),
        [
            "+I({NaN, longer than seven}, 1)",
            "+I({NaN, longer than seven}, 1)",
            "+I({0, a}, 1)",
            "+I({-0, a}, 1)",
            "+I(NULL, 1)",
            "+I({NULL, NULL}, 1)",
            "+U({NaN, longer than seven}, 2)",
            "+U(NULL, 2)",
            "+U({0, a}, 2)",
        ]
    );
    let snapshot = task.snapshot();
    let mut task = form.open().unwrap();
    for (key_group, bytes) in key_groups(&snapshot) {
        task.restore(key_group, &bytes).unwrap();
    }
    let rows = [
        (row(other_nan(), "longer than seven"), None, None),
        (Some((None, None)), None, None),
        (row(0.0, "a"), None, None),
    ];
    assert_eq!(
        push(&mut task, &[Delete, Insert, Delete], &rows),
        ["-D({NaN, longer than seven}, 1)", "+U({NULL, NULL}, 2)", "+U({0, a}, 1)"]
    );
}

#[test]
fn an_array_has_one_nan_in_its_key_and_where_it_leaves() {
    let form = form(&[1], vec![count(&[], None)]);
    let mut task = form.open().unwrap();
    let other = f64::from_bits(0xfff8_0000_0000_0001);
    let arrays: [&[Option<f64>]; 6] =
        [&[Some(f64::NAN)], &[Some(other)], &[Some(0.0)], &[Some(-0.0)], &[None], &[]];
    let mut rows: Vec<Values<'_>> = arrays.iter().map(|array| (None, Some(*array), None)).collect();
    rows.push((None, None, None));
    assert_eq!(
        push(&mut task, &[Insert; 7], &rows),
        [
            "+I([NaN], 1)",
            "+U([NaN], 2)",
            "+I([0], 1)",
            "+I([-0], 1)",
            "+I([NULL], 1)",
            "+I([], 1)",
            "+I(NULL, 1)",
        ]
    );
}

#[test]
fn distinct_values_can_be_nested() {
    let distinct = |argument| AggregateCall { distinct: true, ..count(argument, None) };
    let form = form(&[2], vec![distinct(&[0]), distinct(&[1])]);
    let mut task = form.open().unwrap();
    let rows = [
        (row(NAN, "a"), Some(&[Some(f64::NAN)][..]), Some(1)),
        (row(other_nan(), "a"), Some(&[Some(f64::from_bits(0x7ff8_0000_0000_0001))][..]), Some(1)),
        (Some((None, None)), Some(&[None][..]), Some(1)),
        (None, None, Some(1)),
        (row(NAN, "a"), Some(&[][..]), Some(1)),
        (row(NAN, "a"), Some(&[Some(f64::NAN)][..]), Some(1)),
        (row(NAN, "a"), Some(&[Some(f64::NAN)][..]), Some(1)),
    ];
    let kinds = [Insert, Insert, Insert, Insert, Insert, Delete, Delete];
    assert_eq!(
        push(&mut task, &kinds, &rows),
        ["+I(1, 1, 1)", "+U(1, 2, 1)", "+U(1, 3, 2)", "+U(1, 3, 3)", "+U(1, 2, 2)",]
    );
}
