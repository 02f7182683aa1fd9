use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};

use sf_contract::LogicalType;
use sf_contract::proto::{
    ChangelogMode, InputTraits, MiniBatch, RowKind as Kind, StreamGroupAggregate,
};
use sf_contract::substrait_proto::Rel;
use sf_reader::{CheckedPlan, open_fragment};
use sf_runtime::RowKind::{Delete, Insert, UpdateAfter, UpdateBefore};
use sf_runtime::{
    Clock, ErrorCode, FragmentTask, Mark, NoHost, OperatorContext, Signal, StreamStatus,
};
use sf_testing::changelog::{booleans, changes, drain, inserts, longs, strings};
use sf_testing::plan::{AggregateCall, PlanBuilder, aggregate, node, source};

use crate::fixture::{boolean, long, string, task_context};
use crate::state::key_groups;

/// What an aggregate under test is made of.
#[derive(Clone)]
pub struct Form<'a> {
    pub input: Vec<LogicalType>,
    pub grouping: &'a [i32],
    pub calls: Vec<AggregateCall<'a>>,
    pub retracting: bool,
    pub update_before: bool,
    pub state_ttl_millis: i64,
    pub bundle_rows: Option<i64>,
}

impl<'a> Form<'a> {
    pub fn counting() -> Self {
        Self {
            input: vec![long(), string(), boolean()],
            grouping: &[0],
            calls: vec![count(&[], None), count(&[1], None)],
            retracting: false,
            update_before: true,
            state_ttl_millis: 0,
            bundle_rows: None,
        }
    }

    fn rel(&self, plan: &mut PlanBuilder) -> Rel {
        let insert = vec![Kind::Insert as i32];
        let all = [Kind::Insert, Kind::UpdateBefore, Kind::UpdateAfter, Kind::Delete];
        let all: Vec<i32> = all.into_iter().map(|kind| kind as i32).collect();
        let mode = |kinds: &[i32]| Some(ChangelogMode { kinds: kinds.to_vec() });
        let mut node = node("s0/group_aggregate-0");
        node.changelog_mode = if self.update_before { mode(&all) } else { mode(&insert) };
        node.inputs = vec![InputTraits {
            changelog_mode: mode(if self.retracting { &all } else { &insert }),
            state_ttl_millis: self.state_ttl_millis,
            ..InputTraits::default()
        }];
        let measures = self.calls.iter().map(|call| plan.measure(call)).collect();
        let retracting = vec![self.retracting; self.calls.len()];
        let mini_batch = self.bundle_rows.map(|size| MiniBatch { size });
        let message = StreamGroupAggregate { node: Some(node), retracting, mini_batch };
        aggregate(&message, source("s0/source-1", 0, &self.input), self.grouping, measures)
    }

    pub fn open(&self) -> Result<FragmentTask, ErrorCode> {
        self.open_at(&Arc::new(AtomicI64::new(0)))
    }

    pub fn open_at(&self, now: &Arc<AtomicI64>) -> Result<FragmentTask, ErrorCode> {
        let mut plan = PlanBuilder::new();
        let rel = self.rel(&mut plan);
        plan.sink("s0/sink-0", rel);
        let plan = CheckedPlan::decode(&plan.bytes()).map_err(|error| error.code())?;
        let mut context = OperatorContext::new(task_context(), Arc::new(NoHost));
        context.clock = Arc::new(ManualClock(Arc::clone(now)));
        open_fragment(&Arc::new(plan), 0, &sf_operators::REGISTRY, &context)
            .map(|opened| opened.task)
            .map_err(|error| error.code())
    }
}

struct ManualClock(Arc<AtomicI64>);

impl Clock for ManualClock {
    fn now_millis(&self) -> i64 {
        self.0.load(Ordering::Relaxed)
    }
}

pub fn count(arguments: &[i32], filter: Option<i32>) -> AggregateCall<'_> {
    let output = long();
    AggregateCall { function: "count", arguments, filter, distinct: false, output }
}

#[test]
fn each_row_updates_its_group_in_order() {
    let mut task = Form::counting().open().unwrap();
    let keys = longs(&[Some(1), None, Some(1), None]);
    let texts = strings(&[Some("a"), None, None, Some("b")]);
    let flags = booleans(&[None; 4]);
    task.push(0, inserts(vec![keys, texts, flags]).unwrap());
    assert_eq!(
        drain(&mut task),
        [
            "+I(1, 1, 1)",
            "+I(NULL, 1, 0)",
            "-U(1, 1, 1)",
            "+U(1, 2, 1)",
            "-U(NULL, 1, 0)",
            "+U(NULL, 2, 1)",
        ]
    );
}

