//! Dirichlet's distribution.

use super::beta::counts_at_least_zero;
use super::checks::{concentrations, is_simplex};
use super::covariance_factor::scatter;
use super::dirichlet_multinomial::DirichletMultinomial;
use super::fitting::no_maximum;
use super::multinomial::covariance_of_shares;
use super::multivariate::{Multivariate, is_point};
use super::numerics::{LN_SQRT_TAU, deviance, stirling_error};
use super::sampling::ln_standard_gamma;
use crate::matrix::Matrix;
use crate::special::{digamma, gamma_entropy, inverse_digamma, ln_gamma, log_sum_exp, trigamma};
use hornbook_core::{Error, Result, Rng};

/// The distribution of fractions that sum to 1: the conjugate prior of the probabilities of several
/// outcomes.
///
/// $$p(x) = \frac{\Gamma(\sum_i \alpha_i)}{\prod_i \Gamma(\alpha_i)} \prod_i x_i^{\alpha_i - 1}$$
///
/// ```
/// use hornbook_math::distributions::{Dirichlet, Multivariate};
/// let posterior = Dirichlet::new(&[1.0, 1.0, 1.0])?.posterior(&[3.0, 0.0, 2.0])?;
/// assert_eq!(posterior.mean(), [0.5, 0.125, 0.375]);
/// # Ok::<(), hornbook_core::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct Dirichlet {
    concentrations: Vec<f64>,
}

impl Dirichlet {
    /// From the concentrations $\alpha$, two or more numbers above 0.
    pub fn new(concentrations: &[f64]) -> Result<Dirichlet> {
        Ok(Dirichlet { concentrations: self::concentrations("Dirichlet", concentrations)? })
    }

    /// The maximum-likelihood estimate, from rows of positive proportions that sum to 1, by Newton's method.
    pub fn fit(rows: &Matrix, weights: Option<&[f64]>) -> Result<Dirichlet> {
        let (mean, scatter, total) = scatter(rows, weights)?;
        let counts = |row: &usize| weights.is_none_or(|weights| weights[*row] > 0.0);
        let counting: Vec<usize> = (0..rows.rows()).filter(counts).collect();
        if counting.iter().any(|&row| !is_simplex(rows.row(row)) || rows.row(row).contains(&0.0)) {
            return Err(Error::data(
                "a row is no list of shares",
                "give numbers above 0 that sum to 1 in each row",
            ));
        }
        let weight = |row: usize| weights.map_or(1.0, |weights| weights[row]);
        let logs: Vec<f64> = (0..rows.columns())
            .map(|j| counting.iter().map(|&row| weight(row) * rows.at(row, j).ln()).sum::<f64>() / total)
            .collect();
        let expected: f64 = mean.iter().map(|m| m * (1.0 - m)).sum();
        let found: f64 = (0..mean.len()).map(|j| scatter.at(j, j)).sum::<f64>() / total;
        if found <= 0.0 {
            return Err(Error::data("all rows that count are the same", "give at least two that differ"));
        }
        Dirichlet::new(&most_likely_concentrations(&logs, &mean, expected / found - 1.0)?)
    }

    /// The concentrations.
    pub fn concentrations(&self) -> &[f64] {
        &self.concentrations
    }

    /// The sum of the concentrations: how many observations the prior is worth.
    pub fn total(&self) -> f64 {
        self.concentrations.iter().sum()
    }

    /// This distribution as the prior of the probabilities of outcomes, after these counts, which need not be whole.
    pub fn posterior(&self, counts: &[f64]) -> Result<Dirichlet> {
        counts_at_least_zero(counts)?;
        if counts.len() != self.concentrations.len() {
            return Err(Error::data(
                format!("there are {} counts for {} outcomes", counts.len(), self.concentrations.len()),
                "give a count for every outcome",
            ));
        }
        let sums: Vec<f64> = self.concentrations.iter().zip(counts).map(|(a, n)| a + n).collect();
        Dirichlet::new(&sums)
    }

    /// The logarithm of the probability of one sequence with these counts, averaged over this prior.
    ///
    /// ```
    /// use hornbook_math::distributions::Dirichlet;
    /// let evidence = Dirichlet::new(&[1.0, 1.0, 1.0])?.ln_evidence(&[3.0, 0.0, 2.0])?;
    /// assert!((evidence - (1.0 / 210.0f64).ln()).abs() < 1e-14);
    /// # Ok::<(), hornbook_core::Error>(())
    /// ```
    pub fn ln_evidence(&self, counts: &[f64]) -> Result<f64> {
        let after = self.posterior(counts)?;
        let ratios =
            after.concentrations.iter().zip(&self.concentrations).map(|(n, a)| ln_gamma(*n) - ln_gamma(*a));
        Ok(ratios.sum::<f64>() - ln_gamma(after.total()) + ln_gamma(self.total()))
    }

