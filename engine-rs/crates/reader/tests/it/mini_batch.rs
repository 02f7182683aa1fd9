use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};

use sf_contract::LogicalType;
use sf_contract::proto::{MiniBatchMode, StreamMiniBatchAssignerRel};
use sf_reader::{CheckedPlan, open_fragment};
use sf_runtime::RowKind::{Delete, Insert, UpdateAfter, UpdateBefore};
use sf_runtime::{
    ErrorCode, FlushKind, FragmentTask, Mark, NoHost, OperatorContext, ProcessingClock, RowKind,
    Signal, StreamStatus, TableKind,
};
use sf_testing::changelog::{booleans, changes, drain, inserts, longs, strings};
use sf_testing::plan::{AggregateCall, PlanBuilder, extension, node, source};

use crate::fixture::{long, string, task_context};
use crate::group_aggregate::{Form, count};
use crate::state::key_groups;

const END_OF_TIME: i64 = i64::MAX;

/// Rows are `(k, s, b)`; the calls count rows and texts.
fn bundled(rows: i64) -> Form<'static> {
    Form { bundle_rows: Some(rows), ..Form::counting() }
}

fn call<'a>(function: &'a str, argument: &'a [i32], output: LogicalType) -> AggregateCall<'a> {
    AggregateCall { function, arguments: argument, filter: None, distinct: false, output }
}

/// Pushes rows of which only key and text matter.
fn push(task: &mut FragmentTask, rows: &[(RowKind, i64, Option<&str>)]) -> Vec<String> {
    let kinds: Vec<RowKind> = rows.iter().map(|row| row.0).collect();
    let keys: Vec<Option<i64>> = rows.iter().map(|row| Some(row.1)).collect();
    let texts: Vec<Option<&str>> = rows.iter().map(|row| row.2).collect();
    let columns = vec![longs(&keys), strings(&texts), booleans(&vec![None; rows.len()])];
    task.push(0, changes(&kinds, columns).unwrap());
    drain(task)
}

fn flush(task: &mut FragmentTask, kind: FlushKind) -> Vec<String> {
    task.flush(kind);
    drain(task)
}

const NONE: Vec<String> = Vec::new();

#[test]
fn a_bundle_ends_with_its_last_row_wherever_batches_end() {
    // C08
    let mut task = bundled(2).open().unwrap();
    let row = (Insert, 1, Some("a"));
    assert_eq!(push(&mut task, &[row; 3]), ["+I(1, 2, 2)"]);
    assert_eq!(
        push(&mut task, &[row; 4]),
        ["-U(1, 2, 2)", "+U(1, 4, 4)", "-U(1, 4, 4)", "+U(1, 6, 6)"]
    );
    assert_eq!(flush(&mut task, FlushKind::EndOfInput), ["-U(1, 6, 6)", "+U(1, 7, 7)"]);
    assert_eq!(flush(&mut task, FlushKind::EndOfInput), NONE);
}

#[test]
fn watermarks_and_barriers_end_a_bundle_and_statuses_do_not() {
    let mut task = bundled(100).open().unwrap();
    let signal = |position, signal| Mark { position, signal };
    let marks = vec![
        signal(0, Signal::Watermark(1)),
        signal(1, Signal::Status(StreamStatus::Idle)),
        signal(2, Signal::Watermark(2)),
        signal(2, Signal::Watermark(3)),
    ];
    let columns = vec![longs(&[Some(1); 3]), strings(&[None; 3]), booleans(&[None; 3])];
    task.push(0, inserts(columns).and_then(|batch| batch.with_marks(marks)).unwrap());
    assert_eq!(drain(&mut task), ["WM 1", "IDLE", "+I(1, 2, 0)", "WM 2", "WM 3"]);
    assert_eq!(flush(&mut task, FlushKind::Barrier), ["-U(1, 2, 0)", "+U(1, 3, 0)"]);
    task.watermark(0, 4);
    assert_eq!(drain(&mut task), ["WM 4"]);
    // The count starts anew.
    let row = (Insert, 2, None);
    assert_eq!(push(&mut task, &[row; 99]), NONE);
    assert_eq!(push(&mut task, &[row]), ["+I(2, 100, 0)"]);
}

#[test]
fn only_rows_that_count_are_held_back() {
    let mut task = bundled(2).open().unwrap();
    let columns =
        vec![longs(&[Some(1), Some(9), Some(1)]), strings(&[None; 3]), booleans(&[None; 3])];
    let batch =
        inserts(columns).and_then(|batch| batch.with_selection(Some(vec![0, 2].into()))).unwrap();
    task.push(0, batch);
    assert_eq!(drain(&mut task), ["+I(1, 2, 0)"]);
}

