//! Sets of levels, a bit a level.

/// Whether the level of this index is in the set; one beyond its end is not.
pub(crate) fn has_bit(bits: &[u64], index: u32) -> bool {
    bits.get(index as usize / 64).is_some_and(|word| word >> (index % 64) & 1 == 1)
}

/// Puts a level into the set.
pub(crate) fn set_bit(bits: &mut [u64], index: u32) {
    bits[index as usize / 64] |= 1 << (index % 64);
}
