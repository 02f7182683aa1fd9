//! What single aggregate functions compute; [`crate::group_aggregate`] has the operator around them.

use std::sync::Arc;

use arrow_array::{Array, ArrayRef, Decimal128Array, Int32Array, Int64Array, StructArray};
use arrow_buffer::NullBuffer;
use arrow_schema::DataType;
use sf_contract::{LogicalType, TypeKind};
use sf_runtime::RowKind::{Delete, Insert};
use sf_runtime::{ErrorCode, Event, OutputEvent, RowKind};
use sf_testing::changelog::{booleans, changes, doubles, drain, inserts, strings};
use sf_testing::plan::AggregateCall;

use crate::fixture::{boolean, string};
use crate::group_aggregate::{Form, count};

fn decimal(precision: u8, scale: u8) -> LogicalType {
    LogicalType::nullable(TypeKind::Decimal { precision, scale })
}

fn double() -> LogicalType {
    LogicalType::nullable(TypeKind::Double)
}

fn call(function: &str, output: LogicalType) -> AggregateCall<'_> {
    AggregateCall { function, arguments: &[0], filter: None, distinct: false, output }
}

/// The last result after each row of one group.
fn results(
    calls: Vec<AggregateCall<'_>>,
    input: LogicalType,
    kinds: &[RowKind],
    values: ArrayRef,
) -> Vec<String> {
    let retracting = kinds.contains(&Delete);
    let form = Form {
        input: vec![input],
        grouping: &[],
        calls,
        retracting,
        update_before: false,
        state_ttl_millis: 0,
        bundle_rows: None,
    };
    let mut task = form.open().unwrap();
    task.push(0, changes(kinds, vec![values]).unwrap());
    drain(&mut task)
}

fn decimals(precision: u8, scale: i8, values: &[Option<i128>]) -> ArrayRef {
    let values = Decimal128Array::from(values.to_vec());
    Arc::new(values.with_precision_and_scale(precision, scale).unwrap())
}

const MAX: i128 = 10_i128.pow(38) - 1;

#[test]
fn a_decimal_sum_beyond_38_digits_is_null_and_the_next_value_starts_a_new_one() {
    let calls = vec![call("sum", decimal(38, 3)), call("sum0", decimal(38, 3))];
    let values = decimals(38, 3, &[Some(MAX), Some(1), Some(1000), Some(-2), None]);
    let changelog = results(calls, decimal(38, 3), &[Insert; 5], values);
    let max = "99999999999999999999999999999999999.999";
    assert_eq!(
        changelog,
        [
            format!("+I({max}, {max})"),
            "+U(NULL, NULL)".to_owned(),
            "+U(1.000, NULL)".to_owned(),
            "+U(0.998, NULL)".to_owned(),
        ]
    );
}

#[test]
fn a_decimal_average_rounds_half_up_and_stays_null() {
    let calls = vec![call("avg", decimal(38, 6))];
    let values = decimals(38, 2, &[Some(100), Some(0), Some(0), Some(-300), Some(MAX), Some(MAX)]);
    assert_eq!(
        results(calls, decimal(38, 2), &[Insert; 6], values),
        // 10^36 / 5 has 36 digits before the point, which with 6 behind it do not fit.
        ["+I(1.000000)", "+U(0.500000)", "+U(0.333333)", "+U(-0.500000)", "+U(NULL)"]
    );
}

#[test]
fn decimals_are_taken_back_from_nothing_and_from_an_overflow() {
    let calls = vec![call("sum", decimal(38, 0)), call("avg", decimal(38, 6))];
    let kinds = [Insert, Delete, Insert, Insert, Delete, Insert];
    let values = decimals(38, 0, &[None, Some(5), Some(MAX), Some(MAX), Some(2), None]);
    assert_eq!(
        results(calls, decimal(38, 0), &kinds, values),
        [
            "+I(NULL, NULL)",
            // One row came and one went, so the group is empty.
            "-D(NULL, NULL)",
            "+I(99999999999999999999999999999999999999, NULL)",
            "+U(NULL, NULL)",
            "+U(-2, NULL)",
        ]
    );
}