#[test]
fn what_a_bundle_changes_back_is_not_emitted() {
    let calls =
        vec![count(&[1], None), call("max", &[1], string()), call("listagg", &[1], string())];
    let form = Form { calls, retracting: true, ..bundled(2) };
    let mut task = form.open().unwrap();
    assert_eq!(push(&mut task, &[(Insert, 1, Some("b")), (Insert, 1, None)]), ["+I(1, 1, b, b)"]);
    for text in ["a", "c", "b"] {
        let rows = [(Insert, 1, Some(text)), (Delete, 1, Some(text))];
        // Of two equal texts the first goes.
        assert_eq!(push(&mut task, &rows), NONE, "{text}");
    }
    let rows = [(UpdateBefore, 1, Some("b")), (UpdateAfter, 1, Some("d"))];
    assert_eq!(push(&mut task, &rows), ["-U(1, 1, b, b)", "+U(1, 1, d, d)"]);
}

#[test]
fn without_before_only_the_new_result_leaves() {
    let mut task = Form { update_before: false, ..bundled(2) }.open().unwrap();
    let row = (Insert, 1, None);
    assert_eq!(push(&mut task, &[row; 6]), ["+I(1, 2, 0)", "+U(1, 4, 0)", "+U(1, 6, 0)"]);
}

#[test]
fn a_group_lives_and_ends_with_its_bundle() {
    let mut task = Form { retracting: true, ..bundled(4) }.open().unwrap();
    let (add, take) = ((Insert, 1, Some("a")), (Delete, 1, Some("a")));
    // Those in front are no rows of the group, a later one is.
    assert_eq!(push(&mut task, &[take, take, add, add]), ["+I(1, 2, 2)"]);
    // Without rows in between it goes on.
    assert_eq!(push(&mut task, &[take, take, add, add]), NONE);
    assert_eq!(push(&mut task, &[take, add, take, take]), ["-D(1, 2, 2)"]);
}

#[test]
fn a_group_that_comes_and_goes_in_a_bundle_leaves_nothing() {
    let mut task = Form { retracting: true, ..bundled(2) }.open().unwrap();
    let (add, take) = ((Insert, 1, Some("a")), (Delete, 1, Some("a")));
    assert_eq!(push(&mut task, &[add, take]), NONE);
    assert_eq!(push(&mut task, &[add, add]), ["+I(1, 2, 2)"]);
    assert_eq!(push(&mut task, &[take, take]), ["-D(1, 2, 2)"]);
    assert_eq!(push(&mut task, &[add, add]), ["+I(1, 2, 2)"]);
}

#[test]
fn more_is_taken_back_than_there_was() {
    // The number of rows is not 0, so that the group is there.
    let mut task = Form { retracting: true, ..bundled(3) }.open().unwrap();
    let (add, take) = ((Insert, 1, Some("a")), (Delete, 1, Some("a")));
    assert_eq!(push(&mut task, &[add, take, take]), ["+I(1, -1, -1)"]);
    assert_eq!(push(&mut task, &[add, add, add]), ["-U(1, -1, -1)", "+U(1, 2, 2)"]);
}

/// Flink's MiniBatchGroupAggFunction returns at a key of which there is nothing but what is taken back.
#[test]
fn keys_behind_an_unknown_one_that_is_taken_back_are_lost() {
    let form = Form { retracting: true, calls: vec![count(&[], None)], ..bundled(20) };
    let rows: Vec<_> = (0..20).map(|key| (Insert, key, None)).collect();
    let all = push(&mut form.open().unwrap(), &rows);
    assert_eq!(all.len(), 20);
    assert_ne!(all, (0..20).map(|key| format!("+I({key}, 1)")).collect::<Vec<_>>());
    for key in 0..20 {
        let mut rows = rows.clone();
        rows[key].0 = Delete;
        let until = all.iter().position(|line| *line == format!("+I({key}, 1)")).unwrap();
        let mut task = form.open().unwrap();
        assert_eq!(push(&mut task, &rows), all[..until]);
        assert_eq!(flush(&mut task, FlushKind::EndOfInput), NONE);
    }
}

#[test]
fn a_long_bundle_is_applied_in_steps() {
    let form = Form { calls: vec![count(&[], None)], ..bundled(100_000) };
    let mut task = form.open().unwrap();
    for _ in 0..10 {
        let rows: Vec<_> = (0..6_000).map(|key| (Insert, key * 7, None)).collect();
        assert_eq!(push(&mut task, &rows), NONE);
    }
    let mut lines = flush(&mut task, FlushKind::Barrier);
    lines.sort();
    let mut expected: Vec<String> = (0..6_000).map(|key| format!("+I({}, 10)", key * 7)).collect();
    expected.sort();
    assert_eq!(lines, expected);
}

