//! Values that need a variable part, each as its slot's word and the size of the part.

use super::layout::{padded, put_word, slot_word};

pub(super) const MAX_INLINE_BYTES: usize = 7;
pub(super) const DECIMAL_PART_BYTES: usize = 16;
pub(super) const TIMESTAMP_PART_BYTES: usize = 8;
/// Up to this length words are copied one by one: a call to copy them costs more.
const MAX_WORDWISE_BYTES: usize = 32;

#[inline]
pub(super) fn split_micros(micros: i64) -> (i64, i32) {
    let nanos = micros.rem_euclid(1000) * 1000;
    (micros.div_euclid(1000), i32::try_from(nanos).unwrap_or(0))
}

/// The size of the variable part of this many bytes.
#[inline]
pub(super) fn bytes_part(length: usize) -> usize {
    if length > MAX_INLINE_BYTES { padded(length) } else { 0 }
}

/// Puts a value of any length at `out[part..]`, padded with zeros.
#[inline]
pub(super) fn put_part(value: &[u8], part: usize, out: &mut [u8]) -> (u64, usize) {
    let size = padded(value.len());
    let target = &mut out[part..part + size];
    if size > value.len() {
        // The last word first, as Flink does; the value then overwrites its start.
        put_word(target, size - 8, 0);
    }
    target[..value.len()].copy_from_slice(value);
    (slot_word(part, value.len()), size)
}

#[inline]
pub(super) fn put_bytes(value: &[u8], part: usize, out: &mut [u8]) -> (u64, usize) {
    if value.len() > MAX_WORDWISE_BYTES {
        return put_part(value, part, out);
    }
    if value.len() <= MAX_INLINE_BYTES {
        return (inline_word(value), 0);
    }
    let size = padded(value.len());
    put_words(value, &mut out[part..part + size]);
    (slot_word(part, value.len()), size)
}

/// Copies 8 to 32 bytes and pads them with zeros; `target` has the padded length.
#[inline]
fn put_words(value: &[u8], target: &mut [u8]) {
    let size = target.len();
    put_word(target, 0, word_at(value, 0));
    if value.len() >= 16 {
        put_word(target, 8, word_at(value, 8));
    }
    if value.len() >= 24 {
        put_word(target, 16, word_at(value, 16));
    }
    // The last eight bytes, without those that lie in the words before.
    let padding = size - value.len();
    put_word(target, size - 8, word_at(value, value.len() - 8) >> (8 * padding));
}

#[inline]
fn word_at(value: &[u8], start: usize) -> u64 {
    let mut word = [0; 8];
    word.copy_from_slice(&value[start..start + 8]);
    u64::from_le_bytes(word)
}

/// Up to seven bytes and their number in one slot.
#[inline]
fn inline_word(value: &[u8]) -> u64 {
    let mut word = (0x80 | value.len() as u64) << 56;
    for (place, byte) in value.iter().enumerate() {
        word |= u64::from(*byte) << (8 * place);
    }
    word
}

#[inline]
pub(super) fn put_decimal(value: i128, part: usize, out: &mut [u8]) -> (u64, usize) {
    let bytes = value.to_be_bytes();
    let magnitude = if value < 0 { !value } else { value };
    // As BigInteger.toByteArray: the fewest bytes that keep the sign bit.
    let significant = (128 - magnitude.leading_zeros() as usize) / 8 + 1;
    let target = &mut out[part..part + DECIMAL_PART_BYTES];
    target.fill(0);
    target[..significant].copy_from_slice(&bytes[16 - significant..]);
    (slot_word(part, significant), DECIMAL_PART_BYTES)
}

#[inline]
pub(super) fn put_timestamp(millis: i64, nanos: i32, part: usize, out: &mut [u8]) -> (u64, usize) {
    put_word(out, part, millis.cast_unsigned());
    (slot_word(part, nanos.cast_unsigned() as usize), TIMESTAMP_PART_BYTES)
}

#[cfg(test)]
mod tests {
    use super::{padded, put_bytes};

    /// Every length around the limits between the ways to copy, over memory that is not zero.
    #[test]
    fn bytes_of_every_length_are_padded_with_zeros() {
        let text: Vec<u8> = (1..=100).collect();
        for length in 0..text.len() {
            let mut out = vec![0xff_u8; 128];
            let (word, size) = put_bytes(&text[..length], 16, &mut out);
            if length <= 7 {
                let mut expected = [0; 8];
                expected[..length].copy_from_slice(&text[..length]);
                expected[7] = 0x80 | u8::try_from(length).expect("short");
                assert_eq!((word.to_le_bytes(), size), (expected, 0), "{length} bytes");
                continue;
            }
            assert_eq!((word, size), ((16 << 32) | length as u64, padded(length)));
            let mut expected = text[..length].to_vec();
            expected.resize(size, 0);
            assert_eq!(out[16..16 + size], expected, "{length} bytes");
            assert_eq!(out[16 + size], 0xff, "{length} bytes wrote too far");
        }
    }
}
