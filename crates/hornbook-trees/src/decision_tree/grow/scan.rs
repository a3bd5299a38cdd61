//! Finding the best threshold of one column: one walk over its values in order.
//!
//! A [`SplitScan`] holds the tallies on both sides of the walk and scores the split at the present position by how much
//! cost it saves.
//!
//! Cost is concave in the tally, so the best position is never between two neighboring values whose rows are all of
//! one label. Scanners whose score is dear pass those positions over (unless a smallest leaf forbids better ones); a
//! cheap score costs less than the branch that would save it.

use super::constraints::SplitConstraints;
use super::impurity::{Impurity, sum_ln_mean};
use crate::decision_tree::params::Criterion;
use crate::rows::Label;

/// Scores closer than this part of their size are ties: sums of the same numbers in another order differ by less.
const ROUNDING: f64 = 1e-13;

/// Both sides of a split while it moves through the rows.
pub(super) trait SplitScan<L>: Clone {
    /// Whether a score is worth avoiding.
    const EXPENSIVE: bool;
    /// Moves a row from the second side to the first.
    fn push(&mut self, label: L, weight: f64);
    /// Moves all rows of a tally from the second side to the first.
    fn push_tally(&mut self, tally: &[f64]);
    /// The cost that the split saves here; not a number where it must not be.
    fn score(&self) -> f64;
    /// What leaves of the two sides would predict: a number, or of two classes the fraction of the second.
    fn values(&self) -> [f64; 2];
    /// The weight on the first side.
    fn first_weight(&self) -> f64;
}

/// Gini's impurity of two classes, and variance: one sum tells all. With `W` the weight, `m` the mean of the labels
/// and `w` and `s` the weight and sum on the first side, the cost saved is `(s - w·m)² · W / (w · (W - w))`, and for
/// Gini twice that. Classes 0 and 1 are their own numbers.
#[derive(Clone)]
struct VarianceScan<const TWO_CLASSES: bool> {
    weight: f64,
    sum: f64,
    mean: f64,
    all_weight: f64,
    scale: f64,
}

impl<const TWO_CLASSES: bool> VarianceScan<TWO_CLASSES> {
    fn new(first: &[f64], whole: &[f64]) -> VarianceScan<TWO_CLASSES> {
        let (weight, sum) = Self::weight_and_sum(first);
        let (all_weight, all_sum) = Self::weight_and_sum(whole);
        let scale = if TWO_CLASSES { 2.0 * all_weight } else { all_weight };
        VarianceScan { weight, sum, mean: all_sum / all_weight, all_weight, scale }
    }

    #[inline]
    fn weight_and_sum(tally: &[f64]) -> (f64, f64) {
        (if TWO_CLASSES { tally[0] + tally[1] } else { tally[0] }, tally[1])
    }
}

impl<L: Label, const TWO_CLASSES: bool> SplitScan<L> for VarianceScan<TWO_CLASSES> {
    const EXPENSIVE: bool = false;
    #[inline]
    fn push(&mut self, label: L, weight: f64) {
        self.weight += weight;
        self.sum += weight * label.number();
    }
    #[inline]
    fn push_tally(&mut self, tally: &[f64]) {
        let (weight, sum) = Self::weight_and_sum(tally);
        self.weight += weight;
        self.sum += sum;
    }
    #[inline]
    fn score(&self) -> f64 {
        let excess = self.sum - self.weight * self.mean;
        self.scale * excess * excess / (self.weight * (self.all_weight - self.weight))
    }
    fn values(&self) -> [f64; 2] {
        let all = self.mean * self.all_weight;
        [self.sum / self.weight, (all - self.sum) / (self.all_weight - self.weight)]
    }
    fn first_weight(&self) -> f64 {
        self.weight
    }
}

/// Gini's impurity of many classes, with the sums of squares kept up to date. With every square over the weight of its
/// class in the node, the same sums are the chi-square statistic over the weight of the node.
#[derive(Clone)]
struct GiniScan<const BY_CLASS: bool> {
    first: Vec<f64>,
    second: Vec<f64>,
    /// One over the weight of each class; only for the chi-square statistic.
    scales: Vec<f64>,
    weights: [f64; 2],
    squares: [f64; 2],
    unsplit: f64,
}

impl<const BY_CLASS: bool> GiniScan<BY_CLASS> {
    fn new(first: &[f64], whole: &[f64]) -> GiniScan<BY_CLASS> {
        let second: Vec<f64> = whole.iter().zip(first).map(|(w, f)| w - f).collect();
        let scale = |&w: &f64| if BY_CLASS && w > 0.0 { 1.0 / w } else { 1.0 };
        let scales: Vec<f64> = whole.iter().map(scale).collect();
        let square = |t: &[f64]| t.iter().zip(&scales).map(|(c, s)| s * c * c).sum::<f64>();
        GiniScan {
            weights: [first.iter().sum(), second.iter().sum()],
            squares: [square(first), square(&second)],
            unsplit: square(whole) / whole.iter().sum::<f64>(),
            first: first.to_vec(),
            second,
            scales,
        }
    }

