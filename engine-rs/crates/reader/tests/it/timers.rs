use std::sync::Arc;

use sf_contract::proto::{StreamDropUpdateBeforeRel, TaskContext};
use sf_contract::substrait_proto::Rel;
use sf_contract::substrait_proto::expression::literal::LiteralType;
use sf_runtime::{
    ChangelogBatch, EngineError, ErrorCode, FragmentTask, NoHost, OperatorRegistry,
    RelationConstructor,
};
use sf_testing::changelog::{drain, inserts, longs};
use sf_testing::plan::{
    PlanBuilder, any, column, extension_of, literal, node, project, source, union,
};
use sf_testing::timers::{TIMED_MESSAGE, TimedFactory};

use crate::fixture::{long, open_with, task_context};
use crate::state::key_groups;

const EXTENSIONS: &[&dyn RelationConstructor] = &[&TimedFactory];
const REGISTRY: OperatorRegistry =
    OperatorRegistry { standard: sf_operators::REGISTRY.standard, extensions: EXTENSIONS };
const EVENT: i64 = 0;
const DELETE_EVENT: i64 = 1;
const PROCESSING: i64 = 2;
const DELETE_PROCESSING: i64 = 3;

fn timed_rel(id: &str, input: Rel) -> Rel {
    let mut detail = any(&StreamDropUpdateBeforeRel { node: Some(node(id)) });
    detail.type_url = format!("type.googleapis.com/{TIMED_MESSAGE}");
    extension_of(detail, input)
}

fn open(context: TaskContext) -> Result<FragmentTask, EngineError> {
    let mut plan = PlanBuilder::new();
    let rows = source("s0/source-1", 0, &[long(), long(), long()]);
    plan.sink("s0/sink-1", timed_rel("s0/timed-1", rows));
    Ok(open_with(&plan.bytes(), 0, &REGISTRY, context, Arc::new(NoHost))?.task)
}

fn task() -> FragmentTask {
    open(task_context()).expect("opens")
}

/// Rows of (key, command, time).
fn batch(rows: &[(i64, i64, i64)]) -> ChangelogBatch {
    let column = |value: fn(&(i64, i64, i64)) -> i64| {
        longs(&rows.iter().map(|row| Some(value(row))).collect::<Vec<_>>())
    };
    inserts(vec![column(|row| row.0), column(|row| row.1), column(|row| row.2)]).unwrap()
}

fn push_to(task: &mut FragmentTask, port: usize, rows: &[(i64, i64, i64)]) {
    task.push(port, batch(rows));
    assert_eq!(drain(task), [""; 0]);
}

fn push(task: &mut FragmentTask, rows: &[(i64, i64, i64)]) {
    push_to(task, 0, rows);
}

fn watermark(task: &mut FragmentTask, timestamp: i64) -> Vec<String> {
    task.watermark(0, timestamp);
    drain(task)
}

fn processing_time(task: &mut FragmentTask, now: i64) -> Vec<String> {
    task.timer(now);
    drain(task)
}

#[test]
fn event_time_timers_fire_once_by_time_before_the_watermark() {
    let mut task = task();
    push(&mut task, &[(1, EVENT, 20), (2, EVENT, 10), (1, EVENT, 20), (1, EVENT, 10)]);
    push(&mut task, &[(3, EVENT, 10), (3, DELETE_EVENT, 10), (1, EVENT, 21)]);
    assert_eq!(watermark(&mut task, 9), ["WM 9"]);
    assert_eq!(
        watermark(&mut task, 20),
        ["+I(2, 0, 10, 1)", "+I(1, 0, 10, 1)", "+I(1, 0, 20, 2)", "WM 20"]
    );
    // One behind the watermark fires with the next.
    push(&mut task, &[(2, EVENT, 4)]);
    assert_eq!(watermark(&mut task, i64::MAX)[..2], ["+I(2, 0, 4, 2)", "+I(1, 0, 21, 3)"]);
}

#[test]
fn timers_are_registered_and_deleted_while_others_fire() {
    let mut task = task();
    push(&mut task, &[(1, EVENT, 5), (2, EVENT, 6), (1, EVENT, 16), (1, EVENT, 17)]);
    // 5 makes 7; 16 takes 17 back.
    assert_eq!(
        watermark(&mut task, 100),
        ["+I(1, 0, 5, 1)", "+I(2, 0, 6, 1)", "+I(1, 0, 7, 2)", "+I(1, 0, 16, 3)", "WM 100"]
    );
    // The first of a key at 8 comes again at the same time.
    push(&mut task, &[(9, EVENT, 108)]);
    assert_eq!(watermark(&mut task, 200)[..2], ["+I(9, 0, 108, 1)", "+I(9, 0, 108, 2)"]);
}

