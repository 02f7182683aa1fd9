use sf_contract::proto::StreamRelEnhancement;
use sf_contract::substrait_proto::expand_rel::expand_field::FieldType;
use sf_contract::substrait_proto::expand_rel::{ExpandField, SwitchingField};
use sf_contract::substrait_proto::rel::RelType;
use sf_contract::substrait_proto::rel_common::{Emit, EmitKind};
use sf_contract::substrait_proto::{ExpandRel, Expression, Rel, RelCommon};
use sf_runtime::RowKind;
use sf_testing::changelog::{changes, drain, ints};
use sf_testing::plan::{PlanBuilder, column, enhanced, node, null, source};

use crate::fixture::{int, int_literal, opened};

fn expand(fields: Vec<FieldType>, emit: Option<Vec<i32>>) -> Rel {
    let enhancement = StreamRelEnhancement { node: Some(node("s0/expand-1")) };
    let common = RelCommon {
        advanced_extension: Some(enhanced(&enhancement)),
        emit_kind: emit.map(|output_mapping| EmitKind::Emit(Emit { output_mapping })),
        ..RelCommon::default()
    };
    let expand = ExpandRel {
        common: Some(common),
        input: Some(Box::new(source("s0/source-1", 0, &[int(), int()]))),
        fields: fields.into_iter().map(|field| ExpandField { field_type: Some(field) }).collect(),
    };
    Rel { rel_type: Some(RelType::Expand(Box::new(expand))) }
}

fn switching(duplicates: Vec<Expression>) -> FieldType {
    FieldType::SwitchingField(SwitchingField { duplicates })
}

#[test]
fn each_row_leaves_once_per_projection_in_order() {
    let fields = vec![
        switching(vec![column(0), null(&int())]),
        FieldType::ConsistentField(column(1)),
        switching(vec![int_literal(0), int_literal(1)]),
    ];
    // The plan projects the expand id itself and drops Substrait's ordinal.
    let mut opened = opened(PlanBuilder::new(), expand(fields, Some(vec![0, 1, 2])));
    let kinds = [RowKind::Insert, RowKind::Delete];
    let input = changes(&kinds, vec![ints(&[Some(1), Some(2)]), ints(&[Some(7), Some(8)])]);
    opened.task.push(0, input.unwrap());
    assert_eq!(
        drain(&mut opened.task),
        ["+I(1, 7, 0)", "+I(NULL, 7, 1)", "-D(2, 8, 0)", "-D(NULL, 8, 1)"]
    );
}

#[test]
fn the_appended_ordinal_is_that_of_the_copy() {
    let fields = vec![switching(vec![column(0), column(1)])];
    let mut opened = opened(PlanBuilder::new(), expand(fields, None));
    let input = changes(&[RowKind::Insert], vec![ints(&[Some(1)]), ints(&[Some(7)])]);
    opened.task.push(0, input.unwrap());
    assert_eq!(drain(&mut opened.task), ["+I(1, 0)", "+I(7, 1)"]);
}

#[test]
fn copies_before_the_failing_one_leave() {
    let mut plan = PlanBuilder::new();
    let inverse = plan.call("arithmetic", "divide", vec![int_literal(1), column(1)], &int());
    let fields = vec![switching(vec![column(0), inverse])];
    let mut opened = opened(plan, expand(fields, Some(vec![0])));
    let kinds = [RowKind::Insert, RowKind::Insert];
    let input = changes(&kinds, vec![ints(&[Some(1), Some(2)]), ints(&[Some(1), Some(0)])]);
    opened.task.push(0, input.unwrap());
    assert_eq!(
        drain(&mut opened.task),
        ["+I(1)", "+I(1)", "+I(2)", "ERROR java.lang.ArithmeticException: / by zero"]
    );
}