    #[inline]
    fn push_class(&mut self, class: usize, weight: f64) {
        let (first, second) = (&mut self.first[class], &mut self.second[class]);
        let scale = if BY_CLASS { self.scales[class] } else { 1.0 };
        self.squares[0] += scale * weight * (2.0 * *first + weight);
        self.squares[1] -= scale * weight * (2.0 * *second - weight);
        *first += weight;
        *second -= weight;
        self.weights[0] += weight;
        self.weights[1] -= weight;
    }
}

impl<L: Label, const BY_CLASS: bool> SplitScan<L> for GiniScan<BY_CLASS> {
    const EXPENSIVE: bool = true;
    #[inline]
    fn push(&mut self, label: L, weight: f64) {
        self.push_class(label.class(), weight);
    }
    fn push_tally(&mut self, tally: &[f64]) {
        for (class, &weight) in tally.iter().enumerate().filter(|(_, w)| **w > 0.0) {
            self.push_class(class, weight);
        }
    }
    #[inline]
    fn score(&self) -> f64 {
        self.squares[0] / self.weights[0] + self.squares[1] / self.weights[1] - self.unsplit
    }
    fn values(&self) -> [f64; 2] {
        [share_of_second(&self.first), share_of_second(&self.second)]
    }
    fn first_weight(&self) -> f64 {
        self.weights[0]
    }
}

fn share_of_second(tally: &[f64]) -> f64 {
    tally.get(1).map_or(0.0, |second| second / tally.iter().sum::<f64>())
}

/// Poisson's deviance: sums and their logarithms. Both sides must expect something.
#[derive(Clone)]
struct PoissonScan {
    weights: [f64; 2],
    sums: [f64; 2],
    unsplit: f64,
}

impl PoissonScan {
    fn new(first: &[f64], whole: &[f64]) -> PoissonScan {
        PoissonScan {
            weights: [first[0], whole[0] - first[0]],
            sums: [first[1], whole[1] - first[1]],
            unsplit: sum_ln_mean(whole[1], whole[0]),
        }
    }

    #[inline]
    fn shift(&mut self, weight: f64, sum: f64) {
        self.weights[0] += weight;
        self.weights[1] -= weight;
        self.sums[0] += sum;
        self.sums[1] -= sum;
    }
}

impl<L: Label> SplitScan<L> for PoissonScan {
    /// A side without events is forbidden, so a position within a run of equal labels may be the best that is allowed.
    const EXPENSIVE: bool = false;
    fn push(&mut self, label: L, weight: f64) {
        self.shift(weight, weight * label.number());
    }
    fn push_tally(&mut self, tally: &[f64]) {
        self.shift(tally[0], tally[1]);
    }
    fn score(&self) -> f64 {
        // What rounding leaves of a sum of nothing is nothing.
        let least = ROUNDING * (self.sums[0].abs() + self.sums[1].abs());
        if self.sums[0] <= least || self.sums[1] <= least {
            return f64::NAN;
        }
        let [first, second] = [0, 1].map(|side| sum_ln_mean(self.sums[side], self.weights[side]));
        first + second - self.unsplit
    }
    fn values(&self) -> [f64; 2] {
        [0, 1].map(|side| self.sums[side] / self.weights[side])
    }
    fn first_weight(&self) -> f64 {
        self.weights[0]
    }
}

/// Entropy and description length: the costs are computed afresh at each position. Description length is not concave in
/// the tally, so that no position may be passed over.
#[derive(Clone)]
struct EntropyScan<const CONCAVE: bool> {
    impurity: Impurity,
    cost: f64,
    first: Vec<f64>,
    second: Vec<f64>,
}

impl<const CONCAVE: bool> EntropyScan<CONCAVE> {
    fn new(impurity: Impurity, first: &[f64], whole: &[f64]) -> EntropyScan<CONCAVE> {
        EntropyScan {
            impurity,
            cost: impurity.cost(whole),
            first: first.to_vec(),
            second: whole.iter().zip(first).map(|(w, f)| w - f).collect(),
        }
    }
}

impl<L: Label, const CONCAVE: bool> SplitScan<L> for EntropyScan<CONCAVE> {
    const EXPENSIVE: bool = CONCAVE;
    #[inline]
    fn push(&mut self, label: L, weight: f64) {
        self.first[label.class()] += weight;
        self.second[label.class()] -= weight;
    }
    fn push_tally(&mut self, tally: &[f64]) {
        for (class, weight) in tally.iter().enumerate() {
            self.first[class] += weight;
            self.second[class] -= weight;
        }
    }
    fn score(&self) -> f64 {
        self.cost - self.impurity.cost(&self.first) - self.impurity.cost(&self.second)
    }
    fn values(&self) -> [f64; 2] {
        [share_of_second(&self.first), share_of_second(&self.second)]
    }
    fn first_weight(&self) -> f64 {
        self.first.iter().sum()
    }
}