#[test]
fn updates_come_alone_where_the_plan_wants_no_before() {
    let mut task = Form { update_before: false, ..Form::counting() }.open().unwrap();
    let columns =
        vec![longs(&[Some(1); 2]), strings(&[Some("a"), Some("b")]), booleans(&[None; 2])];
    task.push(0, inserts(columns).unwrap());
    assert_eq!(drain(&mut task), ["+I(1, 1, 1)", "+U(1, 2, 2)"]);
}

#[test]
fn what_does_not_change_is_not_emitted() {
    let mut task = Form { calls: vec![count(&[1], Some(2))], ..Form::counting() }.open().unwrap();
    let texts = strings(&[Some("a"), None, Some("b"), Some("c"), Some("d")]);
    let flags = booleans(&[Some(false), Some(true), Some(false), None, Some(true)]);
    task.push(0, inserts(vec![longs(&[Some(1); 5]), texts, flags]).unwrap());
    assert_eq!(drain(&mut task), ["+I(1, 0)", "-U(1, 0)", "+U(1, 1)"]);
}

#[test]
fn a_group_ends_with_its_last_row_and_can_come_back_in_the_same_batch() {
    let mut task = Form { retracting: true, ..Form::counting() }.open().unwrap();
    let kinds = [Delete, Insert, UpdateAfter, UpdateBefore, Delete, Delete, Insert, Insert];
    let keys = longs(&[Some(1), Some(1), Some(1), Some(1), Some(1), Some(1), Some(2), Some(1)]);
    let texts = strings(&[Some("x"), Some("a"), None, Some("a"), None, None, None, Some("b")]);
    task.push(0, changes(&kinds, vec![keys, texts, booleans(&[None; 8])]).unwrap());
    assert_eq!(
        drain(&mut task),
        [
            "+I(1, 1, 1)",
            "-U(1, 1, 1)",
            "+U(1, 2, 1)",
            "-U(1, 2, 1)",
            "+U(1, 1, 0)",
            "-D(1, 1, 0)",
            "+I(2, 1, 0)",
            "+I(1, 1, 1)",
        ]
    );
}

#[test]
fn watermarks_keep_their_place_among_the_changes() {
    let watermark = |position| Mark { position, signal: Signal::Watermark(position as i64) };
    let idle = Mark { position: 2, signal: Signal::Status(StreamStatus::Idle) };
    let push = |task: &mut FragmentTask, texts: &[Option<&str>]| {
        let columns = vec![longs(&[Some(1); 5]), strings(texts), booleans(&[None; 5])];
        let marks =
            vec![watermark(0), watermark(1), watermark(2), idle, watermark(5), watermark(5)];
        let batch = inserts(columns)
            .and_then(|batch| batch.with_selection(Some(vec![0, 2, 3].into())))
            .and_then(|batch| batch.with_marks(marks));
        task.push(0, batch.unwrap());
        drain(task)
    };
    let mut task = Form { calls: vec![count(&[1], None)], ..Form::counting() }.open().unwrap();
    assert_eq!(
        push(&mut task, &[Some("a"), None, None, Some("b"), Some("c")]),
        ["WM 0", "+I(1, 1)", "WM 1", "WM 2", "IDLE", "-U(1, 1)", "+U(1, 2)", "WM 5", "WM 5"]
    );
    // Nothing changes, but event time goes on.
    assert_eq!(push(&mut task, &[None; 5]), ["WM 0", "WM 1", "WM 2", "IDLE", "WM 5", "WM 5"]);
}

#[test]
fn without_keys_there_is_one_group() {
    let mut task = Form { grouping: &[], ..Form::counting() }.open().unwrap();
    let columns = vec![longs(&[Some(1), Some(2)]), strings(&[None; 2]), booleans(&[None; 2])];
    task.push(0, inserts(columns).unwrap());
    assert_eq!(drain(&mut task), ["+I(1, 0)", "-U(1, 0)", "+U(2, 0)"]);
}

fn push(task: &mut FragmentTask, keys: &[Option<i64>]) -> Vec<String> {
    let rows = keys.len();
    let columns = vec![longs(keys), strings(&vec![None; rows]), booleans(&vec![None; rows])];
    task.push(0, inserts(columns).unwrap());
    drain(task)
}

