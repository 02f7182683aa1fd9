use std::sync::Arc;

use arrow_schema::{DataType, Field, Fields, TimeUnit};
use substrait::proto::{Type, r#type};
use thiserror::Error;

/// Largest length of CHAR, VARCHAR, BINARY and VARBINARY; `STRING` is VARCHAR of this length.
const MAX_LENGTH: u32 = i32::MAX as u32;
const MAX_DECIMAL_PRECISION: u8 = 38;
const MAX_TIME_PRECISION: u8 = 9;

/// One of Flink's logical types, as far as the engine carries it. Field names of a ROW are not part
/// of it: columns and nested fields are positional everywhere in the engine.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct LogicalType {
    /// Which type, with its parameters.
    pub kind: TypeKind,
    /// Whether Flink's plan says that NULL can occur. Arrow fields are nullable in any case.
    pub nullable: bool,
}

/// The types, named as in Flink.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
#[allow(missing_docs, reason = "the variants are Flink's type names")]
pub enum TypeKind {
    Boolean,
    TinyInt,
    SmallInt,
    Int,
    BigInt,
    Float,
    Double,
    Decimal { precision: u8, scale: u8 },
    Char { length: u32 },
    VarChar { length: u32 },
    Binary { length: u32 },
    VarBinary { length: u32 },
    Date,
    Time { precision: u8 },
    Timestamp { precision: u8 },
    TimestampLtz { precision: u8 },
    IntervalYearMonth,
    IntervalDayTime,
    Array(Box<LogicalType>),
    Map(Box<LogicalType>, Box<LogicalType>),
    Multiset(Box<LogicalType>),
    Row(Vec<LogicalType>),
}

/// What a plan's declarations say about types: the anchor under which it declared MULTISET.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct TypeContext {
    /// The `type_anchor` of the user-defined type `multiset`, if the plan declares it.
    pub multiset_anchor: Option<u32>,
}

/// A Substrait type that is none of Flink's.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("the type {0} is not one of Flink's")]
pub struct TypeError(String);

impl TypeKind {
    /// Flink's STRING.
    pub const STRING: TypeKind = TypeKind::VarChar { length: MAX_LENGTH };
    /// Flink's BYTES.
    pub const BYTES: TypeKind = TypeKind::VarBinary { length: MAX_LENGTH };
}

impl LogicalType {
    /// A nullable type.
    pub fn nullable(kind: TypeKind) -> Self {
        Self { kind, nullable: true }
    }

    /// A NOT NULL type.
    pub fn required(kind: TypeKind) -> Self {
        Self { kind, nullable: false }
    }

    /// Whether the type is the same apart from nullability at the top.
    pub fn same_kind(&self, other: &LogicalType) -> bool {
        self.kind == other.kind
    }

    /// The children in a slab: the fields of a ROW, the element of an ARRAY, key and value of a MAP;
    /// a MULTISET is a map from its element to an INT count.
    pub fn physical_children(&self) -> Vec<LogicalType> {
        match &self.kind {
            TypeKind::Row(fields) => fields.clone(),
            TypeKind::Array(element) => vec![element.as_ref().clone()],
            TypeKind::Map(key, value) => vec![key.as_ref().clone(), value.as_ref().clone()],
            TypeKind::Multiset(element) => {
                vec![element.as_ref().clone(), LogicalType::required(TypeKind::Int)]
            }
            _ => Vec::new(),
        }
    }