#[test]
fn one_key_can_have_more_rows_than_a_step() {
    let mut task = Form { calls: vec![count(&[], None)], ..bundled(20_000) }.open().unwrap();
    assert_eq!(push(&mut task, &vec![(Insert, 1, None); 20_000]), ["+I(1, 20000)"]);
}

#[test]
fn distinct_values_and_state_survive_a_restore() {
    let distinct = AggregateCall { distinct: true, ..count(&[1], None) };
    let calls = vec![distinct, call("min", &[1], string())];
    let form = Form { calls, retracting: true, ..bundled(3) };
    let mut first = form.open().unwrap();
    let rows = [(Insert, 1, Some("b")), (Insert, 1, Some("b")), (Insert, 1, Some("c"))];
    assert_eq!(push(&mut first, &rows), ["+I(1, 2, b)"]);
    assert_eq!(push(&mut first, &rows[..1]), NONE);
    assert_eq!(flush(&mut first, FlushKind::Barrier), NONE, "nothing changed");
    let snapshot = first.snapshot();
    let mut second = form.open().unwrap();
    for (key_group, bytes) in key_groups(&snapshot) {
        second.restore(key_group, &bytes).unwrap();
    }
    let back = (Delete, 1, Some("b"));
    assert_eq!(push(&mut second, &[back; 3]), ["-U(1, 2, b)", "+U(1, 1, c)"]);
}

#[test]
fn without_keys_there_is_one_group() {
    let mut task = Form { grouping: &[], ..bundled(3) }.open().unwrap();
    let rows = [(Insert, 1, Some("a")), (Insert, 2, None), (Insert, 3, None)];
    assert_eq!(push(&mut task, &rows), ["+I(3, 1)"]);
}

#[test]
fn unchanged_results_are_emitted_where_state_expires() {
    let now = Arc::new(AtomicI64::new(1_000));
    let form = Form { calls: vec![count(&[1], None)], state_ttl_millis: 10, ..bundled(2) };
    let mut task = form.open_at(&now).unwrap();
    let rows = [(Insert, 1, None); 2];
    assert_eq!(push(&mut task, &rows), ["+I(1, 0)"]);
    now.store(1_009, Ordering::Relaxed);
    assert_eq!(push(&mut task, &rows[..1]), NONE);
    now.store(1_010, Ordering::Relaxed);
    // It counts when the bundle ends.
    assert_eq!(push(&mut task, &rows[..1]), ["+I(1, 0)"]);
    now.store(1_019, Ordering::Relaxed);
    assert_eq!(push(&mut task, &rows), ["-U(1, 0)", "+U(1, 0)"]);
}

#[test]
fn groups_before_a_failing_one_leave() {
    let calls = vec![call("single_value", &[1], string())];
    let form = Form { calls, ..bundled(3) };
    let rows = [(Insert, 1, None), (Insert, 2, None), (Insert, 3, None)];
    let all = push(&mut form.open().unwrap(), &rows);
    let second: i64 = all[1][3..4].parse().unwrap();
    let twice = Form { bundle_rows: Some(4), ..form };
    let rows: Vec<_> = rows.into_iter().chain([(Insert, second, None)]).collect();
    let lines = push(&mut twice.open().unwrap(), &rows);
    assert_eq!(lines[0], all[0]);
    assert!(
        lines[1].starts_with("ERROR org.apache.flink.table.api.TableRuntimeException"),
        "{lines:?}"
    );
    assert_eq!(lines.len(), 2);
}

#[test]
fn what_is_held_back_is_told_and_takes_memory() {
    let mut task = bundled(1_000_000).open().unwrap();
    push(&mut task, &[(Insert, 1, None), (Insert, 2, None), (Insert, 1, None)]);
    let mut bundles = Vec::new();
    task.visit_tables(&mut |table| {
        if let TableKind::Bundle { keys } = table.kind {
            bundles.push((table.layout.node.clone(), table.rows, keys));
        }
    });
    assert_eq!(bundles, [("s0/group_aggregate-0".to_owned(), 3, 2)]);
    let text = "x".repeat(1 << 20);
    let lines: Vec<String> =
        (0..100).flat_map(|_| push(&mut task, &[(Insert, 1, Some(text.as_str()))])).collect();
    assert!(lines[0].starts_with("ERROR s0/group_aggregate-0 needs"), "{}", lines[0]);
}

#[test]
fn a_bundle_has_rows() {
    assert_eq!(bundled(0).open().err(), Some(ErrorCode::PlanMalformed));
    assert_eq!(bundled(-1).open().err(), Some(ErrorCode::PlanMalformed));
}

