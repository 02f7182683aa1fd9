use sf_contract::proto::{StreamWatermarkAssignerRel, WatermarkScope};
use sf_contract::substrait_proto::expression::literal::{
    IntervalDayToSecond, LiteralType, interval_day_to_second::PrecisionMode,
};
use sf_contract::{LogicalType, TypeKind};
use sf_reader::OpenedFragment;
use sf_runtime::{FlushKind, StreamStatus};
use sf_testing::changelog::{drain, inserts, timestamps};
use sf_testing::plan::{PlanBuilder, column, extension, literal, node, source};

use crate::fixture::{opened, timestamp};

const END_OF_TIME: i64 = i64::MAX;

/// `WATERMARK FOR rt AS rt`, interval 200 ms, clock at 1000.
fn assigner(idle_timeout_millis: i64) -> OpenedFragment {
    let rel = StreamWatermarkAssignerRel {
        node: Some(node("s0/watermark-assigner-1")),
        rowtime: Some(column(0)),
        watermark: Some(column(0)),
        scope: WatermarkScope::Operator as i32,
        idle_timeout_millis,
    };
    opened(PlanBuilder::new(), extension(&rel, source("s0/source-1", 0, &[timestamp()])))
}

fn push(opened: &mut OpenedFragment, rowtimes: &[Option<i64>]) -> Vec<String> {
    opened.task.push(0, inserts(vec![timestamps(rowtimes)]).unwrap());
    drain(&mut opened.task)
}

#[test]
fn cuts_the_batch_where_the_watermark_jumps_more_than_the_interval() {
    // W02: 1 s, 20 s, 2 s in one batch; the last row comes behind the watermark of the second.
    let mut opened = assigner(0);
    assert_eq!(
        push(&mut opened, &[Some(1_000), Some(20_000), Some(2_000)]),
        ["+I(1000)", "WM 1000", "+I(20000)", "WM 20000", "+I(2000)"]
    );
}

#[test]
fn a_small_step_waits_for_the_timer() {
    let mut opened = assigner(0);
    assert_eq!(push(&mut opened, &[Some(200)]), ["+I(200)"]);
    assert_eq!(opened.task.next_deadline(), Some(1_200));
    opened.task.timer(1_200);
    assert_eq!(drain(&mut opened.task), ["WM 200"]);
    assert_eq!(opened.task.next_deadline(), Some(1_400));
    opened.task.timer(1_400);
    assert_eq!(drain(&mut opened.task), Vec::<String>::new());
}

#[test]
fn starts_from_0_and_passes_only_the_last_upstream_watermark() {
    // W03: rows of 1969 raise nothing.
    let mut opened = assigner(0);
    assert_eq!(push(&mut opened, &[Some(-60_000), Some(-10_000)]), ["+I(-60000)", "+I(-10000)"]);
    opened.task.timer(1_200);
    opened.task.watermark(0, 5_000);
    assert_eq!(drain(&mut opened.task), Vec::<String>::new());
    opened.task.watermark(0, END_OF_TIME);
    opened.task.flush(FlushKind::EndOfInput);
    assert_eq!(drain(&mut opened.task), [format!("WM {END_OF_TIME}")], "once");
}

#[test]
fn end_of_input_gives_the_last_watermark() {
    let mut opened = assigner(0);
    opened.task.flush(FlushKind::Barrier);
    assert_eq!(drain(&mut opened.task), Vec::<String>::new());
    opened.task.flush(FlushKind::EndOfInput);
    assert_eq!(drain(&mut opened.task), [format!("WM {END_OF_TIME}")]);
}

#[test]
fn a_null_rowtime_fails_after_the_rows_before_it() {
    // W18
    let mut opened = assigner(0);
    assert_eq!(
        push(&mut opened, &[Some(1_000), None, Some(5_000)]),
        [
            "+I(1000)",
            "WM 1000",
            "ERROR java.lang.RuntimeException: RowTime field should not be null, please convert it to a \
             non-null long value."
        ]
    );
}

#[test]
fn idle_after_the_timeout_and_active_with_the_next_row() {
    // Interval 200, timeout 300: the timer is a fifth of the smaller one.
    let mut opened = assigner(300);
    assert_eq!(opened.task.next_deadline(), Some(1_040));
    push(&mut opened, &[Some(100)]);
    opened.task.timer(1_040);
    opened.task.timer(1_339);
    assert_eq!(drain(&mut opened.task), ["WM 100"]);
    assert_eq!(opened.task.next_deadline(), Some(1_379));
    opened.task.timer(1_379);
    assert_eq!(drain(&mut opened.task), ["IDLE"]);
    assert_eq!(push(&mut opened, &[Some(150)]), ["ACTIVE", "+I(150)"]);
}

#[test]
fn statuses_from_upstream_pass() {
    let mut opened = assigner(0);
    opened.task.status(0, StreamStatus::Idle);
    opened.task.status(0, StreamStatus::Active);
    assert_eq!(drain(&mut opened.task), ["IDLE", "ACTIVE"]);
}

#[test]
fn a_delay_is_an_expression() {
    let mut plan = PlanBuilder::new();
    let interval = literal(LiteralType::IntervalDayToSecond(IntervalDayToSecond {
        days: 0,
        seconds: 4,
        subseconds: 0,
        precision_mode: Some(PrecisionMode::Precision(3)),
    }));
    let not_null = LogicalType { kind: TypeKind::Timestamp { precision: 3 }, nullable: true };
    let delayed = plan.call("datetime", "minus", vec![column(0), interval], &not_null);
    let rel = StreamWatermarkAssignerRel {
        node: Some(node("s0/watermark-assigner-1")),
        rowtime: Some(column(0)),
        watermark: Some(delayed),
        scope: WatermarkScope::Operator as i32,
        idle_timeout_millis: 0,
    };
    let mut opened = opened(plan, extension(&rel, source("s0/source-1", 0, &[timestamp()])));
    assert_eq!(push(&mut opened, &[Some(10_000)]), ["+I(10000)", "WM 6000"]);
}