    /// The Arrow type that holds the values (docs/architecture.md, "Types"). All fields inside are
    /// nullable, because an overflow can put NULL into a NOT NULL column. A MAP or MULTISET is a list of
    /// pairs, since Flink's can hold a NULL key and Arrow's Map cannot.
    pub fn to_arrow(&self) -> DataType {
        match &self.kind {
            TypeKind::Boolean => DataType::Boolean,
            TypeKind::TinyInt => DataType::Int8,
            TypeKind::SmallInt => DataType::Int16,
            TypeKind::Int | TypeKind::IntervalYearMonth => DataType::Int32,
            TypeKind::BigInt | TypeKind::IntervalDayTime => DataType::Int64,
            TypeKind::Float => DataType::Float32,
            TypeKind::Double => DataType::Float64,
            TypeKind::Decimal { precision, scale } => {
                DataType::Decimal128(*precision, i8::try_from(*scale).unwrap_or(i8::MAX))
            }
            TypeKind::Char { .. }
            | TypeKind::VarChar { .. }
            | TypeKind::Binary { .. }
            | TypeKind::VarBinary { .. } => DataType::Binary,
            TypeKind::Date => DataType::Date32,
            TypeKind::Time { .. } => DataType::Time32(TimeUnit::Millisecond),
            TypeKind::Timestamp { precision } => timestamp_to_arrow(*precision, None),
            TypeKind::TimestampLtz { precision } => timestamp_to_arrow(*precision, Some("UTC")),
            TypeKind::Array(element) => {
                DataType::List(Arc::new(Field::new("item", element.to_arrow(), true)))
            }
            TypeKind::Map(key, value) => map_to_arrow(key.to_arrow(), value.to_arrow()),
            TypeKind::Multiset(element) => map_to_arrow(element.to_arrow(), DataType::Int32),
            TypeKind::Row(fields) => DataType::Struct(arrow_fields(fields)),
        }
    }

