//! Columns by a hash instead of a vocabulary: no word or level is remembered, and two may share a column.

/// MurmurHash3, the form of 32 bits, whose values other tools write into files.
fn murmur3(bytes: &[u8], seed: u32) -> u32 {
    let mixed = |word: u32| word.wrapping_mul(0xcc9e_2d51).rotate_left(15).wrapping_mul(0x1b87_3593);
    let mut hash = seed;
    let words = bytes.chunks_exact(4);
    let rest = words.remainder();
    for word in words {
        hash ^= mixed(u32::from_le_bytes([word[0], word[1], word[2], word[3]]));
        hash = hash.rotate_left(13).wrapping_mul(5).wrapping_add(0xe654_6b64);
    }
    if !rest.is_empty() {
        let last = rest.iter().rev().fold(0, |word, &byte| (word << 8) | u32::from(byte));
        hash ^= mixed(last);
    }
    hash ^= bytes.len() as u32;
    hash = (hash ^ (hash >> 16)).wrapping_mul(0x85eb_ca6b);
    hash = (hash ^ (hash >> 13)).wrapping_mul(0xc2b2_ae35);
    hash ^ (hash >> 16)
}

/// The column of a word among so many, and its sign: with signs, words that share a column cancel out on average.
pub fn hashed_column(word: &str, columns: u32, signed: bool) -> (u32, f64) {
    let hash = murmur3(word.as_bytes(), 0) as i32;
    let column = hash.unsigned_abs() % columns.max(1);
    (column, if signed && hash < 0 { -1.0 } else { 1.0 })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_published_values() {
        // From the author's test vectors.
        for (text, seed, hash) in
            [("", 0, 0), ("", 1, 0x514e_28b7), ("aaaa", 0x9747_b28c, 0x5a97_808a), ("abc", 0, 0xb3dd_93fa)]
        {
            assert_eq!(murmur3(text.as_bytes(), seed), hash, "{text:?}");
        }
        assert_eq!(murmur3(b"Hello, world!", 0x9747_b28c), 0x2488_4cba);
    }
}
