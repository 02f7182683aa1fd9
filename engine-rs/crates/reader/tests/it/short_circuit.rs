use sf_contract::substrait_proto::Expression;
use sf_testing::changelog::{booleans, drain, inserts, ints};
use sf_testing::plan::{PlanBuilder, case, column, project, source};

use crate::fixture::{boolean, int, int_literal, opened};

/// `100 / i > 1`, which fails on 0.
fn risky(plan: &mut PlanBuilder, index: i32) -> Expression {
    let quotient = plan.call("arithmetic", "divide", vec![int_literal(100), column(index)], &int());
    plan.call("comparison", "greater_than", vec![quotient, int_literal(1)], &boolean())
}

fn run_ints(plan: PlanBuilder, expression: Expression, values: &[Option<i32>]) -> Vec<String> {
    let rel = source("s0/source-1", 0, &[int()]);
    let mut opened = opened(plan, project("s0/calc-1", rel, 1, vec![expression]));
    opened.task.push(0, inserts(vec![ints(values)]).unwrap());
    drain(&mut opened.task)
}

#[test]
fn and_guards_its_right_side_per_row() {
    // E06: i <> 0 AND 100 / i > 1
    let mut plan = PlanBuilder::new();
    let guard = plan.call("comparison", "not_equal", vec![column(0), int_literal(0)], &boolean());
    let right = risky(&mut plan, 0);
    let both = plan.call("logic", "and", vec![guard, right], &boolean());
    let rows = run_ints(plan, both, &[Some(0), Some(2), Some(100), None]);
    assert_eq!(rows, ["+I(false)", "+I(true)", "+I(false)", "+I(NULL)"]);
}

#[test]
fn or_guards_its_right_side_per_row() {
    // E06: i = 0 OR 100 / i > 1
    let mut plan = PlanBuilder::new();
    let guard = plan.call("comparison", "equal", vec![column(0), int_literal(0)], &boolean());
    let right = risky(&mut plan, 0);
    let either = plan.call("logic", "or", vec![guard, right], &boolean());
    let rows = run_ints(plan, either, &[Some(0), Some(2), Some(100), None]);
    assert_eq!(rows, ["+I(true)", "+I(true)", "+I(false)", "+I(NULL)"]);
}

#[test]
fn null_on_the_left_decides_nothing() {
    // b AND 100 / i > 1 with b NULL and i 0 fails, with b FALSE it does not.
    let mut plan = PlanBuilder::new();
    let right = risky(&mut plan, 1);
    let both = plan.call("logic", "and", vec![column(0), right], &boolean());
    let rel = source("s0/source-1", 0, &[boolean(), int()]);
    let mut opened = opened(plan, project("s0/calc-1", rel, 2, vec![both]));
    let input = inserts(vec![booleans(&[Some(false), None]), ints(&[Some(0), Some(0)])]);
    opened.task.push(0, input.unwrap());
    assert_eq!(
        drain(&mut opened.task),
        ["+I(false)", "ERROR java.lang.ArithmeticException: / by zero"]
    );
}

#[test]
fn logic_has_three_values() {
    let values = [Some(true), Some(false), None];
    let mut left = Vec::new();
    let mut right = Vec::new();
    for one in values {
        for other in values {
            left.push(one);
            right.push(other);
        }
    }
    let mut plan = PlanBuilder::new();
    let both = plan.call("logic", "and", vec![column(0), column(1)], &boolean());
    let either = plan.call("logic", "or", vec![column(0), column(1)], &boolean());
    let rel = source("s0/source-1", 0, &[boolean(), boolean()]);
    let mut opened = opened(plan, project("s0/calc-1", rel, 2, vec![both, either]));
    opened.task.push(0, inserts(vec![booleans(&left), booleans(&right)]).unwrap());
    let text = |value: Option<bool>| value.map_or("NULL".to_owned(), |value| value.to_string());
    let expected: Vec<String> = (0..left.len())
        .map(|row| {
            let both = match (left[row], right[row]) {
                (Some(false), _) | (_, Some(false)) => Some(false),
                (Some(true), Some(true)) => Some(true),
                _ => None,
            };
            let either = match (left[row], right[row]) {
                (Some(true), _) | (_, Some(true)) => Some(true),
                (Some(false), Some(false)) => Some(false),
                _ => None,
            };
            format!("+I({}, {})", text(both), text(either))
        })
        .collect();
    assert_eq!(drain(&mut opened.task), expected);
}

#[test]
fn case_runs_only_the_chosen_branch() {
    let mut plan = PlanBuilder::new();
    let zero = plan.call("comparison", "equal", vec![column(0), int_literal(0)], &boolean());
    let large = risky(&mut plan, 0);
    let inverse = plan.call("arithmetic", "divide", vec![int_literal(100), column(0)], &int());
    let choice = case(vec![(zero, int_literal(-1)), (large, inverse)], Some(column(0)));
    let rows = run_ints(plan, choice, &[Some(0), Some(10), Some(100), None]);
    assert_eq!(rows, ["+I(-1)", "+I(10)", "+I(100)", "+I(NULL)"]);
}

#[test]
fn case_without_default_gives_null() {
    let mut plan = PlanBuilder::new();
    let zero = plan.call("comparison", "equal", vec![column(0), int_literal(0)], &boolean());
    let choice = case(vec![(zero, int_literal(7))], None);
    assert_eq!(run_ints(plan, choice, &[Some(1), Some(0)]), ["+I(NULL)", "+I(7)"]);
}

#[test]
fn case_inside_logic_inside_case() {
    let mut plan = PlanBuilder::new();
    let zero = plan.call("comparison", "equal", vec![column(0), int_literal(0)], &boolean());
    let not_zero = plan.call("logic", "not", vec![zero.clone()], &boolean());
    let guarded = risky(&mut plan, 0);
    let inner = case(vec![(not_zero, guarded)], Some(zero));
    let one = plan.call("comparison", "less_than", vec![column(0), int_literal(1)], &boolean());
    let both = plan.call("logic", "and", vec![inner, one], &boolean());
    let choice = case(vec![(both, int_literal(1))], Some(int_literal(2)));
    let rows = run_ints(plan, choice, &[Some(0), Some(5), Some(-5), None]);
    assert_eq!(rows, ["+I(1)", "+I(2)", "+I(2)", "+I(2)"]);
}

#[test]
fn coalesce_evaluates_all_operands() {
    // Flink calls CoalesceFunction with every operand evaluated.
    let mut plan = PlanBuilder::new();
    let inverse = plan.call("arithmetic", "divide", vec![int_literal(1), column(0)], &int());
    let first = plan.call("conditional", "coalesce", vec![column(0), inverse], &int());
    let rows = run_ints(plan, first, &[None, Some(3), Some(0)]);
    assert_eq!(rows, ["+I(NULL)", "+I(3)", "ERROR java.lang.ArithmeticException: / by zero"]);
}
