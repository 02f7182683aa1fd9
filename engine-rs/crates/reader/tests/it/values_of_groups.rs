//! Calls that keep the values of a group: MIN and MAX of values that are taken back, and DISTINCT.

use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};

use arrow_array::{ArrayRef, Float64Array};
use sf_contract::{LogicalType, TypeKind};
use sf_runtime::RowKind::{Delete, Insert};
use sf_runtime::{FragmentTask, RowKind};
use sf_testing::changelog::{booleans, changes, drain, longs, strings};
use sf_testing::plan::AggregateCall;

use crate::fixture::{long, string};
use crate::group_aggregate::Form;
use crate::state::key_groups;

fn call<'a>(function: &'a str, argument: &'a [i32], output: LogicalType) -> AggregateCall<'a> {
    AggregateCall { function, arguments: argument, filter: None, distinct: false, output }
}

fn distinct<'a>(function: &'a str, argument: &'a [i32], filter: Option<i32>) -> AggregateCall<'a> {
    AggregateCall { distinct: true, filter, ..call(function, argument, long()) }
}

/// Over a BIGINT, a text and a BOOLEAN; updates come without what they replace.
fn form<'a>(grouping: &'a [i32], calls: Vec<AggregateCall<'a>>) -> Form<'a> {
    Form { grouping, calls, retracting: true, update_before: false, ..Form::counting() }
}

type Row<'a> = (RowKind, Option<i64>, Option<&'a str>, bool);

