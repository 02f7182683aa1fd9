use sf_contract::substrait_proto::expression::literal::{self as literals, LiteralType};
use sf_contract::{LogicalType, TypeKind};
use sf_runtime::{ErrorCode, Mark, RowKind, Signal};
use sf_testing::changelog::{changes, drain, inserts, ints, longs, strings};
use sf_testing::plan::{PlanBuilder, cast, column, filter, literal, null, path, project, source};

use crate::fixture::{
    boolean, int, int_literal, long, open, open_with, opened, string, task_context,
};

#[test]
fn filters_then_projects() {
    let mut plan = PlanBuilder::new();
    let condition =
        plan.call("comparison", "greater_than", vec![column(0), int_literal(1)], &boolean());
    let doubled = plan.call("arithmetic", "multiply", vec![column(0), int_literal(2)], &int());
    let rel = filter("s0/calc-1", source("s0/source-1", 0, &[int(), string()]), condition);
    let rel = project("s0/calc-1", rel, 2, vec![column(1), doubled]);
    let mut opened = opened(plan, rel);
    let input = inserts(vec![
        ints(&[Some(1), Some(2), None, Some(3)]),
        strings(&[Some("a"), Some("b"), Some("c"), Some("d")]),
    ]);
    opened.task.push(0, input.unwrap());
    assert_eq!(drain(&mut opened.task), ["+I(b, 4)", "+I(d, 6)"]);
    let metrics = opened.task.metrics();
    assert_eq!((metrics.rows_in, metrics.rows_out, metrics.batches_in), (4, 2, 1));
}

#[test]
fn keeps_row_kinds_and_their_order() {
    let mut plan = PlanBuilder::new();
    let plus_one = plan.call("arithmetic", "add", vec![column(1), int_literal(1)], &int());
    let rel = source("s0/source-1", 0, &[string(), int()]);
    let mut opened = opened(plan, project("s0/calc-1", rel, 2, vec![column(0), plus_one]));
    let kinds = [RowKind::Insert, RowKind::UpdateBefore, RowKind::UpdateAfter, RowKind::Delete];
    let input = changes(
        &kinds,
        vec![
            strings(&[Some("k"), Some("k"), Some("k"), Some("k")]),
            ints(&[Some(1), Some(1), Some(2), Some(2)]),
        ],
    );
    opened.task.push(0, input.unwrap());
    assert_eq!(drain(&mut opened.task), ["+I(k, 2)", "-U(k, 2)", "+U(k, 3)", "-D(k, 3)"]);
}

#[test]
fn never_projects_a_dropped_row() {
    // E08: SELECT 10 / id FROM t WHERE id = 99, without a row that has it.
    let mut plan = PlanBuilder::new();
    let condition = plan.call("comparison", "equal", vec![column(0), int_literal(99)], &boolean());
    let quotient = plan.call("arithmetic", "divide", vec![int_literal(10), column(0)], &int());
    let rel = filter("s0/calc-1", source("s0/source-1", 0, &[int()]), condition);
    let mut opened = opened(plan, project("s0/calc-1", rel, 1, vec![quotient]));
    opened.task.push(0, inserts(vec![ints(&[Some(2), Some(0), None])]).unwrap());
    assert_eq!(drain(&mut opened.task), Vec::<String>::new());
}

#[test]
fn rows_before_the_failing_one_leave_and_no_other() {
    let mut plan = PlanBuilder::new();
    let condition =
        plan.call("comparison", "not_equal", vec![column(0), int_literal(7)], &boolean());
    let quotient = plan.call("arithmetic", "divide", vec![int_literal(10), column(0)], &int());
    let rel = filter("s0/calc-1", source("s0/source-1", 0, &[int()]), condition);
    let mut opened = opened(plan, project("s0/calc-1", rel, 1, vec![quotient]));
    let input = inserts(vec![ints(&[Some(5), Some(7), Some(2), Some(0), Some(1)])]).unwrap();
    let watermark = |position| Mark { position, signal: Signal::Watermark(position as i64) };
    let input = input.with_marks(vec![watermark(1), watermark(3), watermark(5)]).unwrap();
    opened.task.push(0, input);
    assert_eq!(
        drain(&mut opened.task),
        ["+I(2)", "WM 1", "+I(5)", "WM 3", "ERROR java.lang.ArithmeticException: / by zero"]
    );
    opened.task.push(0, inserts(vec![ints(&[Some(1)])]).unwrap());
    assert_eq!(drain(&mut opened.task).len(), 1, "a failed fragment takes nothing more");
}

#[test]
fn the_first_failing_step_of_a_row_wins() {
    // The condition fails on the second row, the projection on the first.
    let mut plan = PlanBuilder::new();
    let guard = plan.call("arithmetic", "divide", vec![int_literal(1), column(1)], &int());
    let condition = plan.call("comparison", "equal", vec![guard, int_literal(1)], &boolean());
    let modulo = plan.call("arithmetic", "mod", vec![int_literal(1), column(0)], &int());
    let rel = filter("s0/calc-1", source("s0/source-1", 0, &[int(), int()]), condition);
    let mut opened = opened(plan, project("s0/calc-1", rel, 2, vec![column(0), modulo]));
    let input =
        inserts(vec![ints(&[Some(3), Some(0), Some(1)]), ints(&[Some(1), Some(1), Some(0)])]);
    opened.task.push(0, input.unwrap());
    assert_eq!(
        drain(&mut opened.task),
        ["+I(3, 1)", "ERROR java.lang.ArithmeticException: / by zero"]
    );
}

