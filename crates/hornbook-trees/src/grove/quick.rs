//! Walking by ranks: each number of a row is looked up once among the thresholds that the trees ask about, and after that
//! every step compares two small whole numbers. Eight bytes a node.

use super::{Ask, Grove};

/// Rows that walk side by side.
const LANES: usize = 8;
/// A leaf's rank, which no number exceeds, so that the walk stays there.
const STAY: u16 = u16::MAX;

/// A grove of thresholds only, laid out for speed.
#[derive(Debug, Clone)]
pub(super) struct Quick {
    /// The thresholds asked about, column by column, ascending, and filled up with infinity to a power of two less one.
    thresholds: Vec<Vec<f64>>,
    steps: Vec<QuickStep>,
}

#[derive(Debug, Clone, Copy)]
struct QuickStep {
    /// The threshold's place among those of its column.
    rank: u16,
    column: u16,
    /// The first child, the second comes after it; a leaf leads to itself.
    next: u32,
}

impl Quick {
    /// The quick form, if there is no question about levels and not too many thresholds.
    pub fn of(grove: &Grove) -> Option<Quick> {
        let mut thresholds: Vec<Vec<f64>> = Vec::new();
        for node in 0..grove.nodes() {
            match grove.ask(node) {
                Ask::Leaf(_) => {}
                Ask::OneOf { .. } => return None,
                Ask::AtMost { column, threshold, .. } => {
                    if column >= thresholds.len() {
                        thresholds.resize(column + 1, Vec::new());
                    }
                    thresholds[column].push(threshold);
                }
            }
        }
        for column in &mut thresholds {
            column.sort_unstable_by(f64::total_cmp);
            column.dedup();
        }
        if thresholds.len() > usize::from(u16::MAX) || thresholds.iter().any(|t| t.len() >= usize::from(STAY))
        {
            return None;
        }
        let steps = (0..grove.nodes())
            .map(|node| match grove.ask(node) {
                Ask::AtMost { column, threshold, children, .. } => QuickStep {
                    rank: thresholds[column].partition_point(|t| *t < threshold) as u16,
                    column: column as u16,
                    next: children[0] as u32,
                },
                _ => QuickStep { rank: STAY, column: 0, next: node as u32 },
            })
            .collect();
        for column in &mut thresholds {
            column.resize((column.len() + 1).next_power_of_two() - 1, f64::INFINITY);
        }
        Some(Quick { thresholds, steps })
    }

    /// Looks up the numbers of rows given row by row. Missing numbers have no rank that is right for every question: for
    /// each row it is said whether there is one.
    pub fn ranks(&self, block: &[f64], width: usize, ranks: &mut Vec<u16>, has_missing: &mut Vec<bool>) {
        ranks.clear();
        ranks.resize(block.len(), 0);
        has_missing.clear();
        has_missing.resize(block.len() / width.max(1), false);
        for (column, thresholds) in self.thresholds.iter().enumerate().filter(|(_, t)| !t.is_empty()) {
            let numbers = block[column..].iter().step_by(width);
            let slots = ranks[column..].iter_mut().step_by(width);
            for ((&x, slot), missing) in numbers.zip(slots).zip(has_missing.iter_mut()) {
                *slot = rank(thresholds, x);
                *missing |= x.is_nan();
            }
        }
    }

    /// The nodes where up to eight rows end that start at a root.
    #[inline]
    pub fn walk(&self, root: u32, ranks: &[u16], width: usize) -> [u32; LANES] {
        let mut at = [root; LANES];
        let lanes = &mut at[..ranks.len() / width];
        loop {
            let mut moved = 0;
            for (row, position) in ranks.chunks_exact(width).zip(lanes.iter_mut()) {
                let step = self.steps[*position as usize];
                let next = step.next + u32::from(row[usize::from(step.column)] > step.rank);
                moved |= next ^ *position;
                *position = next;
            }
            if moved == 0 {
                return at;
            }
        }
    }
}

/// How many thresholds lie below a number.
#[inline]
fn rank(thresholds: &[f64], x: f64) -> u16 {
    let mut below = 0;
    let mut half = thresholds.len().div_ceil(2);
    while half > 0 {
        below += if thresholds[below + half - 1] < x { half } else { 0 };
        half /= 2;
    }
    below as u16
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranks_count_what_lies_below() {
        for count in 0..20usize {
            let mut thresholds: Vec<f64> = (0..count).map(|i| i as f64).collect();
            thresholds.resize((count + 1).next_power_of_two() - 1, f64::INFINITY);
            for x in [-1.0, 0.0, 0.5, 3.0, 3.5, 18.5, 19.0, 99.0] {
                let expected = (0..count).filter(|&i| (i as f64) < x).count();
                assert_eq!(usize::from(rank(&thresholds, x)), expected, "{count} thresholds, {x}");
            }
        }
    }
}
