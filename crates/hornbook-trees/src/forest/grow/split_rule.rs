//! How a split divides rows.

use crate::bits::{has_bit, set_bit};
use crate::tree_ensemble::BuilderSplit;

/// The best split so far.
pub(super) struct ForestSplitCandidate {
    pub column: u32,
    /// The cost it saves.
    pub score: f64,
    pub rule: ForestSplitRule,
}

/// How a split divides the rows. `missing_first` is where missing values go, if there were any.
pub(in crate::forest) enum ForestSplitRule {
    /// The bins up to the last of the first side.
    Bin { last: u8, threshold: f64, missing_first: Option<bool> },
    /// The numbers up to a threshold.
    Threshold { threshold: f64, missing_first: Option<bool> },
    /// The levels of the first side and those seen, a bit a level; the bit after the last is that of missing values.
    Levels { first: Vec<u64>, seen: Vec<u64>, levels: u32 },
}

impl ForestSplitRule {
    /// Some levels against the others that were seen; the one after the last is that of missing values.
    pub fn at_levels(first: impl Iterator<Item = u32>, seen: &[u32], levels: u32) -> ForestSplitRule {
        let words = (levels as usize + 1).div_ceil(64);
        let (mut set, mut all) = (vec![0u64; words], vec![0u64; words]);
        first.for_each(|level| set_bit(&mut set, level));
        seen.iter().for_each(|&level| set_bit(&mut all, level));
        ForestSplitRule::Levels { first: set, seen: all, levels }
    }

    /// The split of a node. Without a missing value among its rows, missing values follow the heavier child.
    pub fn builder_split(&self, column: u32, first_is_heavier: bool, children: [usize; 2]) -> BuilderSplit {
        match self {
            ForestSplitRule::Bin { threshold, missing_first, .. }
            | ForestSplitRule::Threshold { threshold, missing_first } => {
                let missing_first = missing_first.unwrap_or(first_is_heavier);
                BuilderSplit::AtMost { column, threshold: *threshold, missing_first, children }
            }
            ForestSplitRule::Levels { first, seen, levels } => {
                let missing_first =
                    if has_bit(seen, *levels) { has_bit(first, *levels) } else { first_is_heavier };
                let words = (*levels as usize).div_ceil(64);
                let without_missing = |bits: &[u64]| {
                    let mut bits = bits[..words].to_vec();
                    // The bit after the last level may share the last word.
                    if *levels % 64 != 0
                        && let Some(last) = bits.last_mut()
                    {
                        *last &= (1 << (*levels % 64)) - 1;
                    }
                    bits
                };
                let (levels, known) = (without_missing(first), without_missing(seen));
                BuilderSplit::OneOf { column, levels, known, missing_first, children }
            }
        }
    }
}