#[test]
fn nested_fields_of_a_null_row_are_null() {
    let row = LogicalType::nullable(TypeKind::Row(vec![int(), long()]));
    let rel = source("s0/source-1", 0, std::slice::from_ref(&row));
    let mut opened = opened(PlanBuilder::new(), project("s0/calc-1", rel, 1, vec![path(&[0, 1])]));
    let fields = match row.to_arrow() {
        arrow_schema::DataType::Struct(fields) => fields,
        other => panic!("{other}"),
    };
    let rows = arrow_array::StructArray::try_new(
        fields,
        vec![ints(&[Some(1), Some(2), Some(3)]), longs(&[Some(10), Some(20), None])],
        Some(vec![true, false, true].into()),
    );
    opened.task.push(0, inserts(vec![std::sync::Arc::new(rows.unwrap())]).unwrap());
    assert_eq!(drain(&mut opened.task), ["+I(10)", "+I(NULL)", "+I(NULL)"]);
}

#[test]
fn literals_of_every_type_reach_the_output() {
    let decimal =
        literals::Decimal { value: 12_345_i128.to_le_bytes().to_vec(), precision: 7, scale: 2 };
    let timestamp = |precision, value| literals::PrecisionTimestamp { precision, value };
    let values = vec![
        literal(LiteralType::Boolean(true)),
        literal(LiteralType::I8(-3)),
        literal(LiteralType::FixedChar("é".into())),
        literal(LiteralType::VarChar(literals::VarChar { value: "abc".into(), length: 5 })),
        literal(LiteralType::Decimal(decimal)),
        literal(LiteralType::PrecisionTimestamp(timestamp(0, -1))),
        literal(LiteralType::PrecisionTimestamp(timestamp(9, -1))),
        null(&string()),
    ];
    let rel = project("s0/calc-1", source("s0/source-1", 0, &[int()]), 1, values);
    let mut opened = opened(PlanBuilder::new(), rel);
    let kinds: Vec<TypeKind> = opened.output.iter().map(|column| column.kind.clone()).collect();
    assert_eq!(kinds[2], TypeKind::Char { length: 1 });
    assert_eq!(kinds[3], TypeKind::VarChar { length: 5 });
    assert_eq!(kinds[4], TypeKind::Decimal { precision: 7, scale: 2 });
    opened.task.push(0, inserts(vec![ints(&[Some(1)])]).unwrap());
    assert_eq!(
        drain(&mut opened.task),
        ["+I(true, -3, é, abc, 123.45, -1000, {-1, 999999}, NULL)"]
    );
}

#[test]
fn casts_are_calls_of_the_cast_family() {
    let rel = source("s0/source-1", 0, &[long()]);
    let narrowed = cast(column(0), &int());
    let mut opened = opened(PlanBuilder::new(), project("s0/calc-1", rel, 1, vec![narrowed]));
    assert_eq!(opened.output, [int()]);
    opened.task.push(0, inserts(vec![longs(&[Some(3_000_000_000)])]).unwrap());
    assert_eq!(drain(&mut opened.task), ["+I(-1294967296)"]);
}

#[test]
fn a_denied_reservation_names_operator_bytes_and_option() {
    let mut plan = PlanBuilder::new();
    let doubled = plan.call("arithmetic", "multiply", vec![column(0), int_literal(2)], &int());
    plan.sink(
        "s0/sink-1",
        project("s0/calc-1", source("s0/source-1", 0, &[int()]), 1, vec![doubled]),
    );
    let mut task = task_context();
    task.memory_bytes = 16;
    let registry = &sf_operators::REGISTRY;
    let host = std::sync::Arc::new(sf_runtime::NoHost);
    let mut opened = open_with(&plan.bytes(), 0, registry, task, host).unwrap();
    opened.task.push(0, inserts(vec![ints(&[Some(1); 100])]).unwrap());
    let error = opened.task.take_event().unwrap_err();
    assert_eq!(error.code(), ErrorCode::Memory);
    let text = error.to_string();
    assert!(
        text.contains("s0/calc-1") && text.contains("streamfusion.memory.unmanaged-size"),
        "{text}"
    );
}

#[test]
fn a_call_of_another_declared_type_is_refused() {
    let mut plan = PlanBuilder::new();
    let sum = plan.call("arithmetic", "add", vec![column(0), int_literal(2)], &string());
    plan.sink("s0/sink-1", project("s0/calc-1", source("s0/source-1", 0, &[int()]), 1, vec![sum]));
    assert_eq!(open(&plan.bytes()).err().map(|error| error.code()), Some(ErrorCode::Function));
}
