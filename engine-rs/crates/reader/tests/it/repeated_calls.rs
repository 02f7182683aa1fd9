//! Calls that occur more than once are evaluated once where that cannot be told from outside.

use std::sync::{Arc, Mutex};

use arrow_array::cast::AsArray;
use arrow_array::{ArrayRef, BinaryArray};
use sf_contract::LogicalType;
use sf_contract::substrait_proto::expression::literal::LiteralType;
use sf_contract::substrait_proto::{Expression, Rel};
use sf_reader::OpenedFragment;
use sf_runtime::{EngineError, HostCallHandler, HostCallResult, HostFailure};
use sf_testing::changelog::{drain, inserts, ints, strings};
use sf_testing::plan::{PlanBuilder, case, column, literal, project, source};

use crate::fixture::{boolean, int, int_literal, open_with, string, task_context};

/// A host whose code is LOWER, and which fails on `Ö`. It writes down how many rows it was given.
#[derive(Default)]
struct Host {
    seen: Mutex<Vec<usize>>,
}

impl HostCallHandler for Host {
    fn call(
        &self,
        _call_id: u32,
        arguments: &[ArrayRef],
        _argument_types: &[LogicalType],
        rows: usize,
        _result_type: &LogicalType,
    ) -> Result<HostCallResult, EngineError> {
        self.seen.lock().unwrap().push(rows);
        let mut lowered: Vec<Option<String>> = Vec::new();
        let mut failure = None;
        for text in arguments[0].as_binary::<i32>() {
            let text = text.map(|text| std::str::from_utf8(text).unwrap());
            if text == Some("Ö") {
                let exception = Arc::new("the exception".to_owned());
                failure = Some(EngineError::Host(HostFailure::new("unlucky", exception)));
                break;
            }
            lowered.push(text.map(str::to_lowercase));
        }
        let values: BinaryArray =
            lowered.iter().map(|text| text.as_ref().map(String::as_bytes)).collect();
        Ok(HostCallResult { values: Arc::new(values), failure })
    }
}

fn open(mut plan: PlanBuilder, rel: Rel) -> (OpenedFragment, Arc<Host>) {
    let host = Arc::new(Host::default());
    plan.sink("s0/sink-1", rel);
    let handler: Arc<dyn HostCallHandler> = Arc::<Host>::clone(&host);
    let opened = open_with(&plan.bytes(), 0, &sf_operators::REGISTRY, task_context(), handler);
    (opened.expect("opens"), host)
}

/// LOWER, which beyond ASCII goes up to the host.
fn lower(plan: &mut PlanBuilder, index: i32) -> Expression {
    let options = [("id", "5"), ("digest", "f")];
    plan.call_with_options("string", "lower", vec![column(index)], &string(), &options)
}

fn is(plan: &mut PlanBuilder, text: Expression, value: &str) -> Expression {
    let value = literal(LiteralType::String(value.to_owned()));
    plan.call("comparison", "equal", vec![text, value], &boolean())
}

#[test]
fn a_call_in_every_condition_of_a_case_is_evaluated_once() {
    let mut plan = PlanBuilder::new();
    let mut clauses = Vec::new();
    for (index, name) in [(1, "ä"), (2, "b"), (3, "c")] {
        let text = lower(&mut plan, 0);
        clauses.push((is(&mut plan, text, name), int_literal(index)));
    }
    let choice = case(clauses, Some(int_literal(0)));
    let text = lower(&mut plan, 0);
    let rel = source("s0/source-1", 0, &[string()]);
    let (mut opened, host) = open(plan, project("s0/calc-1", rel, 1, vec![choice, text]));
    let texts = [Some("Ä"), Some("C"), None, Some("É"), Some("B")];
    opened.task.push(0, inserts(vec![strings(&texts)]).unwrap());
    assert_eq!(
        drain(&mut opened.task),
        ["+I(1, ä)", "+I(3, c)", "+I(0, NULL)", "+I(0, é)", "+I(2, b)"]
    );
    assert_eq!(*host.seen.lock().unwrap(), [5]);
}

#[test]
fn a_call_to_which_no_place_lets_every_row_come_stays_where_it_is() {
    // CASE WHEN i = 0 THEN '' WHEN i = 1 THEN LOWER(s) WHEN i = 2 THEN LOWER(s) END
    let mut plan = PlanBuilder::new();
    let mut clauses = Vec::new();
    let empty = literal(LiteralType::String(String::new()));
    for index in 0..3 {
        let here =
            plan.call("comparison", "equal", vec![column(1), int_literal(index)], &boolean());
        clauses.push((here, if index == 0 { empty.clone() } else { lower(&mut plan, 0) }));
    }
    let rel = source("s0/source-1", 0, &[string(), int()]);
    let choice = case(clauses, Some(empty));
    let (mut opened, host) = open(plan, project("s0/calc-1", rel, 2, vec![choice]));
    let texts = strings(&[Some("Ö"), Some("Ä"), Some("É"), Some("Ö")]);
    let input = inserts(vec![texts, ints(&[Some(0), Some(1), Some(2), None])]);
    opened.task.push(0, input.unwrap());
    assert_eq!(drain(&mut opened.task), ["+I()", "+I(ä)", "+I(é)", "+I()"]);
    assert_eq!(*host.seen.lock().unwrap(), [1, 1]);
}

#[test]
fn the_first_error_of_a_row_is_the_one_that_stands_first() {
    // Both fail on the second row; the division occurs twice, but behind LOWER.
    let mut plan = PlanBuilder::new();
    let text = lower(&mut plan, 0);
    let inverse = plan.call("arithmetic", "divide", vec![int_literal(6), column(1)], &int());
    let next = plan.call("arithmetic", "add", vec![inverse.clone(), int_literal(1)], &int());
    let rel = source("s0/source-1", 0, &[string(), int()]);
    let rel = project("s0/calc-1", rel, 2, vec![text, inverse, next]);
    let (mut opened, _) = open(plan, rel);
    let input = inserts(vec![strings(&[Some("Ä"), Some("Ö")]), ints(&[Some(2), Some(0)])]);
    opened.task.push(0, input.unwrap());
    assert_eq!(drain(&mut opened.task), ["+I(ä, 3, 4)", "ERROR the host failed: unlucky"]);
}

#[test]
fn calls_that_differ_in_an_argument_are_not_the_same() {
    let mut plan = PlanBuilder::new();
    let sum = |plan: &mut PlanBuilder, value| {
        plan.call("arithmetic", "add", vec![column(0), int_literal(value)], &int())
    };
    let expressions = vec![sum(&mut plan, 1), sum(&mut plan, 2), sum(&mut plan, 1)];
    let rel = source("s0/source-1", 0, &[int()]);
    let (mut opened, _) = open(plan, project("s0/calc-1", rel, 1, expressions));
    opened.task.push(0, inserts(vec![ints(&[Some(1), None])]).unwrap());
    assert_eq!(drain(&mut opened.task), ["+I(2, 3, 2)", "+I(NULL, NULL, NULL)"]);
}
