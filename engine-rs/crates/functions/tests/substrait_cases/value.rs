//! Values of test files as Arrow holds them.

use std::sync::Arc;

use arrow_array::cast::AsArray;
use arrow_array::types::{Float32Type, Float64Type};
use arrow_array::{Array, ArrayRef, Int32Array, Int64Array, StructArray};
use arrow_schema::DataType;
use datafusion_common::ScalarValue;
use sf_contract::{LogicalType, TypeKind};

/// A type in Substrait's spelling; an enum argument arrives at the engine as text.
pub fn logical_type(text: &str) -> LogicalType {
    let text = text.trim();
    let (name, parameters) = match text.split_once('<') {
        Some((name, rest)) => {
            let list = rest.trim_end_matches('>');
            (name, list.split(',').map(|p| p.trim().parse().expect("a number")).collect())
        }
        None => (text, Vec::<u32>::new()),
    };
    let small = |i: usize| u8::try_from(parameters[i]).expect("a small number");
    LogicalType::nullable(match name {
        "bool" => TypeKind::Boolean,
        "i8" => TypeKind::TinyInt,
        "i16" => TypeKind::SmallInt,
        "i32" => TypeKind::Int,
        "i64" => TypeKind::BigInt,
        "fp32" => TypeKind::Float,
        "fp64" => TypeKind::Double,
        "dec" => TypeKind::Decimal { precision: small(0), scale: small(1) },
        "fchar" => TypeKind::Char { length: parameters[0] },
        "vchar" => TypeKind::VarChar { length: parameters[0] },
        "str" | "enum" => TypeKind::STRING,
        "vbin" => TypeKind::BYTES,
        "date" => TypeKind::Date,
        "ptime" => TypeKind::Time { precision: small(0) },
        "pts" => TypeKind::Timestamp { precision: small(0) },
        "iday" => TypeKind::IntervalDayTime,
        "iyear" => TypeKind::IntervalYearMonth,
        _ => panic!("no type {text}"),
    })
}

/// A value in the Arrow type of its logical type.
pub fn scalar(text: &str, logical: &LogicalType) -> ScalarValue {
    let data_type = logical.to_arrow();
    if text == "null" {
        return ScalarValue::try_from(&data_type).expect("a null");
    }
    match &logical.kind {
        TypeKind::Boolean => ScalarValue::Boolean(Some(text == "true")),
        TypeKind::TinyInt => ScalarValue::Int8(text.parse().ok()),
        TypeKind::SmallInt => ScalarValue::Int16(text.parse().ok()),
        TypeKind::Int => ScalarValue::Int32(text.parse().ok()),
        TypeKind::BigInt => ScalarValue::Int64(text.parse().ok()),
        TypeKind::Float => ScalarValue::Float32(text.parse().ok()),
        TypeKind::Double => ScalarValue::Float64(text.parse().ok()),
        TypeKind::Decimal { precision, scale } => {
            let (whole, fraction) = text.split_once('.').unwrap_or((text, ""));
            assert_eq!(fraction.len(), usize::from(*scale), "{text} has another scale");
            let unscaled = format!("{whole}{fraction}").parse().expect("a decimal");
            ScalarValue::Decimal128(
                Some(unscaled),
                *precision,
                i8::try_from(*scale).expect("small"),
            )
        }
        TypeKind::Char { .. } | TypeKind::VarChar { .. } => {
            ScalarValue::Binary(Some(unescape(text)))
        }
        TypeKind::VarBinary { .. } => ScalarValue::Binary(Some(
            (0..text.len() / 2)
                .map(|i| u8::from_str_radix(&text[2 * i..2 * i + 2], 16).expect("hex"))
                .collect(),
        )),
        TypeKind::Date => ScalarValue::Date32(Some(date(text))),
        TypeKind::Time { .. } => {
            ScalarValue::Time32Millisecond(Some(i32::try_from(clock(text).0).expect("a time")))
        }
        TypeKind::Timestamp { precision } => timestamp(text, *precision, &data_type),
        TypeKind::IntervalYearMonth => {
            let months = text.strip_prefix('P').and_then(|text| text.strip_suffix('M'));
            ScalarValue::Int32(months.and_then(|months| months.parse().ok()))
        }
        TypeKind::IntervalDayTime => ScalarValue::Int64(Some(duration(text))),
        other => panic!("no literal of {other:?}"),
    }
}

