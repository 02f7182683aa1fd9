/// Flink's hash of a BinaryRow: MurmurHashUtils.hashBytesByWords with its seed, over whole 4-byte words.
/// Bytes after the last whole word do not count; a BinaryRow has none.
#[inline]
pub fn hash_bytes_by_words(bytes: &[u8]) -> i32 {
    const DEFAULT_SEED: u32 = 42;
    let mut hash = DEFAULT_SEED;
    let words = bytes.chunks_exact(4);
    let length = bytes.len() - words.remainder().len();
    for word in words {
        let word = u32::from_le_bytes([word[0], word[1], word[2], word[3]]);
        hash = mix(hash, scramble(word));
    }
    // Java's int arithmetic: the length of a row fits it.
    let length = u32::try_from(length).unwrap_or(u32::MAX);
    finish(hash ^ length).cast_signed()
}

/// The key group of a key with this hash: KeyGroupRangeAssignment.computeKeyGroupForKeyHash.
#[inline]
pub fn key_group(key_hash: i32, max_parallelism: u32) -> u32 {
    let mut code = scramble(key_hash.cast_unsigned());
    code = code.rotate_left(13).wrapping_mul(5).wrapping_add(0xe654_6b64);
    code ^= 4;
    let code = finish(code).cast_signed();
    // MathUtils.murmurHash folds the sign away; the smallest int has no positive counterpart.
    let positive = if code >= 0 {
        code
    } else if code == i32::MIN {
        0
    } else {
        -code
    };
    positive.cast_unsigned() % max_parallelism.max(1)
}

#[inline]
fn scramble(word: u32) -> u32 {
    word.wrapping_mul(0xcc9e_2d51).rotate_left(15).wrapping_mul(0x1b87_3593)
}

#[inline]
fn mix(hash: u32, word: u32) -> u32 {
    (hash ^ word).rotate_left(13).wrapping_mul(5).wrapping_add(0xe654_6b64)
}

#[inline]
fn finish(hash: u32) -> u32 {
    let hash = (hash ^ (hash >> 16)).wrapping_mul(0x85eb_ca6b);
    let hash = (hash ^ (hash >> 13)).wrapping_mul(0xc2b2_ae35);
    hash ^ (hash >> 16)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Written by Flink's own classes; the Java test KeyGroupVectorsTest keeps it current.
    const VECTORS: &str = include_str!("../testdata/key_groups.txt");

    #[test]
    fn hashes_rows_as_flink() {
        let mut seen = 0;
        for line in VECTORS.lines().filter_map(|line| line.strip_prefix("row ")) {
            let (hex, hash) = line.split_once(' ').expect("bytes and hash");
            let bytes: Vec<u8> = (0..hex.len())
                .step_by(2)
                .map(|at| u8::from_str_radix(&hex[at..at + 2], 16).expect("hex"))
                .collect();
            assert_eq!(hash_bytes_by_words(&bytes), hash.parse::<i32>().expect("hash"), "{hex}");
            seen += 1;
        }
        assert!(seen > 50, "{seen}");
    }

    #[test]
    fn assigns_key_groups_as_flink() {
        let mut seen = 0;
        for line in VECTORS.lines().filter_map(|line| line.strip_prefix("group ")) {
            let numbers: Vec<i64> =
                line.split(' ').map(|number| number.parse().expect("a number")).collect();
            let [hash, max, group] = numbers[..] else { panic!("{line}") };
            let hash = i32::try_from(hash).expect("a hash");
            let max = u32::try_from(max).expect("a parallelism");
            assert_eq!(i64::from(key_group(hash, max)), group, "{line}");
            seen += 1;
        }
        assert!(seen > 100, "{seen}");
    }
}