#[test]
fn a_sum_from_zero_loses_the_sign_of_zero_and_keeps_nan() {
    let calls = vec![call("sum0", double()), call("sum", double())];
    let values = doubles(&[Some(-0.0), None, Some(f64::NAN), Some(1.0)]);
    assert_eq!(
        results(calls, double(), &[Insert; 4], values),
        // NaN differs from itself.
        ["+I(0, -0)", "+U(NaN, NaN)", "+U(NaN, NaN)"]
    );
}

#[test]
fn false_is_smaller_than_true() {
    let calls = vec![call("min", boolean()), call("max", boolean())];
    let values = booleans(&[None, Some(true), Some(false), Some(true)]);
    assert_eq!(
        results(calls, boolean(), &[Insert; 4], values),
        ["+I(NULL, NULL)", "+U(true, true)", "+U(false, true)"]
    );
}

#[test]
fn instants_compare_to_the_nanosecond() {
    let instant = LogicalType::nullable(TypeKind::Timestamp { precision: 9 });
    let calls = vec![call("min", instant.clone()), call("max", instant.clone())];
    let DataType::Struct(fields) = instant.to_arrow() else { unreachable!("two numbers") };
    let millis = Arc::new(Int64Array::from(vec![-1, -1, 0, 7, 0]));
    let nanos = Arc::new(Int32Array::from(vec![999_999, 999_998, 0, 7, 1]));
    let nulls = NullBuffer::from(vec![true, true, true, false, true]);
    let values = StructArray::new(fields, vec![millis, nanos], Some(nulls));
    assert_eq!(
        results(calls, instant, &[Insert; 5], Arc::new(values)),
        [
            "+I({-1, 999999}, {-1, 999999})",
            "+U({-1, 999998}, {-1, 999999})",
            "+U({-1, 999998}, {0, 0})",
            "+U({-1, 999998}, {0, 1})",
        ]
    );
}

#[test]
fn the_first_and_the_last_value_are_not_null() {
    let calls = vec![call("first_value", double()), call("last_value", double())];
    let values = doubles(&[None, Some(-0.0), None, Some(0.0), Some(f64::NAN), None]);
    assert_eq!(
        results(calls, double(), &[Insert; 6], values),
        // The two zeros are equal, and NaN differs from itself.
        ["+I(NULL, NULL)", "+U(-0, -0)", "+U(-0, NaN)", "+U(-0, NaN)"]
    );
}

#[test]
fn first_and_last_texts_can_be_empty() {
    let calls = vec![call("first_value", string()), call("last_value", string())];
    let values = strings(&[Some(""), Some("größe"), None, Some("größe"), Some("")]);
    assert_eq!(results(calls, string(), &[Insert; 5], values), ["+I(, )", "+U(, größe)", "+U(, )"]);
}

#[test]
fn a_list_skips_null_and_keeps_empty_texts() {
    let values = strings(&[None, Some(""), Some("é"), None, Some(""), Some("b")]);
    assert_eq!(
        results(vec![call("listagg", string())], string(), &[Insert; 6], values),
        ["+I(NULL)", "+U()", "+U(,é)", "+U(,é,)", "+U(,é,,b)"]
    );
}

/// Runs LISTAGG of the first column with the second one as separator.
fn separated(values: &[(Option<&str>, Option<&str>)]) -> Vec<String> {
    let (texts, separators): (Vec<_>, Vec<_>) = values.iter().copied().unzip();
    let call = AggregateCall { arguments: &[0, 1], ..call("listagg", string()) };
    let form = Form {
        input: vec![string(), string()],
        grouping: &[],
        calls: vec![call],
        update_before: false,
        ..Form::counting()
    };
    let mut task = form.open().unwrap();
    task.push(0, inserts(vec![strings(&texts), strings(&separators)]).unwrap());
    drain(&mut task)
}

