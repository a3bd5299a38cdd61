//! The different numbers of a column with their weights, gathered in parts that merge.
//!
//! Where bins end depends on all numbers of a column, which may be too many to keep. Up to a limit all are kept; beyond it only
//! those whose hash begins with a zero bit, then with two, and so on. Which those are depends on nothing but the numbers
//! themselves, so that parts merged in any order keep the same ones, and the weight of each is exact.

use hornbook_core::Seed;
use hornbook_math::double_double::DoubleDoubleSum;

/// Most different numbers that are kept.
const MOST: usize = 1 << 18;

/// The different numbers of some rows.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct DistinctValues {
    /// Ascending, each once, with the weight of its rows.
    kept: Vec<(f64, DoubleDoubleSum)>,
    /// How many bits the hash of a number that is kept begins with that are zero.
    zero_bits: u32,
    most: usize,
    low: f64,
    high: f64,
    weight: DoubleDoubleSum,
}

impl Default for DistinctValues {
    fn default() -> DistinctValues {
        DistinctValues::with_limit(MOST)
    }
}

impl DistinctValues {
    fn with_limit(most: usize) -> DistinctValues {
        DistinctValues {
            kept: Vec::new(),
            zero_bits: 0,
            most,
            low: f64::INFINITY,
            high: f64::NEG_INFINITY,
            weight: DoubleDoubleSum::default(),
        }
    }

    /// Adds numbers with their weights. What is missing, or weighs nothing, is left out.
    pub fn add(&mut self, numbers: impl Iterator<Item = (f64, f64)>) {
        let mut part = DistinctValues::with_limit(self.most);
        // Adding zero makes -0.0 the same number as 0.0.
        let known = numbers.filter(|(x, weight)| !x.is_nan() && *weight > 0.0).map(|(x, w)| (x + 0.0, w));
        let mut known: Vec<(f64, f64)> = known.collect();
        known.sort_by(|a, b| a.0.total_cmp(&b.0));
        for same in known.chunk_by(|a, b| a.0 == b.0) {
            let mut weight = DoubleDoubleSum::default();
            same.iter().for_each(|(_, w)| weight.add(*w));
            part.weight.merge(weight);
            part.kept.push((same[0].0, weight));
        }
        if let (Some(first), Some(last)) = (part.kept.first(), part.kept.last()) {
            (part.low, part.high) = (first.0, last.0);
        }
        self.merge(part);
    }

    /// Adds what was gathered elsewhere.
    pub fn merge(&mut self, other: DistinctValues) {
        (self.low, self.high) = (self.low.min(other.low), self.high.max(other.high));
        self.weight.merge(other.weight);
        self.zero_bits = self.zero_bits.max(other.zero_bits);
        let (mut own, mut others) =
            (std::mem::take(&mut self.kept).into_iter().peekable(), other.kept.into_iter().peekable());
        let mut kept = Vec::with_capacity(own.len().max(others.len()));
        loop {
            let next = match (own.peek(), others.peek()) {
                (Some(a), Some(b)) if a.0 == b.0 => {
                    let weight = others.next().map(|(_, weight)| weight).unwrap_or_default();
                    own.next().map(|(x, mut sum)| {
                        sum.merge(weight);
                        (x, sum)
                    })
                }
                (Some(a), Some(b)) if a.0 < b.0 => own.next(),
                (Some(_), None) => own.next(),
                _ => others.next(),
            };
            let Some(next) = next else { break };
            kept.push(next);
        }
        self.kept = kept;
        if self.zero_bits > 0 {
            self.thin_out();
        }
        while self.kept.len() > self.most && self.zero_bits < u64::BITS {
            self.zero_bits += 1;
            self.thin_out();
        }
    }

    fn thin_out(&mut self) {
        let zero_bits = self.zero_bits;
        self.kept.retain(|(x, _)| Seed(0).derive(x.to_bits()).0.leading_zeros() >= zero_bits);
    }

    /// The least and the largest number; none without numbers.
    pub fn ends(&self) -> Option<(f64, f64)> {
        (self.low <= self.high).then_some((self.low, self.high))
    }

    /// The weight of all rows.
    pub fn weight(&self) -> f64 {
        self.weight.value()
    }

    /// The numbers in order, each with the weight of its rows: all of them, or of very many a sample.
    pub fn numbers(&self) -> Vec<(f64, f64)> {
        self.kept.iter().map(|(x, weight)| (*x, weight.value())).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(numbers: &[(f64, f64)]) -> DistinctValues {
        let mut all = DistinctValues::with_limit(50);
        all.add(numbers.iter().copied());
        all
    }

    #[test]
    fn numbers_once_with_their_weight() {
        let found = of(&[(2.0, 1.0), (-0.0, 1.0), (f64::NAN, 1.0), (2.0, 0.5), (0.0, 2.0), (7.0, 0.0)]);
        assert_eq!(found.numbers(), [(0.0, 3.0), (2.0, 1.5)]);
        assert_eq!((found.ends(), found.weight()), (Some((0.0, 2.0)), 4.5));
        assert_eq!(DistinctValues::default().ends(), None);
    }

    #[test]
    fn parts_in_any_order_are_the_whole() {
        let mut rng = Seed(5).rng();
        let numbers: Vec<(f64, f64)> = (0..3000).map(|_| (rng.below(900) as f64, rng.unit())).collect();
        let whole = of(&numbers);
        assert!(whole.numbers().len() <= 50 && whole.numbers().len() > 10 && whole.zero_bits > 3);
        assert_eq!(whole.ends(), Some((0.0, 899.0)), "the ends are never thinned out");
        let mut parts: Vec<DistinctValues> = numbers.chunks(170).map(of).collect();
        parts.reverse();
        let mut merged = DistinctValues::with_limit(50);
        parts.into_iter().for_each(|part| merged.merge(part));
        let mut by_one = DistinctValues::with_limit(50);
        numbers.iter().for_each(|one| by_one.add([*one].into_iter()));
        for other in [merged, by_one] {
            assert_eq!((other.numbers(), other.weight()), (whole.numbers(), whole.weight()));
        }
        // The weights of those that are kept are exact.
        let (x, weight) = whole.numbers()[3];
        let exact: f64 = numbers.iter().filter(|one| one.0 == x).map(|one| one.1).sum();
        assert!((weight - exact).abs() < 1e-12);
    }
}