#[test]
fn state_survives_in_a_view_that_later_rows_do_not_touch() {
    let form = Form { calls: vec![count(&[], None)], ..Form::counting() };
    let mut first = form.open().unwrap();
    let keys: Vec<Option<i64>> =
        (0..3000).map(|key| (key % 1500 != 7).then_some(key % 1500)).collect();
    push(&mut first, &keys);
    let snapshot = first.snapshot();
    assert_eq!(push(&mut first, &[Some(3)]), ["-U(3, 2)", "+U(3, 3)"]);
    drop(first);
    let mut second = form.open().unwrap();
    for (key_group, bytes) in std::thread::spawn(move || key_groups(&snapshot)).join().unwrap() {
        second.restore(key_group, &bytes).unwrap();
    }
    assert_eq!(
        push(&mut second, &[Some(3), None, Some(7), Some(1499)]),
        [
            "-U(3, 2)",
            "+U(3, 3)",
            "-U(NULL, 2)",
            "+U(NULL, 3)",
            "+I(7, 1)",
            "-U(1499, 2)",
            "+U(1499, 3)"
        ]
    );
}

#[test]
fn state_of_another_query_is_refused_by_name() {
    let mut first = Form::counting().open().unwrap();
    push(&mut first, &[Some(1)]);
    let (key_group, bytes) = key_groups(&first.snapshot()).remove(0);
    let other = Form { calls: vec![count(&[], None)], ..Form::counting() };
    let error = other.open().unwrap().restore(key_group, &bytes).unwrap_err();
    assert_eq!(error.code(), ErrorCode::State);
    let text = error.to_string();
    assert!(text.contains("table groups of node s0/group_aggregate-0"), "{text}");
    assert!(text.contains("count(VarChar"), "{text}");
}

#[test]
fn groups_expire_after_their_last_change_and_unchanged_results_are_emitted() {
    let now = Arc::new(AtomicI64::new(1_000));
    let form = Form { calls: vec![count(&[1], None)], state_ttl_millis: 10, ..Form::counting() };
    let mut task = form.open_at(&now).unwrap();
    assert_eq!(push(&mut task, &[Some(1), Some(1)]), ["+I(1, 0)", "-U(1, 0)", "+U(1, 0)"]);
    now.store(1_009, Ordering::Relaxed);
    assert_eq!(push(&mut task, &[Some(1)]), ["-U(1, 0)", "+U(1, 0)"]);
    now.store(1_018, Ordering::Relaxed);
    assert_eq!(push(&mut task, &[Some(1)]), ["-U(1, 0)", "+U(1, 0)"], "the last change counts");
    now.store(1_028, Ordering::Relaxed);
    assert_eq!(push(&mut task, &[Some(1)]), ["+I(1, 0)"]);
}

#[test]
fn a_key_of_another_task_is_refused() {
    let mut plan = PlanBuilder::new();
    let rel = Form::counting().rel(&mut plan);
    plan.sink("s0/sink-0", rel);
    let mut task = task_context();
    (task.key_group_start, task.key_group_end) = (0, 3);
    let plan = Arc::new(CheckedPlan::decode(&plan.bytes()).unwrap());
    let context = OperatorContext::new(task, Arc::new(NoHost));
    let opened = open_fragment(&plan, 0, &sf_operators::REGISTRY, &context);
    let mut task = opened.unwrap().task;
    let keys: Vec<Option<i64>> = (0..100).map(Some).collect();
    let last = push(&mut task, &keys).pop().unwrap();
    assert!(last.starts_with("ERROR a key of table groups"), "{last}");
}

#[test]
fn state_that_does_not_fit_into_memory_fails_with_the_option_to_raise() {
    let mut plan = PlanBuilder::new();
    let rel = Form::counting().rel(&mut plan);
    plan.sink("s0/sink-0", rel);
    let mut task = task_context();
    task.memory_bytes = 100_000;
    let plan = Arc::new(CheckedPlan::decode(&plan.bytes()).unwrap());
    let context = OperatorContext::new(task, Arc::new(NoHost));
    let mut task = open_fragment(&plan, 0, &sf_operators::REGISTRY, &context).unwrap().task;
    let keys: Vec<Option<i64>> = (0..10_000).map(Some).collect();
    let last = push(&mut task, &keys).pop().unwrap();
    assert!(last.starts_with("ERROR s0/group_aggregate-0 needs"), "{last}");
    assert!(last.contains("raise streamfusion.memory.unmanaged-size"), "{last}");
}

fn call<'a>(function: &'a str, argument: &'a [i32], output: LogicalType) -> AggregateCall<'a> {
    AggregateCall { function, arguments: argument, filter: None, distinct: false, output }
}