#[test]
fn a_separator_comes_with_the_text_behind_it_and_null_starts_anew() {
    let changelog = separated(&[
        (Some("a"), None),
        (Some("b"), Some("-")),
        (None, None),
        (Some("c"), Some("😀")),
        (Some("d"), None),
        (Some("e"), Some("-")),
        (Some(""), Some("")),
        (Some("f"), Some("-")),
    ]);
    assert_eq!(changelog, ["+I(a)", "+U(a-b)", "+U(a-b😀c)", "+U(NULL)", "+U(e)", "+U(e-f)"]);
}

/// How many rows and batches leave, of which none may have too many bytes.
fn rows_and_batches(function: &str, retracting: bool, texts: &[String]) -> (usize, usize) {
    let form = Form {
        input: vec![string()],
        grouping: &[],
        calls: vec![call(function, string())],
        retracting,
        ..Form::counting()
    };
    let mut task = form.open().unwrap();
    let texts: Vec<_> = texts.iter().map(|text| Some(text.as_str())).collect();
    task.push(0, inserts(vec![strings(&texts)]).unwrap());
    let (mut rows, mut batches) = (0, 0);
    while let Some(OutputEvent { event: Event::Batch(batch), .. }) = task.take_event().unwrap() {
        let bytes = batch.columns()[0].to_data().buffers()[1].len();
        assert!(bytes <= 16 << 20, "{bytes}");
        rows += batch.selected_rows();
        batches += 1;
    }
    (rows, batches)
}

#[test]
fn long_results_leave_in_batches_of_bounded_size() {
    let texts: Vec<_> = (0..64).map(|text| format!("{text:0>65535}")).collect();
    for retracting in [false, true] {
        // All pairs of -U and +U but the first +I, of 32 times 64 KiB on average.
        let (rows, batches) = rows_and_batches("listagg", retracting, &texts);
        assert_eq!(rows, 127);
        assert!(batches > 10, "{batches}");
    }
    let texts: Vec<_> = (0..200).map(|text| format!("{text:0>65535}")).collect();
    for retracting in [false, true] {
        assert_eq!(rows_and_batches("max", retracting, &texts), (399, 2));
    }
}

#[test]
fn a_single_value_comes_and_goes() {
    let kinds = [Insert, Delete, Insert, Delete, Delete, Insert];
    let values = doubles(&[None, None, Some(1.0), Some(1.0), Some(9.0), Some(2.0)]);
    assert_eq!(
        results(vec![call("single_value", double())], double(), &kinds, values),
        ["+I(NULL)", "-D(NULL)", "+I(1)", "-D(1)", "+I(2)"]
    );
}

#[test]
fn a_second_single_value_fails_behind_the_rows_before_it() {
    let filtered = AggregateCall { filter: Some(1), ..call("single_value", double()) };
    let form = Form {
        input: vec![double(), boolean()],
        grouping: &[],
        calls: vec![count(&[], None), filtered],
        update_before: false,
        ..Form::counting()
    };
    let mut task = form.open().unwrap();
    let flags = booleans(&[Some(true), Some(false), Some(true), Some(true)]);
    let batch = inserts(vec![doubles(&[Some(1.0), Some(2.0), Some(3.0), Some(4.0)]), flags]);
    task.push(0, batch.unwrap());
    assert_eq!(
        drain(&mut task),
        [
            "+I(1, 1)",
            "+U(2, 1)",
            "ERROR org.apache.flink.table.api.TableRuntimeException: SingleValueAggFunction received \
             more than one element.",
        ]
    );
}

fn list_of(element: LogicalType) -> LogicalType {
    LogicalType::nullable(TypeKind::Array(Box::new(element)))
}

