//! Rows whose columns all have a fixed size: they have the same length, so that they need no places.

use arrow_buffer::NullBuffer;

use super::layout::{Slot, fixed_part, put_word};
use crate::encode::values::{Column, WordVisitor};

/// Encodes rows without row kinds, back to back. Answers the bytes of a row, or None if a column's
/// values have parts of variable size.
pub(in crate::encode) fn encode_fixed(
    columns: &[Column<'_>],
    selection: Option<&[u32]>,
    rows: usize,
    out: &mut Vec<u8>,
) -> Option<usize> {
    if !columns.iter().all(|column| column.values.fill_slots()) {
        return None;
    }
    let row_bytes = fixed_part(columns.len());
    out.clear();
    out.resize(rows * row_bytes, 0);
    for (position, column) in columns.iter().enumerate() {
        let slot = Slot::new(position, columns.len());
        let target = FixedColumn { out, row_bytes, slot, nulls: column.nulls, selection };
        column.values.visit_words(target);
    }
    Some(row_bytes)
}

struct FixedColumn<'a> {
    out: &'a mut [u8],
    row_bytes: usize,
    slot: Slot,
    nulls: Option<&'a NullBuffer>,
    selection: Option<&'a [u32]>,
}

impl WordVisitor for FixedColumn<'_> {
    #[inline]
    fn visit(self, word: impl Fn(usize) -> u64) {
        let rows = self.out.chunks_exact_mut(self.row_bytes).enumerate();
        match (self.nulls, self.selection) {
            (None, None) => rows.for_each(|(row, out)| put_word(out, self.slot.start, word(row))),
            (nulls, selection) => {
                for (position, out) in rows {
                    let row = selection.map_or(position, |selection| selection[position] as usize);
                    if nulls.is_some_and(|nulls| nulls.is_null(row)) {
                        self.slot.put_null(out);
                    } else {
                        put_word(out, self.slot.start, word(row));
                    }
                }
            }
        }
    }
}
