//! 64 bytes looked at together, one bit a byte.

/// Which of 64 bytes are delimiters, newlines and quotes; the first byte is the lowest bit.
pub(crate) struct ByteMasks {
    pub(crate) delimiters: u64,
    pub(crate) newlines: u64,
    pub(crate) quotes: u64,
}

impl ByteMasks {
    #[inline]
    pub(crate) fn of(chunk: &[u8; 64], delimiter: u8) -> ByteMasks {
        ByteMasks {
            delimiters: ByteMasks::equal(chunk, delimiter),
            newlines: ByteMasks::equal(chunk, b'\n'),
            quotes: ByteMasks::equal(chunk, b'"'),
        }
    }

    /// Which bytes equal this one, eight at a time within ordinary words.
    #[inline]
    pub(crate) fn equal(chunk: &[u8; 64], byte: u8) -> u64 {
        const LOW_SEVEN: u64 = 0x7f7f_7f7f_7f7f_7f7f;
        // Gathers the lowest bits of eight bytes in the top byte of a product.
        const GATHER: u64 = 0x0102_0408_1020_4080;
        let wanted = u64::from_le_bytes([byte; 8]);
        let (words, _) = chunk.as_chunks::<8>();
        words.iter().enumerate().fold(0, |mask, (i, word)| {
            let differing = u64::from_le_bytes(*word) ^ wanted;
            let zeros = !(((differing & LOW_SEVEN) + LOW_SEVEN) | differing | LOW_SEVEN);
            mask | ((zeros >> 7).wrapping_mul(GATHER) >> 56) << (8 * i)
        })
    }
}

/// At each bit, the parity of the bits up to and including it.
#[inline]
pub(crate) fn running_parity(mut bits: u64) -> u64 {
    for shift in [1, 2, 4, 8, 16, 32] {
        bits ^= bits << shift;
    }
    bits
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn masks_are_what_they_say(bytes in proptest::collection::vec(any::<u8>(), 64), byte in any::<u8>()) {
            let chunk: [u8; 64] = bytes.try_into().expect("64 bytes");
            let plain = (0..64).filter(|&i| chunk[i] == byte).fold(0u64, |m, i| m | 1 << i);
            prop_assert_eq!(ByteMasks::equal(&chunk, byte), plain);
        }

        #[test]
        fn parity_runs(bits in any::<u64>()) {
            let plain = (0..64).fold(0u64, |p, i| p | u64::from((bits << (63 - i)).count_ones() % 2) << i);
            prop_assert_eq!(running_parity(bits), plain);
        }
    }
}
