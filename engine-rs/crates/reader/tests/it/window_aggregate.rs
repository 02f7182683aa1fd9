use std::sync::Arc;

use sf_contract::proto::window_time::Source;
use sf_contract::proto::{
    StreamGlobalWindowAggregateRel, StreamLocalWindowAggregateRel, StreamWindowAggregateRel,
    TaskContext, WindowKind, WindowProperty, WindowSpec, WindowTime, WindowZone, ZoneRules,
};
use sf_contract::{LogicalType, TypeKind};
use sf_runtime::{ErrorCode, FlushKind, FragmentTask, NoHost};
use sf_testing::changelog::{booleans, drain, inserts, longs, strings, timestamps};
use sf_testing::plan::{AggregateCall, PlanBuilder, column, extension, node, source};

use crate::fixture::{boolean, long, open_with, string, task_context, timestamp};
use crate::group_aggregate::count;
use crate::state::key_groups;

const SECOND: i64 = 1_000;

/// A window aggregate over (key BIGINT, value BIGINT, text STRING, wanted BOOLEAN, time).
struct Form<'a> {
    calls: Vec<AggregateCall<'a>>,
    window: WindowSpec,
    time: LogicalType,
    zone: ZoneRules,
}

fn tumble(size: i64) -> WindowSpec {
    WindowSpec {
        kind: WindowKind::Tumble as i32,
        size_millis: size,
        zone: WindowZone::Utc as i32,
        ..WindowSpec::default()
    }
}

fn hop(size: i64, slide: i64) -> WindowSpec {
    WindowSpec { kind: WindowKind::Hop as i32, step_millis: slide, ..tumble(size) }
}

fn sum<'a>() -> AggregateCall<'a> {
    AggregateCall {
        function: "sum",
        arguments: &[1],
        filter: None,
        distinct: false,
        output: long(),
    }
}

impl Default for Form<'_> {
    fn default() -> Self {
        Self {
            calls: vec![count(&[], None), sum()],
            window: tumble(10 * SECOND),
            time: timestamp(),
            zone: ZoneRules::default(),
        }
    }
}

impl Form<'_> {
    fn open(&self) -> Result<FragmentTask, ErrorCode> {
        let mut plan = PlanBuilder::new();
        let input = [long(), long(), string(), boolean(), self.time.clone()];
        let message = StreamWindowAggregateRel {
            node: Some(node("s0/window_aggregate-0")),
            grouping: vec![column(0)],
            measures: self.calls.iter().map(|call| plan.measure(call)).collect(),
            window: Some(self.window),
            time: Some(WindowTime { source: Some(Source::Rowtime(column(4))) }),
            properties: vec![
                WindowProperty::Start as i32,
                WindowProperty::End as i32,
                WindowProperty::Rowtime as i32,
            ],
        };
        let rel = extension(&message, source("s0/source-1", 0, &input));
        plan.sink("s0/sink-0", rel);
        let context = TaskContext { session_zone: Some(self.zone.clone()), ..task_context() };
        open_with(&plan.bytes(), 0, &sf_operators::REGISTRY, context, Arc::new(NoHost))
            .map(|opened| opened.task)
            .map_err(|error| error.code())
    }

    fn task(&self) -> FragmentTask {
        self.open().expect("opens")
    }
}

/// Rows of (key, value, time).
fn push(task: &mut FragmentTask, rows: &[(i64, i64, i64)]) {
    let count = rows.len();
    let keys: Vec<_> = rows.iter().map(|row| Some(row.0)).collect();
    let values: Vec<_> = rows.iter().map(|row| Some(row.1)).collect();
    let times: Vec<_> = rows.iter().map(|row| Some(row.2)).collect();
    let wanted: Vec<_> = rows.iter().map(|row| Some(row.1 > 10)).collect();
    let columns = vec![
        longs(&keys),
        longs(&values),
        strings(&vec![Some("t"); count]),
        booleans(&wanted),
        timestamps(&times),
    ];
    task.push(0, inserts(columns).unwrap());
}

fn watermark(task: &mut FragmentTask, timestamp: i64) -> Vec<String> {
    task.watermark(0, timestamp);
    drain(task)
}