#[test]
fn processing_time_timers_fire_by_the_deadline_that_the_fragment_asks_for() {
    let mut task = task();
    assert_eq!(task.next_deadline(), None);
    push(&mut task, &[(1, PROCESSING, 2_000), (1, PROCESSING, 1_500), (1, EVENT, 1_000)]);
    assert_eq!(task.next_deadline(), Some(1_500));
    assert_eq!(processing_time(&mut task, 1_499), [""; 0]);
    assert_eq!(processing_time(&mut task, 1_500), ["+I(1, 1, 1500, 1)"]);
    assert_eq!(task.next_deadline(), Some(2_000));
    push(&mut task, &[(2, PROCESSING, 1_805)]);
    assert_eq!(
        processing_time(&mut task, 5_000),
        ["+I(2, 1, 1805, 1)", "+I(2, 1, 1807, 2)", "+I(1, 1, 2000, 2)"]
    );
    assert_eq!(task.next_deadline(), None);
    // Event time does not move.
    assert_eq!(watermark(&mut task, 1_000), ["+I(1, 0, 1000, 3)", "WM 1000"]);
}

#[test]
fn deadlines_of_several_operators_are_met_by_time() {
    let rows = |id: &str, port| source(id, port, &[long(), long(), long()]);
    // What fires first deletes the timer of the second whose time is the number of timers that fired.
    let first = timed_rel("s0/timed-1", rows("s0/source-1", 0));
    let delete = literal(LiteralType::I64(DELETE_PROCESSING));
    let deletions = project("s0/calc-1", first, 4, vec![column(0), delete, column(3)]);
    let both = union("s0/union-1", vec![deletions, rows("s0/source-2", 1)]);
    let mut plan = PlanBuilder::new();
    plan.sink("s0/sink-1", timed_rel("s0/timed-2", both));
    let opened = open_with(&plan.bytes(), 0, &REGISTRY, task_context(), Arc::new(NoHost));
    let mut task = opened.expect("opens").task;
    push(&mut task, &[(1, PROCESSING, 10), (1, PROCESSING, 30)]);
    push_to(&mut task, 1, &[(1, PROCESSING, 2), (1, PROCESSING, 1)]);
    // At 10 there is one firing, too late for the timer at 1, and at 30 two.
    assert_eq!(processing_time(&mut task, 100), ["+I(1, 1, 1, 1)", "+I(1, 1, 2, 2)"]);
    assert_eq!(task.next_deadline(), None);
}

#[test]
fn timers_survive_a_restore_with_their_deadlines_and_key_groups() {
    let mut first = task();
    let rows: Vec<(i64, i64, i64)> =
        (0..100).flat_map(|key| [(key, EVENT, 10), (key, PROCESSING, 3_000 + 10 * key)]).collect();
    push(&mut first, &rows);
    watermark(&mut first, 9);
    let groups = key_groups(&first.snapshot());
    // What happens after the barrier is not in the snapshot.
    assert_eq!(watermark(&mut first, 10).len(), 101);
    let mut tasks = [task(), task()];
    for (key_group, bytes) in &groups {
        tasks[usize::from(*key_group >= 64)].restore(*key_group, bytes).unwrap();
    }
    assert_eq!(tasks.iter().filter_map(FragmentTask::next_deadline).min(), Some(3_000));
    let mut fired: Vec<String> = tasks.iter_mut().flat_map(|task| watermark(task, 10)).collect();
    fired.retain(|line| !line.starts_with("WM"));
    fired.sort();
    let mut expected: Vec<String> = (0..100).map(|key| format!("+I({key}, 0, 10, 1)")).collect();
    expected.sort();
    assert_eq!(fired, expected);
    let mut fired: Vec<String> =
        tasks.iter_mut().flat_map(|task| processing_time(task, 3_500)).collect();
    fired.sort();
    let mut expected: Vec<String> =
        (0..=50).map(|key| format!("+I({key}, 1, {}, 2)", 3_000 + 10 * key)).collect();
    expected.sort();
    assert_eq!(fired, expected);
}

#[test]
fn memory_of_timers_is_accounted() {
    let mut task = open(TaskContext { memory_bytes: 4 << 20, ..task_context() }).unwrap();
    for step in 0..1_000_i64 {
        let rows: Vec<_> = (0..1_000).map(|key| (key, EVENT, step * 10)).collect();
        task.push(0, batch(&rows));
        match task.take_event() {
            Ok(_) => {}
            Err(error) => {
                assert_eq!(error.code(), ErrorCode::Memory, "{error}");
                assert!(error.to_string().contains("s0/timed-1"), "{error}");
                return;
            }
        }
    }
    panic!("a million timers in 4 MB");
}

#[test]
fn restored_timers_are_accounted_before_any_row() {
    let mut first = task();
    for step in 0..20_i64 {
        let rows: Vec<_> = (0..5_000).map(|key| (key, EVENT, step * 10)).collect();
        push(&mut first, &rows);
    }
    let mut small = open(TaskContext { memory_bytes: 4 << 20, ..task_context() }).unwrap();
    let refused = key_groups(&first.snapshot())
        .iter()
        .find_map(|(key_group, bytes)| small.restore(*key_group, bytes).err())
        .expect("a hundred thousand timers in 4 MB");
    assert_eq!(refused.code(), ErrorCode::Memory, "{refused}");
    assert!(refused.to_string().contains("s0/timed-1"), "{refused}");
}
