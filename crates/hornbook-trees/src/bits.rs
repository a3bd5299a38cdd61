//! Sets of levels or bins, a bit each.

/// Whether the level of this index is in the set; one beyond its end is not.
pub(crate) fn has_bit(bits: &[u64], index: u32) -> bool {
    bits.get(index as usize / 64).is_some_and(|word| word >> (index % 64) & 1 == 1)
}

/// Puts a level into the set.
pub(crate) fn set_bit(bits: &mut [u64], index: u32) {
    bits[index as usize / 64] |= 1 << (index % 64);
}

/// The set bits of a mask of bytes' values, ascending.
#[derive(Debug, Clone)]
pub(crate) struct SetBits {
    mask: [u64; 4],
    word: usize,
}

impl SetBits {
    pub fn of(mask: [u64; 4]) -> SetBits {
        SetBits { mask, word: 0 }
    }
}

impl Iterator for SetBits {
    type Item = usize;

    #[inline]
    fn next(&mut self) -> Option<usize> {
        while self.word < self.mask.len() {
            let word = &mut self.mask[self.word];
            if *word != 0 {
                let bit = word.trailing_zeros() as usize;
                *word &= *word - 1;
                return Some(self.word * 64 + bit);
            }
            self.word += 1;
        }
        None
    }
}