/// Something to be done with the scanner that suits the goal; a closure cannot be generic.
pub(super) trait UseSplitScan<L: Label> {
    type Output;
    /// `start` makes a scanner whose first side already holds a tally.
    fn run<S: SplitScan<L>>(self, start: impl Fn(&[f64]) -> S) -> Self::Output;
}

impl Impurity {
    /// Runs `task` with the scanner for this goal over rows of tally `whole`.
    pub(super) fn with_split_scan<L: Label, T: UseSplitScan<L>>(&self, whole: &[f64], task: T) -> T::Output {
        let impurity = *self;
        match self.criterion() {
            Criterion::Gini if self.classes() == 2 => {
                task.run(move |first| VarianceScan::<true>::new(first, whole))
            }
            Criterion::Gini => task.run(move |first| GiniScan::<false>::new(first, whole)),
            Criterion::ChiSquare => task.run(move |first| GiniScan::<true>::new(first, whole)),
            Criterion::Entropy | Criterion::GainRatio => {
                task.run(move |first| EntropyScan::<true>::new(impurity, first, whole))
            }
            Criterion::Mdl => task.run(move |first| EntropyScan::<false>::new(impurity, first, whole)),
            Criterion::Poisson => task.run(move |first| PoissonScan::new(first, whole)),
            // The distances of absolute errors are no scan of sums: `absolute` finds their splits.
            Criterion::Variance | Criterion::AbsoluteError => {
                task.run(move |first| VarianceScan::<false>::new(first, whole))
            }
        }
    }

    /// The gain behind a score.
    pub(super) fn gain_of(&self, score: f64, whole: &[f64]) -> f64 {
        self.no_loss(score / self.weight(whole))
    }

    /// How much better a score must be to count as better: the size of what rounding does to the sums in it.
    pub(super) fn score_tolerance(&self, whole: &[f64]) -> f64 {
        let weight = self.weight(whole);
        ROUNDING
            * match self.criterion() {
                Criterion::Variance => whole[2],
                // No sum of distances is longer than this, by Cauchy and Schwarz.
                Criterion::AbsoluteError => (weight * whole[2]).sqrt(),
                Criterion::Poisson => whole[2].abs() + sum_ln_mean(whole[1], weight).abs() + whole[1],
                Criterion::ChiSquare => self.classes() as f64,
                // The logarithms of factorials are as large as this.
                Criterion::Mdl => weight * (weight + 2.0).log2(),
                _ => weight,
            }
    }

    /// How much better a gain must be to count as better.
    pub(super) fn merit_tolerance(&self, whole: &[f64]) -> f64 {
        match self.criterion() {
            Criterion::GainRatio => ROUNDING,
            // Bits of surprise are at most about as many as the statistic, which is at most this.
            Criterion::ChiSquare => ROUNDING * self.weight(whole) * self.classes() as f64,
            _ => self.score_tolerance(whole) / self.weight(whole),
        }
    }
}

/// The best position found so far, and what makes another one better.
pub(super) struct BestSplitPosition<'a, P> {
    pub score: f64,
    pub first_weight: f64,
    pub position: Option<P>,
    tolerance: f64,
    constraints: &'a SplitConstraints<'a>,
    column: u32,
    weight: f64,
}

impl<'a, P> BestSplitPosition<'a, P> {
    /// Nothing found yet about a column.
    pub fn new(
        impurity: &Impurity,
        whole: &[f64],
        constraints: &'a SplitConstraints<'a>,
        column: u32,
    ) -> BestSplitPosition<'a, P> {
        BestSplitPosition {
            score: f64::NEG_INFINITY,
            first_weight: 0.0,
            position: None,
            tolerance: impurity.score_tolerance(whole),
            constraints,
            column,
            weight: impurity.weight(whole),
        }
    }

    /// Takes this position if both sides are allowed and it is better than any before.
    #[inline]
    pub fn offer<L, S: SplitScan<L>>(&mut self, scanner: &S, position: P) {
        let score = scanner.score();
        if score > self.score + self.tolerance || (self.position.is_none() && !score.is_nan()) {
            let first = scanner.first_weight();
            let is_heavy =
                first >= self.constraints.min_leaf && self.weight - first >= self.constraints.min_leaf;
            if is_heavy
                && (self.constraints.is_free() || self.constraints.allows(self.column, &scanner.values()))
            {
                *self = BestSplitPosition { score, first_weight: first, position: Some(position), ..*self };
            }
        }
    }
}