#[test]
fn numbers_are_summed_averaged_and_compared() {
    let calls = vec![
        call("sum", &[0], long()),
        call("avg", &[0], long()),
        call("min", &[0], long()),
        call("max", &[1], string()),
    ];
    let mut task = Form { calls, grouping: &[], ..Form::counting() }.open().unwrap();
    let numbers = longs(&[None, Some(-1), Some(-2), Some(i64::MAX)]);
    let texts = strings(&[Some("b"), Some("a"), None, Some("bb")]);
    task.push(0, inserts(vec![numbers, texts, booleans(&[None; 4])]).unwrap());
    assert_eq!(
        drain(&mut task),
        [
            "+I(NULL, NULL, NULL, b)",
            "-U(NULL, NULL, NULL, b)",
            "+U(-1, -1, -1, b)",
            "-U(-1, -1, -1, b)",
            "+U(-3, -1, -2, b)",
            "-U(-3, -1, -2, b)",
            "+U(9223372036854775804, 3074457345618258601, -2, bb)",
        ]
    );
}

#[test]
fn a_sum_without_values_is_null_again() {
    let calls = vec![call("sum", &[0], long()), call("avg", &[0], long())];
    let form = Form { calls, grouping: &[], retracting: true, ..Form::counting() };
    let mut task = form.open().unwrap();
    let numbers = longs(&[None, Some(5), Some(5)]);
    let kinds = [Insert, Insert, Delete];
    let columns = vec![numbers, strings(&[None; 3]), booleans(&[None; 3])];
    task.push(0, changes(&kinds, columns).unwrap());
    assert_eq!(
        drain(&mut task),
        ["+I(NULL, NULL)", "-U(NULL, NULL)", "+U(5, 5)", "-U(5, 5)", "+U(NULL, NULL)"]
    );
}

#[test]
fn distinct_values_count_once_for_each_filter_also_after_restore() {
    let distinct = |filter| AggregateCall { distinct: true, ..count(&[1], filter) };
    let form = Form { calls: vec![distinct(None), distinct(Some(2))], ..Form::counting() };
    let mut first = form.open().unwrap();
    let push = |task: &mut FragmentTask, texts: &[Option<&str>], flags: &[Option<bool>]| {
        let keys = longs(&vec![Some(1); texts.len()]);
        task.push(0, inserts(vec![keys, strings(texts), booleans(flags)]).unwrap());
        drain(task)
    };
    let (a, b, yes, no) = (Some("a"), Some("b"), Some(true), Some(false));
    assert_eq!(
        push(&mut first, &[None, a, a, a, b], &[yes, no, yes, yes, no]),
        [
            "+I(1, 0, 0)",
            "-U(1, 0, 0)",
            "+U(1, 1, 0)",
            "-U(1, 1, 0)",
            "+U(1, 1, 1)",
            "-U(1, 1, 1)",
            "+U(1, 2, 1)"
        ]
    );
    let snapshot = first.snapshot();
    let mut second = form.open().unwrap();
    for (key_group, bytes) in key_groups(&snapshot) {
        second.restore(key_group, &bytes).unwrap();
    }
    assert_eq!(push(&mut second, &[a, b, b], &[yes, yes, no]), ["-U(1, 2, 1)", "+U(1, 2, 2)"]);
}

#[test]
fn texts_survive_restore() {
    let form = Form { calls: vec![call("max", &[1], string())], ..Form::counting() };
    let mut first = form.open().unwrap();
    let row = |text| inserts(vec![longs(&[Some(1)]), strings(&[text]), booleans(&[None])]).unwrap();
    first.push(0, row(None));
    first.push(0, row(Some("größe")));
    assert_eq!(drain(&mut first), ["+I(1, NULL)", "-U(1, NULL)", "+U(1, größe)"]);
    let snapshot = first.snapshot();
    let mut second = form.open().unwrap();
    for (key_group, bytes) in key_groups(&snapshot) {
        second.restore(key_group, &bytes).unwrap();
    }
    second.push(0, row(Some("a")));
    second.push(0, row(Some("😀")));
    assert_eq!(drain(&mut second), ["-U(1, größe)", "+U(1, 😀)"]);
}

#[test]
fn functions_and_variants_that_there_are_not_are_refused() {
    let refused = |call: AggregateCall<'static>, retracting: bool| {
        Form { calls: vec![call], retracting, ..Form::counting() }.open().err()
    };
    assert_eq!(refused(call("median", &[0], long()), false), Some(ErrorCode::Function));
    assert_eq!(refused(call("sum", &[1], string()), false), Some(ErrorCode::Function));
    assert_eq!(refused(call("max", &[0], string()), true), Some(ErrorCode::Function));
    assert_eq!(refused(call("count", &[0], string()), false), Some(ErrorCode::Function));
    let distinct = AggregateCall { distinct: true, ..count(&[], None) };
    assert_eq!(refused(distinct, true), Some(ErrorCode::Function));
}