#[test]
fn a_window_is_emitted_when_the_watermark_reaches_its_last_millisecond() {
    let mut task = Form::default().task();
    push(&mut task, &[(1, 1, 5_000), (2, 2, 15_000), (1, 3, 9_999), (1, 4, 10_000)]);
    assert_eq!(watermark(&mut task, 9_998), ["WM 9998"]);
    assert_eq!(watermark(&mut task, 9_999), ["+I(1, 2, 4, 0, 10000, 9999)", "WM 9999"]);
    assert_eq!(
        watermark(&mut task, i64::MAX),
        [
            // As they lie in Flink's heap, not as they came.
            "+I(1, 1, 4, 10000, 20000, 19999)",
            "+I(2, 1, 2, 10000, 20000, 19999)",
            "WM 9223372036854775807"
        ]
    );
}

#[test]
fn late_rows_are_dropped_and_watermarks_do_not_go_back() {
    let mut task = Form::default().task();
    push(&mut task, &[(1, 1, 5_000)]);
    assert_eq!(watermark(&mut task, 9_999).len(), 2);
    push(&mut task, &[(1, 2, 6_000), (2, 2, 9_999), (1, 3, 10_000)]);
    assert_eq!(watermark(&mut task, 5), ["WM 9999"]);
    assert_eq!(watermark(&mut task, 30_000), ["+I(1, 1, 3, 10000, 20000, 19999)", "WM 30000"]);
}

#[test]
fn windows_before_1970_and_with_an_offset_lie_on_the_grid() {
    let mut task = Form::default().task();
    push(&mut task, &[(1, 1, -1), (1, 1, -10_000), (1, 1, -10_001)]);
    assert_eq!(
        watermark(&mut task, 0)[..2],
        ["+I(1, 1, 1, -20000, -10000, -10001)", "+I(1, 2, 2, -10000, 0, -1)"]
    );
    let window = WindowSpec { offset_millis: 2 * SECOND, ..tumble(10 * SECOND) };
    let mut task = Form { window, ..Form::default() }.task();
    push(&mut task, &[(1, 1, 5_000)]);
    assert_eq!(watermark(&mut task, i64::MAX)[0], "+I(1, 1, 1, 2000, 12000, 11999)");
}

#[test]
fn filters_and_distinct_values_belong_to_one_window() {
    let distinct = AggregateCall { distinct: true, ..count(&[1], None) };
    let filtered = AggregateCall { filter: Some(3), ..distinct.clone() };
    let calls = vec![distinct, filtered, count(&[], Some(3))];
    let mut task = Form { calls, ..Form::default() }.task();
    push(
        &mut task,
        &[(1, 7, 1_000), (1, 7, 2_000), (1, 11, 3_000), (1, 7, 11_000), (1, 7, 12_000)],
    );
    assert_eq!(watermark(&mut task, 9_999)[0], "+I(1, 2, 1, 1, 0, 10000, 9999)");
    push(&mut task, &[(1, 7, 13_000), (1, 7, 21_000)]);
    assert_eq!(watermark(&mut task, 19_999)[0], "+I(1, 1, 0, 0, 10000, 20000, 19999)");
    assert_eq!(watermark(&mut task, 29_999)[0], "+I(1, 1, 0, 0, 20000, 30000, 29999)");
}

#[test]
fn a_row_without_time_fails() {
    let mut task = Form::default().task();
    let columns = vec![
        longs(&[Some(1)]),
        longs(&[None]),
        strings(&[None]),
        booleans(&[None]),
        timestamps(&[None]),
    ];
    task.push(0, inserts(columns).unwrap());
    assert_eq!(
        drain(&mut task),
        [
            "ERROR java.lang.RuntimeException: RowTime field should not be null, please convert it to a \
          non-null long value."
        ]
    );
}

