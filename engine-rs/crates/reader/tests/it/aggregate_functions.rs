//! What single aggregate functions compute; [`crate::group_aggregate`] has the operator around them.

use std::sync::Arc;

use arrow_array::{ArrayRef, Decimal128Array, Int32Array, Int64Array, StructArray};
use arrow_buffer::NullBuffer;
use arrow_schema::DataType;
use sf_contract::{LogicalType, TypeKind};
use sf_runtime::RowKind::{Delete, Insert};
use sf_runtime::{ErrorCode, RowKind};
use sf_testing::changelog::{booleans, changes, doubles, drain};
use sf_testing::plan::AggregateCall;

use crate::fixture::boolean;
use crate::group_aggregate::Form;

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