    /// This distribution as that of probabilities: the distribution of the counts in the next `trials`.
    pub fn predictive(&self, trials: u64) -> Result<DirichletMultinomial> {
        DirichletMultinomial::new(trials, &self.concentrations)
    }

    /// The differential entropy in nats.
    pub fn entropy(&self) -> f64 {
        let total = self.total();
        let parts: f64 = self.concentrations.iter().map(|&a| gamma_entropy(a)).sum();
        parts - gamma_entropy(total) - (self.concentrations.len() as f64 - 1.0) * digamma(total)
    }

    /// The most likely proportions, if all concentrations are above 1; else the density has no inner maximum.
    pub fn mode(&self) -> Option<Vec<f64>> {
        let rest = self.total() - self.concentrations.len() as f64;
        let inner = self.concentrations.iter().all(|&a| a > 1.0);
        inner.then(|| self.concentrations.iter().map(|a| (a - 1.0) / rest).collect())
    }
}

impl Multivariate for Dirichlet {
    fn dimension(&self) -> usize {
        self.concentrations.len()
    }

    fn ln_density(&self, x: &[f64]) -> f64 {
        if !is_point(x, self.dimension()) {
            return f64::NAN;
        }
        if !is_simplex(x) {
            return f64::NEG_INFINITY;
        }
        let total = self.total();
        if x.contains(&0.0) {
            let powers: f64 = self
                .concentrations
                .iter()
                .zip(x)
                .map(|(a, x)| if *a == 1.0 { 0.0 } else { (a - 1.0) * x.ln() })
                .sum();
            return powers + ln_gamma(total) - self.concentrations.iter().map(|&a| ln_gamma(a)).sum::<f64>();
        }
        // By saddle points, as the beta: no difference of large logarithms of gamma functions.
        let stirling = |a: f64| stirling_error(a) - 0.5 * a.ln() + LN_SQRT_TAU;
        let parts: f64 = self
            .concentrations
            .iter()
            .zip(x)
            .map(|(&a, &x)| deviance(a, total * x) + stirling(a) + x.ln())
            .sum();
        // The fractions sum to one only up to rounding.
        stirling(total) - parts + total * (x.iter().sum::<f64>() - 1.0)
    }

    fn mean(&self) -> Vec<f64> {
        let total = self.total();
        self.concentrations.iter().map(|a| a / total).collect()
    }

    fn covariance(&self) -> Matrix {
        covariance_of_shares(&self.mean(), (self.total() + 1.0).recip())
    }

    fn sample(&self, rng: &mut Rng) -> Vec<f64> {
        let logs: Vec<f64> = self.concentrations.iter().map(|&a| ln_standard_gamma(rng, a)).collect();
        let sum = log_sum_exp(&logs);
        logs.iter().map(|ln| (ln - sum).exp()).collect()
    }
}

/// The concentrations that make these mean logarithms of fractions most likely, from a start by moments.
///
/// Newton's method with a Hessian that is diagonal plus a constant (Minka 2000). A step that leaves the positive
/// numbers is replaced by one of the fixed-point iteration, which never does.
pub(super) fn most_likely_concentrations(logs: &[f64], mean: &[f64], precision: f64) -> Result<Vec<f64>> {
    let start = if precision.is_finite() && precision > 0.0 { precision } else { 1.0 };
    let mut alpha: Vec<f64> = mean.iter().map(|m| m * start).collect();
    for _ in 0..1000 {
        let total: f64 = alpha.iter().sum();
        let gradient: Vec<f64> =
            alpha.iter().zip(logs).map(|(&a, ln)| digamma(total) - digamma(a) + ln).collect();
        let second_derivatives: Vec<f64> = alpha.iter().map(|&a| trigamma(a)).collect();
        let inverse_sum: f64 = second_derivatives.iter().map(|q| q.recip()).sum();
        let shift = gradient.iter().zip(&second_derivatives).map(|(g, q)| g / q).sum::<f64>()
            / (trigamma(total).recip() - inverse_sum);
        let newton: Vec<f64> = alpha
            .iter()
            .zip(gradient.iter().zip(&second_derivatives))
            .map(|(a, (g, q))| a + (g + shift) / q)
            .collect();
        let next = if newton.iter().all(|&a| a > 0.0 && a.is_finite()) {
            newton
        } else {
            logs.iter().map(|ln| inverse_digamma(ln + digamma(total))).collect()
        };
        let moved = alpha.iter().zip(&next).map(|(a, b)| (b / a - 1.0).abs()).fold(0.0, f64::max);
        alpha = next;
        if moved < 1e-13 {
            return Ok(alpha);
        }
    }
    Err(no_maximum("Dirichlet"))
}