#[test]
fn windows_survive_a_restore_and_what_was_late_is_late_still() {
    let distinct = AggregateCall { distinct: true, ..count(&[1], None) };
    let form = Form { calls: vec![count(&[], None), distinct], ..Form::default() };
    let mut first = form.task();
    let rows: Vec<_> = (0..50).flat_map(|key| [(key, 1, 5_000), (key, 2, 12_000)]).collect();
    push(&mut first, &rows);
    assert_eq!(watermark(&mut first, 9_999).len(), 51);
    push(&mut first, &[(0, 3, 13_000)]);
    first.flush(FlushKind::Barrier);
    assert_eq!(drain(&mut first), [""; 0]);
    let groups = key_groups(&first.snapshot());
    let mut tasks = [form.task(), form.task()];
    for (key_group, bytes) in &groups {
        tasks[usize::from(*key_group >= 64)].restore(*key_group, bytes).unwrap();
    }
    let mut emitted = Vec::new();
    for task in &mut tasks {
        // Late by the restored watermark.
        push(task, &[(100, 1, 9_000)]);
        let mut lines = watermark(task, 19_999);
        assert_eq!(lines.pop().unwrap(), "WM 19999");
        emitted.extend(lines);
    }
    let mut expected: Vec<_> =
        (1..50).map(|key| format!("+I({key}, 1, 1, 10000, 20000, 19999)")).collect();
    expected.push("+I(0, 2, 2, 10000, 20000, 19999)".into());
    emitted.sort();
    expected.sort();
    assert_eq!(emitted, expected);
}

#[test]
fn hopping_windows_overlap_and_a_late_row_is_in_those_that_are_open() {
    let window = hop(10 * SECOND, 5 * SECOND);
    let mut task = Form { window, ..Form::default() }.task();
    push(&mut task, &[(1, 1, 6_000)]);
    assert_eq!(watermark(&mut task, 9_999), ["+I(1, 1, 1, 0, 10000, 9999)", "WM 9999"]);
    // Its slice has fired, but not the window up to 15.
    push(&mut task, &[(1, 2, 7_000), (2, 5, 8_000), (1, 9, 4_000)]);
    assert_eq!(
        watermark(&mut task, 14_999),
        ["+I(1, 2, 3, 5000, 15000, 14999)", "+I(2, 1, 5, 5000, 15000, 14999)", "WM 14999"]
    );
    assert_eq!(watermark(&mut task, i64::MAX), ["WM 9223372036854775807"]);
}

#[test]
fn cumulating_windows_grow_by_steps_whether_or_not_rows_come() {
    let window = WindowSpec { kind: WindowKind::Cumulate as i32, ..hop(30 * SECOND, 10 * SECOND) };
    let mut task = Form { window, ..Form::default() }.task();
    push(&mut task, &[(1, 1, 3_000), (2, 2, 15_000)]);
    assert_eq!(watermark(&mut task, 9_999), ["+I(1, 1, 1, 0, 10000, 9999)", "WM 9999"]);
    // Late for the first window only.
    push(&mut task, &[(1, 3, 4_000)]);
    assert_eq!(
        watermark(&mut task, i64::MAX),
        [
            // What fires registers the next window's timer, behind that of the other key's row.
            "+I(2, 1, 2, 0, 20000, 19999)",
            "+I(1, 2, 4, 0, 20000, 19999)",
            "+I(2, 1, 2, 0, 30000, 29999)",
            "+I(1, 2, 4, 0, 30000, 29999)",
            "WM 9223372036854775807"
        ]
    );
}

#[test]
fn windows_of_a_zone_follow_its_clock() {
    let zone = ZoneRules {
        zone_id: "America/Los_Angeles".into(),
        initial_offset_seconds: -7 * 3_600,
        transition_epoch_seconds: vec![1_636_275_600],
        offset_seconds_after: vec![-8 * 3_600],
    };
    let window = WindowSpec {
        zone: WindowZone::Session as i32,
        daylight_time: true,
        ..tumble(3_600 * SECOND)
    };
    let time = LogicalType::nullable(TypeKind::TimestampLtz { precision: 3 });
    let mut task = Form { window, time, zone, ..Form::default() }.task();
    let back = 1_636_275_600_000;
    push(&mut task, &[(1, 1, back - 1_800_000), (1, 2, back + 1_800_000)]);
    assert_eq!(watermark(&mut task, back), [format!("WM {back}")]);
    let local = back - 8 * 3_600_000;
    let end = back + 3_600_000;
    assert_eq!(
        watermark(&mut task, end),
        [
            // One window for the hour that comes twice; its rowtime is in the earlier one.
            format!("+I(1, 2, 3, {local}, {}, {})", local + 3_600_000, back - 1),
            format!("WM {end}")
        ]
    );
}

