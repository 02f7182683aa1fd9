use sf_runtime::StreamStatus;
use sf_testing::changelog::{drain, inserts, ints};
use sf_testing::plan::{PlanBuilder, source, union};

use crate::fixture::{int, opened};

#[test]
fn rows_pass_and_watermarks_are_combined() {
    let inputs = vec![source("s0/source-1", 0, &[int()]), source("s0/source-2", 1, &[int()])];
    let mut opened = opened(PlanBuilder::new(), union("s0/union-1", inputs));
    let task = &mut opened.task;
    task.push(1, inserts(vec![ints(&[Some(2)])]).unwrap());
    task.watermark(1, 5);
    task.push(0, inserts(vec![ints(&[Some(1)])]).unwrap());
    task.watermark(0, 3);
    task.status(0, StreamStatus::Idle);
    task.status(1, StreamStatus::Idle);
    assert_eq!(drain(task), ["+I(2)", "+I(1)", "WM 3", "WM 5", "IDLE"]);
}
