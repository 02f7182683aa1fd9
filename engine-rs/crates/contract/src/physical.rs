use crate::types::{LogicalType, TypeKind};

/// How values of a type lie in a slab: which buffers a field has, in which order. The codes are part
/// of the native interface (docs/architecture.md, "Slabs").
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum PhysicalKind {
    /// One byte per value: BOOLEAN, TINYINT.
    Fixed1 = 1,
    /// Two bytes: SMALLINT.
    Fixed2 = 2,
    /// Four bytes: INT, DATE, TIME, FLOAT, year-month interval.
    Fixed4 = 3,
    /// Eight bytes: BIGINT, DOUBLE, TIMESTAMP up to precision 6, day-time interval.
    Fixed8 = 4,
    /// Sixteen bytes: DECIMAL.
    Fixed16 = 5,
    /// Offsets and bytes: CHAR, VARCHAR, BINARY, VARBINARY.
    Bytes = 6,
    /// Milliseconds and nanoseconds of the millisecond: TIMESTAMP above precision 6.
    TimestampNanos = 7,
    /// ROW.
    Row = 8,
    /// ARRAY.
    List = 9,
    /// MAP and MULTISET.
    Map = 10,
}

impl PhysicalKind {
    /// The kind of a type.
    pub fn of(logical_type: &LogicalType) -> Self {
        match &logical_type.kind {
            TypeKind::Boolean | TypeKind::TinyInt => Self::Fixed1,
            TypeKind::SmallInt => Self::Fixed2,
            TypeKind::Int
            | TypeKind::Date
            | TypeKind::Time { .. }
            | TypeKind::Float
            | TypeKind::IntervalYearMonth => Self::Fixed4,
            TypeKind::BigInt | TypeKind::Double | TypeKind::IntervalDayTime => Self::Fixed8,
            TypeKind::Timestamp { precision } | TypeKind::TimestampLtz { precision } => {
                if *precision <= 6 {
                    Self::Fixed8
                } else {
                    Self::TimestampNanos
                }
            }
            TypeKind::Decimal { .. } => Self::Fixed16,
            TypeKind::Char { .. }
            | TypeKind::VarChar { .. }
            | TypeKind::Binary { .. }
            | TypeKind::VarBinary { .. } => Self::Bytes,
            TypeKind::Row(_) => Self::Row,
            TypeKind::Array(_) => Self::List,
            TypeKind::Map(_, _) | TypeKind::Multiset(_) => Self::Map,
        }
    }

    /// The code in the native interface.
    pub fn code(self) -> u8 {
        self as u8
    }
}

/// Hash of the slab layout of a port: FNV-1a 64 over the preorder of physical kind codes, each
/// followed by its number of children. Both sides compute it; a difference stops the task at open.
pub fn layout_hash(columns: &[LogicalType]) -> u64 {
    columns.iter().fold(FNV_OFFSET, hash_type)
}

const FNV_OFFSET: u64 = 0xcbf2_9ce4_8422_2325;
const FNV_PRIME: u64 = 0x0000_0100_0000_01b3;

fn hash_byte(hash: u64, byte: u8) -> u64 {
    (hash ^ u64::from(byte)).wrapping_mul(FNV_PRIME)
}

fn hash_type(hash: u64, logical_type: &LogicalType) -> u64 {
    let children = logical_type.physical_children();
    // A row wider than 255 fields wraps here on both sides alike; the codes that follow still differ.
    let count = u8::try_from(children.len() & 0xff).unwrap_or_default();
    let hash = hash_byte(hash_byte(hash, PhysicalKind::of(logical_type).code()), count);
    children.iter().fold(hash, hash_type)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn layout_hash_tells_layouts_apart() {
        let int = LogicalType::nullable(TypeKind::Int);
        let long = LogicalType::nullable(TypeKind::BigInt);
        let row = LogicalType::nullable(TypeKind::Row(vec![int.clone(), long.clone()]));
        assert_ne!(
            layout_hash(&[int.clone(), long.clone()]),
            layout_hash(&[long.clone(), int.clone()])
        );
        assert_ne!(layout_hash(&[row]), layout_hash(&[int, long]));
    }

    #[test]
    fn layout_hash_is_the_documented_function() {
        // FNV-1a 64 of the bytes 0x03 0x00, computed by hand from the offset basis.
        let expected = ((0xcbf2_9ce4_8422_2325_u64 ^ 3).wrapping_mul(0x0000_0100_0000_01b3))
            .wrapping_mul(0x0000_0100_0000_01b3);
        assert_eq!(layout_hash(&[LogicalType::nullable(TypeKind::Int)]), expected);
    }
}
