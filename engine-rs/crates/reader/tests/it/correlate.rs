use std::sync::Arc;

use arrow_array::{ArrayRef, ListArray, StructArray};
use arrow_schema::DataType;
use sf_contract::proto::{CorrelateJoinType, StreamCorrelateRel};
use sf_contract::{LogicalType, TypeKind};
use sf_reader::OpenedFragment;
use sf_runtime::RowKind;
use sf_testing::changelog::{changes, drain, inserts, ints, strings};
use sf_testing::plan::{PlanBuilder, column, extension, node, source};

use crate::fixture::{boolean, int, int_literal, opened, string};

fn array_of(element: LogicalType) -> LogicalType {
    LogicalType::nullable(TypeKind::Array(Box::new(element)))
}

fn correlate(join_type: CorrelateJoinType, with_ordinality: bool) -> StreamCorrelateRel {
    StreamCorrelateRel {
        node: Some(node("s0/correlate-1")),
        collection: Some(column(1)),
        join_type: join_type as i32,
        with_ordinality,
        condition: None,
        left_arity: 5,
    }
}

fn open(collection: LogicalType, rel: &StreamCorrelateRel) -> OpenedFragment {
    opened(PlanBuilder::new(), extension(rel, source("s0/source-1", 0, &[int(), collection])))
}

/// Lists by their lengths over shared elements; None is a NULL list.
fn lists(logical_type: &LogicalType, lengths: &[Option<usize>], elements: ArrayRef) -> ArrayRef {
    let DataType::List(field) = logical_type.to_arrow() else { panic!("a list") };
    let offsets = lengths.iter().map(|length| length.unwrap_or(0));
    let offsets = arrow_buffer::OffsetBuffer::from_lengths(offsets);
    let valid: Vec<bool> = lengths.iter().map(Option::is_some).collect();
    Arc::new(ListArray::new(field, offsets, elements, Some(valid.into())))
}

#[test]
fn an_array_gives_a_row_per_element_with_the_kind_of_its_row() {
    let collection = array_of(string());
    let mut opened = open(collection.clone(), &correlate(CorrelateJoinType::Inner, true));
    let elements = strings(&[Some("a"), Some("b"), None]);
    let lists = lists(&collection, &[Some(2), None, Some(0), Some(1)], elements);
    let kinds = [RowKind::Insert, RowKind::Insert, RowKind::UpdateAfter, RowKind::Delete];
    let keys = ints(&[Some(1), Some(2), Some(3), Some(4)]);
    opened.task.push(0, changes(&kinds, vec![keys, lists.clone()]).unwrap());
    let rows = drain(&mut opened.task);
    assert_eq!(rows, ["+I(1, [a, b], a, 1)", "+I(1, [a, b], b, 2)", "-D(4, [NULL], NULL, 1)"]);
}

#[test]
fn left_pads_rows_without_elements() {
    let collection = array_of(int());
    let mut opened = open(collection.clone(), &correlate(CorrelateJoinType::Left, true));
    let lists = lists(&collection, &[None, Some(1), Some(0)], ints(&[Some(9)]));
    let keys = ints(&[Some(1), Some(2), Some(3)]);
    opened.task.push(0, inserts(vec![keys, lists]).unwrap());
    assert_eq!(
        drain(&mut opened.task),
        ["+I(1, NULL, NULL, NULL)", "+I(2, [9], 9, 1)", "+I(3, [], NULL, NULL)"]
    );
}

#[test]
fn a_row_element_is_flattened_and_a_null_one_skipped() {
    let row = LogicalType::nullable(TypeKind::Row(vec![int(), string()]));
    let DataType::Struct(fields) = row.to_arrow() else { panic!("a struct") };
    let collection = array_of(row);
    let mut opened = open(collection.clone(), &correlate(CorrelateJoinType::Left, false));
    assert_eq!(opened.output.len(), 4);
    let elements = StructArray::new(
        fields,
        vec![ints(&[Some(1), Some(2), None]), strings(&[Some("a"), Some("b"), Some("c")])],
        Some(vec![true, false, true].into()),
    );
    let lists = lists(&collection, &[Some(2), Some(1)], Arc::new(elements));
    // The collection column itself prints its type only.
    opened.task.push(0, inserts(vec![ints(&[Some(1), Some(2)]), lists]).unwrap());
    let rows = drain(&mut opened.task);
    assert_eq!(rows, ["+I(1, [{1, a}, NULL], 1, a)", "+I(2, [{NULL, c}], NULL, c)"]);
}

