//! `JSON_OBJECTAGG`.

use sf_contract::{LogicalType, TypeKind};
use sf_runtime::RowKind;
use sf_runtime::RowKind::{Delete, Insert};
use sf_testing::changelog::{changes, drain, strings};
use sf_testing::plan::AggregateCall;

use crate::fixture::string;
use crate::group_aggregate::Form;

type Row<'a> = (RowKind, Option<&'a str>, Option<&'a str>);

/// The object with null for NULL and the one without it, after each row of one group.
fn objects(rows: &[Row<'_>]) -> Vec<String> {
    let call = |function| AggregateCall {
        function,
        arguments: &[0, 1],
        filter: None,
        distinct: false,
        output: LogicalType::nullable(TypeKind::STRING),
    };
    let form = Form {
        input: vec![string(), string()],
        grouping: &[],
        calls: vec![call("json_objectagg_null_on_null"), call("json_objectagg_absent_on_null")],
        retracting: rows.iter().any(|row| row.0 == Delete),
        update_before: false,
        ..Form::counting()
    };
    let mut task = form.open().unwrap();
    let kinds: Vec<RowKind> = rows.iter().map(|row| row.0).collect();
    let keys: Vec<Option<&str>> = rows.iter().map(|row| row.1).collect();
    let values: Vec<Option<&str>> = rows.iter().map(|row| row.2).collect();
    task.push(0, changes(&kinds, vec![strings(&keys), strings(&values)]).unwrap());
    drain(&mut task)
}

#[test]
fn keys_are_in_the_order_of_utf_16() {
    let rows = ["～", "😀", "b", "", "bx", "B"].map(|key| (Insert, Some(key), Some("1")));
    assert_eq!(
        objects(&rows).last().unwrap(),
        "+U({\"\":1,\"B\":1,\"b\":1,\"bx\":1,\"😀\":1,\"～\":1}, \
         {\"\":1,\"B\":1,\"b\":1,\"bx\":1,\"😀\":1,\"～\":1})"
    );
}

#[test]
fn a_key_is_taken_back_with_any_value() {
    let changelog = objects(&[
        (Insert, Some("a"), Some("1")),
        (Insert, Some("b"), None),
        (Insert, Some("c"), None),
        (Delete, Some("a"), Some("2")),
        (Delete, Some("never"), None),
        (Insert, Some("a"), Some("\"x\"")),
        (Delete, Some("b"), None),
    ]);
    assert_eq!(
        changelog,
        [
            r#"+I({"a":1}, {"a":1})"#,
            r#"+U({"a":1,"b":null}, {"a":1})"#,
            r#"+U({"a":1,"b":null,"c":null}, {"a":1})"#,
            r#"+U({"b":null,"c":null}, {})"#,
            r#"+U({"a":"x","b":null,"c":null}, {"a":"x"})"#,
            r#"+U({"a":"x","c":null}, {"a":"x"})"#,
        ]
    );
}

#[test]
fn a_key_that_is_there_and_null_are_failures() {
    let first = (Insert, Some("größe"), Some("1"));
    assert_eq!(
        objects(&[first, (Insert, Some("größe"), None)]),
        [
            r#"+I({"größe":1}, {"größe":1})"#,
            "ERROR org.apache.flink.table.api.TableException: Key 'größe' is already present. Duplicate \
             keys are not allowed in JSON_OBJECTAGG. Please ensure that keys are unique.",
        ]
    );
    assert_eq!(
        objects(&[first, (Insert, None, None)]),
        [
            r#"+I({"größe":1}, {"größe":1})"#,
            "ERROR org.apache.flink.table.api.TableRuntimeException: Map views don't support null keys.",
        ]
    );
}
