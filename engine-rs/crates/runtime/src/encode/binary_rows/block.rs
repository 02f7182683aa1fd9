//! Some rows of a chunk, few enough that their bytes stay in the first cache while one column after
//! the other is written into them.

use std::iter::zip;
use std::ops::Range;

use arrow_buffer::NullBuffer;

use super::NullParts;
use super::layout::{Slot, at, null_bits, put_word, slot_word};
use super::parts::{put_bytes, put_decimal, put_part, put_timestamp, split_micros};
use crate::encode::values::{Column, Values, WordVisitor};

/// Rows of a block.
pub(super) const BLOCK_ROWS: usize = 64;

/// The rows of a block and the memory of their chunk.
pub(super) struct Block<'a> {
    /// Physical row numbers.
    pub(super) rows: &'a [usize],
    /// Where each row starts in the region.
    pub(super) offsets: &'a [i32],
    /// Where the next variable part of each row goes, counted from the row.
    pub(super) cursors: &'a mut [usize],
    pub(super) region: &'a mut [u8],
    pub(super) null_parts: NullParts,
}

impl Block<'_> {
    /// Row kinds and cleared null bits.
    pub(super) fn write_heads(&mut self, kinds: Option<&[u8]>, arity: usize) {
        let bits = null_bits(arity);
        for (row, offset) in zip(self.rows, self.offsets) {
            let start = at(*offset);
            let kind = kinds.map_or(0, |kinds| kinds[*row]);
            put_word(self.region, start, u64::from(kind));
            if bits > 8 {
                self.region[start + 8..start + bits].fill(0);
            }
        }
    }

    /// `nested` are the places of nested values in the scratch buffer, one per row of the block.
    pub(super) fn write_column(
        &mut self,
        slot: Slot,
        column: &Column<'_>,
        nested: &[Range<usize>],
        scratch: &[u8],
    ) {
        let nulls = column.nulls;
        let null_part = self.null_parts.size(&column.values);
        // The closures are inlined into two loops per kind of value.
        match &column.values {
            Values::Bytes(values) => {
                let offsets = values.value_offsets();
                let data = values.value_data();
                self.variable(slot, nulls, null_part, |_, row, part, out| {
                    put_bytes(&data[at(offsets[row])..at(offsets[row + 1])], part, out)
                });
            }
            Values::Decimal(values) => {
                self.variable(slot, nulls, null_part, |_, row, part, out| {
                    put_decimal(values[row], part, out)
                });
            }
            Values::Micros(values) => {
                self.variable(slot, nulls, null_part, |_, row, part, out| {
                    let (millis, nanos) = split_micros(values[row]);
                    put_timestamp(millis, nanos, part, out)
                });
            }
            Values::Nanos { millis, nanos } => {
                self.variable(slot, nulls, null_part, |_, row, part, out| {
                    put_timestamp(millis[row], nanos[row], part, out)
                });
            }
            Values::Row(_) | Values::List { .. } | Values::Map { .. } => {
                self.variable(slot, nulls, null_part, |index, _, part, out| {
                    put_part(&scratch[nested[index].clone()], part, out)
                });
            }
            values => values.visit_words(Words { block: self, slot, nulls }),
        }
    }

    #[inline]
    fn fixed(&mut self, slot: Slot, nulls: Option<&NullBuffer>, word: impl Fn(usize) -> u64) {
        match nulls {
            None => {
                for (row, offset) in zip(self.rows, self.offsets) {
                    put_word(self.region, at(*offset) + slot.start, word(*row));
                }
            }
            Some(nulls) => {
                for (row, offset) in zip(self.rows, self.offsets) {
                    if nulls.is_null(*row) {
                        slot.put_null(&mut self.region[at(*offset)..]);
                    } else {
                        put_word(self.region, at(*offset) + slot.start, word(*row));
                    }
                }
            }
        }
    }

    /// `put(index, row, part, out)` writes a variable part at `out[part]`, `out` starting at the row,
    /// and returns the slot and the size of the part; a NULL has a part of `null_part` zeros.
    #[inline]
    fn variable(
        &mut self,
        slot: Slot,
        nulls: Option<&NullBuffer>,
        null_part: usize,
        put: impl Fn(usize, usize, usize, &mut [u8]) -> (u64, usize),
    ) {
        let rows = zip(zip(self.rows, self.offsets), &mut *self.cursors).enumerate();
        for (index, ((row, offset), cursor)) in rows {
            let out = &mut self.region[at(*offset)..];
            if nulls.is_some_and(|nulls| nulls.is_null(*row)) {
                slot.put_null(out);
                if null_part > 0 {
                    put_word(out, slot.start, slot_word(*cursor, 0));
                    out[*cursor..*cursor + null_part].fill(0);
                    *cursor += null_part;
                }
            } else {
                let (word, size) = put(index, *row, *cursor, out);
                put_word(out, slot.start, word);
                *cursor += size;
            }
        }
    }
}

/// A column without variable parts on its way into the block.
struct Words<'a, 'b> {
    block: &'a mut Block<'b>,
    slot: Slot,
    nulls: Option<&'a NullBuffer>,
}

impl WordVisitor for Words<'_, '_> {
    #[inline]
    fn visit(self, word: impl Fn(usize) -> u64) {
        self.block.fixed(self.slot, self.nulls, word);
    }
}
