//! What the tree tries to make small: the impurity of the rows in a node.
//!
//! A *tally* is the additive statistic that impurity is computed from: the weight of each class; or weight, sum and
//! sum of squares of the numbers (for Poisson, of $y \ln y$). The *cost* of a tally is its weight times its impurity,
//! which makes the gain of a split a plain difference of costs. Distances from a median are no sum over rows, so for
//! them the tally has two numbers more, the median and the cost, which [`Impurity::settle`] fills in from the rows.

use super::absolute;
use crate::decision_tree::params::Criterion;
use crate::rows::Label;
use hornbook_core::{Error, Result};
use hornbook_math::information::{chi_square, code_length, surprise};

/// Where the tally of absolute errors keeps the median and the cost.
const MEDIAN: usize = 3;
const DISTANCE: usize = 4;

/// The criterion, with the shape of its tallies.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Impurity {
    criterion: Criterion,
    classes: usize,
}

impl Impurity {
    /// A criterion over this many classes; none for numbers.
    pub fn new(criterion: Criterion, classes: usize) -> Impurity {
        Impurity { criterion, classes }
    }

    /// How many classes there are; none for numbers.
    pub fn classes(&self) -> usize {
        self.classes
    }

    pub fn criterion(&self) -> Criterion {
        self.criterion
    }

    /// How many numbers a tally has.
    pub fn width(&self) -> usize {
        match self.criterion {
            Criterion::AbsoluteError => 5,
            _ if self.is_numbers() => 3,
            _ => self.classes,
        }
    }

    pub fn is_numbers(&self) -> bool {
        self.classes == 0
    }

    /// Whether numbers may be measured from their mean, so that their squares keep their digits.
    pub fn may_shift(&self) -> bool {
        self.criterion != Criterion::Poisson
    }

    /// Refuses a number that the criterion cannot score.
    pub fn check_number(&self, y: f64) -> Result<()> {
        if self.criterion == Criterion::Poisson && y < 0.0 {
            return Err(Error::data(
                format!("the target holds {y}, and the criterion 'poisson' is for numbers of at least 0"),
                "choose the criterion 'variance', or correct the value",
            ));
        }
        Ok(())
    }

    /// Refuses rows that the criterion cannot score.
    pub fn check_all(&self, whole: &[f64]) -> Result<()> {
        if self.criterion == Criterion::Poisson && whole[1] <= 0.0 {
            return Err(Error::data(
                "every number of the target is 0, which the criterion 'poisson' cannot split",
                "choose the criterion 'variance'",
            ));
        }
        Ok(())
    }

    pub fn empty(&self) -> Vec<f64> {
        vec![0.0; self.width()]
    }

    #[inline]
    pub fn add<L: Label>(&self, tally: &mut [f64], label: L, weight: f64) {
        if self.is_numbers() {
            let y = label.number();
            tally[0] += weight;
            tally[1] += weight * y;
            tally[2] += weight * if self.criterion == Criterion::Poisson { y_ln_y(y) } else { y * y };
        } else {
            tally[label.class()] += weight;
        }
    }

    /// Completes the tally of these rows, once they are all there.
    pub fn finalize<L: Label>(&self, tally: &mut [f64], labels: &[L], weights: &[f64]) {
        if self.criterion == Criterion::AbsoluteError {
            let rows = labels.iter().enumerate();
            let rows = rows.map(|(at, y)| (y.number(), weights.get(at).copied().unwrap_or(1.0)));
            (tally[MEDIAN], tally[DISTANCE]) = absolute::median_and_cost(rows.collect());
        }
    }

    pub fn weight(&self, tally: &[f64]) -> f64 {
        if self.is_numbers() { tally[0] } else { tally.iter().sum() }
    }

    /// What a leaf of these rows predicts: the mean or the median, or of two classes the fraction of the second.
    pub fn value(&self, tally: &[f64]) -> f64 {
        match self.criterion {
            Criterion::AbsoluteError => tally[MEDIAN],
            _ => tally.get(1).map_or(0.0, |sum| sum / self.weight(tally)),
        }
    }

    /// What a leaf of these rows predicts, no further out than the bounds.
    pub fn value_within(&self, tally: &[f64], [low, high]: [f64; 2]) -> f64 {
        self.value(tally).max(low).min(high)
    }

    /// How far apart the values of the same rows may be, summed in another order; `whole` is the tally of all rows.
    pub fn value_rounding(&self, whole: &[f64]) -> f64 {
        let size = match self.criterion {
            Criterion::Variance | Criterion::AbsoluteError => (whole[2] / whole[0]).sqrt(),
            Criterion::Poisson => whole[1] / whole[0],
            _ => 1.0,
        };
        1e-13 * size
    }

    /// Weight times impurity.
    pub fn cost(&self, tally: &[f64]) -> f64 {
        let weight = self.weight(tally);
        if weight <= 0.0 {
            return 0.0;
        }
        match self.criterion {
            Criterion::Gini | Criterion::ChiSquare => {
                weight - tally.iter().map(|c| c * c).sum::<f64>() / weight
            }
            Criterion::Entropy | Criterion::GainRatio => {
                tally.iter().filter(|&&c| c > 0.0).map(|&c| c * (weight / c).log2()).sum()
            }
            Criterion::Mdl => code_length(tally),
            Criterion::Variance => (tally[2] - tally[1] * tally[1] / weight).max(0.0),
            Criterion::AbsoluteError => tally[DISTANCE],
            Criterion::Poisson => (tally[2] - sum_ln_mean(tally[1], weight)).max(0.0),
        }
    }

