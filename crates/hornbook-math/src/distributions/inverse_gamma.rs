//! The inverse gamma distribution.

use super::checks::{positive, wrong};
use super::fitting::WeightedSample;
use super::gamma::{Gamma, gamma_point, gamma_tails, ln_gamma_front, ln_gamma_upper};
use super::sampling::ln_standard_gamma;
use super::student::Student;
use super::univariate::{Tail, Univariate, ln_density_outside, tails_outside};
use crate::special::{digamma, gamma_entropy};
use hornbook_core::{Result, Rng};

/// The distribution of one over a gamma variable, and the conjugate prior of a variance.
///
/// $$p(x) = \frac{b^a}{\Gamma(a)} x^{-a-1} e^{-b/x}$$
///
/// ```
/// use hornbook_math::distributions::{InverseGamma, Univariate};
/// let variance = InverseGamma::new(3.0, 4.0)?;
/// assert_eq!((variance.mean(), variance.mode()), (2.0, 1.0));
/// # Ok::<(), hornbook_core::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct InverseGamma {
    shape: f64,
    scale: f64,
}

impl InverseGamma {
    /// From the shape $a$ and the scale $b$, both above 0.
    pub fn new(shape: f64, scale: f64) -> Result<InverseGamma> {
        Ok(InverseGamma {
            shape: positive("inverse gamma", "shape", shape)?,
            scale: positive("inverse gamma", "scale", scale)?,
        })
    }

    /// The maximum-likelihood estimate, from positive values.
    pub fn fit(values: &[f64], weights: Option<&[f64]>) -> Result<InverseGamma> {
        WeightedSample::positive(values, weights)?;
        let inverses: Vec<f64> = values.iter().map(|x| x.recip()).collect();
        let gamma = Gamma::fit(&inverses, weights)?;
        InverseGamma::new(gamma.shape(), gamma.rate())
    }

    /// The shape.
    pub fn shape(&self) -> f64 {
        self.shape
    }

    /// The scale.
    pub fn scale(&self) -> f64 {
        self.scale
    }

    /// This distribution as the prior of a variance, after normal `values` of a known mean were seen.
    ///
    /// ```
    /// use hornbook_math::distributions::InverseGamma;
    /// let posterior = InverseGamma::new(2.0, 3.0)?.posterior(&[1.0, -1.0, 2.0], 0.0)?;
    /// assert_eq!(posterior, InverseGamma::new(3.5, 6.0)?);
    /// # Ok::<(), hornbook_core::Error>(())
    /// ```
    pub fn posterior(&self, values: &[f64], mean: f64) -> Result<InverseGamma> {
        if !mean.is_finite() || values.iter().any(|x| !x.is_finite()) {
            return Err(wrong("inverse gamma", "mean or a value", "not finite", "finite numbers"));
        }
        let squares: f64 = values.iter().map(|x| (x - mean) * (x - mean)).sum();
        InverseGamma::new(self.shape + 0.5 * values.len() as f64, self.scale + 0.5 * squares)
    }

    /// This distribution as that of a variance: the distribution of the next normal value of a known mean.
    pub fn predictive(&self, mean: f64) -> Result<Student> {
        Student::new(2.0 * self.shape, mean, (self.scale / self.shape).sqrt())
    }
}

impl Univariate for InverseGamma {
    fn support(&self) -> (f64, f64) {
        (0.0, f64::INFINITY)
    }

    fn ln_density(&self, x: f64) -> f64 {
        match ln_density_outside(x, self.support()) {
            Some(outside) => outside,
            None if self.scale / x == f64::INFINITY => f64::NEG_INFINITY,
            None => ln_gamma_front(self.shape, self.scale / x) + (self.shape / x).ln(),
        }
    }

    fn tails(&self, x: f64) -> (f64, f64) {
        tails_outside(x, self.support()).unwrap_or_else(|| {
            let (below, above) = gamma_tails(self.shape, self.scale / x);
            (above, below)
        })
    }

    fn ln_cdf(&self, x: f64) -> f64 {
        if x < 0.0 { f64::NEG_INFINITY } else { ln_gamma_upper(self.shape, self.scale / x) }
    }

    fn point(&self, tail: Tail) -> f64 {
        self.scale / gamma_point(tail.mirrored(), self.shape)
    }

    fn mean(&self) -> f64 {
        if self.shape > 1.0 { self.scale / (self.shape - 1.0) } else { f64::INFINITY }
    }

    fn variance(&self) -> f64 {
        if self.shape > 2.0 { self.mean().powi(2) / (self.shape - 2.0) } else { f64::INFINITY }
    }

    fn skewness(&self) -> f64 {
        if self.shape > 3.0 { 4.0 * (self.shape - 2.0).sqrt() / (self.shape - 3.0) } else { f64::NAN }
    }

    fn kurtosis(&self) -> f64 {
        let a = self.shape;
        if a > 4.0 { 6.0 * (5.0 * a - 11.0) / ((a - 3.0) * (a - 4.0)) } else { f64::NAN }
    }

    fn entropy(&self) -> f64 {
        gamma_entropy(self.shape) - 2.0 * digamma(self.shape) + self.scale.ln()
    }

    fn mode(&self) -> f64 {
        self.scale / (self.shape + 1.0)
    }

    fn sample(&self, rng: &mut Rng) -> f64 {
        (self.scale.ln() - ln_standard_gamma(rng, self.shape)).exp()
    }
}
