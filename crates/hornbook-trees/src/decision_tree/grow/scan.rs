//! Finding the best threshold of one column: one walk over its values in order.
//!
//! A [`Scanner`] holds the tallies on both sides of the walk and scores the split at the present place by how much
//! cost it saves.
//!
//! Cost is concave in the tally, so the best place is never between two neighbouring values whose rows are all of
//! one label. Scanners whose score is dear pass those places over (unless a smallest leaf forbids better ones); a
//! cheap score costs less than the branch that would save it.

use super::goal::Goal;
use crate::decision_tree::params::Criterion;
use crate::rows::Label;

/// Scores closer than this part of their size are ties: sums of the same numbers in another order differ by less.
const ROUNDING: f64 = 1e-13;

/// Both sides of a split while it moves through the rows.
pub(super) trait Scanner<L>: Clone {
    /// Whether a score is worth avoiding.
    const DEAR: bool;
    /// Moves a row from the second side to the first.
    fn push(&mut self, label: L, weight: f64);
    /// Moves all rows of a tally from the second side to the first.
    fn push_tally(&mut self, tally: &[f64]);
    /// The cost that the split saves here.
    fn score(&self) -> f64;
    /// The weight on the first side.
    fn first_weight(&self) -> f64;
}

/// Gini's impurity of two classes, and variance: one sum tells all. With `W` the weight, `m` the mean of the labels
/// and `w` and `s` the weight and sum on the first side, the cost saved is `(s - w·m)² · W / (w · (W - w))`, and for
/// Gini twice that. Classes 0 and 1 are their own numbers.
#[derive(Clone)]
struct OneSum<const TWO_CLASSES: bool> {
    weight: f64,
    sum: f64,
    mean: f64,
    all_weight: f64,
    scale: f64,
}

impl<const TWO_CLASSES: bool> OneSum<TWO_CLASSES> {
    fn new(first: &[f64], whole: &[f64]) -> OneSum<TWO_CLASSES> {
        let (weight, sum) = Self::weight_and_sum(first);
        let (all_weight, all_sum) = Self::weight_and_sum(whole);
        let scale = if TWO_CLASSES { 2.0 * all_weight } else { all_weight };
        OneSum { weight, sum, mean: all_sum / all_weight, all_weight, scale }
    }

    #[inline]
    fn weight_and_sum(tally: &[f64]) -> (f64, f64) {
        (if TWO_CLASSES { tally[0] + tally[1] } else { tally[0] }, tally[1])
    }
}

impl<L: Label, const TWO_CLASSES: bool> Scanner<L> for OneSum<TWO_CLASSES> {
    const DEAR: bool = false;
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
    fn first_weight(&self) -> f64 {
        self.weight
    }
}

/// Gini's impurity of many classes, with the sums of squares kept up to date.
#[derive(Clone)]
struct ManyClasses {
    first: Vec<f64>,
    second: Vec<f64>,
    weights: [f64; 2],
    squares: [f64; 2],
    unsplit: f64,
}

impl ManyClasses {
    #[inline]
    fn push_class(&mut self, class: usize, weight: f64) {
        let (first, second) = (&mut self.first[class], &mut self.second[class]);
        self.squares[0] += weight * (2.0 * *first + weight);
        self.squares[1] -= weight * (2.0 * *second - weight);
        *first += weight;
        *second -= weight;
        self.weights[0] += weight;
        self.weights[1] -= weight;
    }
}

impl<L: Label> Scanner<L> for ManyClasses {
    const DEAR: bool = true;
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
    fn first_weight(&self) -> f64 {
        self.weights[0]
    }
}

/// Entropy: the costs are computed afresh at each place.
#[derive(Clone)]
struct Bits {
    goal: Goal,
    cost: f64,
    first: Vec<f64>,
    second: Vec<f64>,
}

impl<L: Label> Scanner<L> for Bits {
    const DEAR: bool = true;
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
        self.cost - self.goal.cost(&self.first) - self.goal.cost(&self.second)
    }
    fn first_weight(&self) -> f64 {
        self.first.iter().sum()
    }
}

