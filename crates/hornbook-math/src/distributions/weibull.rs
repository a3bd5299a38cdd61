//! Weibull's distribution.

use super::checks::positive;
use super::fitting::WeightedSample;
use super::numerics::solve;
use super::univariate::{Tail, Univariate, ln_density_outside, tails_outside};
use crate::special::{EULER, gamma, ln_gamma};
use hornbook_core::Result;

/// The time to a failure whose rate grows or falls like a power of time: $P(X > x) = e^{-(x/\lambda)^k}$.
///
/// ```
/// use hornbook_math::distributions::{Exponential, Univariate, Weibull};
/// let (constant, same) = (Weibull::new(1.0, 0.5)?, Exponential::new(2.0)?);
/// assert_eq!(constant.upper(3.0), same.upper(3.0));
/// # Ok::<(), hornbook_core::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct Weibull {
    shape: f64,
    scale: f64,
}

impl Weibull {
    /// From the shape $k$ and the scale $\lambda$, both above 0.
    pub fn new(shape: f64, scale: f64) -> Result<Weibull> {
        Ok(Weibull {
            shape: positive("Weibull", "shape", shape)?,
            scale: positive("Weibull", "scale", scale)?,
        })
    }

    /// The maximum-likelihood estimate, from positive values, by Newton's method in the shape.
    pub fn fit(values: &[f64], weights: Option<&[f64]>) -> Result<Weibull> {
        let sample = WeightedSample::positive(values, weights)?.spread()?;
        // Logarithms below the largest: no power overflows.
        let largest = sample.range().1.ln();
        let ln = |x: f64| x.ln() - largest;
        let center = sample.mean_of(ln);
        let deviation = sample.mean_of(|x| (ln(x) - center).powi(2)).sqrt();
        let moments =
            |k: f64| [0, 1, 2].map(|power| sample.mean_of(|x| (k * ln(x)).exp() * ln(x).powi(power)));
        let shape = solve(1.2 / deviation, 0.0, f64::INFINITY, 2.0 * f64::EPSILON, |k| {
            let [sum, first, second] = moments(k);
            let mean = first / sum;
            (mean - 1.0 / k - center, second / sum - mean * mean + 1.0 / (k * k))
        });
        Weibull::new(shape, (largest + moments(shape)[0].ln() / shape).exp())
    }

    /// The shape.
    pub fn shape(&self) -> f64 {
        self.shape
    }

    /// The scale.
    pub fn scale(&self) -> f64 {
        self.scale
    }

    /// The accumulated rate $(x/\lambda)^k$.
    fn hazard(&self, x: f64) -> f64 {
        (x / self.scale).powf(self.shape)
    }

    /// The mean of the n-th power over that power of the mean, less one.
    fn excess(&self, n: f64) -> f64 {
        (ln_gamma(1.0 + n / self.shape) - n * ln_gamma(1.0 + self.shape.recip())).exp_m1()
    }
}

impl Univariate for Weibull {
    fn support(&self) -> (f64, f64) {
        (0.0, f64::INFINITY)
    }

    fn ln_density(&self, x: f64) -> f64 {
        match ln_density_outside(x, self.support()) {
            Some(outside) => outside,
            None if self.shape == 1.0 => -self.hazard(x) - self.scale.ln(),
            None => {
                let power = (self.shape - 1.0) * (x / self.scale).ln();
                (self.shape / self.scale).ln() + power - self.hazard(x)
            }
        }
    }

    fn tails(&self, x: f64) -> (f64, f64) {
        tails_outside(x, self.support()).unwrap_or_else(|| {
            let hazard = self.hazard(x);
            (-(-hazard).exp_m1(), (-hazard).exp())
        })
    }

    fn ln_upper(&self, x: f64) -> f64 {
        if x < 0.0 { 0.0 } else { -self.hazard(x) }
    }

    fn point(&self, tail: Tail) -> f64 {
        let hazard = match tail {
            Tail::Lower(p) => -(-p).ln_1p(),
            Tail::Upper(p) => -p.ln(),
        };
        self.scale * hazard.powf(self.shape.recip())
    }

    fn mean(&self) -> f64 {
        self.scale * gamma(1.0 + self.shape.recip())
    }

    fn variance(&self) -> f64 {
        self.mean().powi(2) * self.excess(2.0)
    }

    fn skewness(&self) -> f64 {
        let square = self.excess(2.0);
        (self.excess(3.0) - 3.0 * square) / square.powf(1.5)
    }

    /// The excess kurtosis. Its terms cancel as the shape grows: about ten digits are left for a shape of 100.
    fn kurtosis(&self) -> f64 {
        let square = self.excess(2.0);
        (self.excess(4.0) - 4.0 * self.excess(3.0) + 6.0 * square) / (square * square) - 3.0
    }

    fn entropy(&self) -> f64 {
        EULER * (1.0 - self.shape.recip()) + (self.scale / self.shape).ln() + 1.0
    }

    fn mode(&self) -> f64 {
        if self.shape <= 1.0 { 0.0 } else { self.scale * (1.0 - self.shape.recip()).powf(self.shape.recip()) }
    }
}
