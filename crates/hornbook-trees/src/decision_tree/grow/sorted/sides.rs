//! The side of each row of a node, in two bits of memory a row: what is asked for in any order should stay in a cache.

use hornbook_math::prefetch::prefetch;

/// Which rows go to the second side, and how many before each.
pub(super) struct RowSides {
    blocks: Vec<SideBlock>,
}

/// 64 rows.
#[derive(Clone, Copy, Default)]
struct SideBlock {
    /// A bit for each row, set on the second side.
    second: u64,
    /// How many rows of the blocks before are on the second side.
    before: u32,
}

impl RowSides {
    /// So many rows, of which these go to the second side.
    pub fn new(rows: usize, second: impl Iterator<Item = u32>) -> RowSides {
        let mut blocks = vec![SideBlock::default(); rows.div_ceil(64)];
        for at in second {
            blocks[at as usize / 64].second |= 1 << (at % 64);
        }
        let mut before = 0;
        for block in &mut blocks {
            block.before = before;
            before += block.second.count_ones();
        }
        RowSides { blocks }
    }

    /// How many rows go to the second side.
    pub fn seconds(&self) -> usize {
        self.blocks.last().map_or(0, |last| (last.before + last.second.count_ones()) as usize)
    }

    #[inline]
    pub fn is_second(&self, at: u32) -> bool {
        self.blocks[at as usize / 64].second >> (at % 64) & 1 == 1
    }

    /// The side of a row, and its position there.
    #[inline]
    pub fn side_and_index(&self, at: u32) -> (bool, u32) {
        let SideBlock { second, before } = self.blocks[at as usize / 64];
        let seconds = before + (second & ((1 << (at % 64)) - 1)).count_ones();
        let is_second = second >> (at % 64) & 1 == 1;
        (is_second, if is_second { seconds } else { at - seconds })
    }

    #[inline]
    pub fn prefetch(&self, at: u32) {
        prefetch(&self.blocks, at as usize / 64);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_counts() {
        let is_second = |at: u32| at % 3 == 1 || (60..70).contains(&at);
        for rows in [0u32, 1, 63, 64, 65, 200] {
            let sides = RowSides::new(rows as usize, (0..rows).filter(|&at| is_second(at)));
            let mut counts = [0, 0];
            for at in 0..rows {
                assert_eq!(sides.side_and_index(at), (is_second(at), counts[usize::from(is_second(at))]));
                assert_eq!(sides.is_second(at), is_second(at));
                counts[usize::from(is_second(at))] += 1;
            }
            assert_eq!(sides.seconds() as u32, counts[1]);
        }
    }
}