#[test]
fn windows_that_flink_does_not_run_are_refused() {
    let refused = |window| Form { window, ..Form::default() }.open().err();
    assert_eq!(refused(WindowSpec::default()), Some(ErrorCode::PlanMalformed));
    assert_eq!(refused(tumble(0)), Some(ErrorCode::PlanMalformed));
    assert_eq!(refused(hop(12, 5)), Some(ErrorCode::Relation));
    let cumulate = WindowSpec { kind: WindowKind::Cumulate as i32, ..hop(20, 15) };
    assert_eq!(refused(cumulate), Some(ErrorCode::Relation));
    let nowhere = WindowSpec { zone: WindowZone::Unspecified as i32, ..tumble(10) };
    assert_eq!(refused(nowhere), Some(ErrorCode::PlanMalformed));
}

/// The half in front of the exchange, over (key, value, time).
fn local() -> FragmentTask {
    let mut plan = PlanBuilder::new();
    let message = StreamLocalWindowAggregateRel {
        node: Some(node("s0/local_window_aggregate-0")),
        columns: vec![column(0), column(1)],
        window: Some(tumble(10 * SECOND)),
        time: Some(WindowTime { source: Some(Source::Rowtime(column(2))) }),
    };
    let input = [long(), long(), timestamp()];
    plan.sink("s0/sink-0", extension(&message, source("s0/source-1", 0, &input)));
    open_with(&plan.bytes(), 0, &sf_operators::REGISTRY, task_context(), Arc::new(NoHost))
        .expect("opens")
        .task
}

fn push_local(task: &mut FragmentTask, rows: &[(i64, i64)]) {
    let keys: Vec<_> = rows.iter().map(|row| Some(row.0)).collect();
    let times: Vec<_> = rows.iter().map(|row| Some(row.1)).collect();
    task.push(0, inserts(vec![longs(&keys), longs(&keys), timestamps(&times)]).unwrap());
}

#[test]
fn rows_leave_the_local_half_when_a_window_is_due_or_a_barrier_comes() {
    let mut task = local();
    push_local(&mut task, &[(1, 5_000), (2, 25_000)]);
    push_local(&mut task, &[(3, 15_000)]);
    assert_eq!(watermark(&mut task, 9_998), ["WM 9998"]);
    assert_eq!(
        watermark(&mut task, 9_999),
        ["+I(1, 1, 10000)", "+I(2, 2, 30000)", "+I(3, 3, 20000)", "WM 9999"]
    );
    push_local(&mut task, &[(4, 15_000)]);
    task.flush(FlushKind::EndOfInput);
    assert_eq!(drain(&mut task), [""; 0]);
    task.flush(FlushKind::Barrier);
    assert_eq!(drain(&mut task), ["+I(4, 4, 20000)"]);
}

#[test]
fn the_local_half_starts_from_watermark_zero_as_flinks() {
    let mut task = local();
    push_local(&mut task, &[(1, -5_000)]);
    assert_eq!(watermark(&mut task, -1), ["WM -1"]);
    assert_eq!(watermark(&mut task, 1), ["+I(1, 1, 0)", "WM 1"]);
}

#[test]
fn the_global_half_takes_slices() {
    let mut plan = PlanBuilder::new();
    let aggregate = StreamWindowAggregateRel {
        node: Some(node("s0/global_window_aggregate-0")),
        grouping: vec![column(0)],
        measures: vec![plan.measure(&count(&[], None)), plan.measure(&sum())],
        window: Some(tumble(10 * SECOND)),
        time: Some(WindowTime { source: Some(Source::SliceEnd(column(2))) }),
        properties: vec![WindowProperty::Start as i32],
    };
    let message = StreamGlobalWindowAggregateRel { aggregate: Some(aggregate) };
    let input = [long(), long(), long()];
    plan.sink("s0/sink-0", extension(&message, source("s0/source-1", 0, &input)));
    let opened =
        open_with(&plan.bytes(), 0, &sf_operators::REGISTRY, task_context(), Arc::new(NoHost));
    let mut task = opened.expect("opens").task;
    let columns = vec![
        longs(&[Some(1), Some(1), Some(2)]),
        longs(&[Some(3), None, Some(4)]),
        longs(&[Some(10_000), Some(10_000), Some(20_000)]),
    ];
    task.push(0, inserts(columns).unwrap());
    assert_eq!(watermark(&mut task, 9_999), ["+I(1, 2, 3, 0)", "WM 9999"]);
    assert_eq!(watermark(&mut task, 19_999), ["+I(2, 1, 4, 10000)", "WM 19999"]);
}
