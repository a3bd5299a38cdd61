//! The Dirichlet-multinomial distribution.

use super::checks::{concentrations, trials};
use super::dirichlet::Dirichlet;
use super::multinomial::{are_counts, covariance_of_shares, multinomial};
use super::multivariate::{Multivariate, is_point};
use super::negative_binomial::ln_failures;
use crate::matrix::Matrix;
use hornbook_core::{Result, Rng};

/// A multinomial variable whose probabilities have Dirichlet's distribution: the predictive distribution of counts.
///
/// ```
/// use hornbook_math::distributions::{DirichletMultinomial, Multivariate};
/// // Six ways to share two trials among three outcomes, all alike.
/// let any = DirichletMultinomial::new(2, &[1.0, 1.0, 1.0])?;
/// assert!((any.density(&[1.0, 0.0, 1.0]) - 1.0 / 6.0).abs() < 1e-15);
/// # Ok::<(), hornbook_core::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct DirichletMultinomial {
    trials: u64,
    prior: Dirichlet,
}

impl DirichletMultinomial {
    /// From the number of trials and the concentrations of Dirichlet's distribution.
    pub fn new(trials: u64, concentrations: &[f64]) -> Result<DirichletMultinomial> {
        let trials = self::trials("Dirichlet-multinomial", "trials", trials)?;
        let checked = self::concentrations("Dirichlet-multinomial", concentrations)?;
        Ok(DirichletMultinomial { trials, prior: Dirichlet::new(&checked)? })
    }
}

impl Multivariate for DirichletMultinomial {
    fn dimension(&self) -> usize {
        self.prior.dimension()
    }

    fn ln_density(&self, x: &[f64]) -> f64 {
        let (n, total) = (self.trials as f64, self.prior.total());
        if !is_point(x, self.dimension()) {
            return f64::NAN;
        }
        if !are_counts(x, n) {
            return f64::NEG_INFINITY;
        }
        // A quotient of negative binomials of any one probability; with this one no large logarithms cancel.
        let (p, q) = (total / (total + n), n / (total + n));
        let parts = x.iter().zip(self.prior.concentrations()).map(|(&x, &a)| ln_failures(x, a, p, q));
        parts.sum::<f64>() - ln_failures(n, total, p, q)
    }

    fn mean(&self) -> Vec<f64> {
        self.prior.mean().iter().map(|p| self.trials as f64 * p).collect()
    }

    fn covariance(&self) -> Matrix {
        let (n, total) = (self.trials as f64, self.prior.total());
        covariance_of_shares(&self.prior.mean(), n * (n + total) / (1.0 + total))
    }

    fn sample(&self, rng: &mut Rng) -> Vec<f64> {
        let probabilities = self.prior.sample(rng);
        multinomial(rng, self.trials, &probabilities)
    }
}