/// Whether two values are the same: floats by bits but for NaN.
pub fn same(found: &ArrayRef, expected: &ArrayRef) -> bool {
    let nan = |array: &ArrayRef| match array.data_type() {
        DataType::Float32 => {
            array.is_valid(0) && array.as_primitive::<Float32Type>().value(0).is_nan()
        }
        DataType::Float64 => {
            array.is_valid(0) && array.as_primitive::<Float64Type>().value(0).is_nan()
        }
        _ => false,
    };
    if nan(found) || nan(expected) {
        return nan(found) && nan(expected);
    }
    match (found.is_null(0), expected.is_null(0)) {
        (true, true) => true,
        (false, false) => {
            ScalarValue::try_from_array(found, 0).ok()
                == ScalarValue::try_from_array(expected, 0).ok()
                && sign(found) == sign(expected)
        }
        _ => false,
    }
}

/// Tells -0.0 from 0.0.
fn sign(array: &ArrayRef) -> bool {
    match array.data_type() {
        DataType::Float32 => array.as_primitive::<Float32Type>().value(0).is_sign_negative(),
        DataType::Float64 => array.as_primitive::<Float64Type>().value(0).is_sign_negative(),
        _ => false,
    }
}

fn unescape(text: &str) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut chars = text.chars();
    while let Some(character) = chars.next() {
        if character != '\\' {
            bytes.extend_from_slice(character.encode_utf8(&mut [0; 4]).as_bytes());
            continue;
        }
        match chars.next().expect("an escaped character") {
            'x' => {
                let digits: String = chars.by_ref().take(2).collect();
                bytes.push(u8::from_str_radix(&digits, 16).expect("hex"));
            }
            'n' => bytes.push(b'\n'),
            't' => bytes.push(b'\t'),
            'r' => bytes.push(b'\r'),
            other => bytes.extend_from_slice(other.encode_utf8(&mut [0; 4]).as_bytes()),
        }
    }
    bytes
}

/// Days since 1970 of `yyyy-mm-dd`, counted by a rule of its own, not by the kernels'.
fn date(text: &str) -> i32 {
    let parts: Vec<i32> = text.split('-').map(|part| part.parse().expect("a date")).collect();
    let (year, month, day) = (parts[0], parts[1], parts[2]);
    let leap = |year: i32| year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
    let before = |year: i32| {
        let last = year - 1;
        last * 365 + last / 4 - last / 100 + last / 400
    };
    let lengths = [31, if leap(year) { 29 } else { 28 }, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
    let months: i32 = lengths[..usize::try_from(month - 1).expect("a month")].iter().sum();
    before(year) - before(1970) + months + day - 1
}

/// Milliseconds of the day and nanoseconds of the millisecond of `hh:mm:ss.fraction`.
fn clock(text: &str) -> (i64, i32) {
    let (clock, fraction) = text.split_once('.').unwrap_or((text, ""));
    let parts: Vec<i64> = clock.split(':').map(|part| part.parse().expect("a time")).collect();
    let nanos: i64 = format!("{fraction:0<9}").parse().expect("a fraction");
    let millis = ((parts[0] * 60 + parts[1]) * 60 + parts[2]) * 1_000 + nanos / 1_000_000;
    (millis, i32::try_from(nanos % 1_000_000).expect("nanoseconds"))
}

fn timestamp(text: &str, precision: u8, data_type: &DataType) -> ScalarValue {
    let (day, time) = text.split_once('T').expect("a timestamp");
    let (of_day, nanos) = clock(time);
    let millis = i64::from(date(day)) * 86_400_000 + of_day;
    match precision {
        0..=3 => ScalarValue::TimestampMillisecond(Some(millis), None),
        4..=6 => {
            ScalarValue::TimestampMicrosecond(Some(millis * 1_000 + i64::from(nanos / 1_000)), None)
        }
        _ => {
            let DataType::Struct(fields) = data_type else { panic!("a timestamp is a struct") };
            let columns: Vec<ArrayRef> = vec![
                Arc::new(Int64Array::from(vec![millis])),
                Arc::new(Int32Array::from(vec![nanos])),
            ];
            ScalarValue::Struct(Arc::new(StructArray::new(fields.clone(), columns, None)))
        }
    }
}

/// Milliseconds of `PTnHnMn.nS`.
fn duration(text: &str) -> i64 {
    let mut millis = 0;
    let mut number = String::new();
    for character in text.trim_start_matches("PT").chars() {
        let unit = match character {
            'H' => 3_600_000,
            'M' => 60_000,
            'S' => 1_000,
            _ => {
                number.push(character);
                continue;
            }
        };
        let (whole, fraction) = number.split_once('.').unwrap_or((&number, ""));
        let sign = if whole.starts_with('-') { -1 } else { 1 };
        let thousandths: i64 = format!("{fraction:0<3}").parse().expect("a fraction");
        millis +=
            whole.parse::<i64>().expect("a number") * unit + sign * thousandths * unit / 1_000;
        number.clear();
    }
    millis
}