#[test]
fn an_array_with_null_or_nan_in_it_differs_from_itself() {
    let ignoring =
        AggregateCall { filter: Some(1), ..call("array_agg_ignore_nulls", list_of(double())) };
    let form = Form {
        input: vec![double(), boolean()],
        grouping: &[],
        calls: vec![ignoring],
        update_before: false,
        ..Form::counting()
    };
    let mut task = form.open().unwrap();
    let values = doubles(&[None, Some(1.0), Some(2.0), Some(f64::NAN), Some(3.0), None]);
    let flags = booleans(&[Some(true), Some(true), None, Some(true), None, Some(true)]);
    task.push(0, inserts(vec![values, flags]).unwrap());
    assert_eq!(
        drain(&mut task),
        ["+I(NULL)", "+U([1])", "+U([1, NaN])", "+U([1, NaN])", "+U([1, NaN])"]
    );
}

#[test]
fn an_array_keeps_null_and_takes_back_the_first_equal_value() {
    let kinds = [Insert, Insert, Insert, Insert, Delete, Delete, Delete, Delete, Insert];
    let values = doubles(&[
        None,
        Some(-0.0),
        Some(0.0),
        Some(f64::NAN),
        Some(0.0),
        Some(-f64::NAN),
        None,
        Some(-0.0),
        Some(1.0),
    ]);
    assert_eq!(
        results(vec![call("array_agg", list_of(double()))], double(), &kinds, values),
        [
            "+I([NULL])",
            "+U([NULL, -0])",
            "+U([NULL, -0, 0])",
            "+U([NULL, -0, 0, NaN])",
            "+U([NULL, -0, NaN])",
            "+U([NULL, -0])",
            "+U([-0])",
            "-D([-0])",
            "+I([1])",
        ]
    );
}

#[test]
fn texts_are_taken_back_from_a_list() {
    let kinds = [Insert, Insert, Insert, Delete, Delete, Insert, Delete];
    let values =
        strings(&[Some("a"), Some(""), Some("a"), Some("a"), Some("never"), None, Some("")]);
    let json = || LogicalType::nullable(TypeKind::STRING);
    let calls = vec![
        call("listagg", string()),
        call("json_arrayagg_absent_on_null", json()),
        call("json_arrayagg_null_on_null", json()),
        call("first_value", string()),
        call("last_value", string()),
    ];
    assert_eq!(
        results(calls, string(), &kinds, values),
        [
            "+I(a, [a], [a], a, a)",
            "+U(a,, [a,], [a,], a, )",
            "+U(a,,a, [a,,a], [a,,a], a, a)",
            "+U(,a, [,a], [,a], , a)",
            "+U(,a, [,a], [,a,null], , a)",
            "+U(a, [a], [a,null], a, a)",
        ]
    );
}

#[test]
fn binaries_are_not_taken_back_from_an_array() {
    let binary = LogicalType::nullable(TypeKind::BYTES);
    for (retracting, refusal) in [(false, None), (true, Some(ErrorCode::Function))] {
        let form = Form {
            input: vec![binary.clone()],
            grouping: &[],
            calls: vec![call("array_agg", list_of(binary.clone()))],
            retracting,
            ..Form::counting()
        };
        assert_eq!(form.open().err(), refusal);
    }
}

#[test]
fn results_of_another_type_than_flinks_are_refused() {
    let refused = |call: AggregateCall<'static>| {
        let form = Form {
            input: vec![decimal(10, 2)],
            grouping: &[],
            calls: vec![call],
            ..Form::counting()
        };
        form.open().err()
    };
    assert_eq!(refused(call("sum", decimal(38, 2))), None);
    for wrong in [decimal(10, 2), decimal(38, 3), double()] {
        assert_eq!(refused(call("sum", wrong.clone())), Some(ErrorCode::Function));
        assert_eq!(refused(call("sum0", wrong.clone())), Some(ErrorCode::Function));
        assert_eq!(refused(call("avg", wrong)), Some(ErrorCode::Function));
    }
    assert_eq!(refused(call("avg", decimal(38, 6))), None);
    assert_eq!(refused(call("max", decimal(38, 2))), Some(ErrorCode::Function));
}
