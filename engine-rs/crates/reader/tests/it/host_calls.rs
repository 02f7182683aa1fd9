use std::sync::{Arc, Mutex};

use arrow_array::cast::AsArray;
use arrow_array::types::Int32Type;
use arrow_array::{Array, ArrayRef, Int32Array, StructArray};
use sf_contract::proto::{HostCallKind, StreamHostProjectRel};
use sf_contract::substrait_proto::{Rel, r#type};
use sf_contract::{LogicalType, TypeKind};
use sf_reader::OpenedFragment;
use sf_runtime::{
    EngineError, ErrorCode, HostCallHandler, HostCallResult, HostFailure, Mark, Signal,
};
use sf_testing::changelog::{drain, inserts, ints};
use sf_testing::plan::{
    PlanBuilder, TYPES, case, column, extension, filter, node, project, source,
};

use crate::fixture::{boolean, int, int_literal, open_with, task_context};

/// A host whose code is `x + 1000`, and which fails on 13. It writes down what it was given.
#[derive(Default)]
struct Host {
    seen: Mutex<Vec<Vec<Option<i32>>>>,
}

impl HostCallHandler for Host {
    fn call(
        &self,
        call_id: u32,
        arguments: &[ArrayRef],
        _argument_types: &[LogicalType],
        rows: usize,
        result_type: &LogicalType,
    ) -> Result<HostCallResult, EngineError> {
        assert_eq!(call_id, 5);
        assert_eq!(arguments[0].len(), rows);
        let given: Vec<Option<i32>> = arguments[0].as_primitive::<Int32Type>().iter().collect();
        self.seen.lock().unwrap().push(given.clone());
        let failing = given.iter().position(|value| *value == Some(13));
        let count = failing.unwrap_or(rows);
        let sums: Int32Array =
            given[..count].iter().map(|value| value.map(|value| value + 1000)).collect();
        let failure = failing.map(|_| {
            EngineError::Host(HostFailure::new("unlucky", Arc::new("the exception".to_owned())))
        });
        let values: ArrayRef = match &result_type.kind {
            TypeKind::Boolean => {
                let odd = sums.iter().map(|value| value.map(|value| value % 2 != 0));
                Arc::new(odd.collect::<arrow_array::BooleanArray>())
            }
            TypeKind::Row(_) => {
                let arrow_schema::DataType::Struct(fields) = result_type.to_arrow() else {
                    panic!("a ROW");
                };
                Arc::new(StructArray::new(fields, vec![Arc::new(sums)], None))
            }
            _ => Arc::new(sums),
        };
        Ok(HostCallResult { values, failure })
    }
}

fn open(plan: &mut PlanBuilder, rel: Rel) -> (OpenedFragment, Arc<Host>) {
    let host = Arc::new(Host::default());
    plan.sink("s0/sink-1", rel);
    let handler: Arc<dyn HostCallHandler> = Arc::<Host>::clone(&host);
    let opened = open_with(&plan.bytes(), 0, &sf_operators::REGISTRY, task_context(), handler);
    (opened.expect("opens"), host)
}

fn host_call(
    plan: &mut PlanBuilder,
    argument: sf_contract::substrait_proto::Expression,
    output: &LogicalType,
) -> sf_contract::substrait_proto::Expression {
    let options = [("id", "5"), ("digest", "f")];
    plan.call_with_options("host", "host_call", vec![argument], output, &options)
}

#[test]
fn a_call_goes_up_once_per_batch_on_the_rows_that_count() {
    let mut plan = PlanBuilder::new();
    let condition =
        plan.call("comparison", "not_equal", vec![column(0), int_literal(2)], &boolean());
    let up = host_call(&mut plan, column(0), &int());
    let sum = plan.call("arithmetic", "add", vec![up.clone(), column(0)], &int());
    let rel = filter("s0/calc-1", source("s0/source-1", 0, &[int()]), condition);
    let rel = project("s0/calc-1", rel, 1, vec![column(0), up, sum]);
    let (mut opened, host) = open(&mut plan, rel);
    opened.task.push(0, inserts(vec![ints(&[Some(1), Some(2), Some(3)])]).unwrap());
    assert_eq!(drain(&mut opened.task), ["+I(1, 1001, 1002)", "+I(3, 1003, 1006)"]);
    let seen = host.seen.lock().unwrap();
    // Two calls in the plan, because the plan has the call twice.
    assert_eq!(*seen, [[Some(1), Some(3)], [Some(1), Some(3)]]);
    assert_eq!((opened.task.metrics().host_calls, opened.task.metrics().host_rows), (2, 4));
}

#[test]
fn a_failing_host_row_lets_the_rows_before_it_leave_and_is_not_called_again() {
    let mut plan = PlanBuilder::new();
    let up = host_call(&mut plan, column(0), &int());
    let rel = source("s0/source-1", 0, &[int()]);
    let (mut opened, host) = open(&mut plan, project("s0/calc-1", rel, 1, vec![column(0), up]));
    let input = inserts(vec![ints(&[Some(1), Some(2), Some(13), Some(4)])]).unwrap();
    let mark = |position| Mark { position, signal: Signal::Watermark(position as i64) };
    opened.task.push(0, input.with_marks(vec![mark(2), mark(4)]).unwrap());
    assert_eq!(
        drain(&mut opened.task),
        ["+I(1, 1001)", "+I(2, 1002)", "WM 2", "ERROR the host failed: unlucky"]
    );
    assert_eq!(host.seen.lock().unwrap().len(), 1);
}

#[test]
fn on_the_failing_row_an_expression_before_the_call_fails_first() {
    let mut plan = PlanBuilder::new();
    let zero = plan.call("arithmetic", "subtract", vec![column(0), int_literal(13)], &int());
    let quotient = plan.call("arithmetic", "divide", vec![int_literal(1), zero], &int());
    let up = host_call(&mut plan, column(0), &int());
    let rel = source("s0/source-1", 0, &[int()]);
    let (mut opened, _) = open(&mut plan, project("s0/calc-1", rel, 1, vec![quotient, up]));
    opened.task.push(0, inserts(vec![ints(&[Some(1), Some(13)])]).unwrap());
    assert_eq!(
        drain(&mut opened.task),
        ["+I(0, 1001)", "ERROR java.lang.ArithmeticException: / by zero"]
    );
}

#[test]
fn an_expression_after_the_call_fails_after_it() {
    let mut plan = PlanBuilder::new();
    let zero = plan.call("arithmetic", "subtract", vec![column(0), int_literal(13)], &int());
    let quotient = plan.call("arithmetic", "divide", vec![int_literal(1), zero], &int());
    let up = host_call(&mut plan, column(0), &int());
    let rel = source("s0/source-1", 0, &[int()]);
    let (mut opened, _) = open(&mut plan, project("s0/calc-1", rel, 1, vec![up, quotient]));
    opened.task.push(0, inserts(vec![ints(&[Some(1), Some(13)])]).unwrap());
    assert_eq!(drain(&mut opened.task), ["+I(1001, 0)", "ERROR the host failed: unlucky"]);
}

#[test]
fn a_failing_argument_keeps_the_host_from_the_row() {
    let mut plan = PlanBuilder::new();
    let quotient = plan.call("arithmetic", "divide", vec![int_literal(10), column(0)], &int());
    let up = host_call(&mut plan, quotient, &int());
    let rel = source("s0/source-1", 0, &[int()]);
    let (mut opened, host) = open(&mut plan, project("s0/calc-1", rel, 1, vec![up]));
    opened.task.push(0, inserts(vec![ints(&[Some(5), Some(0), Some(1)])]).unwrap());
    assert_eq!(
        drain(&mut opened.task),
        ["+I(1002)", "ERROR java.lang.ArithmeticException: / by zero"]
    );
    assert_eq!(*host.seen.lock().unwrap(), [[Some(2)]]);
}

#[test]
fn a_condition_can_be_the_hosts() {
    let mut plan = PlanBuilder::new();
    let condition = host_call(&mut plan, column(0), &boolean());
    let rel = filter("s0/calc-1", source("s0/source-1", 0, &[int()]), condition);
    let (mut opened, _) = open(&mut plan, project("s0/calc-1", rel, 1, vec![column(0)]));
    opened.task.push(0, inserts(vec![ints(&[Some(1), Some(2), None, Some(3)])]).unwrap());
    assert_eq!(drain(&mut opened.task), ["+I(1)", "+I(3)"]);
}

#[test]
fn a_call_on_some_rows_only_is_refused() {
    let mut plan = PlanBuilder::new();
    let condition = plan.call("comparison", "equal", vec![column(0), int_literal(2)], &boolean());
    let up = host_call(&mut plan, column(0), &int());
    let choice = case(vec![(condition, up)], Some(column(0)));
    plan.sink(
        "s0/sink-1",
        project("s0/calc-1", source("s0/source-1", 0, &[int()]), 1, vec![choice]),
    );
    let error = crate::fixture::open(&plan.bytes()).err().expect("refused");
    assert_eq!(error.code(), ErrorCode::Expression);
}

#[test]
fn a_whole_projection_can_be_the_hosts() {
    let mut plan = PlanBuilder::new();
    let output = int().to_substrait(&TYPES).unwrap();
    let host_project = StreamHostProjectRel {
        node: Some(node("s0/host-project-1")),
        kind: HostCallKind::Scalar as i32,
        call_id: 5,
        digest: "p".into(),
        arguments: vec![column(0)],
        output_type: Some(r#type::Struct { types: vec![output], ..Default::default() }),
    };
    let condition =
        plan.call("comparison", "greater_than", vec![column(0), int_literal(1)], &boolean());
    let rel = filter("s0/calc-1", source("s0/source-1", 0, &[int()]), condition);
    let (mut opened, host) = open(&mut plan, extension(&host_project, rel));
    assert_eq!(opened.output, [int()]);
    opened.task.push(0, inserts(vec![ints(&[Some(1), Some(2), Some(13), Some(3)])]).unwrap());
    assert_eq!(drain(&mut opened.task), ["+I(1002)", "ERROR the host failed: unlucky"]);
    assert_eq!(*host.seen.lock().unwrap(), [[Some(2), Some(13), Some(3)]]);
}