/// Something to be done with the scanner that suits the goal; a closure cannot be generic.
pub(super) trait WithScanner<L: Label> {
    type Output;
    /// `start` makes a scanner whose first side already holds a tally.
    fn run<S: Scanner<L>>(self, start: impl Fn(&[f64]) -> S) -> Self::Output;
}

impl Goal {
    /// Runs `task` with the scanner for this goal over rows of tally `whole`.
    pub(super) fn with_scanner<L: Label, T: WithScanner<L>>(&self, whole: &[f64], task: T) -> T::Output {
        let goal = *self;
        match self.criterion() {
            Criterion::Gini if self.classes() == 2 => {
                task.run(move |first| OneSum::<true>::new(first, whole))
            }
            Criterion::Gini => task.run(move |first| {
                let second: Vec<f64> = whole.iter().zip(first).map(|(w, f)| w - f).collect();
                let square = |t: &[f64]| t.iter().map(|c| c * c).sum::<f64>();
                ManyClasses {
                    weights: [first.iter().sum(), second.iter().sum()],
                    squares: [square(first), square(&second)],
                    unsplit: square(whole) / goal.weight(whole),
                    first: first.to_vec(),
                    second,
                }
            }),
            Criterion::Entropy | Criterion::GainRatio => task.run(move |first| Bits {
                goal,
                cost: goal.cost(whole),
                first: first.to_vec(),
                second: whole.iter().zip(first).map(|(w, f)| w - f).collect(),
            }),
            Criterion::Variance => task.run(move |first| OneSum::<false>::new(first, whole)),
        }
    }

    /// The gain behind a score.
    pub(super) fn gain_of(&self, score: f64, whole: &[f64]) -> f64 {
        (score / self.weight(whole)).max(0.0)
    }

    /// How much better a score must be to count as better: the size of what rounding does to the sums in it.
    pub(super) fn score_tolerance(&self, whole: &[f64]) -> f64 {
        let size = match self.is_numbers() {
            true => whole[2],
            false => self.weight(whole),
        };
        ROUNDING * size
    }

    /// The merit of a two-way split from its gain and the weight of its first part.
    pub(super) fn two_way_merit(&self, gain: f64, first: f64, weight: f64) -> f64 {
        if self.criterion() != Criterion::GainRatio {
            return gain;
        }
        let bits = hornbook_math::information::entropy(&[first, weight - first]);
        if bits > 0.0 { gain / bits } else { 0.0 }
    }

    /// How much better a merit must be to count as better.
    pub(super) fn merit_tolerance(&self, whole: &[f64]) -> f64 {
        match self.criterion() {
            Criterion::GainRatio => ROUNDING,
            _ => self.score_tolerance(whole) / self.weight(whole),
        }
    }
}

/// The best place found so far, and what makes another one better.
pub(super) struct Best<P> {
    pub score: f64,
    pub first_weight: f64,
    pub place: Option<P>,
    tolerance: f64,
    min_leaf: f64,
    weight: f64,
}

impl<P> Best<P> {
    pub fn new(goal: &Goal, whole: &[f64], min_leaf: f64) -> Best<P> {
        Best {
            score: f64::NEG_INFINITY,
            first_weight: 0.0,
            place: None,
            tolerance: goal.score_tolerance(whole),
            min_leaf,
            weight: goal.weight(whole),
        }
    }

    /// Takes this place if both sides are large enough and it is better than any before.
    #[inline]
    pub fn offer<L, S: Scanner<L>>(&mut self, scanner: &S, place: P) {
        let score = scanner.score();
        if score > self.score + self.tolerance || (self.place.is_none() && !score.is_nan()) {
            let first = scanner.first_weight();
            if first >= self.min_leaf && self.weight - first >= self.min_leaf {
                *self = Best { score, first_weight: first, place: Some(place), ..*self };
            }
        }
    }
}
