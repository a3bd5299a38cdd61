//! Values with weights, checked once, for fitting by maximum likelihood.

use crate::quantiles::EmpiricalDistribution;
use hornbook_core::{Error, Result};

/// Values that count, with their weights.
pub(super) struct WeightedSample {
    pairs: Vec<(f64, f64)>,
    total: f64,
}

impl WeightedSample {
    /// Checks values and weights. `domain` says in words what `inside` asks of a value.
    pub(super) fn new(
        values: &[f64],
        weights: Option<&[f64]>,
        inside: impl Fn(f64) -> bool,
        domain: &str,
    ) -> Result<WeightedSample> {
        if let Some(weights) = weights
            && weights.len() != values.len()
        {
            return Err(Error::data(
                format!("there are {} values and {} weights", values.len(), weights.len()),
                "give every value a weight",
            ));
        }
        let weight = |i: usize| weights.map_or(1.0, |weights| weights[i]);
        let mut pairs = Vec::with_capacity(values.len());
        for (i, &x) in values.iter().enumerate() {
            let w = weight(i);
            if !(w >= 0.0 && w.is_finite()) {
                return Err(Error::data(format!("weight {i} is {w}"), "give finite weights of at least 0"));
            }
            if w == 0.0 {
                continue;
            }
            if !x.is_finite() || !inside(x) {
                return Err(Error::data(
                    format!("value {i} is {x}"),
                    format!("this distribution has {domain} only"),
                ));
            }
            pairs.push((x, w));
        }
        if pairs.is_empty() {
            return Err(Error::data(
                "there are no values that count",
                "give at least one of a positive weight",
            ));
        }
        let total = pairs.iter().map(|(_, w)| w).sum();
        Ok(WeightedSample { pairs, total })
    }

    /// Any finite numbers.
    pub(super) fn numbers(values: &[f64], weights: Option<&[f64]>) -> Result<WeightedSample> {
        WeightedSample::new(values, weights, |_| true, "finite numbers")
    }

    /// Numbers above zero.
    pub(super) fn positive(values: &[f64], weights: Option<&[f64]>) -> Result<WeightedSample> {
        WeightedSample::new(values, weights, |x| x > 0.0, "numbers above 0")
    }

    /// Integers from `low` to `high`.
    pub(super) fn whole(
        values: &[f64],
        weights: Option<&[f64]>,
        low: f64,
        high: f64,
    ) -> Result<WeightedSample> {
        let domain = format!("integers from {low} to {high}");
        WeightedSample::new(values, weights, |x| x >= low && x <= high && x.fract() == 0.0, &domain)
    }

    /// The values with their weights.
    pub(super) fn pairs(&self) -> &[(f64, f64)] {
        &self.pairs
    }

    /// The sum of the weights.
    pub(super) fn total(&self) -> f64 {
        self.total
    }

    /// The mean of a function of the values.
    pub(super) fn mean_of(&self, f: impl Fn(f64) -> f64) -> f64 {
        self.pairs.iter().map(|&(x, w)| w * f(x)).sum::<f64>() / self.total
    }

    /// The mean.
    pub(super) fn mean(&self) -> f64 {
        self.mean_of(|x| x)
    }

    /// The variance about a center, divided by the sum of the weights as maximum likelihood does.
    pub(super) fn variance(&self, center: f64) -> f64 {
        self.mean_of(|x| (x - center) * (x - center))
    }

    /// The least and the largest value.
    pub(super) fn range(&self) -> (f64, f64) {
        self.pairs
            .iter()
            .fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), &(x, _)| (low.min(x), high.max(x)))
    }

    /// The weighted median.
    pub(super) fn median(&self) -> f64 {
        EmpiricalDistribution::of(self.pairs.iter().copied()).median()
    }

    /// The values must not all be the same.
    pub(super) fn spread(self) -> Result<WeightedSample> {
        let (low, high) = self.range();
        if low < high {
            return Ok(self);
        }
        Err(Error::data(
            format!("all values that count are {low}"),
            "give at least two that differ: one point has no spread to estimate",
        ))
    }
}

/// An iteration that did not converge.
pub(super) fn no_maximum(distribution: &str) -> Error {
    Error::data(
        format!("the likelihood of the {distribution} distribution has no maximum that could be found"),
        "give more values, or look for outliers and for another distribution",
    )
}
