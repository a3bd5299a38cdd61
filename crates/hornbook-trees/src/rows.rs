//! The features of the rows that count, ready for growing.

use hornbook_data::{Dataset, Feature, MISSING_CODE};
use hornbook_math::sort::{ordered_bits, radix_sort};

/// The rank or bin of a missing value; after every other, so that it sorts last.
pub(crate) const MISSING_RANK: u32 = u32::MAX;

/// A row's target, as the tallies need it.
pub(crate) trait Label: Copy + Send + Sync + PartialEq + 'static {
    /// The label as a class.
    fn class(self) -> usize;
    /// The label as a number.
    fn number(self) -> f64;
    /// The label with a number taken off, if it is one itself.
    fn less(self, shift: f64) -> Self;
}

impl Label for u32 {
    fn class(self) -> usize {
        self as usize
    }
    fn number(self) -> f64 {
        f64::from(self)
    }
    fn less(self, _shift: f64) -> u32 {
        self
    }
}

/// One of at most 256 classes: what is asked for in any order should stay in a cache.
impl Label for u8 {
    fn class(self) -> usize {
        self.into()
    }
    fn number(self) -> f64 {
        self.into()
    }
    fn less(self, _shift: f64) -> u8 {
        self
    }
}

impl Label for f64 {
    fn class(self) -> usize {
        0
    }
    fn number(self) -> f64 {
        self
    }
    fn less(self, shift: f64) -> f64 {
        self - shift
    }
}

/// The rows of weight above zero: their features, labels and weights, gathered from the table. Everything below
/// works with positions in these.
pub(crate) struct TreeRows<L> {
    pub features: Vec<TreeColumn>,
    pub labels: Vec<L>,
    /// Empty if every row weighs 1.
    pub weights: Vec<f64>,
}

/// One feature of the rows.
pub(crate) enum TreeColumn {
    /// Numbers; NaN is missing.
    Number(Vec<f64>),
    /// Codes of this many levels; missing is the code after the last.
    Code { codes: Vec<u32>, levels: u32 },
}

impl<L: Label> TreeRows<L> {
    /// Gathers the rows of a dataset. A row of weight zero is absent.
    pub fn gather(data: &Dataset, label: impl Fn(usize) -> L) -> TreeRows<L> {
        let weights = data.weights();
        let kept: Vec<u32> = match weights {
            Some(w) => data.rows().iter().filter(|&r| w[r as usize] > 0.0).collect(),
            None => data.rows().iter().collect(),
        };
        let features = (0..data.features().len())
            .map(|i| match data.feature(i) {
                Feature::Number(values) => TreeColumn::Number(
                    // Adding zero makes -0.0 the same value as 0.0.
                    kept.iter().map(|&r| values[r as usize] + 0.0).collect(),
                ),
                Feature::Code(codes, levels) => {
                    let levels = levels.len() as u32;
                    let code = |c: u32| if c == MISSING_CODE { levels } else { c };
                    TreeColumn::Code {
                        codes: kept.iter().map(|&r| code(codes[r as usize])).collect(),
                        levels,
                    }
                }
                Feature::Text(_) | Feature::Object(_) => TreeColumn::Number(vec![f64::NAN; kept.len()]),
            })
            .collect();
        let labels = kept.iter().map(|&r| label(r as usize)).collect();
        let weights = match weights {
            Some(w) if kept.iter().any(|&r| w[r as usize] != 1.0) => {
                kept.iter().map(|&r| w[r as usize]).collect()
            }
            _ => Vec::new(),
        };
        TreeRows { features, labels, weights }
    }

    pub fn len(&self) -> usize {
        self.labels.len()
    }
}

/// The positions of the numbers in ascending order with missing ones last, each with its rank among the distinct
/// values, and those values.
pub(crate) fn rank(numbers: &[f64]) -> (Vec<(u32, u32)>, Vec<f64>) {
    let mut order = Vec::with_capacity(numbers.len());
    let distinct = rank_each(numbers, |rank, at| order.push((rank, at)));
    (order, distinct)
}

/// Hands out the rank among the distinct values and the position of each number, in ascending order with missing ones
/// last, and returns those values.
pub(crate) fn rank_each(numbers: &[f64], mut put: impl FnMut(u32, u32)) -> Vec<f64> {
    let known = numbers.iter().zip(0..).filter(|(x, _)| !x.is_nan());
    let mut keyed: Vec<(u64, u32)> = Vec::with_capacity(numbers.len());
    keyed.extend(known.map(|(&x, at)| (ordered_bits(x), at)));
    radix_sort(&mut keyed, |&(key, _)| key);
    let mut distinct: Vec<f64> = Vec::new();
    let mut last = None;
    for (key, at) in keyed {
        if last != Some(key) {
            distinct.push(numbers[at as usize]);
            last = Some(key);
        }
        put(distinct.len() as u32 - 1, at);
    }
    numbers.iter().zip(0..).filter(|(x, _)| x.is_nan()).for_each(|(_, at)| put(MISSING_RANK, at));
    distinct
}

/// A threshold between two neighboring values: their midpoint, or the lower one if rounding leaves no room.
pub(crate) fn between(low: f64, high: f64) -> f64 {
    let middle = low + (high - low) / 2.0;
    if middle < high && middle.is_finite() { middle } else { low }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranks() {
        let (order, distinct) = rank(&[2.0, f64::NAN, -1.0, 2.0, 0.5]);
        assert_eq!(distinct, [-1.0, 0.5, 2.0]);
        assert_eq!(order, [(0, 2), (1, 4), (2, 0), (2, 3), (MISSING_RANK, 1)]);
        let many: Vec<f64> = (0..1000).map(|i| f64::from((i * 7919) % 1009) - 500.0).collect();
        let (order, distinct) = rank(&many);
        assert!(distinct.windows(2).all(|w| w[0] < w[1]));
        assert!(order.iter().all(|&(rank, at)| distinct[rank as usize] == many[at as usize]));
    }

    #[test]
    fn thresholds_lie_between() {
        assert_eq!(between(1.0, 2.0), 1.5);
        let next = f64::from_bits(1.0f64.to_bits() + 1);
        assert_eq!(between(1.0, next), 1.0);
        assert_eq!(between(-f64::MAX, f64::MAX), -f64::MAX);
    }
}
