//! The best test for the rows that are left.

use super::literals::Literal;
use crate::bits::set_bit;
use crate::rows::TreeRows;
use rayon::prelude::*;

pub(super) struct RuleSearch<'a> {
    rows: &'a TreeRows<u32>,
    literals: &'a [Literal],
    /// The rows of each class, a bit a row.
    classes: Vec<Vec<u64>>,
}

/// A conjunction of literals, by their positions, that matches rows of one class.
pub(super) struct ListTest {
    pub literals: Vec<usize>,
    pub rows: Vec<u64>,
    pub weight: f64,
}

impl<'a> RuleSearch<'a> {
    pub fn new(rows: &'a TreeRows<u32>, literals: &'a [Literal], classes: usize) -> RuleSearch<'a> {
        let mut bits = vec![vec![0u64; rows.len().div_ceil(64)]; classes];
        for (row, &class) in rows.labels.iter().enumerate() {
            set_bit(&mut bits[class as usize], row as u32);
        }
        RuleSearch { rows, literals, classes: bits }
    }

    /// The test of the fewest literals that is uniform; of those the one that matches most weight, then the first.
    pub fn best(&self, left: &[u64], max_literals: usize) -> Option<ListTest> {
        (1..=max_literals).find_map(|size| self.best_of_size(left, size))
    }

    fn best_of_size(&self, left: &[u64], size: usize) -> Option<ListTest> {
        let from_first = |first: usize| {
            let mut best = None;
            self.extend(&mut Vec::new(), left, first..first + 1, size, &mut best);
            best
        };
        let found: Vec<Option<ListTest>> = (0..self.literals.len()).into_par_iter().map(from_first).collect();
        found.into_iter().flatten().reduce(|a, b| if is_more(b.weight, a.weight) { b } else { a })
    }

    /// Adds `size` literals to those chosen, the next one among these; keeps what is better than the best so far.
    fn extend(
        &self,
        chosen: &mut Vec<usize>,
        matched: &[u64],
        next: std::ops::Range<usize>,
        size: usize,
        best: &mut Option<ListTest>,
    ) {
        for literal in next {
            let and = |(a, b): (&u64, &u64)| a & b;
            let pairs = || matched.iter().zip(&self.literals[literal].rows).map(and);
            if size == 1 {
                if !self.is_uniform(pairs()) {
                    continue;
                }
                let rows: Vec<u64> = pairs().collect();
                let weight = self.weight(&rows);
                if best.as_ref().is_none_or(|best| is_more(weight, best.weight)) {
                    let literals = chosen.iter().copied().chain([literal]).collect();
                    *best = Some(ListTest { literals, rows, weight });
                }
                continue;
            }
            let rows: Vec<u64> = pairs().collect();
            // What a literal does not change was looked at without it, and more literals never match more.
            if rows == matched || best.as_ref().is_some_and(|best| !is_more(self.weight(&rows), best.weight))
            {
                continue;
            }
            chosen.push(literal);
            self.extend(chosen, &rows, literal + 1..self.literals.len(), size - 1, best);
            chosen.pop();
        }
    }

    /// Whether there are rows, all of one class.
    fn is_uniform(&self, rows: impl Iterator<Item = u64>) -> bool {
        let mut class = None;
        for (word, bits) in rows.enumerate().filter(|&(_, bits)| bits != 0) {
            let of_class = *class.get_or_insert_with(|| {
                let first = word * 64 + bits.trailing_zeros() as usize;
                &self.classes[self.rows.labels[first] as usize]
            });
            if bits & !of_class[word] != 0 {
                return false;
            }
        }
        class.is_some()
    }

    /// The weight of some rows.
    pub fn weight(&self, rows: &[u64]) -> f64 {
        if self.rows.weights.is_empty() {
            return rows.iter().map(|word| f64::from(word.count_ones())).sum();
        }
        positions(rows).map(|row| self.rows.weights[row]).sum()
    }
}

/// The positions of the bits that are set.
pub(super) fn positions(bits: &[u64]) -> impl Iterator<Item = usize> + '_ {
    bits.iter().enumerate().flat_map(|(word, &bits)| {
        let next = |rest: &u64| Some(rest & (rest - 1)).filter(|&rest| rest != 0);
        let words = std::iter::successors(Some(bits).filter(|&bits| bits != 0), next);
        words.map(move |rest| word * 64 + rest.trailing_zeros() as usize)
    })
}

/// Whether a weight is larger than another by more than rounding.
fn is_more(a: f64, b: f64) -> bool {
    a > b * (1.0 + 1e-12)
}
