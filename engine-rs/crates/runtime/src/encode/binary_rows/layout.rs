//! Where things lie in a row: null bits, slots, and the words in them.

const HEADER_BITS: usize = 8;

/// A field's place in the fixed part of a row.
#[derive(Clone, Copy)]
pub(super) struct Slot {
    null_byte: usize,
    null_mask: u8,
    /// Where the slot starts, counted from the row.
    pub(super) start: usize,
}

impl Slot {
    pub(super) fn new(position: usize, arity: usize) -> Self {
        let bit = position + HEADER_BITS;
        Self {
            null_byte: bit / 8,
            null_mask: 1 << (bit % 8),
            start: null_bits(arity) + 8 * position,
        }
    }

    /// Marks the field of a row as NULL.
    #[inline]
    pub(super) fn put_null(self, row: &mut [u8]) {
        row[self.null_byte] |= self.null_mask;
        put_word(row, self.start, 0);
    }
}

/// Bytes of row kind and null bits.
pub(super) fn null_bits(arity: usize) -> usize {
    (arity + HEADER_BITS).div_ceil(64) * 8
}

pub(super) fn fixed_part(arity: usize) -> usize {
    null_bits(arity) + 8 * arity
}

#[inline]
pub(super) fn padded(bytes: usize) -> usize {
    (bytes + 7) & !7
}

/// An offset that is known not to be negative.
#[inline]
pub(super) fn at(offset: i32) -> usize {
    offset.cast_unsigned() as usize
}

#[inline]
pub(super) fn put_word(out: &mut [u8], start: usize, word: u64) {
    out[start..start + 8].copy_from_slice(&word.to_le_bytes());
}

/// A slot that points at a variable part.
#[inline]
pub(super) fn slot_word(part: usize, low: usize) -> u64 {
    ((part as u64) << 32) | low as u64
}