/// Arrays of ROW<INT> or ROW<INT, STRING>: one of two elements, the second NULL, and one of one.
fn rows_with_ordinality(fields: Vec<LogicalType>, columns: Vec<ArrayRef>) -> Vec<String> {
    let row = LogicalType::nullable(TypeKind::Row(fields));
    let DataType::Struct(fields) = row.to_arrow() else { panic!("a struct") };
    let collection = array_of(row);
    let mut opened = open(collection.clone(), &correlate(CorrelateJoinType::Inner, true));
    let elements = StructArray::new(fields, columns, Some(vec![true, false, true].into()));
    let lists = lists(&collection, &[Some(2), Some(1)], Arc::new(elements));
    opened.task.push(0, inserts(vec![ints(&[Some(1), Some(2)]), lists]).unwrap());
    drain(&mut opened.task)
}

#[test]
fn with_ordinality_a_null_row_element_is_what_flink_makes_of_it() {
    let numbers = ints(&[Some(1), Some(2), Some(3)]);
    assert_eq!(
        rows_with_ordinality(vec![int()], vec![ArrayRef::clone(&numbers)]),
        ["+I(1, [{1}, NULL], 1, 1)", "+I(1, [{1}, NULL], NULL, 2)", "+I(2, [{3}], 3, 1)"]
    );
    let texts = strings(&[Some("a"), Some("b"), Some("c")]);
    assert_eq!(
        rows_with_ordinality(vec![int(), string()], vec![numbers, texts]),
        [
            "+I(1, [{1, a}, NULL], 1, a, 1)",
            "ERROR java.lang.IllegalArgumentException: Row arity: 7, but serializer arity: 8"
        ]
    );
}

#[test]
fn a_map_gives_key_and_value_and_a_multiset_repeats() {
    let map = LogicalType::nullable(TypeKind::Map(Box::new(string()), Box::new(int())));
    let multiset = LogicalType::nullable(TypeKind::Multiset(Box::new(string())));
    let maps = |logical_type: &LogicalType| -> ArrayRef {
        let DataType::List(field) = logical_type.to_arrow() else { panic!("a map") };
        let DataType::Struct(fields) = field.data_type() else { panic!("entries") };
        let entries = StructArray::new(
            fields.clone(),
            vec![strings(&[Some("a"), None]), ints(&[Some(2), Some(1)])],
            None,
        );
        let offsets = arrow_buffer::OffsetBuffer::from_lengths([2]);
        Arc::new(ListArray::new(field, offsets, Arc::new(entries), None))
    };
    let rel = correlate(CorrelateJoinType::Inner, true);
    let right = |rows: Vec<String>| -> Vec<String> {
        rows.iter().map(|row| row.split("}], ").last().unwrap_or_default().to_owned()).collect()
    };
    let mut of_map = open(map.clone(), &rel);
    of_map.task.push(0, inserts(vec![ints(&[Some(1)]), maps(&map)]).unwrap());
    assert_eq!(right(drain(&mut of_map.task)), ["a, 2, 1)", "NULL, 1, 2)"]);
    let mut of_multiset = open(multiset.clone(), &rel);
    of_multiset.task.push(0, inserts(vec![ints(&[Some(1)]), maps(&multiset)]).unwrap());
    assert_eq!(right(drain(&mut of_multiset.task)), ["a, 1)", "a, 2)", "NULL, 3)"]);
}

#[test]
fn left_pads_what_the_condition_leaves_nothing_of() {
    let collection = array_of(int());
    let mut plan = PlanBuilder::new();
    let inverse = plan.call("arithmetic", "divide", vec![int_literal(10), column(2)], &int());
    let condition =
        plan.call("comparison", "greater_than", vec![inverse, int_literal(4)], &boolean());
    let rel = StreamCorrelateRel {
        condition: Some(condition),
        ..correlate(CorrelateJoinType::Left, false)
    };
    let source = source("s0/source-1", 0, &[int(), collection.clone()]);
    let mut opened = opened(plan, extension(&rel, source));
    let elements = ints(&[Some(1), Some(5), Some(5), Some(2), Some(0), Some(1)]);
    let lists = lists(&collection, &[Some(2), Some(1), Some(3)], elements);
    let keys = ints(&[Some(1), Some(2), Some(3)]);
    opened.task.push(0, inserts(vec![keys, lists]).unwrap());
    assert_eq!(
        drain(&mut opened.task),
        [
            "+I(1, [1, 5], 1)",
            "+I(2, [5], NULL)",
            "+I(3, [2, 0, 1], 2)",
            "ERROR java.lang.ArithmeticException: / by zero"
        ]
    );
}
