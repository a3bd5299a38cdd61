//! Distributions of listed values.

use super::checks::{finite_vector, probabilities, wrong};
use super::fitting::WeightedSample;
use super::univariate::{Tail, Univariate, tails_outside};
use super::whole::TIE;
use crate::information::entropy;
use hornbook_core::Result;
use std::f64::consts::LN_2;

/// A random variable by its values and their probabilities.
///
/// ```
/// use hornbook_math::distributions::{Discrete, Univariate};
/// let die = Discrete::new(&[1.0, 2.0, 3.0, 4.0, 5.0, 6.0], &[1.0 / 6.0; 6])?;
/// assert!((die.mean() - 3.5).abs() < 1e-15 && (die.variance() - 35.0 / 12.0).abs() < 1e-14);
/// // Var[x] = E[x²] − E[x]², and a factor counts squared.
/// assert!((die.expectation(|x| x * x) - 3.5 * 3.5 - die.variance()).abs() < 1e-13);
/// assert!((die.scaled(2.0)?.variance() - 4.0 * die.variance()).abs() < 1e-13);
/// # Ok::<(), hornbook_core::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct Discrete {
    /// Ascending, each once.
    values: Vec<f64>,
    probabilities: Vec<f64>,
}

impl Discrete {
    /// From values and their probabilities, which sum to 1. A value that is listed twice has both probabilities.
    pub fn new(values: &[f64], probabilities: &[f64]) -> Result<Discrete> {
        let shares = self::probabilities("discrete", probabilities)?;
        finite_vector("discrete", "values", values)?;
        if values.len() != shares.len() {
            let found = format!("{} values for {} probabilities", values.len(), shares.len());
            return Err(wrong("discrete", "values", found, "as many as probabilities"));
        }
        let mut pairs: Vec<(f64, f64)> = values.iter().copied().zip(shares).collect();
        pairs.sort_by(|a, b| a.0.total_cmp(&b.0));
        let mut distribution = Discrete { values: Vec::new(), probabilities: Vec::new() };
        for (value, share) in pairs {
            match (distribution.values.last(), distribution.probabilities.last_mut()) {
                (Some(&last), Some(sum)) if last == value => *sum += share,
                _ => {
                    distribution.values.push(value);
                    distribution.probabilities.push(share);
                }
            }
        }
        Ok(distribution)
    }

    /// The values 0, 1, 2, … with these probabilities: the codes of categories.
    pub fn categorical(probabilities: &[f64]) -> Result<Discrete> {
        let codes: Vec<f64> = (0..probabilities.len()).map(|code| code as f64).collect();
        Discrete::new(&codes, probabilities)
    }

    /// The maximum-likelihood estimate: the fraction of each value.
    pub fn fit(values: &[f64], weights: Option<&[f64]>) -> Result<Discrete> {
        let sample = WeightedSample::numbers(values, weights)?;
        let (values, shares): (Vec<f64>, Vec<f64>) =
            sample.pairs().iter().map(|&(x, w)| (x, w / sample.total())).unzip();
        Discrete::new(&values, &shares)
    }

    /// The values, ascending.
    pub fn values(&self) -> &[f64] {
        &self.values
    }

    /// The probabilities of the values.
    pub fn probabilities(&self) -> &[f64] {
        &self.probabilities
    }

    /// The mean of a function of the variable.
    pub fn expectation(&self, f: impl Fn(f64) -> f64) -> f64 {
        self.values.iter().zip(&self.probabilities).map(|(&x, p)| p * f(x)).sum()
    }

    /// The distribution of a multiple of the variable.
    pub fn scaled(&self, factor: f64) -> Result<Discrete> {
        let values: Vec<f64> = self.values.iter().map(|x| factor * x).collect();
        Discrete::new(&values, &self.probabilities)
    }

    /// The distribution of the sum of this variable and an independent one. The variances add up.
    pub fn plus(&self, other: &Discrete) -> Result<Discrete> {
        let (mut sums, mut shares) = (Vec::new(), Vec::new());
        for (x, p) in self.values.iter().zip(&self.probabilities) {
            for (y, q) in other.values.iter().zip(&other.probabilities) {
                sums.push(x + y);
                shares.push(p * q);
            }
        }
        Discrete::new(&sums, &shares)
    }

    /// The mean of a power of the distance from the mean, in standard deviations.
    fn standard_moment(&self, power: i32) -> f64 {
        let (mean, deviation) = (self.mean(), self.deviation());
        self.expectation(|x| ((x - mean) / deviation).powi(power))
    }
}

impl Univariate for Discrete {
    fn support(&self) -> (f64, f64) {
        (self.values.first().copied().unwrap_or(f64::NAN), self.values.last().copied().unwrap_or(f64::NAN))
    }

    fn ln_density(&self, x: f64) -> f64 {
        self.density(x).ln()
    }

    fn density(&self, x: f64) -> f64 {
        if x.is_nan() {
            return x;
        }
        self.values.iter().position(|&value| value == x).map_or(0.0, |at| self.probabilities[at])
    }

    fn tails(&self, x: f64) -> (f64, f64) {
        tails_outside(x, self.support()).unwrap_or_else(|| {
            let (below, above) =
                self.probabilities.split_at(self.values.partition_point(|&value| value <= x));
            (below.iter().sum(), above.iter().sum())
        })
    }

    fn point(&self, tail: Tail) -> f64 {
        let mut sum = 0.0;
        let mut pairs = self.values.iter().copied().zip(&self.probabilities);
        let place = match tail {
            Tail::Lower(p) => pairs.find(|(_, share)| {
                sum += *share;
                sum >= p * (1.0 - TIE)
            }),
            // From the end: the first value that would take the sum above the tail.
            Tail::Upper(p) => pairs.rfind(|(_, share)| {
                sum += *share;
                sum > p * (1.0 + TIE)
            }),
        };
        place.map_or(self.support().1, |(x, _)| x)
    }

    fn mean(&self) -> f64 {
        self.expectation(|x| x)
    }

    fn variance(&self) -> f64 {
        let mean = self.mean();
        self.expectation(|x| (x - mean) * (x - mean))
    }

    fn skewness(&self) -> f64 {
        self.standard_moment(3)
    }

    fn kurtosis(&self) -> f64 {
        self.standard_moment(4) - 3.0
    }

    fn entropy(&self) -> f64 {
        LN_2 * entropy(&self.probabilities)
    }

    fn mode(&self) -> f64 {
        let pairs = self.values.iter().zip(&self.probabilities);
        pairs.fold((f64::NAN, -1.0), |best, (&x, &p)| if p > best.1 { (x, p) } else { best }).0
    }
}
