use sf_contract::{LogicalType, PhysicalKind};

/// What a buffer of a slab holds, as far as its size goes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum BufferUse {
    /// One bit per row.
    Validity,
    /// So many bytes per row.
    Fixed(usize),
    /// An i32 per row and one more.
    Offsets,
    /// Bytes of any length.
    Data,
}

/// The fields and buffers of a port's slabs, numbered in preorder.
#[derive(Debug, Clone)]
pub struct SlabLayout {
    columns: Vec<LogicalType>,
    buffers: Vec<BufferUse>,
    fields: usize,
}

impl SlabLayout {
    /// The layout for columns of these types.
    pub fn new(columns: Vec<LogicalType>) -> Self {
        // Buffer 0 holds the row kinds.
        let mut buffers = vec![BufferUse::Fixed(1)];
        let mut fields = 0;
        for column in &columns {
            number(column, &mut buffers, &mut fields);
        }
        Self { columns, buffers, fields }
    }

    /// The types of the columns.
    pub fn columns(&self) -> &[LogicalType] {
        &self.columns
    }

    /// Number of buffers, the row kinds included.
    pub fn buffers(&self) -> usize {
        self.buffers.len()
    }

    /// Number of fields, nested ones included.
    pub fn fields(&self) -> usize {
        self.fields
    }

    pub(super) fn buffer_uses(&self) -> &[BufferUse] {
        &self.buffers
    }
}

fn number(logical_type: &LogicalType, buffers: &mut Vec<BufferUse>, fields: &mut usize) {
    *fields += 1;
    buffers.push(BufferUse::Validity);
    match PhysicalKind::of(logical_type) {
        PhysicalKind::Fixed1 => buffers.push(BufferUse::Fixed(1)),
        PhysicalKind::Fixed2 => buffers.push(BufferUse::Fixed(2)),
        PhysicalKind::Fixed4 => buffers.push(BufferUse::Fixed(4)),
        PhysicalKind::Fixed8 => buffers.push(BufferUse::Fixed(8)),
        PhysicalKind::Fixed16 => buffers.push(BufferUse::Fixed(16)),
        PhysicalKind::Bytes => buffers.extend([BufferUse::Offsets, BufferUse::Data]),
        PhysicalKind::TimestampNanos => {
            buffers.extend([BufferUse::Fixed(8), BufferUse::Fixed(4)]);
        }
        PhysicalKind::Row => {}
        PhysicalKind::List | PhysicalKind::Map => buffers.push(BufferUse::Offsets),
    }
    for child in logical_type.physical_children() {
        number(&child, buffers, fields);
    }
}
