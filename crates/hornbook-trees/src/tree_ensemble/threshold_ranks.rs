//! Numbers as their positions among the thresholds that a tree ensemble splits on, so that a value of a row is one byte.

use super::{SplitTest, TreeEnsemble};
use hornbook_math::simd::{self, SimdKernel};
use rayon::prelude::*;
use std::hint::select_unpredictable;

/// The position of missing values; those of numbers are at most [`MOST`].
pub(super) const MISSING: u8 = 255;
/// Most thresholds of a column.
pub(super) const MOST: usize = 254;

/// Numbers that are placed side by side.
const LANES: usize = 32;

/// The thresholds of each column.
#[derive(Debug, Clone)]
pub(super) struct ThresholdRanks {
    thresholds: Vec<ColumnThresholds>,
}

impl ThresholdRanks {
    /// The positions, if the ensemble splits on numbers only, and on few thresholds of each column. Trees that were grown
    /// from bins do.
    pub fn of(ensemble: &TreeEnsemble, columns: usize) -> Option<ThresholdRanks> {
        let parts: Option<Vec<_>> = (0..ensemble.trees())
            .into_par_iter()
            .map(|tree| thresholds_of(ensemble, tree, columns))
            .collect();
        let mut thresholds: Vec<Vec<f64>> = vec![Vec::new(); columns];
        for part in parts? {
            for (known, more) in thresholds.iter_mut().zip(part) {
                more.into_iter().for_each(|threshold| insert(known, threshold));
            }
        }
        if thresholds.iter().any(|known| known.len() > MOST) {
            return None;
        }
        Some(ThresholdRanks {
            thresholds: thresholds.iter().map(|known| ColumnThresholds::new(known)).collect(),
        })
    }

    /// How many columns there are.
    pub fn columns(&self) -> usize {
        self.thresholds.len()
    }

    /// The largest position of numbers that are at most the threshold.
    pub fn of_threshold(&self, column: usize, threshold: f64) -> u8 {
        match threshold < f64::INFINITY {
            true => self.thresholds[column].padded.partition_point(|&known| known < threshold) as u8,
            false => MOST as u8,
        }
    }

    /// Puts the position of each of some numbers of a column where it belongs.
    pub fn of_numbers(&self, column: usize, numbers: &[f64], put: impl FnMut(usize, u8)) {
        simd::run(RankNumbers { thresholds: &self.thresholds[column], numbers, put });
    }
}

/// Finding the positions of some numbers of a column.
struct RankNumbers<'a, P> {
    thresholds: &'a ColumnThresholds,
    numbers: &'a [f64],
    put: P,
}

impl<P: FnMut(usize, u8)> SimdKernel for RankNumbers<'_, P> {
    type Output = ();

    #[inline(always)]
    fn run(mut self) {
        for (group, numbers) in self.numbers.chunks(LANES).enumerate() {
            let mut lanes = [0.0; LANES];
            lanes[..numbers.len()].copy_from_slice(numbers);
            let counts = self.thresholds.below(&lanes);
            for (lane, (x, count)) in numbers.iter().zip(counts).enumerate() {
                (self.put)(group * LANES + lane, if x.is_nan() { MISSING } else { count });
            }
        }
    }
}

/// The thresholds of a column, ascending.
#[derive(Debug, Clone)]
struct ColumnThresholds {
    /// Filled up with infinity, so that any byte is the index of one.
    padded: Box<[f64; 256]>,
    /// A power of two that is more than half of them; zero if there are none.
    half: u8,
}

impl ColumnThresholds {
    fn new(known: &[f64]) -> ColumnThresholds {
        let mut padded = Box::new([f64::INFINITY; 256]);
        padded.iter_mut().zip(known).for_each(|(rank, threshold)| *rank = *threshold);
        ColumnThresholds { padded, half: ((known.len() + 1).next_power_of_two() / 2) as u8 }
    }

    /// How many thresholds lie below each of some numbers. All take the same steps side by side, and none of them is a
    /// branch that the processor could guess wrongly.
    #[inline(always)]
    fn below(&self, numbers: &[f64; LANES]) -> [u8; LANES] {
        let mut counts = [0u8; LANES];
        let mut half = self.half;
        while half > 0 {
            for (count, &x) in counts.iter_mut().zip(numbers) {
                let is_below = self.padded[usize::from(count.wrapping_add(half - 1))] < x;
                *count = count.wrapping_add(select_unpredictable(is_below, half, 0));
            }
            half /= 2;
        }
        counts
    }
}

/// The thresholds that a tree splits on, by column; none if it splits on levels or too many.
fn thresholds_of(ensemble: &TreeEnsemble, tree: usize, columns: usize) -> Option<Vec<Vec<f64>>> {
    let mut thresholds: Vec<Vec<f64>> = vec![Vec::new(); columns];
    for node in ensemble.nodes_of(tree) {
        match ensemble.test(node) {
            SplitTest::Leaf(_) => {}
            SplitTest::OneOf { .. } => return None,
            SplitTest::AtMost { column, threshold, .. } if threshold < f64::INFINITY => {
                let known = thresholds.get_mut(column)?;
                insert(known, threshold);
                if known.len() > MOST {
                    return None;
                }
            }
            SplitTest::AtMost { .. } => {}
        }
    }
    Some(thresholds)
}

/// Puts a threshold in its place, unless it is there.
fn insert(known: &mut Vec<f64>, threshold: f64) {
    let rank = known.partition_point(|&other| other < threshold);
    if known.get(rank) != Some(&threshold) {
        known.insert(rank, threshold);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_count_what_lies_below() {
        for count in (0..20usize).chain([127, 128, 254]) {
            let known: Vec<f64> = (0..count).map(|i| i as f64).collect();
            let mut numbers = [-1.0, 0.0, 0.5, 3.0, 3.5, 18.5, 19.0, 99.0].repeat(LANES / 8);
            numbers[9] = 253.5;
            let found = ColumnThresholds::new(&known).below(&numbers.clone().try_into().unwrap());
            for (x, found) in numbers.into_iter().zip(found) {
                let expected = known.iter().filter(|&&threshold| threshold < x).count();
                assert_eq!(usize::from(found), expected, "{count} thresholds, {x}");
            }
        }
    }
}
