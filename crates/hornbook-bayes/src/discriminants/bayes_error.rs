//! How often the best possible decision is wrong.

use super::normal_classes::NormalClasses;
use hornbook_core::Result;
use hornbook_data::Matrix;
use hornbook_math::algebra::Cholesky;
use hornbook_math::distributions::normal_cdf;

/// How often the best possible decision between normal classes is wrong.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum BayesError {
    /// So often.
    Exact(f64),
    /// At most so often; the better of two bounds.
    AtMost {
        /// Bhattacharyya's bound: $\sum_{i<j} \sqrt{P_i P_j} e^{-k_{ij}(1/2)}$.
        bhattacharyya: f64,
        /// Chernoff's bound, with the best exponent for each pair of classes. Never above the other.
        chernoff: f64,
    },
}

impl BayesError {
    /// The error, or the lowest bound on it.
    pub fn value(self) -> f64 {
        match self {
            BayesError::Exact(error) => error,
            BayesError::AtMost { chernoff, .. } => chernoff,
        }
    }
}

impl NormalClasses {
    /// The error of the best decision: exact for one column, and for two classes with one covariance; else bounds.
    pub fn bayes_error(&self) -> Result<BayesError> {
        let possible: Vec<usize> = (0..self.classes()).filter(|&class| self.priors()[class] > 0.0).collect();
        match (possible.len(), self.width()) {
            (0 | 1, _) => Ok(BayesError::Exact(0.0)),
            (_, 1) => Ok(BayesError::Exact(self.error_on_a_line(&possible)?)),
            (2, _) if self.is_linear() => Ok(BayesError::Exact(self.error_of_two(possible[0], possible[1])?)),
            _ => self.error_bounds(&possible),
        }
    }

    /// Two classes with one covariance: the log odds are normal, too.
    fn error_of_two(&self, one: usize, other: usize) -> Result<f64> {
        let plane = self.hyperplane(one, other)?;
        let means = self.means();
        let apart = means.row(one).iter().zip(means.row(other)).map(|(a, b)| a - b);
        let square: f64 = plane.w.iter().zip(apart).map(|(w, a)| w * a).sum();
        let (p, q) = (self.priors()[one], self.priors()[other]);
        if square == 0.0 {
            return Ok(p.min(q));
        }
        let (distance, odds) = (square.sqrt(), (p / q).ln());
        Ok(p * normal_cdf(-distance / 2.0 - odds / distance)
            + q * normal_cdf(-distance / 2.0 + odds / distance))
    }

    /// One column: the line is cut where two classes are equally likely, and each part has a best class.
    fn error_on_a_line(&self, classes: &[usize]) -> Result<f64> {
        let mut cuts = vec![];
        for (place, &one) in classes.iter().enumerate() {
            for &other in &classes[..place] {
                let quadric = self.quadric(one, other)?;
                cuts.extend(roots(quadric.matrix.at(0, 0), quadric.vector[0], quadric.constant));
            }
        }
        cuts.sort_by(f64::total_cmp);
        let mut right = 0.0;
        for part in 0..=cuts.len() {
            let low = if part == 0 { f64::NEG_INFINITY } else { cuts[part - 1] };
            let high = cuts.get(part).copied().unwrap_or(f64::INFINITY);
            let inside = match (low.is_finite(), high.is_finite()) {
                (true, true) => 0.5 * (low + high),
                (true, false) => low + 1.0 + low.abs(),
                (false, true) => high - 1.0 - high.abs(),
                (false, false) => 0.0,
            };
            let scores = self.discriminants(&[inside])?;
            let best = classes.iter().copied().reduce(|a, b| if scores[b] > scores[a] { b } else { a });
            if let Some(best) = best {
                let (mean, deviation) = (self.means().at(best, 0), self.covariance(best)?.at(0, 0).sqrt());
                let below = |x: f64| normal_cdf((x - mean) / deviation);
                right += self.priors()[best] * (below(high) - below(low));
            }
        }
        Ok((1.0 - right).max(0.0))
    }

    fn error_bounds(&self, classes: &[usize]) -> Result<BayesError> {
        let (mut bhattacharyya, mut chernoff) = (0.0, 0.0);
        for (place, &one) in classes.iter().enumerate() {
            for &other in &classes[..place] {
                let bound = |share: f64| self.chernoff(one, other, share);
                let middle = bound(0.5)?;
                bhattacharyya += middle;
                chernoff += lowest(bound)?.min(middle);
            }
        }
        // Guessing the most likely class is a decision, too.
        let guess = 1.0 - self.priors().iter().copied().fold(0.0, f64::max);
        Ok(BayesError::AtMost {
            bhattacharyya: f64::min(bhattacharyya, guess),
            chernoff: f64::min(chernoff, guess),
        })
    }

    /// $P_i^s P_j^{1-s} \int p_i^s p_j^{1-s}$.
    fn chernoff(&self, one: usize, other: usize, share: f64) -> Result<f64> {
        let (a, b) = (self.covariance(one)?, self.covariance(other)?);
        let mixed: Matrix = a.scaled(1.0 - share).plus(&b.scaled(share))?;
        let cholesky = Cholesky::new(&mixed)?;
        let apart: Vec<f64> =
            self.means().row(one).iter().zip(self.means().row(other)).map(|(a, b)| a - b).collect();
        let square: f64 = cholesky.solve_lower(&apart)?.iter().map(|z| z * z).sum();
        let (log_a, log_b) = (self.inverse(one).log_determinant, self.inverse(other).log_determinant);
        let k = 0.5 * share * (1.0 - share) * square
            + 0.5 * (cholesky.log_determinant() - (1.0 - share) * log_a - share * log_b);
        let (p, q) = (self.priors()[one], self.priors()[other]);
        Ok((share * p.ln() + (1.0 - share) * q.ln() - k).exp())
    }
}

/// The real roots of $a x^2 + b x + c$.
fn roots(a: f64, b: f64, c: f64) -> Vec<f64> {
    let is_straight = a.abs() * 1e14 <= b.abs();
    if is_straight {
        return if b == 0.0 { vec![] } else { vec![-c / b] };
    }
    let under = b * b - 4.0 * a * c;
    if under <= 0.0 {
        return vec![];
    }
    // The root where nothing cancels, and the other by the product of both.
    let q = -0.5 * (b + b.signum() * under.sqrt());
    if q == 0.0 { vec![0.0] } else { vec![q / a, c / q] }
}

/// The lowest value of a function of a fraction whose logarithm is convex, by the golden section.
fn lowest(function: impl Fn(f64) -> Result<f64>) -> Result<f64> {
    const STEPS: usize = 60;
    let ratio = (5f64.sqrt() - 1.0) / 2.0;
    let (mut low, mut high) = (0.0, 1.0);
    let mut best = f64::INFINITY;
    for _ in 0..STEPS {
        let (a, b) = (high - ratio * (high - low), low + ratio * (high - low));
        let (at_a, at_b) = (function(a)?, function(b)?);
        best = best.min(at_a).min(at_b);
        if at_a < at_b { high = b } else { low = a }
    }
    Ok(best)
}