fn push(task: &mut FragmentTask, rows: &[Row<'_>]) -> Vec<String> {
    let kinds: Vec<RowKind> = rows.iter().map(|row| row.0).collect();
    let numbers: Vec<Option<i64>> = rows.iter().map(|row| row.1).collect();
    let texts: Vec<Option<&str>> = rows.iter().map(|row| row.2).collect();
    let flags: Vec<Option<bool>> = rows.iter().map(|row| Some(row.3)).collect();
    let columns = vec![longs(&numbers), strings(&texts), booleans(&flags)];
    task.push(0, changes(&kinds, columns).unwrap());
    drain(task)
}

fn restored(form: &Form<'_>, from: &mut FragmentTask) -> FragmentTask {
    let snapshot = from.snapshot();
    let mut task = form.open().unwrap();
    for (key_group, bytes) in key_groups(&snapshot) {
        task.restore(key_group, &bytes).unwrap();
    }
    task
}

#[test]
fn the_next_extreme_follows_one_that_is_taken_back() {
    let form = form(&[], vec![call("min", &[0], long()), call("max", &[1], string())]);
    let mut task = form.open().unwrap();
    let rows = [
        (Insert, None, None, true),
        (Insert, None, None, true),
        (Insert, Some(5), Some("b"), true),
        (Insert, Some(3), Some("ç"), true),
        (Insert, Some(3), None, true),
        // Another 3 is still there.
        (Delete, Some(3), Some("ç"), true),
        (Delete, Some(3), None, true),
        // 7 was not there, and counts when it comes.
        (Delete, Some(7), Some("b"), true),
        (Delete, Some(5), Some("a"), true),
        (Insert, Some(7), Some("a"), true),
        (Insert, Some(9), Some("z"), true),
    ];
    assert_eq!(
        push(&mut task, &rows),
        [
            "+I(NULL, NULL)",
            "+U(5, b)",
            "+U(3, ç)",
            "+U(3, b)",
            "+U(5, b)",
            "+U(5, NULL)",
            "+U(NULL, NULL)",
            "+U(9, z)",
        ]
    );
}

#[test]
fn a_value_that_was_taken_back_too_often_can_be_the_extreme() {
    let form = form(&[], vec![call("min", &[0], long())]);
    let mut task = form.open().unwrap();
    let rows = [
        (Insert, Some(9), None, true),
        (Insert, None, None, true),
        (Delete, Some(1), None, true),
        (Insert, Some(8), None, true),
        (Delete, Some(8), None, true),
    ];
    assert_eq!(push(&mut task, &rows), ["+I(9)", "+U(8)", "+U(1)"]);
}

#[test]
fn a_group_that_ends_leaves_no_value_behind() {
    let calls = vec![call("max", &[1], string()), distinct("count", &[1], None)];
    let form = form(&[0], calls);
    let mut task = form.open().unwrap();
    let rows = [
        (Insert, Some(1), Some("z"), true),
        (Insert, Some(2), Some("y"), true),
        // Takes back the last row, but not the value.
        (Delete, Some(1), Some("a"), true),
        (Insert, Some(1), Some("b"), true),
        (Insert, Some(1), Some("c"), true),
        (Delete, Some(1), Some("c"), true),
    ];
    let first =
        ["+I(1, z, 1)", "+I(2, y, 1)", "-D(1, z, 1)", "+I(1, b, 1)", "+U(1, c, 2)", "+U(1, b, 1)"];
    assert_eq!(push(&mut task, &rows), first);
    let mut task = restored(&form, &mut task);
    let rows = [
        (Insert, Some(1), Some("z"), true),
        (Delete, Some(1), Some("z"), true),
        (Delete, Some(1), Some("b"), true),
        (Delete, Some(2), Some("x"), true),
        (Insert, Some(2), Some("x"), true),
    ];
    let second = ["+U(1, z, 2)", "+U(1, b, 1)", "-D(1, b, 1)", "-D(2, y, 1)", "+I(2, x, 1)"];
    assert_eq!(push(&mut task, &rows), second);
}

#[test]
fn groups_of_one_task_keep_their_values_apart_also_after_restore() {
    let form = form(&[0], vec![call("min", &[1], string()), distinct("count", &[1], None)]);
    let mut task = form.open().unwrap();
    let texts: Vec<String> =
        (0..40).map(|text| format!("a text of some length {text:02}")).collect();
    let rows = |kind, texts: std::ops::Range<usize>| -> Vec<(RowKind, i64, usize)> {
        texts.flat_map(|text| (0..100).map(move |key| (kind, key, text))).collect()
    };
    let all = |task: &mut FragmentTask, rows: Vec<(RowKind, i64, usize)>| {
        let rows: Vec<Row<'_>> = rows
            .iter()
            .map(|(kind, key, text)| (*kind, Some(*key), Some(texts[*text].as_str()), true))
            .collect();
        push(task, &rows)
    };
    all(&mut task, rows(Insert, 0..40));
    let mut task = restored(&form, &mut task);
    let emitted = all(&mut task, rows(Delete, 0..39));
    assert_eq!(emitted.len(), 3900);
    let last = format!("+U(99, {}, 1)", texts[39]);
    assert_eq!(emitted.last(), Some(&last));
    let emitted = all(&mut task, rows(Delete, 39..40));
    assert_eq!(emitted.last(), Some(&format!("-D(99, {}, 1)", texts[39])));
}

#[test]
fn distinct_values_are_counted_for_each_filter() {
    let calls = vec![distinct("count", &[1], None), distinct("count", &[1], Some(2))];
    let form = form(&[], calls);
    let mut task = form.open().unwrap();
    let rows = [
        (Insert, None, None, true),
        (Insert, None, None, true),
        (Insert, None, Some("a"), false),
        (Insert, None, Some("a"), true),
        (Insert, None, Some("a"), true),
        (Delete, None, Some("a"), true),
        (Delete, None, Some("a"), true),
        (Delete, None, Some("a"), false),
        // Not there: it counts when it comes for the second time.
        (Delete, None, Some("b"), true),
        (Insert, None, Some("c"), true),
        (Insert, None, Some("b"), true),
        (Insert, None, Some("b"), false),
    ];
    assert_eq!(
        push(&mut task, &rows),
        ["+I(0, 0)", "+U(1, 0)", "+U(1, 1)", "+U(1, 0)", "+U(0, 0)", "+U(1, 1)", "+U(2, 1)"]
    );
}

#[test]
fn each_value_expires_for_itself() {
    let now = Arc::new(AtomicI64::new(1_000));
    let calls = vec![call("min", &[0], long()), distinct("count", &[0], None)];
    let form = Form { state_ttl_millis: 10, ..form(&[], calls) };
    let mut task = form.open_at(&now).unwrap();
    assert_eq!(push(&mut task, &[(Insert, Some(5), None, true)]), ["+I(5, 1)"]);
    now.store(1_005, Ordering::Relaxed);
    assert_eq!(push(&mut task, &[(Insert, Some(7), None, true)]), ["+U(5, 2)"]);
    now.store(1_012, Ordering::Relaxed);
    // 5 expired and is counted anew. What the minimum is does not expire.
    assert_eq!(push(&mut task, &[(Insert, Some(5), None, true)]), ["+U(5, 3)"]);
    now.store(1_015, Ordering::Relaxed);
    // 7 expired.
    assert_eq!(push(&mut task, &[(Delete, Some(7), None, true)]), ["+U(5, 3)"]);
    assert_eq!(push(&mut task, &[(Delete, Some(5), None, true)]), ["+U(7, 2)"]);
    now.store(1_030, Ordering::Relaxed);
    assert_eq!(push(&mut task, &[(Insert, Some(8), None, true)]), ["+I(8, 1)"]);
    assert_eq!(push(&mut task, &[(Delete, Some(8), None, true)]), ["-D(8, 1)"]);
}

#[test]
fn distinct_values_that_are_only_inserted_live_by_what_they_bring() {
    let now = Arc::new(AtomicI64::new(1_000));
    let calls = vec![distinct("count", &[1], None), distinct("count", &[1], Some(2))];
    let form = Form { state_ttl_millis: 10, retracting: false, ..form(&[0], calls) };
    let mut task = form.open_at(&now).unwrap();
    let insert = |task: &mut FragmentTask, at, text, flag| {
        now.store(at, Ordering::Relaxed);
        push(task, &[(Insert, Some(1), Some(text), flag)])
    };
    assert_eq!(insert(&mut task, 1_000, "a", false), ["+I(1, 1, 0)"]);
    assert_eq!(insert(&mut task, 1_005, "a", false), ["+U(1, 1, 0)"], "brings nothing");
    assert_eq!(insert(&mut task, 1_010, "a", false), ["+U(1, 2, 0)"]);
    assert_eq!(insert(&mut task, 1_015, "a", true), ["+U(1, 2, 1)"]);
    assert_eq!(insert(&mut task, 1_024, "a", true), ["+U(1, 2, 1)"]);
    assert_eq!(insert(&mut task, 1_025, "a", true), ["+U(1, 3, 2)"]);
    assert_eq!(insert(&mut task, 1_035, "a", true), ["+I(1, 1, 1)"], "the group expired");
}

#[test]
fn values_that_expired_leave_memory() {
    let now = Arc::new(AtomicI64::new(1_000));
    let form = Form {
        state_ttl_millis: 10,
        retracting: false,
        ..form(&[], vec![distinct("count", &[0], None)])
    };
    let mut task = form.open_at(&now).unwrap();
    let mut largest = 0;
    for round in 0..200 {
        now.store(1_000 + round, Ordering::Relaxed);
        let rows: Vec<Row<'_>> =
            (0..100).map(|value| (Insert, Some(round * 100 + value), None, true)).collect();
        push(&mut task, &rows);
        let mut rows = 0;
        task.visit_tables(&mut |table| rows += table.rows);
        largest = largest.max(rows);
    }
    assert!(largest < 5_000, "{largest} entries of 20,000, of which 1,000 live");
}

#[test]
fn floats_are_told_apart_as_boxed_values() {
    let double = || LogicalType::nullable(TypeKind::Double);
    let calls = vec![
        call("max", &[0], double()),
        call("min", &[0], double()),
        distinct("count", &[0], None),
    ];
    let form = Form { input: vec![double()], ..form(&[], calls) };
    let mut task = form.open().unwrap();
    let other_nan = f64::from_bits(0xfff8_0000_0000_0001);
    let values = [0.0, -0.0, f64::NAN, other_nan, -0.0, f64::NAN, f64::NAN];
    let column: ArrayRef = Arc::new(Float64Array::from(values.to_vec()));
    let kinds = [Insert, Insert, Insert, Insert, Delete, Delete, Delete];
    task.push(0, changes(&kinds, vec![column]).unwrap());
    assert_eq!(
        drain(&mut task),
        [
            "+I(0, 0, 1)",
            "+U(0, -0, 2)",
            "+U(NaN, -0, 3)",
            // NaN differs from itself.
            "+U(NaN, -0, 3)",
            "+U(NaN, 0, 2)",
            "+U(NaN, 0, 2)",
            "+U(0, 0, 1)",
        ]
    );
}

#[test]
fn a_value_without_its_group_is_refused() {
    let form = form(&[0], vec![call("max", &[1], string())]);
    let mut task = form.open().unwrap();
    push(&mut task, &[(Insert, Some(1), Some("a"), true)]);
    let (key_group, mut bytes) = key_groups(&task.snapshot()).remove(0);
    // The value's section alone.
    let at = bytes.windows(5).rposition(|name| name == b"max 0").unwrap() - 4;
    let node = "s0/group_aggregate-0".len() + 4;
    bytes.drain(8..at - node);
    bytes[6..8].copy_from_slice(&1_u16.to_le_bytes());
    let mut task = form.open().unwrap();
    task.restore(key_group, &bytes).unwrap();
    let emitted = push(&mut task, &[(Insert, Some(1), Some("a"), true)]);
    assert_eq!(
        emitted,
        [
            "ERROR the snapshot of table max 0 of node s0/group_aggregate-0 has a value without group"
        ]
    );
}

#[test]
fn several_arguments_are_told_apart_and_null_is_one_of_them() {
    let list = AggregateCall { output: string(), ..distinct("listagg", &[1, 2], None) };
    let form = Form { input: vec![long(), string(), string()], ..form(&[], vec![list]) };
    let mut task = form.open().unwrap();
    let kinds = [Insert, Insert, Insert, Insert, Delete, Delete, Insert];
    let texts = [Some("a"), Some("a"), Some("a"), None, Some("a"), Some("a"), Some("b")];
    let separators = [Some(","), Some(","), Some("-"), None, Some(","), Some(","), None];
    let columns = vec![longs(&[None; 7]), strings(&texts), strings(&separators)];
    task.push(0, changes(&kinds, columns).unwrap());
    assert_eq!(drain(&mut task), ["+I(a)", "+U(a-a)", "+U(a)", "+U(NULL)"]);
}

#[test]
fn null_is_a_distinct_value() {
    let array = LogicalType::nullable(TypeKind::Array(Box::new(long())));
    let call = AggregateCall { output: array, ..distinct("array_agg", &[0], None) };
    let form = form(&[], vec![call, distinct("count", &[0], None)]);
    let mut task = form.open().unwrap();
    let rows = [
        (Insert, None, None, true),
        (Insert, None, None, true),
        (Insert, Some(7), None, true),
        (Delete, None, None, true),
    ];
    // An array with NULL in it does not equal itself.
    assert_eq!(
        push(&mut task, &rows),
        ["+I([NULL], 0)", "+U([NULL], 0)", "+U([NULL, 7], 1)", "+U([NULL, 7], 1)"]
    );
    let mut task = restored(&form, &mut task);
    let rows = [(Delete, None, None, true), (Insert, None, None, true)];
    assert_eq!(push(&mut task, &rows), ["+U([7], 1)", "+U([7, NULL], 1)"]);
}