/// The clock reads 1,000.
fn assigner(mode: MiniBatchMode, interval_millis: i64) -> (FragmentTask, ProcessingClock) {
    let rel = StreamMiniBatchAssignerRel {
        node: Some(node("s0/mini_batch_assigner-0")),
        mode: mode as i32,
        interval_millis,
    };
    let mut plan = PlanBuilder::new();
    plan.sink("s0/sink-0", extension(&rel, source("s0/source-1", 0, &[long()])));
    let plan = Arc::new(CheckedPlan::decode(&plan.bytes()).unwrap());
    let context = OperatorContext::new(task_context(), Arc::new(NoHost));
    let opened = open_fragment(&plan, 0, &sf_operators::REGISTRY, &context).unwrap();
    (opened.task, context.processing_time)
}

fn row(task: &mut FragmentTask, value: i64) -> Vec<String> {
    task.push(0, inserts(vec![longs(&[Some(value)])]).unwrap());
    drain(task)
}

fn watermark(task: &mut FragmentTask, timestamp: i64) -> Vec<String> {
    task.watermark(0, timestamp);
    drain(task)
}

#[test]
fn the_clock_makes_a_watermark_before_the_first_row_of_a_batch_or_by_timer() {
    let (mut task, clock) = assigner(MiniBatchMode::ProcessingTime, 400);
    assert!(task.reads_processing_time());
    assert_eq!(task.next_deadline(), Some(1_400));
    assert_eq!(row(&mut task, 1), ["WM 800", "+I(1)"]);
    assert_eq!(row(&mut task, 2), ["+I(2)"]);
    clock.set_millis(1_200);
    assert_eq!(row(&mut task, 3), ["WM 1200", "+I(3)"]);
    task.timer(1_450);
    assert_eq!(drain(&mut task), NONE);
    assert_eq!(task.next_deadline(), Some(1_600));
    task.timer(1_700);
    assert_eq!(drain(&mut task), ["WM 1600"]);
    assert_eq!(task.next_deadline(), Some(2_000));
}

#[test]
fn the_clock_s_assigner_passes_only_the_final_watermark() {
    let (mut task, _) = assigner(MiniBatchMode::ProcessingTime, 400);
    assert_eq!(watermark(&mut task, 5_000), NONE);
    let mark = |position, timestamp| Mark { position, signal: Signal::Watermark(timestamp) };
    let marks = vec![
        mark(0, 7),
        Mark { position: 1, signal: Signal::Status(StreamStatus::Idle) },
        mark(2, END_OF_TIME),
        mark(2, END_OF_TIME),
    ];
    let rows = longs(&[Some(1), Some(2)]);
    let batch = inserts(vec![rows])
        .and_then(|batch| batch.with_selection(Some(vec![1].into())))
        .and_then(|batch| batch.with_marks(marks));
    task.push(0, batch.unwrap());
    let end = format!("WM {END_OF_TIME}");
    assert_eq!(drain(&mut task), ["IDLE", "WM 800", "+I(2)", end.as_str()]);
    assert_eq!(watermark(&mut task, END_OF_TIME), NONE);
    task.flush(FlushKind::EndOfInput);
    assert_eq!(drain(&mut task), NONE);
}

#[test]
fn event_time_passes_as_often_as_the_interval_and_once_more_at_the_end() {
    let (mut task, _) = assigner(MiniBatchMode::EventTime, 100);
    let seen: Vec<i64> = [-5, 98, 99, 150, 199, 450, 400, 498, 499]
        .into_iter()
        .filter(|timestamp| !watermark(&mut task, *timestamp).is_empty())
        .collect();
    assert_eq!(seen, [99, 199, 450, 499]);
    assert_eq!(row(&mut task, 1), ["+I(1)"]);
    assert_eq!(watermark(&mut task, 550), NONE);
    task.flush(FlushKind::Barrier);
    assert_eq!(drain(&mut task), NONE);
    task.flush(FlushKind::EndOfInput);
    assert_eq!(drain(&mut task), ["WM 550"]);
}

#[test]
fn event_time_keeps_watermarks_at_their_rows() {
    let (mut task, _) = assigner(MiniBatchMode::EventTime, 100);
    let mark = |position, timestamp| Mark { position, signal: Signal::Watermark(timestamp) };
    let marks = vec![mark(0, 50), mark(1, 120), mark(2, 130), mark(3, 250)];
    let rows = longs(&[Some(1), Some(2), Some(3)]);
    task.push(0, inserts(vec![rows]).and_then(|batch| batch.with_marks(marks)).unwrap());
    assert_eq!(drain(&mut task), ["+I(1)", "WM 120", "+I(2)", "+I(3)", "WM 250"]);
}
