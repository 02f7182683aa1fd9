use std::sync::Arc;

use datafusion::arrow::array::{
    Array, ArrayRef, Int32Array, Int64Array, ListArray, StructArray, new_empty_array,
};
use datafusion::arrow::buffer::OffsetBuffer;
use datafusion::arrow::datatypes::DataType;
use datafusion::common::ScalarValue;
use datafusion::logical_expr::Expr;
use sf_contract::{LogicalType, TypeKind, map_entries};
use sf_runtime::{EngineError, ErrorCode};
use substrait::proto::expression::Literal;
use substrait::proto::expression::literal::interval_day_to_second::PrecisionMode;
use substrait::proto::expression::literal::user_defined::{TypeAnchorType, Val};
use substrait::proto::expression::literal::{
    IntervalDayToSecond, IntervalYearToMonth, LiteralType, Map, UserDefined,
};
use substrait::proto::{Type, r#type};

use super::{ExpressionReader, Operation, TypedCall};

type Result<T> = std::result::Result<T, EngineError>;

/// Reads a constant. Its type is the one the literal spells out, with `nullable` of the literal.
pub(super) fn from_literal(reader: &ExpressionReader<'_>, literal: &Literal) -> Result<Expr> {
    let (logical_type, value) = read(reader, literal)?;
    Ok(TypedCall::expression("literal", Operation::Literal(value), logical_type, Vec::new()))
}

fn read(reader: &ExpressionReader<'_>, literal: &Literal) -> Result<(LogicalType, ScalarValue)> {
    if literal.type_variation_reference != 0 {
        return Err(unsupported("type variations are not supported"));
    }
    let content =
        literal.literal_type.as_ref().ok_or_else(|| malformed("a literal without content"))?;
    if let LiteralType::Null(proto) = content {
        let logical_type = reader.declared_type(Some(proto), "a NULL literal")?;
        let value = ScalarValue::try_from(&logical_type.to_arrow())?;
        return Ok((LogicalType::nullable(logical_type.kind), value));
    }
    let (kind, value) = content_of(reader, content)?;
    Ok((LogicalType { kind, nullable: literal.nullable }, value))
}

fn content_of(
    reader: &ExpressionReader<'_>,
    content: &LiteralType,
) -> Result<(TypeKind, ScalarValue)> {
    let bytes = |text: &str| ScalarValue::Binary(Some(text.as_bytes().to_vec()));
    Ok(match content {
        LiteralType::Boolean(value) => (TypeKind::Boolean, ScalarValue::Boolean(Some(*value))),
        LiteralType::I8(value) => {
            let value = i8::try_from(*value).map_err(|_| out_of_range("i8", *value))?;
            (TypeKind::TinyInt, ScalarValue::Int8(Some(value)))
        }
        LiteralType::I16(value) => {
            let value = i16::try_from(*value).map_err(|_| out_of_range("i16", *value))?;
            (TypeKind::SmallInt, ScalarValue::Int16(Some(value)))
        }
        LiteralType::I32(value) => (TypeKind::Int, ScalarValue::Int32(Some(*value))),
        LiteralType::I64(value) => (TypeKind::BigInt, ScalarValue::Int64(Some(*value))),
        LiteralType::Fp32(value) => (TypeKind::Float, ScalarValue::Float32(Some(*value))),
        LiteralType::Fp64(value) => (TypeKind::Double, ScalarValue::Float64(Some(*value))),
        LiteralType::String(text) => (TypeKind::STRING, bytes(text)),
        LiteralType::FixedChar(text) => {
            (TypeKind::Char { length: length(text.chars().count())? }, bytes(text))
        }
        LiteralType::VarChar(text) => {
            (TypeKind::VarChar { length: length(text.length as usize)? }, bytes(&text.value))
        }
        LiteralType::Binary(value) => (TypeKind::BYTES, ScalarValue::Binary(Some(value.clone()))),
        LiteralType::FixedBinary(value) => (
            TypeKind::Binary { length: length(value.len())? },
            ScalarValue::Binary(Some(value.clone())),
        ),
        LiteralType::Date(days) => (TypeKind::Date, ScalarValue::Date32(Some(*days))),
        LiteralType::Decimal(decimal) => {
            decimal_of(&decimal.value, decimal.precision, decimal.scale)?
        }
        LiteralType::PrecisionTime(time) => {
            let precision = precision(time.precision)?;
            // TIME holds milliseconds whatever its precision (semantics of Flink's internal int).
            let millis = rescale(time.value, precision, 3)?;
            let millis = i32::try_from(millis).map_err(|_| out_of_range("time", time.value))?;
            (TypeKind::Time { precision }, ScalarValue::Time32Millisecond(Some(millis)))
        }
        LiteralType::PrecisionTimestamp(timestamp) => {
            let kind = TypeKind::Timestamp { precision: precision(timestamp.precision)? };
            let value = timestamp_of(&kind, precision(timestamp.precision)?, timestamp.value)?;
            (kind, value)
        }
        LiteralType::PrecisionTimestampTz(timestamp) => {
            let kind = TypeKind::TimestampLtz { precision: precision(timestamp.precision)? };
            let value = timestamp_of(&kind, precision(timestamp.precision)?, timestamp.value)?;
            (kind, value)
        }
        LiteralType::IntervalYearToMonth(interval) => {
            (TypeKind::IntervalYearMonth, ScalarValue::Int32(Some(months(interval)?)))
        }
        LiteralType::IntervalDayToSecond(interval) => {
            (TypeKind::IntervalDayTime, ScalarValue::Int64(Some(millis(interval)?)))
        }
        LiteralType::Struct(row) => row_of(reader, &row.fields)?,
        LiteralType::List(list) => list_of(reader, &list.values)?,
        LiteralType::Map(map) => map_of(reader, map)?,
        LiteralType::EmptyList(list) => {
            let proto = Type { kind: Some(r#type::Kind::List(Box::new(list.clone()))) };
            let kind = reader.declared_type(Some(&proto), "an empty list")?.kind;
            empty_collection(kind)?
        }
        LiteralType::EmptyMap(map) => {
            let proto = Type { kind: Some(r#type::Kind::Map(Box::new(map.clone()))) };
            let kind = reader.declared_type(Some(&proto), "an empty map")?.kind;
            empty_collection(kind)?
        }
        LiteralType::UserDefined(value) => multiset_of(reader, value)?,
        other => return Err(unsupported(&format!("the literal {other:?} is not supported"))),
    })
}

fn decimal_of(value: &[u8], precision: i32, scale: i32) -> Result<(TypeKind, ScalarValue)> {
    let bytes: [u8; 16] =
        value.try_into().map_err(|_| malformed("a decimal literal that is not 16 bytes"))?;
    let unscaled = i128::from_le_bytes(bytes);
    let (Ok(precision), Ok(scale)) = (u8::try_from(precision), u8::try_from(scale)) else {
        return Err(malformed("a decimal literal with a negative precision or scale"));
    };
    let inside = (1..=38).contains(&precision) && scale <= precision;
    if !inside || unscaled.unsigned_abs() >= 10_u128.pow(u32::from(precision)) {
        return Err(malformed(&format!(
            "the decimal literal {unscaled} as ({precision}, {scale})"
        )));
    }
    let arrow_scale = i8::try_from(scale).map_err(|_| malformed("a decimal scale above 127"))?;
    Ok((
        TypeKind::Decimal { precision, scale },
        ScalarValue::Decimal128(Some(unscaled), precision, arrow_scale),
    ))
}

/// The value of a timestamp literal in the engine's form of its precision.
fn timestamp_of(kind: &TypeKind, precision: u8, value: i64) -> Result<ScalarValue> {
    let zone: Option<Arc<str>> = match kind {
        TypeKind::TimestampLtz { .. } => Some(Arc::from("UTC")),
        _ => None,
    };
    Ok(match precision {
        0..=3 => ScalarValue::TimestampMillisecond(Some(rescale(value, precision, 3)?), zone),
        4..=6 => ScalarValue::TimestampMicrosecond(Some(rescale(value, precision, 6)?), zone),
        _ => {
            let units_per_milli = 10_i64.pow(u32::from(precision - 3));
            let millis = value.div_euclid(units_per_milli);
            let nanos = value.rem_euclid(units_per_milli) * 10_i64.pow(u32::from(9 - precision));
            let nanos = i32::try_from(nanos).map_err(|_| out_of_range("timestamp", value))?;
            let DataType::Struct(fields) = LogicalType::nullable(kind.clone()).to_arrow() else {
                return Err(EngineError::defect("a precise timestamp that is no struct"));
            };
            let millis: ArrayRef = Arc::new(Int64Array::from(vec![millis]));
            let nanos: ArrayRef = Arc::new(Int32Array::from(vec![nanos]));
            ScalarValue::Struct(Arc::new(StructArray::try_new(fields, vec![millis, nanos], None)?))
        }
    })
}

fn months(interval: &IntervalYearToMonth) -> Result<i32> {
    interval
        .years
        .checked_mul(12)
        .and_then(|months| months.checked_add(interval.months))
        .ok_or_else(|| out_of_range("interval", interval.years))
}

fn millis(interval: &IntervalDayToSecond) -> Result<i64> {
    let precision = match interval.precision_mode {
        Some(PrecisionMode::Precision(value)) => precision(value)?,
        None => 0,
        #[allow(deprecated, reason = "matched only to refuse it by name")]
        Some(PrecisionMode::Microseconds(_)) => {
            return Err(unsupported("intervals in microseconds are not supported"));
        }
    };
    let seconds = i64::from(interval.days) * 86_400 + i64::from(interval.seconds);
    seconds
        .checked_mul(1000)
        .and_then(|millis| millis.checked_add(rescale(interval.subseconds, precision, 3).ok()?))
        .ok_or_else(|| out_of_range("interval", interval.days))
}

fn row_of(reader: &ExpressionReader<'_>, literals: &[Literal]) -> Result<(TypeKind, ScalarValue)> {
    let mut types = Vec::with_capacity(literals.len());
    let mut columns = Vec::with_capacity(literals.len());
    for literal in literals {
        let (logical_type, value) = read(reader, literal)?;
        types.push(logical_type);
        columns.push(value.to_array()?);
    }
    let kind = TypeKind::Row(types);
    let DataType::Struct(fields) = LogicalType::nullable(kind.clone()).to_arrow() else {
        return Err(EngineError::defect("a ROW that is no struct"));
    };
    let row = StructArray::try_new_with_length(fields, columns, None, 1)?;
    Ok((kind, ScalarValue::Struct(Arc::new(row))))
}

fn list_of(reader: &ExpressionReader<'_>, values: &[Literal]) -> Result<(TypeKind, ScalarValue)> {
    let (element, array) = elements(reader, values.iter())?;
    let kind = TypeKind::Array(Box::new(element));
    let DataType::List(field) = LogicalType::nullable(kind.clone()).to_arrow() else {
        return Err(EngineError::defect("an ARRAY that is no list"));
    };
    let list = ListArray::try_new(field, OffsetBuffer::from_lengths([array.len()]), array, None)?;
    Ok((kind, ScalarValue::List(Arc::new(list))))
}

fn map_of(reader: &ExpressionReader<'_>, map: &Map) -> Result<(TypeKind, ScalarValue)> {
    let absent = || malformed("a map literal with an absent key or value");
    let keys: Option<Vec<_>> = map.key_values.iter().map(|entry| entry.key.as_ref()).collect();
    let values: Option<Vec<_>> = map.key_values.iter().map(|entry| entry.value.as_ref()).collect();
    let (key, keys) = elements(reader, keys.ok_or_else(absent)?.into_iter())?;
    let (value, values) = elements(reader, values.ok_or_else(absent)?.into_iter())?;
    map_value(TypeKind::Map(Box::new(key), Box::new(value)), keys, values)
}

/// Reads a MULTISET: its value is a struct of two lists, the elements and their INT counts.
fn multiset_of(
    reader: &ExpressionReader<'_>,
    value: &UserDefined,
) -> Result<(TypeKind, ScalarValue)> {
    let anchor = match value.type_anchor_type {
        Some(TypeAnchorType::TypeReference(anchor)) => anchor,
        _ => return Err(unsupported("a user-defined literal without a type reference")),
    };
    if Some(anchor) != reader.types().multiset_anchor {
        return Err(unsupported("user-defined literals other than MULTISET are not supported"));
    }
    let Some(Val::Struct(lists)) = &value.val else {
        return Err(malformed("a MULTISET literal that is no struct"));
    };
    let [elements_literal, counts_literal] = lists.fields.as_slice() else {
        return Err(malformed("a MULTISET literal without its two lists"));
    };
    let (Some(LiteralType::List(keys)), Some(LiteralType::List(counts))) =
        (&elements_literal.literal_type, &counts_literal.literal_type)
    else {
        return Err(malformed("a MULTISET literal without its two lists"));
    };
    let (element, keys) = elements(reader, keys.values.iter())?;
    let (count, counts) = elements(reader, counts.values.iter())?;
    if count.kind != TypeKind::Int || keys.len() != counts.len() {
        return Err(malformed("a MULTISET literal whose counts do not fit its elements"));
    }
    map_value(TypeKind::Multiset(Box::new(element)), keys, counts)
}

/// The elements of a collection as one array; all must be of one type.
fn elements<'a>(
    reader: &ExpressionReader<'_>,
    literals: impl Iterator<Item = &'a Literal>,
) -> Result<(LogicalType, ArrayRef)> {
    let mut element: Option<LogicalType> = None;
    let mut values = Vec::new();
    for literal in literals {
        let (logical_type, value) = read(reader, literal)?;
        element = Some(match element {
            None => logical_type,
            Some(known) if known.same_kind(&logical_type) => {
                LogicalType { nullable: known.nullable || logical_type.nullable, ..known }
            }
            Some(_) => return Err(malformed("a collection literal of several types")),
        });
        values.push(value);
    }
    let element = element.ok_or_else(|| malformed("an empty collection without its type"))?;
    Ok((element, ScalarValue::iter_to_array(values)?))
}

fn empty_collection(kind: TypeKind) -> Result<(TypeKind, ScalarValue)> {
    match LogicalType::nullable(kind.clone()).to_arrow() {
        DataType::List(field) => {
            let values = new_empty_array(field.data_type());
            let list = ListArray::try_new(field, OffsetBuffer::from_lengths([0]), values, None)?;
            Ok((kind, ScalarValue::List(Arc::new(list))))
        }
        _ => Err(EngineError::defect("an empty collection that is none")),
    }
}

fn map_value(kind: TypeKind, keys: ArrayRef, values: ArrayRef) -> Result<(TypeKind, ScalarValue)> {
    let DataType::List(field) = LogicalType::nullable(kind.clone()).to_arrow() else {
        return Err(EngineError::defect("a MAP that is no map"));
    };
    let entries = map_entries(&field)
        .cloned()
        .ok_or_else(|| EngineError::defect("map entries that are no pairs"))?;
    let offsets = OffsetBuffer::from_lengths([keys.len()]);
    let entries = Arc::new(StructArray::try_new(entries, vec![keys, values], None)?);
    let map = ListArray::try_new(field, offsets, entries, None)?;
    Ok((kind, ScalarValue::List(Arc::new(map))))
}

fn rescale(value: i64, from: u8, to: u8) -> Result<i64> {
    if from <= to {
        let factor = 10_i64.pow(u32::from(to - from));
        return value.checked_mul(factor).ok_or_else(|| out_of_range("timestamp", value));
    }
    let factor = 10_i64.pow(u32::from(from - to));
    if value % factor != 0 {
        return Err(malformed("a literal that is more precise than its type holds"));
    }
    Ok(value / factor)
}

fn precision(value: i32) -> Result<u8> {
    match u8::try_from(value) {
        Ok(precision) if precision <= 9 => Ok(precision),
        _ => Err(malformed(&format!("a literal of precision {value}"))),
    }
}

fn length(value: usize) -> Result<u32> {
    match u32::try_from(value) {
        Ok(length) if i32::try_from(length).is_ok() => Ok(length),
        _ => Err(malformed(&format!("a literal of length {value}"))),
    }
}

fn out_of_range(name: &str, value: impl std::fmt::Display) -> EngineError {
    malformed(&format!("{value} is out of the range of {name}"))
}

fn malformed(message: &str) -> EngineError {
    EngineError::new(ErrorCode::PlanMalformed, message)
}

fn unsupported(message: &str) -> EngineError {
    EngineError::new(ErrorCode::Expression, message)
}
