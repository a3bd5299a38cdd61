//! What the tree tries to make small: the impurity of the rows in a node.
//!
//! A *tally* is the additive statistic that impurity is computed from: the weight of each class, or weight, sum
//! and sum of squares of the numbers. The *cost* of a tally is its weight times its impurity, which makes the
//! gain of a split a plain difference of costs.

use crate::decision_tree::params::Criterion;
use crate::rows::Label;

/// The criterion, with the shape of its tallies.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Goal {
    criterion: Criterion,
    classes: usize,
}

impl Goal {
    /// A criterion over this many classes; none for numbers.
    pub fn new(criterion: Criterion, classes: usize) -> Goal {
        Goal { criterion, classes }
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
        if self.is_numbers() { 3 } else { self.classes }
    }

    pub fn is_numbers(&self) -> bool {
        self.criterion == Criterion::Variance
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
            tally[2] += weight * y * y;
        } else {
            tally[label.class()] += weight;
        }
    }

    pub fn weight(&self, tally: &[f64]) -> f64 {
        if self.is_numbers() { tally[0] } else { tally.iter().sum() }
    }

    /// Weight times impurity.
    pub fn cost(&self, tally: &[f64]) -> f64 {
        let weight = self.weight(tally);
        if weight <= 0.0 {
            return 0.0;
        }
        match self.criterion {
            Criterion::Gini => weight - tally.iter().map(|c| c * c).sum::<f64>() / weight,
            Criterion::Entropy | Criterion::GainRatio => {
                tally.iter().filter(|&&c| c > 0.0).map(|&c| c * (weight / c).log2()).sum()
            }
            Criterion::Variance => (tally[2] - tally[1] * tally[1] / weight).max(0.0),
        }
    }

    /// Impurity: Gini's, entropy in bits, or variance.
    pub fn impurity(&self, tally: &[f64]) -> f64 {
        let weight = self.weight(tally);
        if weight > 0.0 { self.cost(tally) / weight } else { 0.0 }
    }

    /// Whether all weight is in one class. Numbers are judged by their values, not by a rounded variance.
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

    /// The merit by which splits are compared, from the tallies of the parts: the gain (impurity removed), or
    /// the gain ratio. Returns both.
    pub fn merit(&self, whole: &[f64], parts: &[Vec<f64>]) -> (f64, f64) {
        let weight = self.weight(whole);
        let gain = (self.cost(whole) - parts.iter().map(|p| self.cost(p)).sum::<f64>()) / weight;
        if self.criterion != Criterion::GainRatio {
            return (gain, gain);
        }
        let split: Vec<f64> = parts.iter().map(|p| self.weight(p)).collect();
        let bits = hornbook_math::information::entropy(&split);
        (if bits > 0.0 { gain / bits } else { 0.0 }, gain)
    }
}

pub(crate) fn subtract(whole: &[f64], part: &[f64]) -> Vec<f64> {
    whole.iter().zip(part).map(|(w, p)| w - p).collect()
}

pub(crate) fn add_to(into: &mut [f64], part: &[f64]) {
    into.iter_mut().zip(part).for_each(|(a, b)| *a += b);
}