    /// What a part of a node costs in a sum that is least for the best division. For the chi-square statistic, which
    /// weighs each class by its weight in the whole node, that is not the impurity.
    pub fn part_cost(&self, whole: &[f64], part: &[f64]) -> f64 {
        if self.criterion != Criterion::ChiSquare {
            return self.cost(part);
        }
        let squares = part.iter().zip(whole).filter(|(_, w)| **w > 0.0).map(|(p, w)| p * p / w).sum::<f64>();
        -squares / self.weight(part)
    }

    /// Impurity: what the criterion says of it, for one unit of weight.
    pub fn of(&self, tally: &[f64]) -> f64 {
        let weight = self.weight(tally);
        if weight > 0.0 { self.cost(tally) / weight } else { 0.0 }
    }

    /// Whether all weight is in one class. Numbers are scored by their values, not by a rounded variance.
    pub fn is_pure(&self, tally: &[f64]) -> bool {
        !self.is_numbers() && tally.iter().filter(|&&c| c > 0.0).count() <= 1
    }

    /// Whether the rows of two tallies are all of one class. Of numbers a tally does not tell.
    #[inline]
    pub fn same_label(&self, one: &[f64], other: &[f64]) -> bool {
        match (self.is_numbers(), one, other) {
            (true, ..) => false,
            (_, [a0, a1], [b0, b1]) => (*a0 == 0.0 && *b0 == 0.0) || (*a1 == 0.0 && *b1 == 0.0),
            _ => one.iter().zip(other).filter(|(a, b)| **a > 0.0 || **b > 0.0).count() == 1,
        }
    }

    /// Whether a part may be made: Poisson's deviance is infinite where no event is expected.
    pub fn may_be(&self, part: &[f64]) -> bool {
        self.criterion != Criterion::Poisson || part[1] > 0.0
    }

    /// The merit by which splits are compared, from the tallies of the parts: the gain (impurity removed), the gain
    /// ratio, or for the chi-square test the bits of surprise. Returns both merit and gain.
    pub fn merit<T: AsRef<[f64]>>(&self, whole: &[f64], parts: &[T]) -> (f64, f64) {
        let parts: Vec<&[f64]> = parts.iter().map(AsRef::as_ref).collect();
        let gain = (self.cost(whole) - parts.iter().map(|p| self.cost(p)).sum::<f64>()) / self.weight(whole);
        let merit = match self.criterion {
            Criterion::GainRatio => {
                let split: Vec<f64> = parts.iter().map(|p| self.weight(p)).collect();
                ratio(gain, &split)
            }
            Criterion::ChiSquare => {
                let (statistic, degrees) = chi_square(&parts);
                surprise(statistic, degrees)
            }
            _ => gain,
        };
        (merit, gain)
    }

    /// A gain without what rounding takes below nothing; only description length can truly lose.
    pub fn no_loss(&self, gain: f64) -> f64 {
        if self.criterion == Criterion::Mdl { gain } else { gain.max(0.0) }
    }

    /// Whether it counts which of the splits on a column is made, see [`less_choice`](Goal::less_choice).
    pub fn counts_choices(&self) -> bool {
        self.criterion == Criterion::Mdl
    }

    /// Merit and gain less the bits, over the weight of the rows, of telling which split of a column is made; only
    /// description length counts them.
    pub fn less_choice(&self, (merit, gain): (f64, f64), bits: f64, weight: f64) -> (f64, f64) {
        let each = if self.counts_choices() { bits / weight } else { 0.0 };
        (merit - each, gain - each)
    }

    /// Whether the merit of a split needs the tallies of its parts, not only its score.
    pub fn needs_parts(&self) -> bool {
        self.criterion == Criterion::ChiSquare
    }

    /// The merit of a two-way split from its gain and the weight of its first part.
    pub fn two_way_merit(&self, gain: f64, first: f64, weight: f64) -> f64 {
        match self.criterion {
            Criterion::GainRatio => ratio(gain, &[first, weight - first]),
            _ => gain,
        }
    }

    /// The least merit a split must have, if there is one.
    pub fn least_merit(&self) -> Option<f64> {
        (self.criterion == Criterion::Mdl).then_some(0.0)
    }
}

/// Gain over the information of a split; 0 where the split has only one part.
fn ratio(gain: f64, split: &[f64]) -> f64 {
    let bits = hornbook_math::information::entropy(split);
    if bits > 0.0 { gain / bits } else { 0.0 }
}

/// $y \ln y$, which is 0 for none.
fn y_ln_y(y: f64) -> f64 {
    if y > 0.0 { y * y.ln() } else { 0.0 }
}

/// The sum of some numbers times the logarithm of their mean.
pub(super) fn sum_ln_mean(sum: f64, weight: f64) -> f64 {
    if sum > 0.0 { sum * (sum / weight).ln() } else { 0.0 }
}

/// The bits of a choice of `k` out of `n`.
pub(crate) fn log2_choose(n: f64, k: usize) -> f64 {
    (0..k).map(|i| ((n - i as f64).max(1.0) / (i as f64 + 1.0)).log2()).sum::<f64>().max(0.0)
}

pub(crate) fn subtract(whole: &[f64], part: &[f64]) -> Vec<f64> {
    whole.iter().zip(part).map(|(w, p)| w - p).collect()
}

pub(crate) fn add_to(into: &mut [f64], part: &[f64]) {
    into.iter_mut().zip(part).for_each(|(a, b)| *a += b);
}
