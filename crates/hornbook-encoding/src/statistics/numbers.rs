//! What is known of the numbers of some rows.

use super::moments::MomentSums;
use hornbook_math::quantiles::EmpiricalDistribution;
use serde::{Deserialize, Serialize};

/// A deviation below so many roundings of the mean is rounding.
const ROUNDINGS: f64 = 4.0;

/// What is known of a column of numbers.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct NumberStatistics {
    weight: f64,
    missing: f64,
    mean: f64,
    /// The sum of the squared distances from the mean.
    squares: f64,
    low: f64,
    high: f64,
    /// Every known number with its weight, if that is asked for.
    values: Option<Vec<(f64, f64)>>,
}

impl NumberStatistics {
    pub(crate) fn new(keep_values: bool) -> NumberStatistics {
        NumberStatistics {
            weight: 0.0,
            missing: 0.0,
            mean: 0.0,
            squares: 0.0,
            low: f64::INFINITY,
            high: f64::NEG_INFINITY,
            values: keep_values.then(Vec::new),
        }
    }

    /// Of numbers of these weights, with or without all that follows from the order of the values.
    pub fn of(values: &[f64], weights: &[f64], keep_values: bool) -> NumberStatistics {
        let mut statistics = NumberStatistics::new(keep_values);
        statistics.add(values, weights);
        statistics
    }

    /// Adds numbers of these weights; a few, so that plain sums of them keep their digits.
    pub(crate) fn add(&mut self, values: &[f64], weights: &[f64]) {
        let is_known = |(x, weight): &(f64, f64)| !x.is_nan() && *weight > 0.0;
        let known = || values.iter().copied().zip(weights.iter().copied()).filter(is_known);
        let origin = self.origin(|| known().next().map(|first| first.0));
        self.add_sums(MomentSums::of(values, weights, origin), origin);
        if let Some(kept) = &mut self.values {
            kept.extend(known());
        }
    }

    /// What sums of more numbers are taken about: the mean so far, or the first known number. Far from zero, squares about zero would
    /// lose the digits of the spread.
    pub(super) fn origin(&self, first_known: impl FnOnce() -> Option<f64>) -> f64 {
        if self.weight > 0.0 { self.mean } else { first_known().unwrap_or(0.0) }
    }

    /// Whether every value is kept.
    pub(super) fn keeps_values(&self) -> bool {
        self.values.is_some()
    }

    /// Adds sums about an origin, the mean so far if there is one.
    pub(super) fn add_sums(&mut self, sums: MomentSums, origin: f64) {
        self.missing += sums.missing;
        if sums.weight > 0.0 {
            let shift = sums.sum / sums.weight;
            let squares = sums.squares - sums.sum * shift;
            // Below zero it is rounding; what is not a number says that values are too large for their squares, and stays.
            self.add_moments(sums.weight, origin + shift, if squares < 0.0 { 0.0 } else { squares });
            (self.low, self.high) = (self.low.min(sums.low), self.high.max(sums.high));
        }
    }

    /// Adds numbers of some weight, mean and sum of squares about it (Chan, Golub and LeVeque 1979).
    fn add_moments(&mut self, weight: f64, mean: f64, squares: f64) {
        if self.weight == 0.0 {
            (self.weight, self.mean, self.squares) = (weight, mean, squares);
            return;
        }
        let total = self.weight + weight;
        let (gap, share) = (mean - self.mean, weight / total);
        self.squares += squares + gap * gap * self.weight * share;
        self.mean += gap * share;
        self.weight = total;
    }

    /// The values, if they are kept.
    pub(super) fn kept(&mut self) -> Option<&mut Vec<(f64, f64)>> {
        self.values.as_mut()
    }

    pub(crate) fn merge(&mut self, later: NumberStatistics) {
        self.missing += later.missing;
        if later.weight > 0.0 {
            self.add_moments(later.weight, later.mean, later.squares);
            (self.low, self.high) = (self.low.min(later.low), self.high.max(later.high));
        }
        if let (Some(kept), Some(values)) = (&mut self.values, later.values) {
            kept.extend(values);
        }
    }

    /// The weight of the rows in which the number is known.
    pub fn weight(&self) -> f64 {
        self.weight
    }

    /// The weight of the rows in which it is missing.
    pub fn missing(&self) -> f64 {
        self.missing
    }

    /// Whether any number is known.
    pub fn is_known(&self) -> bool {
        self.weight > 0.0
    }

    /// The mean; zero if nothing is known.
    pub fn mean(&self) -> f64 {
        self.mean
    }

    /// The variance with divisor n.
    pub fn variance(&self) -> f64 {
        if self.weight > 0.0 { self.squares / self.weight } else { 0.0 }
    }

    /// The standard deviation with divisor n; zero where that is rounding.
    pub fn deviation(&self) -> f64 {
        let rounding = ROUNDINGS * f64::EPSILON * self.mean;
        let is_rounding = self.is_constant() || self.variance() <= rounding * rounding;
        if is_rounding { 0.0 } else { self.variance().sqrt() }
    }

    /// The smallest number.
    pub fn low(&self) -> f64 {
        self.low
    }

    /// The largest number.
    pub fn high(&self) -> f64 {
        self.high
    }

    /// Whether all numbers are the same, or none is known.
    pub fn is_constant(&self) -> bool {
        self.low >= self.high
    }

    /// Every known number with its weight, if they were kept; else none.
    pub fn values(&self) -> &[(f64, f64)] {
        self.values.as_deref().unwrap_or_default()
    }

    /// The values in order, if they were kept; else of nothing.
    pub fn distribution(&self) -> EmpiricalDistribution {
        EmpiricalDistribution::of(self.values.iter().flatten().copied())
    }

    /// The number of the largest weight, the smallest of several; NaN if values were not kept.
    pub fn most_frequent(&self) -> f64 {
        let mut values = self.values.clone().unwrap_or_default();
        values.sort_unstable_by(|a, b| a.0.total_cmp(&b.0).then(a.1.total_cmp(&b.1)));
        let mut most = (f64::NAN, 0.0);
        for same in values.chunk_by(|a, b| a.0 == b.0) {
            let weight: f64 = same.iter().map(|one| one.1).sum();
            if weight > most.1 {
                most = (same[0].0, weight);
            }
        }
        most.0
    }
}
