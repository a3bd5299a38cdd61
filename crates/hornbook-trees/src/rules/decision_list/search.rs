//! The best test for the rows that are left.

use super::literals::Literal;
use super::params::TestSelection;
use crate::bits::set_bit;
use crate::rows::TreeRows;
use rayon::prelude::*;

pub(super) struct RuleSearch<'a> {
    rows: &'a TreeRows<u32>,
    literals: &'a [Literal],
    /// The rows of each class, a bit a row.
    classes: Vec<Vec<u64>>,
}

/// A test that matches rows of one class only, as a selection of one's own sees it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct UniformTest {
    /// How many literals it has.
    pub literals: usize,
    /// The weight of the rows that are left and that it matches.
    pub weight: f64,
    /// The position of their class.
    pub class: u32,
}

/// What chooses among uniform tests.
#[derive(Clone, Copy)]
pub(super) enum TestChooser<'a> {
    Selection(TestSelection),
    /// The largest score wins, the first of equals.
    Score(&'a (dyn Fn(&UniformTest) -> f64 + Sync)),
}

/// A conjunction of literals, by their positions, that matches rows of one class.
pub(super) struct ListTest {
    pub literals: Vec<usize>,
    pub rows: Vec<u64>,
    pub weight: f64,
    merit: f64,
}

/// What tests are compared by.
struct TestMerit<'a> {
    of: &'a (dyn Fn(&UniformTest) -> f64 + Sync),
    /// Whether it is the weight, which more literals never increase.
    by_weight: bool,
}

/// The one with more merit, the first of equals.
fn better(a: ListTest, b: ListTest) -> ListTest {
    if is_more(b.merit, a.merit) { b } else { a }
}

impl<'a> RuleSearch<'a> {
    pub fn new(rows: &'a TreeRows<u32>, literals: &'a [Literal], classes: usize) -> RuleSearch<'a> {
        let mut bits = vec![vec![0u64; rows.len().div_ceil(64)]; classes];
        for (row, &class) in rows.labels.iter().enumerate() {
            set_bit(&mut bits[class as usize], row as u32);
        }
        RuleSearch { rows, literals, classes: bits }
    }

    /// The uniform test that is chosen, if there is one.
    pub fn best(&self, left: &[u64], max_literals: usize, chooser: TestChooser<'_>) -> Option<ListTest> {
        let merit_of = |test: &UniformTest| match chooser {
            TestChooser::Selection(TestSelection::First) => 1.0,
            TestChooser::Selection(_) => test.weight,
            TestChooser::Score(score) => score(test),
        };
        let by_weight = matches!(
            chooser,
            TestChooser::Selection(TestSelection::Smallest) | TestChooser::Selection(TestSelection::Coverage)
        );
        let merit = TestMerit { of: &merit_of, by_weight };
        let mut sizes = (1..=max_literals).filter_map(|size| self.best_of_size(left, size, &merit));
        match chooser {
            TestChooser::Selection(TestSelection::Smallest | TestSelection::First) => sizes.next(),
            _ => sizes.reduce(better),
        }
    }

    fn best_of_size(&self, left: &[u64], size: usize, merit: &TestMerit<'_>) -> Option<ListTest> {
        let from_first = |first: usize| {
            let mut best = None;
            self.extend(&mut Vec::new(), left, first..first + 1, size, merit, &mut best);
            best
        };
        let found: Vec<Option<ListTest>> = (0..self.literals.len()).into_par_iter().map(from_first).collect();
        found.into_iter().flatten().reduce(better)
    }

    /// Adds `size` literals to those chosen, the next one among these; keeps what is better than the best so far.
    fn extend(
        &self,
        chosen: &mut Vec<usize>,
        matched: &[u64],
        next: std::ops::Range<usize>,
        size: usize,
        merit: &TestMerit<'_>,
        best: &mut Option<ListTest>,
    ) {
        for literal in next {
            let and = |(a, b): (&u64, &u64)| a & b;
            let pairs = || matched.iter().zip(&self.literals[literal].rows).map(and);
            if size == 1 {
                let Some(class) = self.uniform_class(pairs()) else { continue };
                let rows: Vec<u64> = pairs().collect();
                let weight = self.weight(&rows);
                let merit = (merit.of)(&UniformTest { literals: chosen.len() + 1, weight, class });
                // What has no score is never taken.
                if !merit.is_nan() && best.as_ref().is_none_or(|best| is_more(merit, best.merit)) {
                    let literals = chosen.iter().copied().chain([literal]).collect();
                    *best = Some(ListTest { literals, rows, weight, merit });
                }
                continue;
            }
            let rows: Vec<u64> = pairs().collect();
            // What a literal does not change was looked at without it, and more literals never match more.
            let is_beaten = |best: &ListTest| merit.by_weight && !is_more(self.weight(&rows), best.merit);
            if rows == matched || best.as_ref().is_some_and(is_beaten) {
                continue;
            }
            chosen.push(literal);
            self.extend(chosen, &rows, literal + 1..self.literals.len(), size - 1, merit, best);
            chosen.pop();
        }
    }

    /// The class of the rows, if there are some, all of one class.
    fn uniform_class(&self, rows: impl Iterator<Item = u64>) -> Option<u32> {
        let mut class = None;
        for (word, bits) in rows.enumerate().filter(|&(_, bits)| bits != 0) {
            let class =
                *class.get_or_insert_with(|| self.rows.labels[word * 64 + bits.trailing_zeros() as usize]);
            if bits & !self.classes[class as usize][word] != 0 {
                return None;
            }
        }
        class
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

/// Whether a number is larger than another by more than rounding.
fn is_more(a: f64, b: f64) -> bool {
    a > b + b.abs() * 1e-12
}