    /// Reads a Substrait type.
    pub fn from_substrait(proto: &Type, context: &TypeContext) -> Result<Self, TypeError> {
        let kind = proto.kind.as_ref().ok_or_else(|| TypeError("without a kind".into()))?;
        let (kind, nullability, variation) = from_substrait_kind(kind, context)?;
        if variation != 0 {
            return Err(TypeError(format!("variation {variation}")));
        }
        let nullable = match r#type::Nullability::try_from(nullability) {
            Ok(r#type::Nullability::Nullable) => true,
            Ok(r#type::Nullability::Required) => false,
            Ok(r#type::Nullability::Unspecified) | Err(_) => {
                return Err(TypeError("without nullability".into()));
            }
        };
        Ok(Self { kind, nullable })
    }

    /// Writes the Substrait type; the inverse of [`Self::from_substrait`].
    pub fn to_substrait(&self, context: &TypeContext) -> Result<Type, TypeError> {
        to_substrait_type(self, context)
    }
}

/// Positional Arrow fields `f0`, `f1`... for columns or the fields of a ROW.
pub(crate) fn arrow_fields(types: &[LogicalType]) -> Fields {
    types
        .iter()
        .enumerate()
        .map(|(index, field)| Field::new(format!("f{index}"), field.to_arrow(), true))
        .collect()
}

fn timestamp_to_arrow(precision: u8, zone: Option<&str>) -> DataType {
    let zone = zone.map(Arc::from);
    match precision {
        0..=3 => DataType::Timestamp(TimeUnit::Millisecond, zone),
        4..=6 => DataType::Timestamp(TimeUnit::Microsecond, zone),
        _ => DataType::Struct(Fields::from(vec![
            Field::new("millis", DataType::Int64, true),
            Field::new("nanos", DataType::Int32, true),
        ])),
    }
}

/// Name of the element of the List that holds a MAP; that of an ARRAY is called `item`.
const MAP_ENTRIES: &str = "entries";

/// A list of pairs. Arrow's own Map type has the same layout, but its keys cannot be NULL.
fn map_to_arrow(key: DataType, value: DataType) -> DataType {
    let entries = DataType::Struct(Fields::from(vec![
        Field::new("key", key, true),
        Field::new("value", value, true),
    ]));
    DataType::List(Arc::new(Field::new(MAP_ENTRIES, entries, false)))
}

/// Key and value, if this is the element of a List that holds a MAP or MULTISET.
pub fn map_entries(element: &Field) -> Option<&Fields> {
    match element.data_type() {
        DataType::Struct(fields) if element.name() == MAP_ENTRIES => Some(fields),
        _ => None,
    }
}

type Parts = (TypeKind, i32, u32);

fn from_substrait_kind(kind: &r#type::Kind, context: &TypeContext) -> Result<Parts, TypeError> {
    use r#type::Kind;
    let parts = match kind {
        Kind::Bool(t) => (TypeKind::Boolean, t.nullability, t.type_variation_reference),
        Kind::I8(t) => (TypeKind::TinyInt, t.nullability, t.type_variation_reference),
        Kind::I16(t) => (TypeKind::SmallInt, t.nullability, t.type_variation_reference),
        Kind::I32(t) => (TypeKind::Int, t.nullability, t.type_variation_reference),
        Kind::I64(t) => (TypeKind::BigInt, t.nullability, t.type_variation_reference),
        Kind::Fp32(t) => (TypeKind::Float, t.nullability, t.type_variation_reference),
        Kind::Fp64(t) => (TypeKind::Double, t.nullability, t.type_variation_reference),
        Kind::String(t) => (TypeKind::STRING, t.nullability, t.type_variation_reference),
        Kind::Binary(t) => (TypeKind::BYTES, t.nullability, t.type_variation_reference),
        Kind::Date(t) => (TypeKind::Date, t.nullability, t.type_variation_reference),
        Kind::IntervalYear(t) => {
            (TypeKind::IntervalYearMonth, t.nullability, t.type_variation_reference)
        }
        Kind::IntervalDay(t) => {
            if t.precision != Some(3) {
                return Err(TypeError(format!("interval_day of precision {:?}", t.precision)));
            }
            (TypeKind::IntervalDayTime, t.nullability, t.type_variation_reference)
        }
        Kind::FixedChar(t) => {
            let kind = TypeKind::Char { length: length("fixedchar", t.length)? };
            (kind, t.nullability, t.type_variation_reference)
        }
        Kind::Varchar(t) => {
            let kind = TypeKind::VarChar { length: length("varchar", t.length)? };
            (kind, t.nullability, t.type_variation_reference)
        }
        Kind::FixedBinary(t) => {
            let kind = TypeKind::Binary { length: length("fixedbinary", t.length)? };
            (kind, t.nullability, t.type_variation_reference)
        }
        Kind::Decimal(t) => {
            (decimal(t.precision, t.scale)?, t.nullability, t.type_variation_reference)
        }
        Kind::PrecisionTime(t) => {
            let kind = TypeKind::Time { precision: precision("precision_time", t.precision)? };
            (kind, t.nullability, t.type_variation_reference)
        }
        Kind::PrecisionTimestamp(t) => {
            let precision = precision("precision_timestamp", t.precision)?;
            (TypeKind::Timestamp { precision }, t.nullability, t.type_variation_reference)
        }
        Kind::PrecisionTimestampTz(t) => {
            let precision = precision("precision_timestamp_tz", t.precision)?;
            (TypeKind::TimestampLtz { precision }, t.nullability, t.type_variation_reference)
        }
        Kind::Struct(t) => {
            let fields: Result<Vec<_>, _> =
                t.types.iter().map(|field| LogicalType::from_substrait(field, context)).collect();
            (TypeKind::Row(fields?), t.nullability, t.type_variation_reference)
        }
        Kind::List(t) => {
            let element = child("list", t.r#type.as_deref(), context)?;
            (TypeKind::Array(element), t.nullability, t.type_variation_reference)
        }
        Kind::Map(t) => {
            let key = child("map", t.key.as_deref(), context)?;
            let value = child("map", t.value.as_deref(), context)?;
            (TypeKind::Map(key, value), t.nullability, t.type_variation_reference)
        }
        Kind::UserDefined(t) => (multiset(t, context)?, t.nullability, t.type_variation_reference),
        #[allow(deprecated, reason = "matched only to refuse them by name")]
        Kind::Timestamp(_) | Kind::Time(_) | Kind::TimestampTz(_) => {
            return Err(TypeError("timestamp without a precision".into()));
        }
        other => return Err(TypeError(format!("{other:?}"))),
    };
    Ok(parts)
}

fn multiset(t: &r#type::UserDefined, context: &TypeContext) -> Result<TypeKind, TypeError> {
    if Some(t.type_reference) != context.multiset_anchor {
        return Err(TypeError(format!("user-defined type {}", t.type_reference)));
    }
    match t.type_parameters.as_slice() {
        [
            r#type::Parameter { parameter: Some(r#type::parameter::Parameter::DataType(element)) },
        ] => {
            let element = LogicalType::from_substrait(element, context)?;
            Ok(TypeKind::Multiset(Box::new(element)))
        }
        _ => Err(TypeError("multiset without exactly one element type".into())),
    }
}

fn child(
    name: &str,
    proto: Option<&Type>,
    context: &TypeContext,
) -> Result<Box<LogicalType>, TypeError> {
    let proto = proto.ok_or_else(|| TypeError(format!("{name} without its element type")))?;
    LogicalType::from_substrait(proto, context).map(Box::new)
}

fn length(name: &str, value: i32) -> Result<u32, TypeError> {
    // Flink has no CHAR(0) column, but the empty literal has that type.
    u32::try_from(value).map_err(|_| TypeError(format!("{name} of length {value}")))
}

fn precision(name: &str, value: i32) -> Result<u8, TypeError> {
    match u8::try_from(value) {
        Ok(precision) if precision <= MAX_TIME_PRECISION => Ok(precision),
        _ => Err(TypeError(format!("{name} of precision {value}"))),
    }
}

fn decimal(precision: i32, scale: i32) -> Result<TypeKind, TypeError> {
    match (u8::try_from(precision), u8::try_from(scale)) {
        (Ok(precision), Ok(scale))
            if (1..=MAX_DECIMAL_PRECISION).contains(&precision) && scale <= precision =>
        {
            Ok(TypeKind::Decimal { precision, scale })
        }
        _ => Err(TypeError(format!("decimal({precision}, {scale})"))),
    }
}

fn to_substrait_type(logical: &LogicalType, context: &TypeContext) -> Result<Type, TypeError> {
    use r#type::Kind;
    let nullability = if logical.nullable {
        r#type::Nullability::Nullable
    } else {
        r#type::Nullability::Required
    } as i32;
    macro_rules! simple {
        ($kind:ident, $message:ident) => {
            Kind::$kind(r#type::$message { type_variation_reference: 0, nullability })
        };
    }
    macro_rules! with {
        ($kind:ident, $message:ident, $($field:ident: $value:expr),+) => {
            Kind::$kind(r#type::$message { $($field: $value,)+ type_variation_reference: 0, nullability })
        };
    }
    let kind = match &logical.kind {
        TypeKind::Boolean => simple!(Bool, Boolean),
        TypeKind::TinyInt => simple!(I8, I8),
        TypeKind::SmallInt => simple!(I16, I16),
        TypeKind::Int => simple!(I32, I32),
        TypeKind::BigInt => simple!(I64, I64),
        TypeKind::Float => simple!(Fp32, Fp32),
        TypeKind::Double => simple!(Fp64, Fp64),
        TypeKind::Decimal { precision, scale } => {
            with!(Decimal, Decimal, precision: i32::from(*precision), scale: i32::from(*scale))
        }
        TypeKind::Char { length } => with!(FixedChar, FixedChar, length: wire_length(*length)),
        TypeKind::VarChar { length } if *length == MAX_LENGTH => simple!(String, String),
        TypeKind::VarChar { length } => with!(Varchar, VarChar, length: wire_length(*length)),
        TypeKind::Binary { length } => {
            with!(FixedBinary, FixedBinary, length: wire_length(*length))
        }
        TypeKind::VarBinary { .. } => simple!(Binary, Binary),
        TypeKind::Date => simple!(Date, Date),
        TypeKind::Time { precision } => {
            with!(PrecisionTime, PrecisionTime, precision: i32::from(*precision))
        }
        TypeKind::Timestamp { precision } => {
            with!(PrecisionTimestamp, PrecisionTimestamp, precision: i32::from(*precision))
        }
        TypeKind::TimestampLtz { precision } => {
            with!(PrecisionTimestampTz, PrecisionTimestampTz, precision: i32::from(*precision))
        }
        TypeKind::IntervalYearMonth => simple!(IntervalYear, IntervalYear),
        TypeKind::IntervalDayTime => with!(IntervalDay, IntervalDay, precision: Some(3)),
        TypeKind::Array(element) => {
            let element = to_substrait_type(element, context)?;
            Kind::List(Box::new(r#type::List {
                r#type: Some(Box::new(element)),
                type_variation_reference: 0,
                nullability,
            }))
        }
        TypeKind::Map(key, value) => {
            let key = to_substrait_type(key, context)?;
            let value = to_substrait_type(value, context)?;
            Kind::Map(Box::new(r#type::Map {
                key: Some(Box::new(key)),
                value: Some(Box::new(value)),
                type_variation_reference: 0,
                nullability,
            }))
        }
        TypeKind::Multiset(element) => {
            let anchor = context
                .multiset_anchor
                .ok_or_else(|| TypeError("multiset, which the plan does not declare".into()))?;
            let element = to_substrait_type(element, context)?;
            let parameter = r#type::Parameter {
                parameter: Some(r#type::parameter::Parameter::DataType(element)),
            };
            with!(UserDefined, UserDefined, type_reference: anchor, type_parameters: vec![parameter])
        }
        TypeKind::Row(fields) => {
            let types: Result<Vec<_>, _> =
                fields.iter().map(|field| to_substrait_type(field, context)).collect();
            with!(Struct, Struct, types: types?)
        }
    };
    Ok(Type { kind: Some(kind) })
}

fn wire_length(length: u32) -> i32 {
    i32::try_from(length).unwrap_or(i32::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn samples() -> Vec<TypeKind> {
        let int = || Box::new(LogicalType::required(TypeKind::Int));
        vec![
            TypeKind::Boolean,
            TypeKind::TinyInt,
            TypeKind::SmallInt,
            TypeKind::Int,
            TypeKind::BigInt,
            TypeKind::Float,
            TypeKind::Double,
            TypeKind::Decimal { precision: 38, scale: 38 },
            TypeKind::Char { length: 3 },
            TypeKind::VarChar { length: 7 },
            TypeKind::STRING,
            TypeKind::Binary { length: 2 },
            TypeKind::BYTES,
            TypeKind::Date,
            TypeKind::Time { precision: 0 },
            TypeKind::Timestamp { precision: 3 },
            TypeKind::Timestamp { precision: 5 },
            TypeKind::TimestampLtz { precision: 9 },
            TypeKind::IntervalYearMonth,
            TypeKind::IntervalDayTime,
            TypeKind::Array(int()),
            TypeKind::Map(int(), Box::new(LogicalType::nullable(TypeKind::STRING))),
            TypeKind::Multiset(int()),
            TypeKind::Row(vec![*int(), LogicalType::nullable(TypeKind::Date)]),
        ]
    }

    #[test]
    fn every_type_survives_the_plan() {
        let context = TypeContext { multiset_anchor: Some(4) };
        for kind in samples() {
            for nullable in [true, false] {
                let logical = LogicalType { kind: kind.clone(), nullable };
                let proto = logical.to_substrait(&context).expect("writes");
                assert_eq!(LogicalType::from_substrait(&proto, &context), Ok(logical));
            }
        }
    }

    #[test]
    fn refuses_what_flink_does_not_have() {
        let context = TypeContext::default();
        let bad = [
            r#type::Kind::Decimal(r#type::Decimal {
                precision: 39,
                scale: 0,
                nullability: 1,
                ..Default::default()
            }),
            r#type::Kind::Decimal(r#type::Decimal {
                precision: 3,
                scale: 4,
                nullability: 1,
                ..Default::default()
            }),
            r#type::Kind::PrecisionTimestamp(r#type::PrecisionTimestamp {
                precision: 12,
                nullability: 1,
                ..Default::default()
            }),
            r#type::Kind::I32(r#type::I32 { type_variation_reference: 1, nullability: 1 }),
            r#type::Kind::I32(r#type::I32 { type_variation_reference: 0, nullability: 0 }),
            r#type::Kind::UserDefined(r#type::UserDefined {
                type_reference: 1,
                nullability: 1,
                ..Default::default()
            }),
            r#type::Kind::Varchar(r#type::VarChar {
                length: -1,
                nullability: 1,
                ..Default::default()
            }),
        ];
        for kind in bad {
            assert!(
                LogicalType::from_substrait(&Type { kind: Some(kind.clone()) }, &context).is_err(),
                "{kind:?}"
            );
        }
        assert!(LogicalType::from_substrait(&Type { kind: None }, &context).is_err());
    }

    #[test]
    fn precise_timestamps_split_into_millis_and_nanos() {
        let arrow = LogicalType::nullable(TypeKind::Timestamp { precision: 9 }).to_arrow();
        assert!(matches!(arrow, DataType::Struct(fields) if fields.len() == 2));
    }
}
